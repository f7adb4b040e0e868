/** `ordo close` of a position that is held in both margin modes: an order for each. */
import { expect, test } from 'vitest';
import { close, closes, held, LONG, planOf } from '../support/close-desk.ts';

const NOW = '--execute --yes';
const PLAN = planOf(LONG('0.03'), LONG('0.01', 'marginMode: isolated', 'apart'));

test('are closed by an order each on version 2', async () => {
  const desk = await held('v2', PLAN);
  const half = await close(desk, `cmt_btcusdt long 50% ${NOW}`);
  expect([half.code, closes(desk)]).toEqual([0, ['0.015 filled', '0.005 filled']]);
  expect(desk.paper.orders.slice(-2).map(({ marginMode }) => marginMode)).toEqual([1, 3]);
  const size = await close(desk, `cmt_btcusdt long 0.01 ${NOW}`);
  expect([size.code, closes(desk).length]).toEqual([2, 2]);
  expect(size.stderr).toContain('0.015 cross, 0.005 isolated');
  expect((await close(desk, `cmt_btcusdt long ${NOW}`)).code).toBe(0);
  expect(closes(desk).slice(2)).toEqual(['0.015 filled', '0.005 filled']);
});
