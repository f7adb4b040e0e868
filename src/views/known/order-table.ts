/** Orders that the journal knows as one table, and how many of them are in which state. */
import { defined } from '../../model/defined.ts';
import type { OrderState } from '../../model/outcome.ts';
import { safe, type Safe } from '../../model/safe-text.ts';
import { plainText, toned, own, table, together, type Block, type Text } from '../../show/sheet.ts';
import { orderColumns } from '../order-columns.ts';
import { folded, MOST_ROWS } from './fold-orders.ts';
import { stateWords, type OrderRow } from './known-order.ts';

interface OrderTable {
  readonly symbols: boolean;
  readonly title?: Text;
  /** Comes before the orders where there are many, else after them. */
  readonly counts?: Block;
}

/** A row for each order, or for each run of them that are alike. */
export function orderBlocks(rows: readonly OrderRow[], { symbols, title, counts }: OrderTable): Block[] {
  const { rows: shown, left } = folded(rows);
  const columns = orderColumns(
    'outcome',
    'id',
    ...(symbols ? (['symbol'] as const) : []),
    'side',
    'size',
    'at',
    'words',
  );
  const blocks = table(columns, shown, {
    isPlain: true,
    note: ({ remark }) => remark && toned('notice', plainText(remark)),
    ...defined({ title }),
    ...(left > 0 && { more: safe`… and ${left} more, by --output ndjson` }),
  });
  if (counts === undefined) return blocks;
  return rows.length > MOST_ROWS ? [counts, ...blocks] : [...blocks, counts];
}

const COUNTED = [
  'accepted',
  'filled',
  'cancelled',
  'closed',
  'rejected',
  'unknown',
  'cancel-unknown',
  'cancelling',
  'in-flight',
  'absent',
  'never-sent',
] as const satisfies readonly OrderState[];

/** `2 accepted, 1 UNKNOWN` */
export function stateCounts(states: readonly OrderState[]): Text {
  const amounts = Map.groupBy(states, (state) => state);
  const parts = COUNTED.flatMap((state) => {
    const amount = amounts.get(state)?.length ?? 0;
    const { tone, word } = stateWords(state);
    return amount === 0 ? [] : [own([tone, safe`${amount} ${word}`])];
  });
  return together(parts, safe`, `);
}

/** `3 orders: 2 accepted, 1 UNKNOWN` */
export const countText = (heading: Safe, rows: readonly OrderRow[]): Text =>
  rows.length === 0
    ? own(['heading', heading])
    : together([own(['heading', safe`${heading}:`]), stateCounts(rows.map(({ is }) => is))], safe` `);

export const countBlock = (heading: Safe, rows: readonly OrderRow[]): Block => ({
  is: 'verdict',
  text: countText(heading, rows),
});
