import { assert, constantFrom, integer, property, tuple } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loadConfig } from '../../src/config/load-config.ts';
import { parseDuration, parseRate } from '../../src/config/rate-text.ts';
import { defaultConfig } from '../../src/model/config.ts';
import { SourceFile } from '../../src/source/source-file.ts';

const load = (text: string): ReturnType<typeof loadConfig> => loadConfig(new SourceFile('ordo.config.yaml', text));
const codes = (loaded: ReturnType<typeof loadConfig>): string[] => loaded.diagnostics.map((one) => one.code);

const FULL = `version: 1
exchange:
  interface: v2
  baseUrl: https://api-contract.weex.com
  account: main
  locale: zh-CN
  egress: office
  ipWeight: 1000/10s
  uidWeight: 400/2m
  orderCalls: 5/500ms
  inFlight: 4
  timeout: 1500ms
  batchPresets: true
  queries: false
  cancelBatch: 50
  refusalCodes: [40034, '-1140']
instruments: instruments.json
execution:
  onUnknown: continue
  onReject: stop
  maxOrdersPerCall: 10
  rateRefusals: 0
  cancelWait: 1m
  maxPause: 30s
  lookEvery: 500ms
policy:
  symbols: [cmt_btcusdt, 'cmt_ethusdt']
  maxOrders: 200
  maxOrderSize: { cmt_btcusdt: 2.0, 007: 1 }
  maxOrderNotional: 20000.50
  maxPlanNotional: "100000"
  maxLossAtStops: 2000
  requireStop: true
`;

describe('a config', () => {
  test('of its version alone is the defaults', () => {
    expect(load('version: 1\n')).toEqual({ config: defaultConfig, diagnostics: [] });
    expect(load('version: 1\nexchange: { egress: default }\n').config).toEqual(defaultConfig);
  });

  test('has all that it says', () => {
    const { config } = load(FULL);
    expect(JSON.parse(JSON.stringify(config))).toEqual({
      exchange: {
        interface: 'v2',
        baseUrl: 'https://api-contract.weex.com',
        account: 'main',
        locale: 'zh-CN',
        limits: {
          ip: { amount: 1000, windowMs: 10_000 },
          uid: { amount: 400, windowMs: 120_000 },
          orderCalls: { amount: 5, windowMs: 500 },
          inFlight: 4,
          egress: 'office',
        },
        timeoutMs: 1500,
        batchPresets: true,
        queries: false,
        cancelBatch: 50,
        refusalCodes: ['40034', '-1140'],
        engineRefusalsAt500: true,
        equity: 'balance',
        realised: 'before-fees',
      },
      instruments: 'instruments.json',
      execution: {
        onUnknown: 'continue',
        onReject: 'stop',
        maxOrdersPerCall: 10,
        rateRefusals: 0,
        accountCheck: 'refuse',
        cancelWaitMs: 60_000,
        maxPauseMs: 30_000,
        lookEveryMs: 500,
      },
      policy: {
        symbols: ['cmt_btcusdt', 'cmt_ethusdt'],
        maxOrders: 200,
        maxOrderSize: { cmt_btcusdt: '2.0', '007': '1' },
        maxOrderNotional: '20000.50',
        maxPlanNotional: '100000',
        maxLossAtStops: '2000',
        requireStop: true,
      },
      simulate: {},
    });
  });

  test.each([
    ['exchange: { timeout: 10 }', 'value/spelling'],
    ['exchange: { timeout: 35792m }', 'value/spelling'],
    ['exchange: { timeout: 71583m }', 'value/spelling'],
    ['exchange: { timeout: 2147484s }', 'value/spelling'],
    ['exchange: { ipWeight: 500/35792m }', 'value/spelling'],
    ['exchange: { orderCalls: 10/9999999s }', 'value/spelling'],
    ['exchange: { inFlight: 1000 }', 'value/spelling'],
    ['exchange: { cancelBatch: 51 }', 'value/spelling'],
    ['exchange: { cancelBatch: 0 }', 'value/spelling'],
    ['execution: { cancelWait: 10 }', 'value/spelling'],
    ['execution: { rateRefusals: 100 }', 'value/spelling'],
    ['exchange: { ipWeight: 500 }', 'value/spelling'],
    ['exchange: { refusalCodes: [40034, "429"] }', 'config/refusal-code'],
    ['exchange: { ipWeight: 9/10s }', 'config/rate-too-small'],
    ['exchange: { ipWeight: 4/10s, queries: false }', 'config/rate-too-small'],
    ['exchange: { uidWeight: 9/10s }', 'config/rate-too-small'],
    ['exchange: { queries: maybe }', 'value/word'],
    ['exchange: { inFlight: 0 }', 'value/spelling'],
    ['exchange: { apiKey: abc }', 'key/unknown'],
    ['exchange: { baseUrl: http://example.com }', 'config/base-url'],
    ['exchange: none', 'value/type'],
    ['execution: { maxOrdersPerCall: 21 }', 'value/spelling'],
    ['execution: { onUnknown: retry }', 'value/word'],
    ['policy: { symbols: [] }', 'value/empty'],
    ['policy: { symbols: cmt_btcusdt }', 'value/type'],
    ['policy: { symbols: [[a]] }', 'value/type'],
    ['policy: { maxOrders: many }', 'value/spelling'],
    ['policy: { maxOrders: 1000000 }', 'value/spelling'],
    ['policy: { maxOrderNotional: 1e5 }', 'value/number'],
    ['policy: { maxPlanNotional: 0.0 }', 'value/zero'],
    [`policy: { maxPlanNotional: ${'9'.repeat(41)} }`, 'value/digits'],
    ['exchange: { keysCommand: pass show main }', 'value/type'],
    ['exchange: { keysCommand: [] }', 'value/empty'],
    ['exchange: { keysCommand: [""] }', 'value/empty'],
    ['exchange: { keysCommand: [[pass]] }', 'value/type'],
    ['instruments: ""', 'value/empty'],
    ['exchange: { interface: v4 }', 'value/word'],
    ['limits: 3', 'key/unknown'],
    ['version: 1', 'key/duplicate'],
    ['x: &a 1', 'yaml/anchor'],
  ])('with %s is refused', (line, code) => {
    const loaded = load(`version: 1\n${line}\n`);
    expect([loaded.config, codes(loaded)]).toEqual([undefined, [code]]);
  });

  test('names a command for the keys, its words as they are', () => {
    const { config, diagnostics } = load('version: 1\nexchange: { keysCommand: [pass, show, "a b", 007] }\n');
    expect([config?.exchange.keysCommand, diagnostics]).toEqual([['pass', 'show', 'a b', '007'], []]);
  });

  test('that is no mapping, or empty, is refused', () => {
    expect([codes(load('- 1')), codes(load('')), codes(load('a'))]).toEqual([
      ['value/type'],
      ['text/empty'],
      ['value/type'],
    ]);
  });

  test.each(['policy: { maxNotional: 5 }', 'policy: { max_notional: 5, maxOrders: 3 }'])(
    'with %s is told the four that there are',
    (line) => {
      const [found, ...others] = load(`version: 1\n${line}\n`).diagnostics;
      expect([others, found?.code]).toEqual([[], 'key/unknown']);
      for (const key of ['maxOrderNotional', 'maxSideNotional', 'maxPlanNotional', 'maxCloseNotional'])
        expect(found?.hint).toContain(`\`${key}\``);
    },
  );

  test.each([
    ['maxSize: { a: 1 }', 'maxOrderSize'],
    ['max-order-size: { a: 1 }', 'maxOrderSize'],
    ['pairs: [a]', 'symbols'],
  ])('with policy: { %s } is asked whether %s was meant', (line, key) => {
    const [found] = load(`version: 1\npolicy: { ${line} }\n`).diagnostics;
    expect([found?.code, found?.hint]).toEqual(['key/unknown', `did you mean \`${key}\`?`]);
  });

  test('never shows a key that stands in it', () => {
    const [finding] = load('version: 1\nexchange: { secret: hush-hush }\n').diagnostics;
    expect(`${finding?.message} ${finding?.hint}`).not.toContain('hush');
    expect(finding?.hint).toContain('ORDO_API_SECRET');
  });
});

test('a duration that is too long is refused at its place, with the longest that is not', () => {
  const [found] = load('version: 1\nexchange: { timeout: 35792m }\n').diagnostics;
  expect([found?.message, found?.hint]).toEqual([
    '`timeout` cannot be `35792m`',
    'write a whole number with its unit, such as 10s or 500ms, at most 9999m',
  ]);
  expect(found?.source.text.slice(found.start, found.end)).toBe('35792m');
});

/** What setTimeout and AbortSignal.timeout hold; above it they fire at once, or throw. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

test('whatever a config may say, a timer holds it, and what a config takes is what is read', () => {
  const duration = tuple(integer({ min: 0, max: 99_999_999 }), constantFrom('ms', 's', 'm', 'h', ''));
  assert(
    property(duration, ([number, unit]) => {
      const text = `${number}${unit}`;
      const { config } = load(`version: 1\nexchange: { timeout: ${text}, ipWeight: 500/${text} }\n`);
      expect(config?.exchange.timeoutMs).toBe(parseDuration(text));
      expect(config?.exchange.limits.ip.windowMs).toBe(parseRate(`500/${text}`)?.windowMs);
      expect(config === undefined).toBe(parseDuration(text) === undefined);
      expect(parseDuration(text) ?? 0).toBeLessThanOrEqual(LONGEST_TIMER_MS);
    }),
    { numRuns: 400 },
  );
});

test.each([
  ['20ms', 20],
  ['10s', 10_000],
  ['1m', 60_000],
  ['9999999ms', 9_999_999],
  ['999999s', 999_999_000],
  ['9999m', 599_940_000],
  ['10000m', undefined],
  ['1000000s', undefined],
  ['0s', undefined],
  ['10', undefined],
  ['1.5s', undefined],
  ['-1s', undefined],
  ['1h', undefined],
  ['', undefined],
])('%j is %s ms', (text, ms) => {
  expect(parseDuration(text)).toBe(ms);
});

test.each([
  ['500/10s', { amount: 500, windowMs: 10_000 }],
  ['1/1ms', { amount: 1, windowMs: 1 }],
  ['0/10s', undefined],
  ['500', undefined],
  ['500/0s', undefined],
  ['500/10s/1s', undefined],
  ['1e3/10s', undefined],
])('%j is the rate %j', (text, rate) => {
  expect(parseRate(text)).toEqual(rate);
});
