/** What a day lost, of what it is told. */
import { describe, expect, test } from 'vitest';
import { dayOf, lossOf, midnightOf, openProfit } from '../../src/actions/trades/day.ts';
import { Decimal } from '../../src/model/decimal.ts';
import { Rational } from '../../src/model/rational.ts';
import type { HeldPosition } from '../../src/protection/guarded.ts';
import type { SymbolLook } from '../../src/protection/journal/look.ts';

const held = (
  side: 'long' | 'short',
  size: string,
  { average = '100', mark = '90' }: { average?: string | undefined; mark?: string | undefined } = {},
): HeldPosition => ({
  symbol: 'cmt_btcusdt',
  side,
  marginMode: 'cross',
  size: Decimal.of(size),
  average: Decimal.parse(average),
  mark: Decimal.parse(mark),
});
const profit = (...positions: HeldPosition[]): string | number => {
  const symbols = new Map<string, SymbolLook>([['cmt_btcusdt', { positions }]]);
  const told = openProfit({ atMs: 0, symbols });
  return typeof told === 'string' ? told : Number(told.nearest(Decimal.of('0.01')).canonical());
};

const signed = (text: string): Decimal => Decimal.parseSigned(text) ?? Decimal.zero;

describe('the day', () => {
  test('begins at midnight, UTC, and a trade of that moment is of it', () => {
    const midnight = Date.UTC(2026, 10, 23);
    expect([midnight, midnight + 1, midnight + 86_399_999].map(midnightOf)).toEqual([midnight, midnight, midnight]);
    expect(midnightOf(midnight - 1)).toBe(midnight - 86_400_000);
    const [asked] = dayOf(midnight + 5)(['cmt_btcusdt']);
    expect(asked?.fromMs).toBe(midnight);
    expect(asked?.toMs).toBeGreaterThan(midnight + 5);
  });

  test('has what long and short would gain at the mark, together', () => {
    expect(profit(held('long', '2'))).toBe(-20);
    expect(profit(held('short', '2'))).toBe(20);
    expect(profit(held('long', '2'), held('short', '0.5'))).toBe(-15);
    expect(profit()).toBe(0);
    expect(profit(held('long', '0', { mark: '' }))).toBe(0);
  });

  test('has nothing that is not told', () => {
    expect(profit(held('long', '2', { mark: '' }))).toBe('the exchange did not say the mark price of cmt_btcusdt');
    expect(profit(held('long', '2', { average: '' }))).toBe(
      'the exchange did not say at what price cmt_btcusdt long was opened',
    );
    expect(openProfit({ atMs: 0, symbols: new Map([['cmt_btcusdt', {}]]) })).toBe(
      'the exchange did not say what is held of cmt_btcusdt',
    );
  });

  test.each([
    ['-8', '-4', '12'],
    ['-8', '4', '8'],
    ['8', '-20', '12'],
    ['8', '20', '-8'],
    ['0', '0', '0'],
  ])('with trades of %s and %s open lost %s', (net, open, lost) => {
    const loss = lossOf({ net: signed(net) }, Rational.of(signed(open)));
    expect(loss.compare(Rational.of(signed(lost)))).toBe(0);
  });
});
