/** Cancels, fills by hand and orphans where prices move. */
import { describe, expect, it } from 'vitest';
import { Decimal } from '../../src/model/decimal.ts';
import type { BookOptions } from '../../src/paper/book.ts';
import { TIMELESS } from '../support/market-story.ts';
import { PaperBook } from '../../src/paper/market/paper-book.ts';
import type { OrderFilled } from '../../src/model/watch-event.ts';
import type { OrderRequest } from '../../src/paper/v2/order/rules.ts';
import { AT_MARKET, CANCEL, desks } from './after-placing.ts';

/** A book on a path that a test writes, with a clock that it sets. */
class Tale {
  readonly book: PaperBook;
  nowMs = 0;
  #last = '64000';

  constructor(options: Partial<BookOptions> = {}) {
    const clock = { wallMs: () => 0, monotonicMs: () => this.nowMs };
    this.book = new PaperBook({ ...TIMELESS, clock, ...options }, () => ({ next: () => Decimal.of(this.#last) }));
  }

  place(clientOid: string, changes: Partial<OrderRequest> = {}) {
    const long = { symbol: 'cmt_btcusdt', marginMode: 1, type: '1', size: '0.01', match: '0', price: '63000' } as const;
    const placed = this.book.accept({ kind: 'single', orderType: '0', ...long, clientOid, ...changes }, 0);
    if (!placed.ok) throw new Error(placed.error.message);
    return placed.value;
  }

  /** Fills on the way to a price, each as `clientOid size @ price`. */
  go(last: string): string[] {
    this.#last = last;
    this.book.step(0);
    return this.book
      .takeNews()
      .filter((news): news is OrderFilled => news.event === 'order-filled')
      .map(({ clientOid, size, price }) => `${clientOid} ${size} @ ${price}`);
  }

  states(): string[] {
    return this.book.orders.map(({ status }) => status);
  }
}

const MARKET = { match: '1', price: '0' } as const;
const STOP = { kind: 'trigger', trigger: '62000', type: '3', ...MARKET } as const;

describe('a cancelled order', () => {
  it('waits no longer, be it ordinary or a trigger', () => {
    const tale = new Tale();
    for (const order of [tale.place('a'), tale.place('stop', STOP)]) tale.book.cancel(order);
    expect(tale.go('60000')).toEqual([]);
    expect(tale.states()).toEqual(['canceled', 'canceled']);
  });

  it('is filled as long as its cancel is on its way', () => {
    const tale = new Tale({ cancelDelayMs: 100 });
    const [near, far] = [tale.place('near'), tale.place('far', { price: '62000' })];
    tale.book.cancel(near);
    tale.book.cancel(far);
    expect(tale.go('62500')).toEqual(['near 0.01 @ 63000']);
    tale.nowMs = 100;
    expect(tale.go('60000')).toEqual([]);
    expect(tale.states()).toEqual(['filled', 'canceled']);
  });

  it('leaves to other closes what it asked for, and its client order id to a trigger', () => {
    const tale = new Tale();
    tale.place('in', MARKET);
    const out = tale.place('out', { type: '3', price: '65000' });
    expect(() => tale.place('more', { type: '3', price: '66000' })).toThrow('available');
    tale.book.cancel(out);
    tale.place('more', { type: '3', price: '66000' });
    tale.place('out', STOP);
    expect(tale.go('66000.1')).toEqual(['in 0.01 @ 64000.1', 'more 0.01 @ 66000']);
  });

  it('by the exchange itself waits no longer either', () => {
    const tale = new Tale({ cancelDelayMs: 100 });
    tale.book.end(tale.place('a'));
    expect(tale.go('60000')).toEqual([]);
  });
});

describe('by hand', () => {
  it('a part is filled, and the market fills the rest', () => {
    const tale = new Tale();
    const order = tale.place('a', { stopLoss: '50000' });
    tale.book.fill(order, Decimal.of('0.004'), Decimal.of('63000'));
    expect(tale.states()).toEqual(['open', 'untriggered']);
    expect(tale.go('63000.1')).toEqual(['a 0.004 @ 63000']);
    expect(tale.go('62000')).toEqual(['a 0.006 @ 63000']);
    expect(tale.states()).toEqual(['filled', 'untriggered']);
    expect(tale.book.fills.map(({ size, value }) => [size, value])).toEqual([
      ['0.004', '252'],
      ['0.006', '378'],
    ]);
    expect(tale.book.held('cmt_btcusdt')).toEqual([
      { side: 'long', marginMode: 1, size: '0.01', value: '630' },
      { side: 'short', marginMode: 1, size: '0', value: '0' },
    ]);
  });

  it('a part of a close leaves the rest of it resting, and of the position', () => {
    const tale = new Tale();
    tale.place('in', MARKET);
    const out = tale.place('out', { type: '3', price: '65000' });
    tale.book.fill(out, Decimal.of('0.003'), Decimal.of('65000'));
    expect(tale.states()).toEqual(['filled', 'open']);
    expect(tale.go('65000.1').at(-1)).toBe('out 0.007 @ 65000');
    expect(out).toMatchObject({ status: 'filled', filledSize: '0.01', profit: '9.999' });
  });

  it('a trigger fires where the market is', () => {
    const tale = new Tale();
    tale.place('in', MARKET);
    tale.book.fire(tale.place('stop', STOP));
    expect(tale.go('64000')).toEqual(['in 0.01 @ 64000.1', 'stop 0.01 @ 63999.9']);
    expect(tale.states()).toEqual(['filled', 'triggered', 'filled']);
  });
});

it('presets that are orphans outlive each other', () => {
  const tale = new Tale({ orphans: true });
  tale.place('in', { ...MARKET, takeProfit: '65000', stopLoss: '63000' });
  tale.go('65000');
  expect(tale.states()).toEqual(['filled', 'triggered', 'untriggered', 'filled']);
});

describe('over HTTP', () => {
  const desk = desks();

  it('cancels, fills and tells as where prices do not move', async () => {
    const at = await desk({ market: { seed: 1, stepMs: 0 }, cancelDelayMs: 100, fillsAs: 'array' });
    const [a, b] = [await at.place('a'), await at.place('b', { ...AT_MARKET, presetStopLossPrice: '40000' })];
    await at.call(CANCEL.one, { orderId: a });
    at.exchange.fill(a, '0.004');
    const [preset] = await at.rows('order/currentPlan');
    await at.call(CANCEL.trigger, { orderId: preset?.['order_id'] });
    expect(at.states()).toEqual(['canceling', 'filled', 'canceling']);
    at.pass(100);
    expect(at.states()).toEqual(['canceled', 'filled', 'canceled']);
    expect((await at.rows('order/fills')).map((row) => row['fillSize'])).toEqual(['0.004', '0.01']);
    expect(await at.rows('account/position/singlePosition?symbol=cmt_btcusdt')).toMatchObject([
      { side: 'LONG', size: '0.014' },
      { side: 'SHORT', size: '0' },
    ]);
    expect(await at.call(CANCEL.one, { orderId: b })).toMatchObject({ code: '40015' });
  });
});
