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
export interface Walking {
  readonly operation: Pick<ListOperation, 'reads' | 'mostOfPage'>;
  readonly nowMs: number;
}

/** A list of orders. */
export class ListWalk {
  readonly #list: ListName;
  readonly #symbol: string | undefined;
  readonly #fromMs: number;
  readonly #toMs: number;
  readonly #pages: PageWalk | undefined;
  readonly #times: TimeWalk;
  #unreadable = 0;

  /** For orders of one symbol, at least one. */
  constructor(list: ListName, orders: readonly Walked[], { operation, nowMs }: Walking) {
    const { fromMs, toMs } = spanOf(orders, nowMs);
    this.#list = list;
    this.#symbol = orders[0]?.symbol;
    this.#fromMs = fromMs;
    this.#toMs = toMs;
    this.#pages = operation.reads === 'pages' ? new PageWalk() : undefined;
    this.#times = new TimeWalk({ fromMs, toMs }, 'newest-first', operation.mostOfPage);
  }

  /** Why the list was not looked through, once it is at its end. */
  get failure(): string | undefined {
    return unreadableWords(this.#unreadable) ?? (this.#pages ?? this.#times).failure;
  }

  /** The order ids that it told. */
  get seen(): ReadonlySet<string> {
    return (this.#pages ?? this.#times).seen;
  }

  /** What to ask next; undefined at the end. */
  query(): ListQuery | undefined {
    const walk = this.#pages ?? this.#times;
    if (walk.isOver) return undefined;
    const { fromMs, toMs } = this.#pages === undefined ? this.#times : { fromMs: this.#fromMs, toMs: this.#toMs };
    return { list: this.#list, symbol: this.#symbol, page: this.#pages?.pages ?? 0, fromMs, toMs };
  }

  /** The answer to the last query. */
  take({ orders, unreadable }: ListPage): void {
    this.#unreadable += unreadable;
    const told = orders.map(({ orderId: key, createdMs }): Dated =>
      createdMs === undefined ? { key } : { key, createdMs },
    );
    (this.#pages ?? this.#times).take(told, unreadable);
  }
}

/** The trades of a symbol, in whatever order of time they are told; a long time in pieces, the newest first. */
export class FillsWalk {
  readonly #symbol: string;
  readonly #pieces: readonly TimeWalk[];
  #unreadable = 0;

  constructor(orders: readonly Walked[], { mostOfPage, longestMs = Number.POSITIVE_INFINITY, nowMs }: FillsWalking) {
    const { fromMs, toMs } = spanOf(orders, nowMs);
    this.#symbol = orders[0]?.symbol ?? '';
    const pieces: TimeWalk[] = [];
    for (let last = toMs; last >= fromMs; last -= longestMs + 1)
      pieces.push(new TimeWalk({ fromMs: Math.max(fromMs, last - longestMs), toMs: last }, 'either', mostOfPage));
    this.#pieces = pieces;
  }

  get failure(): string | undefined {
    return unreadableWords(this.#unreadable) ?? this.#pieces.find(({ failure }) => failure !== undefined)?.failure;
  }

  query(): FillsQuery | undefined {
    const walk = this.#current();
    return walk === undefined ? undefined : { symbol: this.#symbol, fromMs: walk.fromMs, toMs: walk.toMs };
  }

  take({ fills, unreadable }: FillsPage): void {
    this.#unreadable += unreadable;
    this.#current()?.take(
      fills.map(({ id: key, createdMs }) => ({ key, createdMs })),
      unreadable,
    );
  }

  /** The piece that is read; undefined at the end of all, and where one has failed. */
  #current(): TimeWalk | undefined {
    return this.failure === undefined ? this.#pieces.find(({ isOver }) => !isOver) : undefined;
  }
}

/** How trades are walked. */
export type FillsWalking = Pick<Operations['fills'], 'mostOfPage' | 'longestMs'> & { readonly nowMs: number };

const unreadableWords = (amount: number): string | undefined =>
  amount === 0 ? undefined : `${amount} of its records cannot be read`;
