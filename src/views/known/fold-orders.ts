/** Many orders in few lines: what is loud first, and the rungs of a ladder as one. */
import { Decimal } from '../../model/decimal.ts';
import { safe } from '../../model/safe-text.ts';
import { namesOf } from '../../report/text/group-equal.ts';
import type { OrderRow } from './known-order.ts';

/** Up to this many orders have a line each. */
export const MOST_ROWS = 40;
/** Runs of identical rows longer than this share one line. */
const MOST_ALIKE = 5;
/** In a longer list the quiet rows use at most this many lines, so that it fits on a small screen. */
const MOST_QUIET = 12;

interface Folded {
  readonly rows: readonly OrderRow[];
  /** Orders that are not shown. */
  readonly left: number;
}

/** A few in their order; of many first what is unknown or rejected, then what the plan says otherwise, then the rest by ladders. */
export function folded(rows: readonly OrderRow[]): Folded {
  if (rows.length <= MOST_ROWS) return { rows: runs(rows, areAlike, MOST_ALIKE), left: 0 };
  const of = Map.groupBy(rows, kindOf);
  const loud = [
    ...runs(of.get('unknown') ?? [], areAlike, 1),
    ...runs(of.get('rejected') ?? [], areAlike, 1),
    ...runs(of.get('changed') ?? [], areRungs, 1),
  ];
  const shown = [...loud.slice(0, MOST_ROWS), ...runs(of.get('quiet') ?? [], areRungs, 1).slice(0, MOST_QUIET)];
  const left = rows.length - shown.reduce((sum, { orders = 1 }) => sum + orders, 0);
  return { rows: shown, left };
}

function kindOf({ is, remark }: OrderRow): 'unknown' | 'rejected' | 'changed' | 'quiet' {
  if (is === 'unknown' || is === 'in-flight') return 'unknown';
  if (is === 'rejected') return 'rejected';
  return remark === '' ? 'quiet' : 'changed';
}

/** Rungs of one ladder that came to the same; each may have an order id of its own. */
const areRungs = (a: OrderRow, b: OrderRow): boolean =>
  a.is === b.is &&
  a.remark === b.remark &&
  a.symbol === b.symbol &&
  a.side === b.side &&
  ladderOf(a.id) === ladderOf(b.id);

const areAlike = (a: OrderRow, b: OrderRow): boolean => a.words === b.words && areRungs(a, b);

/** `add` of `add-7`; any other id is a ladder of its own. */
const ladderOf = (id: string): string => /^(.+)-[0-9]+$/.exec(id)?.[1] ?? `${id} alone`;

/** Each run of neighbours that are the same, if it is longer than `most`, as one row. */
function runs(rows: readonly OrderRow[], areSame: (a: OrderRow, b: OrderRow) => boolean, most: number): OrderRow[] {
  const found: OrderRow[][] = [];
  for (const row of rows) {
    const run = found.at(-1);
    if (run !== undefined && areSame(run[0] as OrderRow, row)) run.push(row);
    else found.push([row]);
  }
  return found.flatMap((run) => (run.length > most ? [oneRow(run)] : run));
}

function oneRow(run: readonly OrderRow[]): OrderRow {
  const first = run[0] as OrderRow;
  const last = run.at(-1) as OrderRow;
  const words = run.every((row) => row.words === first.words) ? first.words : safe``;
  return {
    ...first,
    id: namesOf({ ids: run.map(({ id }) => id) }),
    size: sumOf(run.map(({ size }) => size)),
    ...prices(first, last),
    words: words === '' ? safe`${run.length} orders` : safe`${run.length} orders, ${words}`,
    orders: run.length,
  };
}

function prices(first: OrderRow, last: OrderRow): Pick<OrderRow, 'price' | 'trigger'> {
  const [from, to] = [first, last].map(({ trigger, price = '' }) =>
    trigger === undefined ? price : `${trigger}→${price}`,
  );
  return { trigger: undefined, price: from === to ? from : `${from} … ${to}` };
}

/** Empty where one of them is not a number. */
function sumOf(sizes: readonly (string | undefined)[]): string {
  let sum = Decimal.zero;
  for (const text of sizes) {
    const size = Decimal.parse(text ?? '');
    if (size === undefined) return '';
    sum = sum.plus(size);
  }
  return sum.canonical();
}
