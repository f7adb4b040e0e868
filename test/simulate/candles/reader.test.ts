import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CandleReader, type CandleFile } from '../../../src/simulate/candles/reader.ts';
import { Decimal } from '../../../src/model/decimal.ts';
import { BTC, csvOf, read, readWell, walk, type WrittenRow, digestOf } from '../../support/candles.ts';

const ROWS = walk(7, 200);
const ofRows = (rows: readonly WrittenRow[], separator: string, time: (ms: number) => string): string =>
  rows.map(([ms, ...rest]) => [time(ms), ...rest].join(separator)).join('\n');
const iso = (ms: number): string => new Date(ms).toISOString();
const numbers = (rows: readonly WrittenRow[]): unknown[] => rows.map((row) => row.map(Number));
const objects = (rows: readonly WrittenRow[]): object[] =>
  rows.map(([t, o, h, l, c, v]) => ({ note: 'ä "[', c, v, t, o, h, l, more: { x: [1] } }));
const newestFirst = ROWS.toReversed();

const WAYS: Readonly<Record<string, readonly [text: string, format: string, times?: string]>> = {
  'with names': [csvOf(ROWS), 'CSV'],
  'with a byte order mark and CRLF': [`\ufeff${csvOf(ROWS).replaceAll('\n', '\r\n')}`, 'CSV'],
  'with blank lines and the names again': [
    csvOf(ROWS).replaceAll(/^(.*T01:00.*\n)/gm, '\n$1time,open,high,low,close,traded\n'),
    'CSV',
  ],
  'with seconds': [ofRows(ROWS, ',', (ms) => String(ms / 1000)), 'CSV', 'seconds'],
  'with milliseconds and tabs': [ofRows(ROWS, '\t', String), 'CSV', 'milliseconds'],
  'with microseconds and bars': [ofRows(ROWS, '|', (ms) => `${ms}000`), 'CSV', 'microseconds'],
  'with nanoseconds and semicolons': [ofRows(ROWS, ';', (ms) => `${ms}000000`), 'CSV', 'nanoseconds'],
  'with quotes': [ofRows(ROWS, '","', iso).replaceAll(/^|$/gm, '"'), 'CSV'],
  'with blanks for T and no zone': [ofRows(ROWS, ', ', (ms) => iso(ms).slice(0, 19).replace('T', ' ')), 'CSV'],
  'with an offset': [ofRows(ROWS, ',', (ms) => iso(ms + 5_400_000).replace('.000Z', '+01:30')), 'CSV'],
  'in other columns': [
    `Symbol,Volume,CLOSE,open_time,"low",High,Open\n${ROWS.map(([t, o, h, l, c, v]) => `"BTC,""x""",${v},${c},${t},${l},${h},${o}`).join('\n')}`,
    'CSV',
    'milliseconds',
  ],
  'as Binance dumps them': [
    ROWS.map(([t, ...rest]) => `${t},${rest.join(',')},${t + 59_999},0.1,12,0.1,0.2,0`).join('\n'),
    'CSV',
    'milliseconds',
  ],
  'with exponents': [
    ofRows(
      ROWS.map(
        ([ms, ...rest]) =>
          [ms, ...rest.map((one) => `${one.replace('.', '')}E-${one.length - one.indexOf('.') - 1}`)] as never,
      ),
      ',',
      iso,
    ),
    'CSV',
  ],
  'as ccxt has them': [JSON.stringify(numbers(ROWS)), 'JSON', 'milliseconds'],
  'laid out': [JSON.stringify(ROWS, null, 2), 'JSON', 'milliseconds'],
  'under data': [JSON.stringify({ code: '0', note: 'ä', more: [[1], {}], data: ROWS }), 'JSON', 'milliseconds'],
  'under result and list': [JSON.stringify({ result: { category: 'x', list: newestFirst } }), 'JSON', 'milliseconds'],
  'as objects': [JSON.stringify(objects(ROWS)), 'JSON', 'milliseconds'],
  'as objects of numbers, laid out, and in other words': [
    JSON.stringify(
      ROWS.map(([t, o, h, l, c, v]) => ({ ü: 'x', T: t, O: Number(o), H: h, L: l, C: Number(c), v: Number(v) })),
      null,
      2,
    ),
    'JSON',
    'milliseconds',
  ],
  'as plain objects': [
    `[${ROWS.map(([t, o, h, l, c, v]) => `{"s": "BTC", "time": ${t}, "open": "${o}", "high": ${h}, "low": ${l}, "close": "${c}", "vol": ${v}}`).join(',\n')}]`,
    'JSON',
    'milliseconds',
  ],
  'as objects on lines': [
    objects(ROWS)
      .map((one) => JSON.stringify(one))
      .join('\n'),
    'NDJSON',
    'milliseconds',
  ],
  'as lists on lines': [ROWS.map((one) => JSON.stringify(one)).join('\n'), 'NDJSON', 'milliseconds'],
  'newest first': [ofRows(newestFirst, ',', iso), 'CSV'],
  'with rows twice': [csvOf([...ROWS, ...ROWS.slice(190)]), 'CSV'],
};

const columnsOf = ({ candles }: CandleFile): unknown => {
  const { openMs, open, high, low, close, traded, lengthMs } = candles;
  return [openMs, open, high, low, close, traded ?? [], lengthMs].map((column) => Array.from(column));
};

describe('the same candles', () => {
  const whole = readWell(csvOf(ROWS));

  test.each(Object.entries(WAYS))('%s', (name, [text, format, times = 'ISO 8601']) => {
    const file = readWell(text);
    expect(columnsOf(file)).toEqual(columnsOf(whole));
    expect({ format: file.format, times: file.times, isNewestFirst: file.isNewestFirst, moved: file.moved }).toEqual({
      format,
      times,
      isNewestFirst: /newest|result/.test(name),
      moved: 0,
    });
    expect(digestOf(file.candles)).toBe(digestOf(whole.candles));
  });

  test.each(Object.entries(WAYS))('%s, in parts of any size', (_, [text]) => {
    const bytes = new TextEncoder().encode(text);
    for (const size of [1, 7, 100, 65_536]) {
      const reader = new CandleReader(BTC);
      for (let at = 0; at < bytes.length; at += size) reader.feed(bytes.subarray(at, at + size));
      const file = reader.end();
      expect(file.ok && columnsOf(file.value)).toEqual(columnsOf(whole));
    }
  });

  test('are whole ticks, oldest first, to the last one', () => {
    expect(whole.candles.openMs).toHaveLength(200);
    expect([...whole.candles.open]).toEqual(ROWS.map(([, open]) => Math.round(Number(open) * 10)));
    expect(whole.candles.close.at(-1)).toBe(Math.round(Number(ROWS.at(-1)?.[4]) * 10));
    expect(whole.lengthMs).toBe(60_000);
  });
});

test('the digest is that of the lines that the page says', () => {
  const text = `time,open,high,low,close,traded
2026-11-20T00:00:00Z,64000,64120,63950,64010,118.2
2026-11-20T01:00:00Z,64010,64080,63880,63905,96.4
2026-11-20T02:00:00Z,63905,64450,63550,64050,412.5
2026-11-20T03:00:00Z,64050,64100,63400,63420,260.1
2026-11-20T04:00:00Z,63420,63500,62900,62950,388.7
2026-11-20T05:00:00Z,62950,63100,62500,62600,301.9
2026-11-20T06:00:00Z,62640,63200,62610,63050,244.0
2026-11-20T07:00:00Z,63050,63180,62980,63140,131.6
`;
  expect(digestOf(readWell(text).candles)).toMatch(/^4798945367df/);
});

const openOf = (open: string, tick: string): [number | undefined, number] => {
  const row = (time: string): string => `${time},${open},${open},${open},${open}\n`;
  const file = readWell(row('1763596800') + row('1763596860') + row('1763596920'), { tick: Decimal.of(tick) });
  expect(new Set(file.candles.open).size).toBe(1);
  return [file.candles.open[2], file.moved];
};

const priceRow = (minute: number, price: string): string =>
  `176359${6800 + 60 * minute},${[price, price, price, price].join(',')}`;

describe('prices', () => {
  test.each([
    ['64000.5', '0.1', 640_005, 0],
    ['64000.50000000', '0.1', 640_005, 0],
    ['64000.54', '0.1', 640_005, 3],
    ['64000.55', '0.1', 640_006, 3],
    ['64000.25', '0.5', 128_001, 3],
    ['64000.24999999999999', '0.5', 128_000, 3],
    ['64000.25000000000000', '0.5', 128_001, 3],
    ['1.2e-05', '0.000001', 12, 0],
    ['0.00000001', '0.00000001', 1, 0],
    ['9007199254740.991', '0.001', 9_007_199_254_740_991, 0],
    ['12', '10', 1, 3],
  ])('%s on a tick of %s is %i ticks', (text, tick, ticks, moved) => {
    expect(openOf(text, tick)).toEqual([ticks, moved]);
  });

  test('the bytes and the words of a price come to the same', () => {
    const ticks = ['0.1', '0.01', '0.5', '0.25', '1', '5', '0.00001', '0.003'];
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 99_999_999_999_999_999n }),
        fc.nat(10),
        fc.constantFrom(...ticks),
        (digits, places, tick) => {
          const text = Decimal.ofDigits(digits, places).toString();
          const files = [text, `${text}e0`].map((price) =>
            read([0, 1, 2, 3].map((at) => priceRow(at, price)).join('\n'), { tick: Decimal.of(tick) }),
          );
          const [bytes, words] = files.map((file) =>
            file.ok ? [file.value.candles.high.at(-1), file.value.moved] : 'refused',
          );
          expect(bytes).toEqual(words);
        },
      ),
    );
  });
});

test('no number of mistakes stops the counting', () => {
  const text = csvOf(ROWS).replaceAll(/,64/g, ',-64');
  const file = read(text);
  expect(file.ok).toBe(false);
  if (file.ok) return;
  expect(file.error.diagnostics).toHaveLength(20);
  expect(file.error.more).toBe(
    180 - text.split('\n').filter((line) => line.startsWith('2') && !line.includes('-64')).length,
  );
});

const objectRow = (minute: number, close: string): string =>
  `{"ü":"ü", "time":${1_763_596_800 + minute * 60}, "open":"1", "high":"1", "low":"1", "close":"${close}"}`;
const plainRow = (minute: number, close: string): string =>
  objectRow(minute, close).slice('{"ü":"ü", '.length).replace(/^/, '{');
const placeOf = (text: string): unknown => {
  const file = read(text);
  const [found] = file.ok ? [] : file.error.diagnostics;
  return found?.source.position(found.start);
};

test('a mistake in JSON is shown at its line and column, behind rows that were plain', () => {
  for (const rowOf of [objectRow, plainRow]) {
    const rows = [0, 1, 2, 3].map((minute) => rowOf(minute, minute === 3 ? 'x' : '1'));
    const at = Array.from((rows[3] as string).slice(0, (rows[3] as string).indexOf('"x"') + 1)).length;
    expect(placeOf(`[${rows.join(',\n')}]`)).toEqual({ line: 4, column: at + 1 });
    const before = Array.from(rows.slice(0, 3).join(',')).length;
    expect(placeOf(`[${rows.join(',')}]`)).toEqual({ line: 1, column: 1 + before + 1 + at + 1 });
  }
});

test.each([
  ['candles/format', ''],
  ['candles/format', '\n\n'],
  ['candles/format', 'hello\n'],
  ['candles/format', '[[1763596800,1,1,1,1],[1763596860,1,1'],
  ['candles/format', `${csvOf(ROWS.slice(0, 2))}"2026-11-20,1,1,1,1\n`],
  ['candles/format', `${csvOf(ROWS.slice(0, 2))}${'1'.repeat(5000)}\n`],
  ['candles/format', `[${'['.repeat(100)}`],
  ['candles/columns', '{"code":50011,"msg":"Too Many Requests"}'],
  ['candles/columns', '[[1763596800000,"1","1","1",null]]'],
  ['candles/columns', '1763596800,1,1,1\n'],
  ['candles/columns', 'time,open,high,low,close,close\n'],
  ['candles/length', csvOf(ROWS.slice(0, 1))],
  ['candles/length', '1763596800000,1,1,1,1\n1763596800500,1,1,1,1\n'],
  ['candles/length', '1763596800,1,1,1,1\n1764296800,1,1,1,1\n'],
  ['candles/time', '1000000000,1,1,1,1\n'],
  ['candles/time', '4133980800,1,1,1,1\n'],
  ['candles/time', '1763596800000001,1,1,1,1\n'],
  ['candles/time', '2026-02-30,1,1,1,1\n'],
  ['candles/number', '1763596800,1,1,1,0.04\n'],
  ['candles/number', '1763596800,1,1,1,1,a\n'],
  ['text/not-utf8', Uint8Array.from([49, 44, 255, 10])],
])('%s: %j', (code, text) => {
  const file = read(text);
  expect(file.ok ? [] : file.error.diagnostics.map((one) => one.code)).toEqual([code]);
});
