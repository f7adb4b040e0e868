/** Everything that stands at one price, by side. */
import { Decimal } from '../../model/decimal.ts';
import { isOpening, SIDES, type Side } from '../../model/order.ts';
import type { ShownState } from '../../model/outcome.ts';
import { MARKS, type MarkKind } from '../../show/drawing.ts';
import type { DrawnOrder } from './drawn-order.ts';

/** How many ids a row keeps; of more orders it keeps only the count. */
const IDS_KEPT = 3;

/** Orders of one side that have a price in the same role. */
interface Mark {
  readonly orders: number;
  /** The first of them. */
  readonly id: string;
  /** Base coin. */
  readonly size: Decimal;
  /** The price that a trigger leads to, where all of them agree. */
  readonly into?: Decimal;
}

interface Part {
  readonly state: ShownState;
  readonly orders: number;
  readonly size: Decimal;
}

type Counted = { -readonly [Name in keyof Part]: Part[Name] };

/** Everything of one side at a price, or in a range of prices. */
export interface AxisRow {
  readonly side: Side;
  /** Base coin; zero in a row that has marks only. */
  readonly size: Decimal;
  /** How many orders make up the size, and the ids of the first few. */
  readonly orders: number;
  readonly ids: readonly string[];
  /** The same by what became of them. */
  readonly parts: readonly Part[];
  /** How many of them wait for a trigger before they rest here. */
  readonly waiting: number;
  readonly marks: Readonly<Partial<Record<MarkKind, Mark>>>;
}

type Row = { -readonly [Name in Exclude<keyof AxisRow, 'ids' | 'parts' | 'marks'>]: AxisRow[Name] } & {
  ids: string[];
  parts: Counted[];
  marks: Partial<Record<MarkKind, Mark>>;
};

export class RowsAtPrice {
  readonly #rows = new Map<Side, Row>();
  /** Something closes here by a trigger: a stop, or what may be one. */
  hasStop = false;

  static of(places: readonly RowsAtPrice[]): RowsAtPrice {
    const all = new RowsAtPrice();
    for (const place of places) for (const row of place.#rows.values()) all.#join(row);
    return all;
  }

  put({ id, side, size, trigger, state = 'waiting' }: DrawnOrder): void {
    const row = this.#row(side);
    add(row, { state, orders: 1, size });
    if (trigger !== undefined) row.waiting += 1;
    if (row.ids.length < IDS_KEPT) row.ids.push(id);
  }

  mark(kind: MarkKind, { id, side, size }: DrawnOrder, into?: Decimal): void {
    const { marks } = this.#row(side);
    this.hasStop ||= kind === 'stop' || (kind !== 'target' && !isOpening(side));
    marks[kind] = joined(marks[kind], { orders: 1, id, size, ...(into === undefined ? {} : { into }) });
  }

  get sides(): Iterable<Side> {
    return this.#rows.keys();
  }

  rows(): AxisRow[] {
    return SIDES.flatMap((side) => this.#rows.get(side) ?? []);
  }

  #join(other: Row): void {
    const row = this.#row(other.side);
    for (const part of other.parts) add(row, part);
    row.waiting += other.waiting;
    if (row.ids.length < IDS_KEPT) row.ids.push(...other.ids.slice(0, IDS_KEPT - row.ids.length));
    for (const kind of MARKS) {
      const mark = other.marks[kind];
      if (mark !== undefined) row.marks[kind] = joined(row.marks[kind], mark);
    }
  }

  #row(side: Side): Row {
    const known = this.#rows.get(side);
    if (known !== undefined) return known;
    const row: Row = { side, size: Decimal.zero, orders: 0, ids: [], parts: [], waiting: 0, marks: {} };
    this.#rows.set(side, row);
    return row;
  }
}

function add(row: Row, { state, orders, size }: Part): void {
  row.size = row.size.plus(size);
  row.orders += orders;
  const before = row.parts.find((part) => part.state === state);
  if (before === undefined) {
    row.parts.push({ state, orders, size });
    return;
  }
  before.orders += orders;
  before.size = before.size.plus(size);
}

function joined(first: Mark | undefined, next: Mark): Mark {
  if (first === undefined) return next;
  const { orders, id, size, into } = first;
  const same = into === undefined || into.toString() !== next.into?.toString() ? {} : { into };
  return { orders: orders + next.orders, id, size: size.plus(next.size), ...same };
}
