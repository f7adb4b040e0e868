/** How the plan stands to the journal, and what else of the account stands. */
import { joined, safe, type Safe } from '../../model/safe-text.ts';
import { alike, namesOf, wordsOfAlike, type Alike } from '../../report/text/group-equal.ts';
import { grouped } from '../../report/text/phrases.ts';
import type { Tone } from '../../report/text/tones.ts';
import type { RunView } from '../../report/view/run-view.ts';
import { own, table, type Block, type SheetColumn } from '../../show/sheet.ts';
import { lookAtRemoved } from './commands.ts';
import { changesOf, KINDS, type Kind, type ToldChanges } from './changes.ts';
import { standingWords } from './standing.ts';

/** Most rows before the rest is counted. */
const MOST_ROWS = 20;

const LOOKS: Readonly<Record<Kind, { readonly sign: Safe; readonly word: Safe; readonly tone: Tone }>> = {
  unknown: { sign: safe`?`, word: safe`UNKNOWN`, tone: 'unknown' },
  'in-flight': { sign: safe`→`, word: safe`in flight`, tone: 'sending' },
  again: { sign: safe`+`, word: safe`placed again`, tone: 'added' },
  replaced: { sign: safe`~`, word: safe`replaced`, tone: 'added' },
  edited: { sign: safe`~`, word: safe`edited`, tone: 'notice' },
  removed: { sign: safe`-`, word: safe`removed`, tone: 'notice' },
  rejected: { sign: safe`✗`, word: safe`rejected before`, tone: 'rejected' },
  absent: { sign: safe`○`, word: safe`settled as absent`, tone: 'withheld' },
  cancelled: { sign: safe`×`, word: safe`cancelled`, tone: 'withheld' },
  waiting: { sign: safe`–`, word: safe`held back`, tone: 'withheld' },
};

/** `11 accepted before, unchanged`, `1 closed before`. */
function unchangedParts({ unchanged, closed, notSelected }: Omit<ToldChanges, 'fresh' | 'left' | 'told'>): Safe[] {
  return [
    ...(unchanged > 0 ? [safe`${grouped(unchanged)} accepted before, unchanged`] : []),
    ...(closed > 0 ? [safe`${grouped(closed)} closed before`] : []),
    ...(notSelected > 0 ? [safe`${grouped(notSelected)} not selected`] : []),
  ];
}

/** The same as one text. */
export const unchangedWords = (changes: Parameters<typeof unchangedParts>[0]): Safe =>
  joined(unchangedParts(changes), safe` · `);

interface Row {
  readonly kind: Kind;
  readonly group: Alike;
}

const COLUMNS: readonly SheetColumn<Row>[] = [
  {
    title: safe`order`,
    kind: 'name',
    of: ({ kind, group }) => [own([LOOKS[kind].tone, LOOKS[kind].sign]), own(safe` `), namesOf(group)],
  },
  { title: safe`what becomes of it`, kind: 'words', of: ({ group }) => wordsOfAlike(group) },
];

/** `Changes   10 new · 1 edited`, then an order a row; nothing where the journal knows nothing and all are sent. */
export function changeBlocks(view: RunView): Block[] {
  const changes = changesOf(view);
  const { fresh, told } = changes;
  const others = [
    ...KINDS.flatMap((kind) =>
      told[kind].length === 0 ? [] : [safe`${grouped(told[kind].length)} ${LOOKS[kind].word}`],
    ),
    ...unchangedParts(changes),
  ];
  const counts = [...(fresh > 0 ? [safe`${grouped(fresh)} new`] : []), ...others];
  const isTold = others.length > 0 || (counts.length > 0 && view.run?.target === 'live');
  const text = [own(['heading', safe`Changes`]), own(safe`   ${joined(counts, safe` · `)}`)];
  const rows = KINDS.flatMap((kind) => alike(told[kind]).map((group): Row => ({ kind, group })));
  const more = rows.slice(MOST_ROWS).reduce((sum, { group }) => sum + group.ids.length, 0);
  const left = more === 0 ? {} : { more: safe`… and ${grouped(more)} more: ordo status` };
  const beside = standingWords(view);
  const blocks: Block[] = [
    ...(rows.length === 0 && isTold ? [{ is: 'words', text } as const] : []),
    ...table(COLUMNS, rows.slice(0, MOST_ROWS), { title: text, isPlain: true, ...left }),
    ...removedSteps(view, changes),
    ...(beside.length === 0 ? [] : [{ is: 'items', items: beside.map(own) } as const]),
  ];
  return blocks.length === 0 ? [] : [{ is: 'group', blocks }];
}

function removedSteps(view: RunView, { left }: ToldChanges): Block[] {
  if (left === 0) return [];
  const why = safe`what was removed stays until ${left === 1 ? safe`it is` : safe`they are`} cancelled:`;
  return [{ is: 'steps', isAside: true, steps: [{ why, command: lookAtRemoved(view) }] }];
}
