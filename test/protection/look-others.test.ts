/** What a look says of orders of somebody else whose records do not say their margin mode. */
import { describe, expect, test } from 'vitest';
import { withLook, type OrderSeen, type SymbolLook } from '../../src/protection/journal/look.ts';
import { rowsOf } from '../../src/protection/line.ts';
import { protectionOf } from '../../src/protection/protection.ts';
import { rowText } from '../../src/protection/words.ts';
import { limit, LOOKED, NOTHING, ours, row, seen } from './looks.ts';
import { BTC, d } from './scenes.ts';

const stop = (of: Partial<OrderSeen> = {}) => row('close-long', { trigger: d('80'), ...of });

describe('an order of somebody else that may be of either margin mode', () => {
  const theirs = row('open-long', { price: limit('90'), isModeUnsure: true });
  const sure = ours('open-long', { at: '90', standing: 'open' });
  const own = row('open-long', { clientOid: 'in', price: limit('90') });

  test.each<[string, Partial<SymbolLook>, string]>([
    ['has no stop, where there is none in either', {}, 'covered 0 unknown 0 naked 1 loss 0 no-stop'],
    ['has none for certain', { triggers: [stop()] }, 'covered 0 unknown 1 naked 0 loss 0 stop-unknown'],
    [
      'nor one of the other mode',
      { triggers: [stop({ marginMode: 'isolated' })] },
      'covered 0 unknown 1 naked 0 loss 0 stop-unknown; covered 0 unknown 0 naked 0 loss 0',
    ],
    [
      'has one where it carries it',
      { orders: [{ ...theirs, stopLoss: d('80') }] },
      'covered 1 unknown 0 naked 0 loss 10',
    ],
  ])('%s', (_, look, says) => {
    expect(seen([], { orders: [theirs], ...look })).toBe(says);
  });

  test('takes no stop from what is of one mode for certain', () => {
    const orders = [theirs, own];
    expect(seen([sure], { orders, triggers: [stop()] })).toBe('covered 1 unknown 0 naked 1 loss 10 stop-too-small');
    expect(seen([sure], { orders, triggers: [stop({ size: d('1.5') })] })).toBe(
      'covered 1 unknown 0.5 naked 0.5 loss 10 stop-unknown stop-too-small',
    );
  });

  test('is counted once, and said in words', () => {
    const saw = { atMs: LOOKED, symbols: new Map([[BTC, { ...NOTHING, orders: [theirs], triggers: [stop()] }]]) };
    const judged = protectionOf({ basis: 'look', ...withLook([], saw, { cancelWaitMs: 100 }) });
    expect(judged.unknown).toBe(1);
    expect(rowsOf(judged).rows.map(rowText)).toEqual([
      `1 long ${BTC} (not ordo’s) may have no stop: nobody knows its margin mode`,
    ]);
  });
});
