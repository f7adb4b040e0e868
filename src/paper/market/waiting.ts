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
  readonly #bySymbol = new Map<string, Set<Waiting>>();

  add(waiting: Waiting): void {
    const { symbol } = waiting.order;
    const others = this.#bySymbol.get(symbol);
    if (others === undefined) this.#bySymbol.set(symbol, new Set([waiting]));
    else others.add(waiting);
  }

  remove(waiting: Waiting): void {
    this.#bySymbol.get(waiting.order.symbol)?.delete(waiting);
  }

  /** How an order waits; undefined if it does not. */
  of(order: PaperOrder): Waiting | undefined {
    return this.in(order.symbol).find((waiting) => waiting.order === order);
  }

  all(): readonly Waiting[] {
    return [...this.#bySymbol.keys()].flatMap((symbol) => this.in(symbol));
  }

  /** In the order in which they began to wait. */
  in(symbol: string): readonly Waiting[] {
    return [...(this.#bySymbol.get(symbol) ?? [])];
  }

  hasClientOid(clientOid: string): boolean {
    return [...this.#bySymbol.values()].some((all) => [...all].some(({ order }) => order.clientOid === clientOid));
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
