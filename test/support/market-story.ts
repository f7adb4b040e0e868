/** The paper exchange’s book on a path that a test writes, and what happened on it in words. */
import { Decimal } from '../../src/model/decimal.ts';
import type { OrderFilled } from '../../src/model/watch-event.ts';
import type { BookOptions } from '../../src/paper/book.ts';
import { PaperBook } from '../../src/paper/market/paper-book.ts';
import type { OrderRequest } from '../../src/paper/v2/order/rules.ts';

const SYMBOL = 'cmt_btcusdt';

/** No cancel takes time, and no time passes. */
export const TIMELESS: BookOptions = {
  cancelDelayMs: 0,
  presets: true,
  orphans: false,
  clock: { wallMs: () => 0, monotonicMs: () => 0 },
};

/** A book at 64000 / 64000.1 that goes to each of these last prices, one a step. */
export class Story {
  readonly book: PaperBook;
  readonly #path: string[] = [];

  constructor() {
    let last = '64000';
    this.book = new PaperBook(TIMELESS, () => ({ next: () => Decimal.of((last = this.#path.shift() ?? last)) }));
  }

  /** An opening of a long of 0.01 at 63000, with these changes; its id, or the words of the refusal. */
  place(clientOid: string, changes: Partial<OrderRequest> = {}): string {
    const long = { symbol: SYMBOL, marginMode: 1, type: '1', size: '0.01', match: '0', price: '63000' } as const;
    const accepted = this.book.accept({ kind: 'single', orderType: '0', ...long, clientOid, ...changes }, 0);
    return accepted.ok ? clientOid : `${accepted.error.code} ${accepted.error.message}`;
  }

  /** The fills on the way, each as `why clientOid side size @ price`. */
  go(...path: string[]): string[] {
    this.#path.push(...path);
    for (const _ of path) this.book.step(0);
    return this.book
      .takeNews()
      .filter((news): news is OrderFilled => news.event === 'order-filled')
      .map(({ why, clientOid, side, size, price }) => `${why} ${clientOid} ${side} ${size} @ ${price}`);
  }

  /** What is held, each as `side size @ average: profit`. */
  held(): string[] {
    this.book.step(0);
    const moved = this.book.takeNews().findLast((news) => news.event === 'market-moved');
    return (moved?.positions ?? []).map(({ side, size, average, profit }) => `${side} ${size} @ ${average}: ${profit}`);
  }

  /** Statuses of all orders, also of those that the book made. */
  states(): string[] {
    return this.book.orders.map(({ kind, status }) => `${kind} ${status}`);
  }
}
