/** `cmt_btcusdt` and `BTCUSDT` are one symbol: a cap, a step and a list in either spelling hold the other. */
import { expect, test } from 'vitest';
import { loadInstruments } from '../../src/config/load-instruments.ts';
import { Decimal } from '../../src/model/decimal.ts';
import { orderChanges } from '../../src/model/order-changes.ts';
import { SymbolMap } from '../../src/model/symbol.ts';
import { loadPlan } from '../../src/plan/load-plan.ts';
import { SourceFile } from '../../src/source/source-file.ts';

const { instruments } = loadInstruments(
  new SourceFile(
    'instruments.json',
    '{"asOf":"2026-11-24T08:00:00Z","source":"a test","instruments":{"BTCUSDT":{"tick":"0.1","step":"0.001","minSize":"0.001"}}}',
  ),
);
if (instruments === undefined) throw new Error('the list of this test is invalid');

const codes = (symbol: string, more: string, policy = {}): string[] =>
  loadPlan(
    new SourceFile(
      'plan.yaml',
      `version: 1\nname: a\norders:\n  - { id: b, symbol: ${symbol}, side: open-long, timeInForce: post-only, ${more} }\n`,
    ),
    { instruments, strictSymbols: true, policy },
  ).diagnostics.map(({ code }) => code);

test.each(['cmt_btcusdt', 'BTCUSDT', 'btcusdt', 'CMT_BTCUSDT'])(
  '%s is held to the list and to the policy',
  (symbol) => {
    expect(codes(symbol, 'size: 0.01, price: 60000')).not.toContain('instrument/unknown');
    expect(codes(symbol, 'size: 0.0015, price: 60000')).toContain('order/off-step');
    for (const other of ['cmt_btcusdt', 'BTCUSDT']) {
      const most = { maxOrderSize: { [other]: Decimal.of('0.005') } };
      expect(codes(symbol, 'size: 0.01, price: 60000', most)).toContain('policy/max-order-size');
      expect(codes(symbol, 'size: 0.001, price: 60000', { symbols: [other] })).not.toContain('policy/symbol');
      expect(codes(symbol, 'size: 0.001, price: 60000', { symbols: [other], ...most })).not.toContain(
        'instrument/unknown',
      );
    }
    expect(codes(symbol, 'size: 0.001, price: 60000', { symbols: ['ETHUSDT'] })).toContain('policy/symbol');
  },
);

test('a plan that changes the spelling alone changes nothing', () => {
  expect(orderChanges({ symbol: 'cmt_btcusdt', size: '1' }, { symbol: 'BTCUSDT', size: '1' })).toEqual([]);
  expect(orderChanges({ symbol: 'cmt_btcusdt' }, { symbol: 'cmt_ethusdt' })).toHaveLength(1);
});

test('a map with both spellings keeps both apart', () => {
  const map = new SymbolMap([
    ['BTCUSDT', 1],
    ['cmt_btcusdt', 2],
  ] as const);
  expect([map.get('BTCUSDT'), map.get('cmt_btcusdt'), map.get('btcusdt'), map.has('ETHUSDT')]).toEqual([
    1,
    2,
    1,
    false,
  ]);
});
