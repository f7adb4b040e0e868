/**
 * Walks one list to its end, page by page. Pure: pages come in, queries go out.
 *
 * A list is at its end when a page tells nothing new. How many records it tells at most, and whether it takes our page
 * number, is its own affair, so a page that is not full proves nothing.
 */
import { isPaged, PAGE_SIZE, type ListName, type ListPage, type ListQuery } from '../model/listing.ts';
import type { FillsPage, FillsQuery } from '../model/standing.ts';

/** An order's symbol, and when it was sent by our clock. */
export interface Walked {
  readonly symbol: string;
  readonly sentAtMs: number;
}

/** How much earlier or later than our clock says the exchange may have dated an order: as far as time zones are apart. */
export const LEEWAY_MS = 24 * 3_600_000;
/** Most pages of one list; a longer one is not looked through. */
export const MOST_PAGES = 200;

/** A record as far as the walk goes by it. */
interface Told {
  readonly key: string;
  readonly createdMs?: number;
}

/** What a walk has read, whatever list it is of. */
class PageWalk {
  readonly symbol: string;
  readonly fromMs: number;
  readonly #isPaged: boolean;
  readonly #seen = new Set<string>();
  #toMs: number;
  #pages = 0;
  #unreadable = 0;
  #end: { readonly failure?: string } | undefined;

  /** For orders of one symbol, at least one. */
  constructor(isOfPages: boolean, orders: readonly Walked[], nowMs: number) {
    const sent = orders.map(({ sentAtMs }) => sentAtMs);
    this.#isPaged = isOfPages;
    this.symbol = orders[0]?.symbol ?? '';
    this.fromMs = Math.min(...sent) - LEEWAY_MS;
    this.#toMs = Math.max(nowMs, ...sent) + LEEWAY_MS;
  }

  get pages(): number {
    return this.#pages;
  }

  get toMs(): number {
    return this.#toMs;
  }

  get isOver(): boolean {
    return this.#end !== undefined;
  }

  get failure(): string | undefined {
    return this.#unreadable > 0 ? `${this.#unreadable} of its records cannot be read` : this.#end?.failure;
  }

  take(told: readonly Told[], unreadable: number): void {
    this.#pages += 1;
    this.#unreadable += unreadable;
    const tellsNew = told.some(({ key }) => !this.#seen.has(key));
    for (const { key } of told) this.#seen.add(key);
    if (this.#isPaged) this.#end = tellsNew ? this.#tooLong() : {};
    else this.#end = (tellsNew ? this.#tooLong() : stuck(told.length)) ?? this.#goBack(told);
  }

  #tooLong(): { failure: string } | undefined {
    return this.#pages < MOST_PAGES ? undefined : { failure: `more than ${MOST_PAGES} pages` };
  }

  /** The next page ends where this one does; that works only for a list that tells its newest records first. */
  #goBack(told: readonly Told[]): { failure: string } | undefined {
    let last = Number.POSITIVE_INFINITY;
    for (const { createdMs } of told) {
      if (createdMs === undefined) return { failure: 'its orders do not tell their time' };
      if (createdMs > last) return { failure: 'it does not tell its newest orders first' };
      last = createdMs;
    }
    this.#toMs = last;
    return undefined;
  }
}

/** A list of orders. */
export class ListWalk {
  readonly #list: ListName;
  readonly #walk: PageWalk;

  constructor(list: ListName, orders: readonly Walked[], nowMs: number) {
    this.#list = list;
    this.#walk = new PageWalk(isPaged(list), orders, nowMs);
  }

  /** Why the list was not looked through, once it is at its end. */
  get failure(): string | undefined {
    return this.#walk.failure;
  }

  /** What to ask next; undefined at the end. */
  query(): ListQuery | undefined {
    const { isOver, symbol, pages: page, fromMs, toMs } = this.#walk;
    return isOver ? undefined : { list: this.#list, symbol, page, fromMs, toMs };
  }

  /** The answer to the last query. */
  take({ orders, unreadable }: ListPage): void {
    this.#walk.take(
      orders.map(({ orderId: key, createdMs }) => (createdMs === undefined ? { key } : { key, createdMs })),
      unreadable,
    );
  }
}

/** The trades of a symbol. */
export class FillsWalk {
  readonly #walk: PageWalk;

  constructor(orders: readonly Walked[], nowMs: number) {
    this.#walk = new PageWalk(false, orders, nowMs);
  }

  get failure(): string | undefined {
    return this.#walk.failure;
  }

  query(): FillsQuery | undefined {
    const { isOver, symbol, fromMs, toMs } = this.#walk;
    return isOver ? undefined : { symbol, fromMs, toMs };
  }

  take({ fills, unreadable }: FillsPage): void {
    this.#walk.take(
      fills.map(({ id: key, createdMs }) => ({ key, createdMs })),
      unreadable,
    );
  }
}

/** A full page of records that were all told before may hide others of the same millisecond. */
const stuck = (told: number): { failure?: string } =>
  told < PAGE_SIZE ? {} : { failure: 'more orders in one millisecond than one page tells' };
