/** `ordo candles` as a user runs it, against the paper exchange, on both interfaces. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { httpAnswer, startFaultServer, type Script } from '../../proofs/support/fault-server.ts';
import { bids, place, start, type Ended } from '../../proofs/support/ordo.ts';
import { startPaperExchange, type PaperOptions } from '../../src/paper/server.ts';
import { joinCandles } from '../../src/simulate/candles/joined.ts';
import { readWell, digestOf } from '../support/candles.ts';
import { afterTest, paperAndPlace, run, type At } from '../support/live.ts';
import { here } from '../support/here.ts';

const MINUTE = 60_000;
/** 2026-11-24T10:00:30Z. */
const NOW = Date.UTC(2026, 10, 24, 10, 0, 30);

const candles = (at: At, ...more: string[]): Promise<Ended> => here(['candles', ...more], at);
const read = (at: At, name = 'c.csv'): string => readFileSync(join(at.folder, name), 'utf8');
const rowsOf = (text: string): string[] => text.trimEnd().split('\n').slice(1);
const timesOf = (text: string): number[] => rowsOf(text).map((row) => Date.parse(row.split(',')[0] as string));

const INTERFACES = {
  v2: { symbol: 'cmt_btcusdt', newest: '/capi/v2/market/candles', history: '/capi/v2/market/historyCandles' },
  v3: { symbol: 'BTCUSDT', newest: '/capi/v3/market/klines', history: '/capi/v3/market/historyKlines' },
} as const;

/** An exchange whose wall clock stands a little after 10:00, and where it is. */
async function exchangeAt(spoken: 'v2' | 'v3', options: PaperOptions = {}) {
  const clock = { wallMs: () => NOW, monotonicMs: () => performance.now() };
  const { paper, at } = await paperAndPlace({ clock, seed: 7, ...options });
  at.write('ordo.config.yaml', `version: 1\nexchange: { interface: ${spoken} }\n`);
  return { paper, at, ...INTERFACES[spoken] };
}

describe.each(['v2', 'v3'] as const)('over %s', (spoken) => {
  test('the last ones are written oldest first, without the open one, by two questions without a key', async () => {
    const { paper, at, symbol, newest } = await exchangeAt(spoken);
    for (const name of ['ORDO_API_KEY', 'ORDO_API_SECRET', 'ORDO_API_PASSPHRASE']) delete at.env[name];
    const { code, stdout, stderr } = await candles(at, symbol, '1m', '--last', '3', '--out', 'c.csv');
    expect([code, stdout]).toEqual([0, '']);
    expect(stderr).toBe(
      'ordo: 3 candles: 2 questions of weight 2\nordo: wrote c.csv: 3 candles of 1 min, 2026-11-24T09:57:00Z to 2026-11-24T10:00:00Z\n',
    );
    expect(timesOf(read(at))).toEqual([3, 2, 1].map((before) => Date.UTC(2026, 10, 24, 10) - before * MINUTE));
    expect(read(at)).toMatch(/^time,open,high,low,close,traded\n(2026-11-24T09:5\d:00Z(,\d+(\.\d+)?){5}\n){3}$/);
    expect(paper.requests.map(({ path, weight }) => [path, weight.ip])).toEqual([
      [expect.stringContaining('/market/time'), 1],
      [newest, 1],
    ]);
    expect(new URLSearchParams(paper.requests[1]?.query).get('limit')).toBe('1000');
    expect(readWell(read(at)).candles.openMs).toHaveLength(3);
  });

  test('pages of exactly a hundred say both their ends, and none is asked twice', async () => {
    const { paper, at, symbol, history } = await exchangeAt(spoken);
    const { code, stderr } = await candles(at, symbol, '1m', '--last', '1234', '--out', 'c.csv');
    expect([code, stderr]).toEqual([0, expect.stringContaining('1234 candles: 5 questions of weight 17\n') as string]);
    const times = timesOf(read(at));
    expect(times).toHaveLength(1234);
    expect(new Set(times.slice(1).map((ms, index) => ms - (times[index] as number)))).toEqual(new Set([MINUTE]));
    expect(times.at(-1)).toBe(Date.UTC(2026, 10, 24, 9, 59));
    const pages = paper.requests.filter(({ path }) => path === history).map(({ query }) => new URLSearchParams(query));
    const spans = pages.map((page) => [Number(page.get('startTime')), Number(page.get('endTime'))] as const);
    expect(spans.map(([from, to]) => (to - from) / MINUTE)).toEqual([99, 99, 99]);
    expect(spans.slice(1).map(([, to], index) => ((spans[index]?.[0] ?? 0) - to) / MINUTE)).toEqual([1, 1]);
  });

  test('a span is from the first that opens in it to the last that closes in it, and is joined as detail', async () => {
    const { at, symbol } = await exchangeAt(spoken);
    await candles(at, symbol, '1h', '--last', '48', '--out', 'hours.csv');
    const { code, stdout } = await candles(
      at,
      symbol,
      '1m',
      '--from',
      '2026-11-23T01:59:01Z',
      '--to',
      '2026-11-23T03:00:59Z',
    );
    expect(code).toBe(0);
    expect(timesOf(stdout)).toHaveLength(60);
    expect(stdout).toContain('\n2026-11-23T02:00:00Z,');
    expect(stdout).toMatch(/\n2026-11-23T02:59:00Z,[^\n]*\n$/);
    const joined = joinCandles([readWell(read(at, 'hours.csv')), readWell(stdout)]);
    expect(joined.ok && [joined.value.candles.openMs.length, joined.value.warnings]).toEqual([107, []]);
  });

  test('where the exchange tells no older ones, that is said', async () => {
    const { at, symbol } = await exchangeAt(spoken);
    const { code, stderr } = await candles(at, symbol, '1d', '--last', '2000', '--out', 'c.csv');
    expect([code, stderr]).toEqual([
      0,
      expect.stringContaining('; 942 of 2000 missing: the exchange does not report them\n') as string,
    ]);
    expect(rowsOf(read(at))).toHaveLength(1058);
    expect(read(at)).toContain('\n2024-01-01T00:00:00Z,');
  });

  test('half of the window is left to a run, and nothing is refused', async () => {
    const ipWeight = { amount: 60, windowMs: 2000 };
    const { paper, at, symbol } = await exchangeAt(spoken, { ipWeight, orderCalls: { amount: 100, windowMs: 2000 } });
    at.write('ordo.config.yaml', `version: 1\nexchange: { interface: ${spoken}, ipWeight: 60/2s }\n`);
    at.write('plan.yaml', bids('beside', 12));
    const [asked, placed] = await Promise.all([
      candles(at, symbol, '1m', '--last', '2500', '--out', 'c.csv'),
      run(at, '--rebind'),
    ]);
    expect([asked.code, placed.code]).toEqual([0, 0]);
    expect(rowsOf(read(at))).toHaveLength(2500);
    expect(paper.refusedByRate).toBe(0);
    const asks = paper.requests.filter(({ path }) => /candles|klines/i.test(path));
    const within = asks.map(({ receivedAtMs: end }) =>
      asks.reduce((sum, { receivedAtMs: at_, weight }) => sum + (at_ <= end && at_ > end - 1950 ? weight.ip : 0), 0),
    );
    expect(Math.max(...within)).toBeLessThanOrEqual(30);
  });
});

test('both interfaces tell the same candles, and another seed others', async () => {
  const texts: string[] = [];
  for (const [spoken, seed] of [
    ['v2', 7],
    ['v3', 7],
    ['v2', 8],
  ] as const) {
    const { at, symbol } = await exchangeAt(spoken, { seed });
    texts.push((await candles(at, symbol, '15m')).stdout);
  }
  expect(texts[0]).toBe(texts[1]);
  expect(texts[0]).not.toBe(texts[2]);
  expect(rowsOf(texts[0] as string)).toHaveLength(500);
  expect(digestOf(readWell(texts[0] as string).candles)).toMatch(/^[0-9a-f]{64}$/);
});

test('a length of hours is what its minutes come to', async () => {
  const { at, symbol } = await exchangeAt('v2');
  const minutes = readWell((await candles(at, symbol, '1m', '--last', '180')).stdout).candles;
  const hours = readWell((await candles(at, symbol, '1h', '--last', '3')).stdout).candles;
  for (let hour = 0; hour < 3; hour++) {
    const part = (column: Float64Array): Float64Array => column.subarray(hour * 60, hour * 60 + 60);
    expect([hours.open[hour], hours.high[hour], hours.low[hour], hours.close[hour]]).toEqual([
      minutes.open[hour * 60],
      Math.max(...part(minutes.high)),
      Math.min(...part(minutes.low)),
      minutes.close[hour * 60 + 59],
    ]);
  }
});

const refused = async (...args: string[]): Promise<string> => {
  const { at, symbol } = await exchangeAt('v2');
  const { code, stderr } = await candles(at, symbol, ...args);
  return `${code} ${stderr}`;
};

describe('what is refused', () => {
  test.each([
    [['2h'], /^2 ordo: 2h is not a length of candles\n +the lengths are 1m, 5m, 15m, 30m, 1h, 4h, 12h, 1d, 1w/],
    [['1h', '--last', '0'], /^2 /],
    [['1h', '--last', '100001'], /^2 ordo: --last 100001 is not a whole number up to 100000/],
    [['1h', '--to', '2026-11-20'], /^2 ordo: --to goes with --from/],
    [['1h', '--last', '5', '--from', '2026-11-20'], /^2 ordo: --last does not go with --from/],
    [['1h', '--from', 'yesterday'], /^2 ordo: --from yesterday is not a time/],
    [['1h', '--from', '2026-11-20', '--to', '2026-11-20'], /^2 ordo: --to is not after --from/],
    [['1m', '--from', '2025-01-01'], /^2 ordo: [\s\S]*at most 100000/],
    [['1m', '--from', '2036-12-20'], /^2 ordo: [\s\S]*no closed candle/],
    [['1m', 'more'], /^2 ordo: candles takes no more/],
  ])('%j', async (args, said) => {
    expect(await refused(...args)).toMatch(said);
  });

  test('a file that is not one of candles stays as it is', async () => {
    const { at, paper, symbol } = await exchangeAt('v2');
    at.write('c.csv', 'id,name\n1,x\n');
    expect((await candles(at, symbol, '1h', '--out', 'c.csv')).stderr).toContain('c.csv is not a file of candles');
    expect([read(at), paper.requests]).toEqual(['id,name\n1,x\n', []]);
  });

  test('a file of candles in another form is replaced', async () => {
    const { at, symbol } = await exchangeAt('v2');
    at.write('c.csv', '[[1763596800000,1,1,1,1,1]]');
    expect((await candles(at, symbol, '1h', '--out', 'c.csv')).code).toBe(0);
    expect(rowsOf(read(at))).toHaveLength(500);
  });
});

/** Rows of a minute, by how long ago they opened. */
const page = (...rows: (readonly [number, string])[]): string =>
  JSON.stringify(
    rows.map(([ago, price]) => [
      String(Date.UTC(2026, 10, 24, 10) - ago * MINUTE),
      price,
      price,
      price,
      price,
      '1',
      '1',
    ]),
  );

describe('an answer that is no page leaves the file as it is', () => {
  const TIME = JSON.stringify({ timestamp: NOW });
  async function served(...answers: readonly (readonly [status: number, body: string])[]) {
    let next = 0;
    const script: Script = {
      onRequest: (request, socket) => {
        const isTime = request.target.includes('/market/time');
        const [status, body] = isTime
          ? [200, TIME]
          : (answers[Math.min(next++, answers.length - 1)] as [number, string]);
        socket.write(httpAnswer(status, body));
      },
    };
    const server = await startFaultServer(script);
    const at = place(server.origin);
    afterTest(() => server.close());
    afterTest(() => at.remove());
    at.write('c.csv', 'time,open,high,low,close,traded\n');
    at.write(
      'ordo.config.yaml',
      'version: 1\nexchange: { ipWeight: 500/300ms, uidWeight: 500/300ms, timeout: 400ms }\n',
    );
    const ended = await candles(at, 'cmt_btcusdt', '1m', '--last', '3', '--out', 'c.csv');
    return { ...ended, text: read(at) };
  }

  test.each([
    ['no list', [[200, '{"a":1}']], /the answer is not a list of candles/],
    ['an empty list', [[200, '[]']], /no closed candle of cmt_btcusdt/],
    ['a row of words', [[200, '[["1795514400000","a","1","1","1","1"]]']], /the answer’s row 1 is not a candle/],
    [
      'a time twice',
      [[200, page([1, '5'], [1, '6'])]],
      /2026-11-24T09:59:00.000Z has two candles with different prices/,
    ],
    ['a time between', [[200, page([1, '5'], [1.5, '6'])]], /between two others/],
    ['an error', [[400, '{"code":"40020","msg":"bad \\u001b[31mred"}']], /40020 bad \\e\[31mred/],
    ['html', [[502, '<html>']], /status 502/],
  ] as const)('%s', async (_, answers, said) => {
    const { code, stderr, text } = await served(...answers);
    expect([code, text]).toEqual([2, 'time,open,high,low,close,traded\n']);
    expect(stderr).toMatch(said);
    expect(stderr).toContain('nothing was written');
  });

  test('a full window pauses, and goes on', async () => {
    const { code, stderr, text } = await served(
      [429, '{"code":"429","msg":"slow down"}'],
      [200, page([0, '4'], [1, '5'], [2, '6'], [3, '7'])],
    );
    expect([code, rowsOf(text).map((row) => row.split(',')[1])]).toEqual([0, ['7', '6', '5']]);
    expect(stderr).toContain('ordo: pauses for 0.3 s: 429 slow down\n');
  });
});

test('Ctrl-C and a kill leave the old file, and nothing beside it', async () => {
  for (const signal of ['SIGINT', 'SIGKILL'] as const) {
    const paper = await startPaperExchange({ latencyMs: 300 });
    const at = place(paper.origin);
    afterTest(() => paper.close());
    afterTest(() => at.remove());
    at.write('c.csv', 'time,open,high,low,close,traded\n');
    const running = start(['candles', 'cmt_btcusdt', '1m', '--last', '3000', '--out', 'c.csv'], at);
    await running.until(/about|questions/);
    while (paper.requests.length < 4) await new Promise((resolve) => setTimeout(resolve, 20));
    running.child.kill(signal);
    const { code } = await running.ended;
    if (signal === 'SIGINT') expect(code).toBe(130);
    expect(read(at)).toBe('time,open,high,low,close,traded\n');
    expect(readdirSync(at.folder).filter((name) => name !== 'state')).toEqual(['c.csv']);
    expect(existsSync(join(at.folder, 'c.csv'))).toBe(true);
  }
});
