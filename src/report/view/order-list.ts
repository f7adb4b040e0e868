import { onceEach } from './once-each.ts';
import type { OrderHeadline } from '../../model/event.ts';
import type { OutcomeName, WithheldReason } from '../../model/outcome.ts';
import { safeText } from '../../model/safe-text.ts';
import { NumberColumn, widthOf } from '../text/columns.ts';

/** Waiting for its call, sent and not answered, or its outcome. */
export type ShownState = 'waiting' | 'sending' | OutcomeName;

/** One order as it is shown; every text is safe for a terminal. */
export interface OrderView {
  readonly id: string;
  /** What the plan says of it; undefined for an order that only an outcome names. */
  readonly headline?: OrderHeadline;
  readonly state: ShownState;
  readonly call?: number;
  readonly orderId?: string;
  readonly latencyMs?: number;
  readonly code?: string;
  readonly message?: string;
  readonly reason?: WithheldReason;
}

export type OrderNews = Omit<OrderView, 'id' | 'headline'>;

/** How wide the columns of all orders must be, so that no row moves another. */
export interface RowWidths {
  readonly id: number;
  readonly symbol: number;
  readonly side: number;
  readonly size: NumberColumn;
  readonly price: NumberColumn;
  readonly symbols: number;
}

/** The orders of a run, read only. Iterates in the plan's order; positions are in the order of sending. */
export interface OrderRows extends Iterable<OrderView> {
  readonly length: number;
  readonly counts: Readonly<Record<ShownState, number>>;
  readonly widths: RowWidths;
  /** Position of the furthest order that a call brought an outcome; -1 before the first. */
  readonly frontier: number;
  /** Positions from 0: the calls' orders first, those of no call after them. */
  at(position: number): OrderView | undefined;
  /** By the id as the plan spells it. */
  byId(id: string): OrderView | undefined;
}

/** `64000`, `market`, or of a trigger order `61900→market`. */
export const priceOf = ({ price, trigger }: OrderHeadline): string =>
  trigger === undefined ? price : `${trigger}→${price}`;

const safeFormulas = (formulas: NonNullable<OrderHeadline['formulas']>): NonNullable<OrderHeadline['formulas']> =>
  Object.fromEntries(Object.entries(formulas).map(([field, formula]) => [field, safeText(formula)]));

function safeHeadline(headline: OrderHeadline, safeList: (ids: readonly string[]) => readonly string[]): OrderHeadline {
  const { trigger, takeProfit, stopLoss, after, ladder, formulas } = headline;
  return {
    ...headline,
    id: safeText(headline.id),
    symbol: safeText(headline.symbol),
    side: safeText(headline.side),
    marginMode: safeText(headline.marginMode),
    timeInForce: safeText(headline.timeInForce),
    size: safeText(headline.size),
    price: safeText(headline.price),
    ...(trigger === undefined ? {} : { trigger: safeText(trigger) }),
    ...(takeProfit === undefined ? {} : { takeProfit: safeText(takeProfit) }),
    ...(stopLoss === undefined ? {} : { stopLoss: safeText(stopLoss) }),
    ...(after === undefined ? {} : { after: safeList(after) }),
    ...(ladder === undefined ? {} : { ladder: safeText(ladder) }),
    ...(formulas === undefined ? {} : { formulas: safeFormulas(formulas) }),
  };
}

/**
 * The orders behind a run view. One event changes a handful of rows in place, so that a plan of twenty thousand orders
 * costs no more an event than one of twenty; only the fold calls what changes them.
 */
export class OrderList implements OrderRows {
  readonly #orders: OrderView[] = [];
  readonly #indexes = new Map<string, number>();
  readonly #planned: number[] = [];
  readonly #counts: Record<ShownState, number> = {
    accepted: 0,
    rejected: 0,
    unknown: 0,
    withheld: 0,
    sending: 0,
    waiting: 0,
  };
  readonly #symbols = new Set<string>();
  readonly #widths = { id: 2, symbol: 6, side: 4, size: new NumberColumn(), price: new NumberColumn(), symbols: 0 };
  #sequence: number[] = [];
  #positions: number[] = [];
  #frontier = -1;

  get length(): number {
    return this.#orders.length;
  }

  get counts(): Readonly<Record<ShownState, number>> {
    return this.#counts;
  }

  get widths(): RowWidths {
    return this.#widths;
  }

  get frontier(): number {
    return this.#frontier;
  }

  at(position: number): OrderView | undefined {
    return this.#orders[this.#sequence[position] ?? -1];
  }

  byId(id: string): OrderView | undefined {
    return this.#orders[this.#indexes.get(id) ?? -1];
  }

  [Symbol.iterator](): Iterator<OrderView> {
    return this.#orders[Symbol.iterator]();
  }

  /** What the plan says of its orders; what is already known of them stays. */
  describe(headlines: readonly OrderHeadline[]): void {
    const safeList = onceEach((ids: readonly string[]): readonly string[] => ids.map((id) => safeText(id)));
    for (const raw of headlines) {
      const index = this.#indexOf(raw.id);
      const headline = safeHeadline(raw, safeList);
      this.#orders[index] = { ...(this.#orders[index] as OrderView), headline };
      this.#symbols.add(headline.symbol);
      this.#widths.symbols = this.#symbols.size;
      this.#widths.symbol = Math.max(this.#widths.symbol, widthOf(headline.symbol));
      this.#widths.side = Math.max(this.#widths.side, widthOf(headline.side));
      this.#widths.size.add(headline.size);
      this.#widths.price.add(priceOf(headline));
    }
    this.inOrderOfSending();
  }

  plan(call: number, ids: readonly string[]): void {
    for (const id of ids) {
      const index = this.#indexOf(id);
      const order = this.#orders[index] as OrderView;
      if (order.call === undefined) this.#planned.push(index);
      this.#orders[index] = { ...order, call };
    }
  }

  /** Linear, so only when all calls are planned or all orders described. */
  inOrderOfSending(): void {
    const planned = new Set(this.#planned);
    const unplanned: number[] = [];
    for (let index = 0; index < this.#orders.length; index++) if (!planned.has(index)) unplanned.push(index);
    this.#sequence = [...this.#planned, ...unplanned];
    this.#positions = [];
    this.#sequence.forEach((index, position) => (this.#positions[index] = position));
  }

  sent(ids: readonly string[]): void {
    for (const id of ids) {
      const index = this.#indexOf(id);
      this.#put(index, { ...(this.#orders[index] as OrderView), state: 'sending' });
    }
  }

  /** Back to waiting: the call of these orders goes again. */
  notTaken(ids: readonly string[]): void {
    for (const id of ids) {
      const index = this.#indexOf(id);
      const order = this.#orders[index] as OrderView;
      if (order.state === 'sending') this.#put(index, { ...order, state: 'waiting' });
    }
  }

  /** The order as it was before. */
  conclude(id: string, news: OrderNews): OrderView {
    const index = this.#indexOf(id);
    const before = this.#orders[index] as OrderView;
    if (before.state === 'sending') this.#frontier = Math.max(this.#frontier, this.#positions[index] ?? -1);
    this.#put(index, { ...before, ...news });
    return before;
  }

  #put(index: number, order: OrderView): void {
    this.#counts[(this.#orders[index] as OrderView).state] -= 1;
    this.#counts[order.state] += 1;
    this.#orders[index] = order;
  }

  #indexOf(id: string): number {
    const known = this.#indexes.get(id);
    if (known !== undefined) return known;
    const index = this.#orders.length;
    this.#indexes.set(id, index);
    this.#orders.push({ id: safeText(id), state: 'waiting' });
    this.#counts.waiting += 1;
    this.#widths.id = Math.max(this.#widths.id, widthOf(safeText(id)));
    this.#positions[index] = this.#sequence.length;
    this.#sequence.push(index);
    return index;
  }
}
