/** What a save changed, for a watch in lines: what was shown before is not shown again. */
import type { PublicEvent } from '../../model/event.ts';
import { joined, safe, safeText, safeTexts, type Safe } from '../../model/safe-text.ts';
import { priceShare } from '../../report/text/price-share.ts';
import type { RunView } from '../../report/view/run-view.ts';
import { own, table, type Block, type Sheet, type SheetColumn } from '../../show/sheet.ts';
import { closingOf } from './closing-line.ts';
import type { Held } from './dry-run-sheet.ts';

type PlanChanged = Extract<PublicEvent, { event: 'plan-changed' }>;

/** Most orders of a save that are named. */
const MOST = 20;

/** Without blocks where the same save is read again after it was placed, and nothing is left to send. */
export function saveSheet(view: RunView, change: PlanChanged, held: Omit<Held, 'next'>): Sheet {
  const { added, removed, changed } = change;
  if (added.length + removed.length + changed.length + view.orders.planned === 0) return { blocks: [] };
  const rows: Row[] = [
    ...added.map((id): Row => [safe`+`, id, newWords(view, id)]),
    ...changed.map(({ id, fields }): Row => [safe`~`, id, changedWords(fields)]),
    ...removed.map((id): Row => [safe`-`, id, safe``]),
  ];
  const counts = [
    [added.length, 'added'],
    [removed.length, 'removed'],
    [changed.length, 'changed'],
  ] as const;
  const said = counts.filter(([amount]) => amount > 0).map(([amount, word]) => safe`${amount} ${word}`);
  const words = said.length === 0 ? safe`the same orders` : joined(said, safe`, `);
  const title = own(['quiet', safe`── saved: ${words} ──`]);
  const notes = safeTexts(held.notes).map((text): Block => ({ is: 'notice', text }));
  const more = rows.length > MOST ? { more: safe`… and ${rows.length - MOST} more` } : {};
  return {
    blocks: [
      ...(rows.length === 0 ? [{ is: 'words', text: title } as const] : []),
      ...table(COLUMNS, rows.slice(0, MOST), { title, isPlain: true, ...more }),
      { is: 'group', blocks: [...held.warnings, ...notes] },
      { is: 'parts', parts: closingOf(view, view.warnings).map(own) },
    ],
  };
}

type Row = readonly [sign: Safe, id: string, words: Safe];

const COLUMNS: readonly SheetColumn<Row>[] = [
  { title: safe`order`, kind: 'name', of: ([sign, id]) => [own(['notice', sign]), own(safe` `), safeText(id)] },
  { title: safe`what changed`, kind: 'words', of: ([, , words]) => words },
];

function newWords({ orders }: RunView, id: string): Safe {
  const { side, size, price } = orders.byId(id)?.headline ?? {};
  return joined(safeTexts([side ?? '', size ?? '', price ?? '']), safe`  `);
}

const changedWords = (fields: PlanChanged['changed'][number]['fields']): Safe =>
  joined(
    Object.entries(fields).map(([field, [before = null, after = null]]) => {
      const share = field === 'price' ? priceShare(before, after) : safe``;
      const words = safe`${safeText(field)} ${safeText(before ?? 'none')} → ${safeText(after ?? 'none')}`;
      return share === '' ? words : safe`${words}  ${share}`;
    }),
    safe`, `,
  );
