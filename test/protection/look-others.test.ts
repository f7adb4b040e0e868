/** What a look says of orders of somebody else whose records do not say their margin mode. */
import { describe, expect, test } from 'vitest';
import { withLook, type OrderSeen, type SymbolLook } from '../../src/protection/journal/look.ts';
import { rowsOf } from '../../src/protection/reason-rows.ts';
import { protectionEvent } from '../../src/protection/protection-event.ts';
import { protectionOf } from '../../src/protection/protection.ts';
import { rowText, statedOf, statedText } from '../../src/protection/words.ts';
import { pageOf } from '../../src/report/text/page.ts';
import { sheetLines } from '../../src/show/terminal.ts';
import { accountProtection } from '../../src/views/protection/account.ts';
import { limit, LOOKED, NOTHING, ours, row, seen } from './looks.ts';
import { BTC, d, held } from './scenes.ts';

const stop = (of: Partial<OrderSeen> = {}) => row('close-long', { trigger: d('80'), ...of });

describe('an order of somebody else that may be of either margin mode', () => {
  const theirs = row('open-long', { lacksStop: true, price: limit('90'), isModeUnsure: true });
  const sure = ours('open-long', { at: '90', standing: 'open' });
  const own = row('open-long', { lacksStop: true, clientOid: 'in', price: limit('90') });

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
    expect(seen([sure], { orders, triggers: [stop()] })).toBe(
      'covered 1 unknown 0 naked 0 loss 10; covered 0 unknown 0 naked 1 loss 0 stop-too-small',
    );
    expect(seen([sure], { orders, triggers: [stop({ size: d('1.5') })] })).toBe(
      'covered 1 unknown 0 naked 0 loss 10; covered 0 unknown 0.5 naked 0.5 loss 0 stop-unknown stop-too-small',
    );
  });

  test('has a row of its own, under no margin mode, and is of one position with the rest in the line', () => {
    const positions = [held('long', '2', '95', { marginMode: 'isolated' })];
    const other = { ...theirs, marginMode: 'isolated' } as const;
    const saw = { atMs: LOOKED, symbols: new Map([[BTC, { ...NOTHING, positions, orders: [other] }]]) };
    const judged = protectionOf({ basis: 'look', ...withLook([], saw, { cancelWaitMs: 100 }) });
    const rows = protectionEvent(judged).positions.map(({ marginMode, held: has, working, naked }) =>
      [marginMode ?? 'mode ?', has, working, naked].join(' '),
    );
    expect(rows).toEqual(['isolated 2 0 2', 'mode ? 0 1 1']);
    expect(statedText(statedOf(judged, LOOKED).line)).toContain('hold long 2 + 1 working · at stops 0 · NAKED 3');
    const page = pageOf({ width: 100, color: false });
    const shown = sheetLines(page, { blocks: accountProtection(judged, LOOKED) }).join('\n');
    expect(shown).toMatch(/long +isolated +2 +0 .*\n.*long +mode \? +0 +1 /);
  });

  test('is counted once, and said in words', () => {
    const saw = { atMs: LOOKED, symbols: new Map([[BTC, { ...NOTHING, orders: [theirs], triggers: [stop()] }]]) };
    const judged = protectionOf({ basis: 'look', ...withLook([], saw, { cancelWaitMs: 100 }) });
    expect(judged.unknown).toBe(1);
    expect(rowsOf(judged).rows.map(rowText)).toEqual([
      `1 long ${BTC} (not ordo’s) may have no stop: its margin mode is not known`,
    ]);
  });
});
