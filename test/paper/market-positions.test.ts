/** Positions are exactly the sum of their fills, whatever the orders were. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Decimal } from '../../src/model/decimal.ts';
import type { MarketMoved, OrderFilled } from '../../src/model/watch-event.ts';
import { Rational } from '../../src/model/rational.ts';
import { TIMELESS } from '../support/market-story.ts';
import { PaperBook } from '../../src/paper/market/paper-book.ts';
import { Positions } from '../../src/paper/market/positions.ts';
import { Walk } from '../../src/paper/market/market.ts';

const long = { symbol: 'cmt_btcusdt', type: '1', marginMode: 1 } as const;
const priceIs = (price: string) => () => Decimal.of(price);

describe('arithmetic', () => {
  it('the average stays exact where its digits do not end', () => {
    const positions = new Positions();
    positions.open(long, Decimal.of('0.01'), Decimal.of('64000'));
    positions.open(long, Decimal.of('0.02'), Decimal.of('64000.1'));
    const [held] = positions.told(priceIs('64000.1'));
    expect(held).toEqual({
      symbol: 'cmt_btcusdt',
      side: 'long',
      size: '0.03',
      average: '64000.06666667',
      profit: '0.001',
    });
    expect(positions.close(long, Decimal.of('0.01'), Decimal.of('64001'))).toBe('0.00933333');
    expect(positions.close(long, Decimal.of('0.02'), Decimal.of('64001'))).toBe('0.01866667');
    expect(positions.told(priceIs('1'))).toEqual([]);
  });

  it('a partial close keeps the average, and a short gains where the price falls', () => {
    const positions = new Positions();
    const short = { ...long, type: '2' };
    positions.open(short, Decimal.of('0.04'), Decimal.of('100'));
    expect(positions.close({ ...long, type: '4' }, Decimal.of('0.03'), Decimal.of('90'))).toBe('0.3');
    expect(positions.told(priceIs('110'))).toMatchObject([
      { side: 'short', size: '0.01', average: '100', profit: '-0.1' },
    ]);
    expect(() => positions.close(short, Decimal.of('0.02'), Decimal.of('90'))).toThrow('more than is held');
  });
});

const anOrder = fc.record({
  type: fc.constantFrom('1', '2', '3', '4'),
  size: fc.integer({ min: 1, max: 50 }).map((steps) => Decimal.ofDigits(BigInt(steps), 4).toString()),
  match: fc.constantFrom('0', '1'),
  offset: fc.integer({ min: -8000, max: 8000 }),
  isTrigger: fc.boolean(),
  orderType: fc.constantFrom('0', '1', '2', '3'),
  presets: fc.boolean(),
  marginMode: fc.constantFrom(1 as const, 3 as const),
  steps: fc.integer({ min: 0, max: 20 }),
});

const at = (ticks: number): string => Decimal.ofDigits(BigInt(640_000 + ticks), 1).toString();
const signed = ({ side, size }: OrderFilled): Rational =>
  side.startsWith('open') ? Rational.of(Decimal.of(size)) : Rational.of(Decimal.of(size)).negated();
const worth = ({ side, size, price }: OrderFilled): Rational => {
  const amount = Rational.of(Decimal.of(size).times(Decimal.of(price)));
  return side === 'open-long' || side === 'close-short' ? amount.negated() : amount;
};
const total = (values: readonly Rational[]): Rational =>
  values.reduce((sum, one) => sum.plus(one), Rational.of(Decimal.zero));

describe('a random story', () => {
  it('sums up: sizes per side, and money in and out against profits made and open', () => {
    let closings = 0;
    fc.assert(
      fc.property(fc.nat(), fc.array(anOrder, { minLength: 5, maxLength: 40 }), (seed, orders) => {
        const book = new PaperBook(TIMELESS, (contract) => new Walk(contract, seed));
        for (const [index, { offset, isTrigger, presets, steps, ...order }] of orders.entries()) {
          const price = at(offset);
          book.accept(
            {
              ...order,
              symbol: long.symbol,
              clientOid: `o${index}`,
              price,
              kind: isTrigger ? 'trigger' : 'single',
              ...(isTrigger && { trigger: at(-offset) }),
              ...(presets && { takeProfit: at(offset + 900), stopLoss: at(offset - 900) }),
            },
            0,
          );
          for (let step = 0; step < steps; step++) book.step(0);
        }
        book.step(0);
        const news = book.takeNews();
        const fills = news.filter((one): one is OrderFilled => one.event === 'order-filled');
        const { positions, prices } = news.at(-1) as MarketMoved;
        for (const side of ['long', 'short']) {
          const held = positions.find((one) => one.side === side)?.size ?? '0';
          const sum = total(fills.filter((one) => one.side.endsWith(side)).map(signed));
          expect(sum.compare(Rational.of(Decimal.of(held)))).toBe(0);
        }
        closings += fills.filter(({ side }) => side.startsWith('close')).length;
        const realised = book.orders.map(({ profit = '0' }) => numberOf(profit));
        const unrealised = positions.map(({ profit }) => numberOf(profit));
        const last = prices[0]?.price ?? '0';
        const worthNow = positions.map(({ side, size }) =>
          worth({ side: `close-${side}`, size, price: last } as OrderFilled),
        );
        const difference = total([...fills.map(worth), ...worthNow]).minus(total([...realised, ...unrealised]));
        // Each profit is told with eight decimals, so each may be off by half of the last.
        const most = Rational.of(Decimal.of('0.000000005').multiplied(BigInt(book.orders.length + 2)));
        expect(difference.absolute().compare(most)).toBeLessThanOrEqual(0);
      }),
      { numRuns: 60 },
    );
    expect(closings).toBeGreaterThan(50);
  });
});

const numberOf = (text: string): Rational =>
  text.startsWith('-') ? Rational.of(Decimal.of(text.slice(1))).negated() : Rational.of(Decimal.of(text));
