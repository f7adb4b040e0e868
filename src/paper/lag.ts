/** What a book was told as some time ago: what asks about an account that lags sees that. */
import type { Book, PaperFill, PaperOrder } from './book.ts';

const EMPTY = (['long', 'short'] as const).map((side) => ({ side, marginMode: 1, size: '0', value: '0' }) as const);

/** What is asked of a book. A list that goes wrong ends an order meanwhile. */
export type ToldBook = Pick<Book, 'orders' | 'fills' | 'contracts' | 'held' | 'end'>;

interface Picture {
  readonly atMs: number;
  readonly orders: readonly PaperOrder[];
  readonly fills: readonly PaperFill[];
  readonly held: ReadonlyMap<string, ReturnType<Book['held']>>;
}

export class Lag {
  readonly #book: Book;
  readonly #lagMs: number;
  #pictures: Picture[] = [];

  constructor(book: Book, lagMs: number) {
    this.#book = book;
    this.#lagMs = lagMs;
  }

  /** Keeps how it is now, by the monotonic clock: before each request and after it, and whenever the book changes by itself. */
  keep(nowMs: number): void {
    const { orders, fills, contracts } = this.#book;
    this.#pictures.push({
      atMs: nowMs,
      orders: orders.map((order): PaperOrder => Object.assign({}, order)),
      fills: [...fills],
      held: new Map([...contracts.keys()].map((symbol) => [symbol, this.#book.held(symbol)])),
    });
    const told = this.#told(nowMs - this.#lagMs);
    if (told > 0) this.#pictures = this.#pictures.slice(told);
  }

  /** As it was so long ago; before the first request nothing was there. Prices are of now. */
  asOf(nowMs: number): Omit<ToldBook, 'held'> {
    const { contracts } = this.#book;
    const picture = this.#pictures[this.#told(nowMs - this.#lagMs)];
    return {
      contracts,
      orders: picture?.orders ?? [],
      fills: picture?.fills ?? [],
      end: ({ orderId }) => {
        const order = this.#book.orders.find((one) => one.orderId === orderId);
        if (order !== undefined) this.#book.end(order);
      },
    };
  }

  /** What was held at that moment, which is no longer ago. */
  heldAsOf(atMs: number): ToldBook['held'] {
    const picture = this.#pictures[this.#told(atMs)];
    return (symbol) => picture?.held.get(symbol) ?? EMPTY;
  }

  /** What was traded by then. */
  fillsAsOf(atMs: number): ToldBook['fills'] {
    return this.#pictures[this.#told(atMs)]?.fills ?? [];
  }

  #told(atMs: number): number {
    return this.#pictures.findLastIndex((picture) => picture.atMs <= atMs);
  }
}
