/** Orders that wait for the market: at a limit, or for a trigger. */
import type { Decimal } from '../../model/decimal.ts';
import type { PaperOrder } from '../book.ts';
import type { Cause } from './news.ts';
import { placeOnWay, type ActingPrice } from './reach.ts';

export interface Waiting {
  readonly order: PaperOrder;
  readonly acts: ActingPrice;
  /** Of a preset, and of the order that a trigger became. */
  readonly cause?: Cause;
  /** Of a preset: the order that carried it. */
  readonly presetOf?: PaperOrder;
  /** Of the order that a trigger became: the trigger. */
  readonly trigger?: PaperOrder;
}

/** A waiting order, and where on the way it acts. */
export interface Reached {
  readonly waiting: Waiting;
  readonly at: Decimal;
}

export class WaitingOrders {
  readonly #all = new Map<PaperOrder, Waiting>();
  readonly #bySymbol = new Map<string, Set<Waiting>>();
  /** How many of each client order id. */
  readonly #ofClientOid = new Map<string, number>();

  add(waiting: Waiting): void {
    const { symbol } = waiting.order;
    const others = this.#bySymbol.get(symbol);
    if (others === undefined) this.#bySymbol.set(symbol, new Set([waiting]));
    else others.add(waiting);
    this.#all.set(waiting.order, waiting);
    this.#count(waiting, 1);
  }

  remove(waiting: Waiting): void {
    if (!this.#all.delete(waiting.order)) return;
    this.#bySymbol.get(waiting.order.symbol)?.delete(waiting);
    this.#count(waiting, -1);
  }

  /** How an order waits; undefined if it does not. */
  of(order: PaperOrder): Waiting | undefined {
    return this.#all.get(order);
  }

  all(): readonly Waiting[] {
    return [...this.#all.values()];
  }

  /** In the order in which they began to wait. */
  in(symbol: string): readonly Waiting[] {
    return [...(this.#bySymbol.get(symbol) ?? [])];
  }

  hasClientOid(clientOid: string): boolean {
    return this.#ofClientOid.has(clientOid);
  }

  #count({ order: { clientOid } }: Waiting, by: 1 | -1): void {
    const now = (this.#ofClientOid.get(clientOid) ?? 0) + by;
    if (now === 0) this.#ofClientOid.delete(clientOid);
    else this.#ofClientOid.set(clientOid, now);
  }

  /** The first that a price reaches on its way: the nearest, and of several there the one that waits longest. */
  firstOnWay(symbol: string, from: Decimal, to: Decimal): Reached | undefined {
    const isUpward = to.compare(from) >= 0;
    let first: Reached | undefined;
    for (const waiting of this.#bySymbol.get(symbol) ?? []) {
      const at = placeOnWay(waiting.acts, from, to);
      if (at === undefined) continue;
      const ahead = first === undefined ? -1 : at.compare(first.at);
      if (isUpward ? ahead < 0 : first === undefined || ahead > 0) first = { waiting, at };
    }
    return first;
  }
}
