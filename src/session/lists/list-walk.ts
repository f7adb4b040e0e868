/**
 * Walks one list to its proved end, page by page. Pure: pages come in, queries go out.
 *
 * Invariants
 * 1. A list that is read page by page is at its end at an empty page, and only there. A page that repeats the one before it
 *    proves that the exchange does not go by our page numbers: the list was not read.
 * 2. How many records a page tells at most is the exchange's own affair, so a page that is not full proves nothing.
 * 3. A list that moves while it is read may skip an order: one walk proves no absence (list-reader.ts).
 */
import type { ListName, ListPage, ListQuery } from '../../model/listing.ts';
import type { ListOperation, Operations } from '../../exchange/dialect.ts';
import type { FillsPage, FillsQuery } from '../../model/standing.ts';
import { TimeWalk } from './time-walk.ts';
import { MOST_PAGES, TOO_LONG, Traversal, type Dated } from '../send/traversal.ts';

/** An order's symbol, and when it was sent by our clock. */
export interface Walked {
  /** Undefined: of whatever symbol. */
  readonly symbol: string | undefined;
  readonly sentAtMs: number;
}

/** How much earlier or later than our clock says the exchange may have dated an order: as far as time zones are apart. */
export const LEEWAY_MS = 24 * 3_600_000;

/** From the first of these orders to now, with leeway. */
const spanOf = (orders: readonly Walked[], nowMs: number): { readonly fromMs: number; readonly toMs: number } => {
  const sent = orders.map(({ sentAtMs }) => sentAtMs);
  return { fromMs: Math.min(...sent) - LEEWAY_MS, toMs: Math.max(nowMs, ...sent) + LEEWAY_MS };
};

/** From when on a list tells what is asked of it. */
const toldFromMs = (longestMs: number | undefined, toMs: number, fromMs: number): number =>
  Math.max(fromMs, toMs - (longestMs ?? Number.POSITIVE_INFINITY));

const beforeWords = (longestMs = 0): string =>
  `it covers ${Math.ceil(longestMs / LEEWAY_MS)} days, and the order may have been placed before that`;

/** Whether a list tells too short a time to have an order that was sent then. */
export const isBefore = ({ sentAtMs }: Walked, longestMs: number | undefined, nowMs: number): boolean =>
  toldFromMs(longestMs, nowMs + LEEWAY_MS, sentAtMs - LEEWAY_MS) > sentAtMs - LEEWAY_MS;

/** A list that is read by page numbers. */
class PageWalk extends Traversal {
  #before = 0;

  protected judge(told: readonly Dated[], length: number): void {
    const tellsNew = this.tellsNew(told);
    if (length === 0) this.arrive();
    // An order that came meanwhile moves others to the next page: a last page of these is shorter than the one before.
    else if (!tellsNew && length >= this.#before) this.fail(`page ${this.pages} repeats the page before it`);
    else if (this.pages >= MOST_PAGES) this.fail(TOO_LONG);
    this.#before = length;
  }
}

/** How a list is walked. */
interface Walking {
  readonly operation: Pick<ListOperation, 'reads' | 'mostOfPage' | 'longestMs'>;
  readonly nowMs: number;
}

/** A list of orders. */
export class ListWalk {
  readonly #list: ListName;
  readonly #symbol: string | undefined;
  readonly #fromMs: number;
  readonly #toMs: number;
  readonly #walk: PageWalk | TimeWalk;
  /** An order may have been placed before what the list tells. */
  readonly #tooOld: string | undefined;
  #unreadable = 0;

  /** For orders of one symbol, at least one. */
  constructor(list: ListName, orders: readonly Walked[], { operation, nowMs }: Walking) {
    const { reads, mostOfPage, longestMs } = operation;
    const { fromMs: firstMs, toMs } = spanOf(orders, nowMs);
    const fromMs = toldFromMs(longestMs, toMs, firstMs);
    this.#tooOld = fromMs > firstMs ? beforeWords(longestMs) : undefined;
    this.#list = list;
    this.#symbol = orders[0]?.symbol;
    this.#fromMs = fromMs;
    this.#toMs = toMs;
    this.#walk = reads === 'pages' ? new PageWalk() : new TimeWalk({ fromMs, toMs }, { order: reads, mostOfPage });
  }

  /** Why the list was not looked through, once it is at its end. */
  get failure(): string | undefined {
    return unreadableWords(this.#unreadable) ?? this.#walk.failure ?? this.#tooOld;
  }

  /** The order ids that it told. */
  get seen(): ReadonlySet<string> {
    return this.#walk.seen;
  }

  /** What to ask next; undefined at the end. */
  query(): ListQuery | undefined {
    const walk = this.#walk;
    if (walk.isOver) return undefined;
    const query = { list: this.#list, symbol: this.#symbol };
    if (walk instanceof PageWalk) return { ...query, page: walk.pages, fromMs: this.#fromMs, toMs: this.#toMs };
    return { ...query, page: 0, fromMs: walk.fromMs, toMs: walk.toMs };
  }

  /** The answer to the last query. */
  take({ orders, unreadable, hasMore }: ListPage): void {
    this.#unreadable += unreadable;
    const told = orders.map(({ orderId: key, createdMs }): Dated =>
      createdMs === undefined ? { key } : { key, createdMs },
    );
    this.#walk.take(told, unreadable, hasMore);
  }
}

/** The trades of a symbol, in whatever order of time they are told; a long time in pieces, the newest first. */
export class FillsWalk {
  readonly #symbol: string;
  readonly #walk: TimeWalk;
  #unreadable = 0;
  #pages = 0;

  constructor({ symbol, ...span }: FillsQuery, { mostOfPage, longestMs }: FillsWalking) {
    this.#symbol = symbol;
    this.#walk = new TimeWalk(span, { order: 'any-order', mostOfPage, longestMs });
  }

  /** How many pages were told. */
  get pages(): number {
    return this.#pages;
  }

  get failure(): string | undefined {
    return unreadableWords(this.#unreadable) ?? this.#walk.failure;
  }

  query(): FillsQuery | undefined {
    const { isOver, fromMs, toMs } = this.#walk;
    return isOver || this.failure !== undefined ? undefined : { symbol: this.#symbol, fromMs, toMs };
  }

  take({ fills, unreadable }: FillsPage): void {
    this.#pages += 1;
    this.#unreadable += unreadable;
    this.#walk.take(
      fills.map(({ id: key, createdMs }) => ({ key, createdMs })),
      unreadable,
    );
  }
}

/** How trades are walked. */
type FillsWalking = Pick<Operations['fills'], 'mostOfPage' | 'longestMs'>;

/** The trades of a symbol since the first of these orders, at least one, was sent. */
export const fillsSince = (orders: readonly Walked[], nowMs: number): FillsQuery => ({
  symbol: orders[0]?.symbol ?? '',
  ...spanOf(orders, nowMs),
});

const unreadableWords = (amount: number): string | undefined =>
  amount === 0 ? undefined : `${amount} of its records cannot be read`;
