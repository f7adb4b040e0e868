/** Candles as the paper exchange tells them, by what is documented and reported of the exchange (docs/exchange.md#candles). */
import { expect, test } from 'vitest';
import { startPaperExchange } from '../../src/paper/server.ts';
import { afterTest } from '../support/live.ts';

const HOUR = 3_600_000;
/** 2026-11-24T10:20Z. */
const NOW = Date.UTC(2026, 10, 24, 10, 20);
const OPEN = Date.UTC(2026, 10, 24, 10);

async function asked(target: string, seed = 7): Promise<{ status: number; body: unknown }> {
  const clock = { wallMs: () => NOW, monotonicMs: () => performance.now() };
  const paper = await startPaperExchange({ seed, clock });
  afterTest(() => paper.close());
  const response = await fetch(paper.origin + target);
  return { status: response.status, body: await response.json() };
}

const V2 = '/capi/v2/market/';
const V3 = '/capi/v3/market/';
const timesOf = (body: unknown): number[] => (body as unknown[][]).map(([ms]) => Number(ms));
const hoursAgo = (...hours: number[]): number[] => hours.map((hour) => OPEN - hour * HOUR);
const span = (from: number, to: number): string => `startTime=${OPEN - from * HOUR}&endTime=${OPEN - to * HOUR}`;

test.each([
  ['the newest first, the open one included', `${V2}candles?symbol=cmt_btcusdt&granularity=1h&limit=3`, [0, 1, 2]],
  ['both ends of a page', `${V2}historyCandles?symbol=cmt_btcusdt&granularity=1h&${span(5, 3)}`, [3, 4, 5]],
  [
    'of both times the end counts',
    `${V2}historyCandles?symbol=cmt_btcusdt&granularity=1h&${span(9, 3)}&limit=2`,
    [3, 4],
  ],
  [
    'the newest, with an end alone',
    `${V2}historyCandles?symbol=cmt_btcusdt&granularity=1h&endTime=${OPEN - 9 * HOUR}&limit=2`,
    [0, 1],
  ],
  ['the newest first by version 3', `${V3}klines?symbol=BTCUSDT&interval=1h&limit=2`, [0, 1]],
  ['both ends of a page by version 3', `${V3}historyKlines?symbol=BTCUSDT&interval=1h&${span(5, 3)}`, [3, 4, 5]],
])('%s', async (_, target, hours) => {
  const { status, body } = await asked(target);
  expect([status, timesOf(body)]).toEqual([200, hoursAgo(...hours)]);
});

test('rows are texts of seven columns, and by version 3 eight with the closing time', async () => {
  const [second] = (await asked(`${V2}candles?symbol=cmt_btcusdt&granularity=1h&limit=1`)).body as unknown[][];
  const [third] = (await asked(`${V3}klines?symbol=BTCUSDT&interval=1h&limit=1`)).body as unknown[][];
  expect(second?.every((field) => typeof field === 'string' && /^\d+(\.\d+)?$/.test(field))).toBe(true);
  expect([second?.length, third?.length]).toEqual([7, 8]);
  expect(third?.slice(1, 6)).toEqual(second?.slice(1, 6));
  expect([third?.[0], third?.[6], third?.[7]]).toEqual([OPEN, OPEN + HOUR - 1, second?.[6]]);
});

test.each([
  [`${V2}candles?symbol=cmt_btcusdt&granularity=1h&limit=1001`],
  [`${V2}historyCandles?symbol=cmt_btcusdt&granularity=1h&limit=101`],
  [`${V2}candles?symbol=cmt_btcusdt&granularity=2h`],
  [`${V2}candles?symbol=cmt_nousdt&granularity=1h`],
  [`${V2}candles?granularity=1h`],
  [`${V3}klines?symbol=BTCUSDT&interval=1h&limit=1001`],
  [`${V3}historyKlines?symbol=BTCUSDT&interval=1h&limit=101`],
  [`${V3}historyKlines?symbol=BTCUSDT&interval=1h&startTime=x`],
  [`${V3}klines?symbol=NOUSDT&interval=1h`],
  [`${V3}klines?symbol=BTCUSDT`],
])('%s is refused', async (target) => {
  expect((await asked(target)).status).toBe(400);
});
