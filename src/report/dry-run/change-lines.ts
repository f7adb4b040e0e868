/** How the plan stands to the journal, and what else of the account stands. */
import { joined, safe, spaces, type Safe } from '../../model/safe-text.ts';
import { alike, namesOf, wordsOfAlike, type Alike } from '../text/group-equal.ts';
import { padEnd, widest, widthOf, wrap } from '../text/columns.ts';
import { ID_ROOM } from '../text/labelled-lines.ts';
import { flow, LEAST_ROOM, line, type Page, type Piece } from '../text/page.ts';
import { grouped } from '../text/phrases.ts';
import type { Drawn, Tone } from '../text/tones.ts';
import type { RunView } from '../view/run-view.ts';
import { changesOf, KINDS, type ToldChanges, type Kind } from './changes.ts';
import { lookAtRemoved } from './commands.ts';
import { standingLines } from './beside-lines.ts';

/** Most lines before the rest is counted. */
const MOST_LINES = 20;

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

/** `11 accepted before, unchanged · 1 closed before`. */
export function unchangedWords({
  unchanged,
  closed,
  notSelected,
}: Pick<ToldChanges, 'unchanged' | 'closed' | 'notSelected'>): Safe {
  const words = [
    ...(unchanged > 0 ? [safe`${grouped(unchanged)} accepted before, unchanged`] : []),
    ...(closed > 0 ? [safe`${grouped(closed)} closed before`] : []),
    ...(notSelected > 0 ? [safe`${grouped(notSelected)} not selected`] : []),
  ];
  return joined(words, safe` · `);
}

/** `Changes   10 new · 1 edited`, then an order a line; nothing where the journal knows nothing and all are sent. */
export function changeLines(page: Page, view: RunView): Drawn[] {
  const changes = changesOf(view);
  const { fresh, told } = changes;
  const quiet = unchangedWords(changes);
  const others = [
    ...KINDS.flatMap((kind) => {
      const amount = told[kind].length;
      return amount === 0 ? [] : [safe`${grouped(amount)} ${LOOKS[kind].word}`];
    }),
    ...(quiet === '' ? [] : [quiet]),
  ];
  const counts = [...(fresh > 0 ? [safe`${grouped(fresh)} new`] : []), ...others];
  const isTold = others.length > 0 || view.run?.target === 'live';
  const pieces = counts.map((text, at): Piece => (at < counts.length - 1 ? safe`${text} ·` : text));
  return [
    ...(isTold ? flow(page, [['heading', safe`Changes`], safe` `, ...pieces], safe` `) : []),
    ...toldLines(page, changes),
    ...removedLines(page, view, changes),
    ...standingLines(view).map((text) => line(page.paint, [safe`  ${text}`])),
  ];
}

/** Alone on its line, ready to be copied. */
function removedLines(page: Page, view: RunView, { left }: ToldChanges): Drawn[] {
  if (left === 0) return [];
  const what = left === 1 ? safe`it is` : safe`they are`;
  return [
    line(page.paint, [safe`  what was removed stays until ${what} cancelled:`]),
    line(page.paint, [safe`    `, ['command', lookAtRemoved(view)]]),
  ];
}

function toldLines(page: Page, { told }: ToldChanges): Drawn[] {
  const rows = KINDS.flatMap((kind) => alike(told[kind]).map((group): Row => ({ kind, group })));
  const shown = rows.slice(0, MOST_LINES);
  const more = rows.slice(MOST_LINES).reduce((sum, { group }) => sum + group.ids.length, 0);
  const idWidth = Math.min(ID_ROOM, widest(shown.map(({ group }) => namesOf(group))));
  const lines = shown.flatMap((row) => rowLines(page, row, idWidth));
  return more === 0 ? lines : [...lines, page.paint('quiet', safe`  … and ${grouped(more)} more: ordo status`)];
}

interface Row {
  readonly kind: Kind;
  readonly group: Alike;
}

function rowLines(page: Page, { kind, group }: Row, idWidth: number): Drawn[] {
  const { sign, tone } = LOOKS[kind];
  const name = namesOf(group);
  const indent = 4 + Math.max(idWidth, widthOf(name)) + 2;
  const [first = safe``, ...rest] = wrap(wordsOfAlike(group), Math.max(LEAST_ROOM, page.width - indent));
  const below = spaces(Math.max(4, Math.min(indent, page.width - LEAST_ROOM)));
  const start = line(page.paint, [safe`  `, [tone, sign], safe` ${padEnd(name, idWidth)}  ${first}`]);
  return [start, ...rest.map((text) => safe`${below}${text}`)];
}
