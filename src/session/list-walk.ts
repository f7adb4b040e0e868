/**
 * Walks one list to its end, page by page. Pure: pages come in, queries go out.
 *
 * A list is at its end when a page tells nothing new. How many records it tells at most, and whether it takes our page
 * number, is its own affair, so a page that is not full proves nothing.
 */
import { isPaged, PAGE_SIZE, type ListName, type ListPage, type ListQuery } from '../model/listing.ts';

/** An order's symbol, and when it was sent by our clock. */
export interface Walked {
  readonly symbol: string;
  readonly sentAtMs: number;
}

/** How much earlier or later than our clock says the exchange may have dated an order: as far as time zones are apart. */
export const LEEWAY_MS = 24 * 3_600_000;
/** Most pages of one list; a longer one is not looked through. */
export const MOST_PAGES = 200;

export class ListWalk {
  readonly #list: ListName;
  readonly #symbol: string;
  readonly #fromMs: number;
  readonly #seen = new Set<string>();
  #toMs: number;
  #pages = 0;
  #unreadable = 0;
  #end: { readonly failure?: string } | undefined;

  /** For orders of one symbol, at least one. */
  constructor(list: ListName, orders: readonly Walked[], nowMs: number) {
    const sent = orders.map(({ sentAtMs }) => sentAtMs);
    this.#list = list;
    this.#symbol = orders[0]?.symbol ?? '';
    this.#fromMs = Math.min(...sent) - LEEWAY_MS;
    this.#toMs = Math.max(nowMs, ...sent) + LEEWAY_MS;
  }

  /** Why the list was not looked through, once it is at its end. */
  get failure(): string | undefined {
    return this.#unreadable > 0 ? `${this.#unreadable} of its records cannot be read` : this.#end?.failure;
  }

  /** What to ask next; undefined at the end. */
  query(): ListQuery | undefined {
    if (this.#end !== undefined) return undefined;
    return { list: this.#list, symbol: this.#symbol, page: this.#pages, fromMs: this.#fromMs, toMs: this.#toMs };
  }

  /** The answer to the last query. */
  take({ orders, unreadable }: ListPage): void {
    this.#pages += 1;
    this.#unreadable += unreadable;
    const tellsNew = orders.some(({ orderId }) => !this.#seen.has(orderId));
    for (const { orderId } of orders) this.#seen.add(orderId);
    if (isPaged(this.#list)) this.#end = tellsNew ? this.#tooLong() : {};
    else this.#end = (tellsNew ? this.#tooLong() : stuck(orders.length)) ?? this.#goBack(orders);
  }

  #tooLong(): { failure: string } | undefined {
    return this.#pages < MOST_PAGES ? undefined : { failure: `more than ${MOST_PAGES} pages` };
  }

  /** The next page ends where this one does; that works only for a list that tells its newest orders first. */
  #goBack(orders: ListPage['orders']): { failure: string } | undefined {
    let last = Number.POSITIVE_INFINITY;
    for (const { createdMs } of orders) {
      if (createdMs === undefined) return { failure: 'its orders do not tell their time' };
      if (createdMs > last) return { failure: 'it does not tell its newest orders first' };
      last = createdMs;
    }
    this.#toMs = last;
    return undefined;
  }
}

/** A full page of orders that were all told before may hide others of the same millisecond. */
const stuck = (told: number): { failure?: string } =>
  told < PAGE_SIZE ? {} : { failure: 'more orders in one millisecond than one page tells' };
