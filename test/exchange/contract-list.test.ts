import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instrumentsText } from '../../src/config/instruments-text.ts';
import { loadInstruments } from '../../src/config/load-instruments.ts';
import { CONTRACTS } from '../../src/exchange/v2/requests.ts';
import { readContracts } from '../../src/exchange/v2/dialect.ts';
import type { ContractList } from '../../src/model/instrument.ts';
import { ok } from '../../src/model/result.ts';
import { paperInstruments } from '../../src/paper/v2/order/instruments.ts';
import { startPaperExchange } from '../../src/paper/server.ts';
import { SourceFile } from '../../src/source/source-file.ts';

type Read = Extract<ContractList, { kind: 'list' }>;

const answered = (text: string, status = 200): ContractList => readContracts({ status, text: ok(text) });

/** The documented sample of cmt_btcusdt (docs/exchange.md#contract-samples). */
const BTC = {
  symbol: '"cmt_btcusdt"',
  contract_val: '"0.0001"',
  size_increment: '"4"',
  tick_size: '"1"',
  priceEndStep: '1',
  minOrderSize: '"0.0001"',
  maxOrderSize: '"1200"',
  delivery: '["00:00:00","08:00:00"]',
};

/** JSON of BTC with some fields written otherwise, and fields that are undefined left away. */
const contract = (changes: Readonly<Record<string, string | undefined>> = {}): string =>
  `{${Object.entries({ ...BTC, ...changes })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `"${name}":${value}`)
    .join(',')}}`;

const list = (...contracts: readonly string[]): Read => {
  const read = answered(`[${contracts.join(',')}]`);
  if (read.kind !== 'list') throw new Error(read.message);
  return read;
};

/** `tick step min max` of the only contract, or why it was left out. */
function one(changes: Readonly<Record<string, string | undefined>>): string {
  const { instruments, leftOut } = list(contract(changes));
  const [read] = instruments;
  if (read === undefined) return leftOut.map(({ why }) => why).join();
  return [read.tick, read.step, read.minSize, read.maxSize].map((value) => value?.toString() ?? 'none').join(' ');
}

describe('a contract comes to the precision that the documents give it', () => {
  const rows: [name: string, changes: Readonly<Record<string, string | undefined>>, precision: string][] = [
    ['as sampled', {}, '0.1 0.0001 0.0001 1200'],
    [
      'face value 0: the least size is the step',
      { contract_val: '"0"', size_increment: '"5"' },
      '0.1 0.0001 0.0001 1200',
    ],
    ['no face value', { contract_val: undefined }, '0.1 0.0001 0.0001 1200'],
    ['null is no value', { contract_val: 'null' }, '0.1 0.0001 0.0001 1200'],
    ['an empty text is no value', { contract_val: '""' }, '0.1 0.0001 0.0001 1200'],
    ['a last digit in fives', { priceEndStep: '5' }, '0.5 0.0001 0.0001 1200'],
    ['a last digit in tens', { priceEndStep: '"10"' }, '1 0.0001 0.0001 1200'],
    [
      'DOGE goes in hundreds',
      { contract_val: '"100"', size_increment: '"0"', tick_size: '"5"', minOrderSize: '"100"', maxOrderSize: '"5E+8"' },
      '0.00001 100 100 500000000',
    ],
    [
      'decimals below zero',
      { contract_val: '10', size_increment: '"-1"', tick_size: '-2', minOrderSize: '10' },
      '100 10 10 1200',
    ],
    [
      'a least size of many steps',
      { contract_val: '0.000001', size_increment: '6', minOrderSize: '0.0001' },
      '0.1 0.000001 0.0001 1200',
    ],
    [
      'numbers instead of texts',
      { contract_val: '0.0001', size_increment: '4', tick_size: '1', minOrderSize: '0.00010', maxOrderSize: '1200.0' },
      '0.1 0.0001 0.0001 1200',
    ],
    [
      'exponents',
      { contract_val: '1E-4', minOrderSize: '"1.0e-4"', maxOrderSize: '"1.2E+3"', priceEndStep: '1e0' },
      '0.1 0.0001 0.0001 1200',
    ],
    [
      'digits that a float has not',
      { contract_val: '0.1', minOrderSize: '0.3', maxOrderSize: '9007199254740993.1' },
      '0.1 0.1 0.3 9007199254740993.1',
    ],
    ['no greatest size', { maxOrderSize: undefined }, '0.1 0.0001 0.0001 none'],
    ['no decimals of the price', { tick_size: '"0"' }, '1 0.0001 0.0001 1200'],
  ];
  it.each(rows)('%s', (_, changes, precision) => expect(one(changes)).toBe(precision));
});

describe('a contract that cannot be read exactly is left out, with the reason', () => {
  const rows: [changes: Readonly<Record<string, string | undefined>>, why: string][] = [
    [{ tick_size: undefined }, '`tick_size` is missing'],
    [{ tick_size: '"0.1"' }, '`tick_size` is 0.1, not a count of decimals'],
    [{ tick_size: '1.0' }, '`tick_size` is 1.0, not a count of decimals'],
    [{ tick_size: '1e9' }, '`tick_size` is 1e9, not a count of decimals'],
    [{ tick_size: '99' }, '`tick_size` is 99, not a count of decimals'],
    [{ tick_size: '[1]' }, '`tick_size` is no number, not a count of decimals'],
    [{ priceEndStep: undefined }, '`priceEndStep` is missing'],
    [{ priceEndStep: '0' }, '`priceEndStep` is 0'],
    [{ priceEndStep: '0.5' }, '`priceEndStep` 0.5 is not a whole number'],
    [{ priceEndStep: '-1' }, '`priceEndStep` is -1, not a decimal that can be used'],
    [{ priceEndStep: '1e25', tick_size: '-20' }, 'its tick has too many digits'],
    [{ contract_val: '"0"', minOrderSize: undefined }, '`minOrderSize` is missing'],
    [{ contract_val: '"0"', minOrderSize: '"0"' }, '`minOrderSize` is 0'],
    [{ contract_val: '"-0.0001"' }, '`contract_val` is -0.0001, not a decimal that can be used'],
    [{ contract_val: '"0,0001"' }, '`contract_val` is 0,0001, not a decimal that can be used'],
    [{ contract_val: '"1e-99"' }, '`contract_val` is 1e-99, not a decimal that can be used'],
    [{ contract_val: '"1e99999999999"' }, '`contract_val` is 1e99999999999, not a decimal that can be used'],
    [{ contract_val: '"Infinity"' }, '`contract_val` is Infinity, not a decimal that can be used'],
    [{ contract_val: '{}' }, '`contract_val` is not a number'],
    [{ contract_val: 'true' }, '`contract_val` is not a number'],
    [{ size_increment: undefined }, '`size_increment` is missing'],
    [{ size_increment: '"3"' }, 'its step 0.0001 is not a multiple of 0.001, which `size_increment` comes to'],
    [{ minOrderSize: undefined }, '`minOrderSize` is missing'],
    [{ minOrderSize: '"0.00015"' }, '`minOrderSize` 0.00015 is not a multiple of its step 0.0001'],
    [{ minOrderSize: '"0.00001"' }, '`minOrderSize` 0.00001 is not a multiple of its step 0.0001'],
    [{ maxOrderSize: '"0"' }, '`maxOrderSize` 0 is below `minOrderSize` 0.0001'],
    [{ maxOrderSize: '"much"' }, '`maxOrderSize` is much, not a decimal that can be used'],
    [{ symbol: '7' }, '`symbol` is missing'],
    [{ symbol: undefined }, '`symbol` is missing'],
    [{ symbol: '"__proto__"' }, 'no plan can name such a symbol'],
    [{ symbol: '"cmt_\\u001b[2J"' }, 'no plan can name such a symbol'],
  ];
  it.each(rows)('%j', (changes, why) => expect(one(changes)).toBe(why));

  it('a text of a megabyte is told in part', () => {
    expect(one({ contract_val: `"${'7'.repeat(1_000_000)}"` }).length).toBeLessThan(120);
  });

  it('and named; what has no symbol is named by its place', () => {
    const { instruments, leftOut } = list(contract(), 'null', contract({ symbol: '"odd"', tick_size: undefined }), '7');
    expect(instruments.map(({ symbol }) => symbol)).toEqual(['cmt_btcusdt']);
    expect(leftOut).toEqual([
      { symbol: 'entry 2', why: 'it is not an object' },
      { symbol: 'odd', why: '`tick_size` is missing' },
      { symbol: 'entry 4', why: 'it is not an object' },
    ]);
  });
});

describe('an answer that is no list of contracts', () => {
  const rows: [name: string, text: string, status: number, want: ContractList][] = [
    ['an object', '{"data":[]}', 200, { kind: 'failed', message: 'the answer is not a list' }],
    [
      'a list in an envelope',
      `{"code":"00000","data":[${contract()}]}`,
      200,
      { kind: 'failed', message: 'the answer is not a list' },
    ],
    ['nothing', '', 200, { kind: 'failed', message: 'the answer is empty' }],
    ['HTML', '<html></html>', 200, { kind: 'failed', message: 'the answer is not JSON' }],
    ['a list that was cut', `[${contract()},`, 200, { kind: 'failed', message: 'the answer is not JSON' }],
    [
      'a key with two values',
      `[${contract().replace('}', ',"tick_size":"2"}')}]`,
      200,
      { kind: 'failed', message: 'the answer is the key tick_size twice' },
    ],
    [
      'an error',
      '{"code":"40020","msg":"Parameter symbol is bad","data":null}',
      200,
      { kind: 'failed', message: 'status 200, 40020 Parameter symbol is bad' },
    ],
    [
      'an error with its status',
      '{"code":"40020","msg":"bad"}',
      400,
      { kind: 'failed', message: 'status 400, 40020 bad' },
    ],
    ['a list at another status', `[${contract()}]`, 500, { kind: 'failed', message: 'status 500' }],
    ['a redirect', `[${contract()}]`, 302, { kind: 'failed', message: 'status 302, and a redirect is not followed' }],
    [
      'a full window',
      '{"code":"429","msg":"Too many requests"}',
      429,
      { kind: 'rate-refused', message: 'status 429, 429 Too many requests', again: true },
    ],
    ['a full window in HTML', '<html></html>', 429, { kind: 'rate-refused', message: 'status 429', again: true }],
    ['a ban', '<html></html>', 418, { kind: 'rate-refused', message: 'status 418', again: false }],
    [
      'a symbol twice',
      `[${contract()},${contract({ contract_val: '"0.001"' })}]`,
      200,
      { kind: 'failed', message: 'the list has cmt_btcusdt twice' },
    ],
    [
      'a symbol twice, once unreadable',
      `[${contract()},${contract({ tick_size: undefined })}]`,
      200,
      { kind: 'failed', message: 'the list has cmt_btcusdt twice' },
    ],
  ];
  it.each(rows)('%s', (_, text, status, want) => expect(answered(text, status)).toEqual(want));

  it('nested beyond all measure', () => {
    expect(answered('['.repeat(1_000_000))).toEqual({ kind: 'failed', message: 'the answer is nested too deeply' });
  });
});

it('the paper exchange lists by the documents what it judges orders by', async () => {
  const paper = await startPaperExchange();
  try {
    const read = answered(await (await fetch(paper.origin + CONTRACTS.path)).text()) as Read;
    expect(read.leftOut).toEqual([]);
    const spelled = (instruments: Read['instruments']): string[] =>
      instruments.map((instrument) => JSON.stringify(instrument)).toSorted();
    expect(spelled(read.instruments)).toEqual(spelled([...paperInstruments.bySymbol.values()]));
  } finally {
    await paper.close();
  }
});

it('whatever is read is written so that it reads back the same, sorted', () => {
  const places = fc.integer({ min: 0, max: 12 });
  const contracts = fc.uniqueArray(
    fc.record({
      symbol: fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_-]{0,9}$/),
      tickPlaces: places,
      stepPlaces: places,
      endStep: fc.integer({ min: 1, max: 99 }),
      step: fc.integer({ min: 1, max: 999 }),
      hasMax: fc.boolean(),
    }),
    { selector: ({ symbol }) => symbol, minLength: 1 },
  );
  fc.assert(
    fc.property(contracts, (made) => {
      const read = list(
        ...made.map(({ symbol, tickPlaces, stepPlaces, endStep, step, hasMax }) =>
          contract({
            symbol: JSON.stringify(symbol),
            tick_size: String(tickPlaces),
            priceEndStep: String(endStep),
            size_increment: String(stepPlaces),
            contract_val: `${step}e-${stepPlaces}`,
            minOrderSize: `${step}E-${stepPlaces}`,
            maxOrderSize: hasMax ? `"${step}E+2"` : undefined,
          }),
        ),
      );
      expect(read.leftOut).toEqual([]);
      const bySymbol = new Map(read.instruments.map((instrument) => [instrument.symbol, instrument]));
      const text = instrumentsText({ source: 'a test', asOf: '2026-11-21T08:00:00Z', bySymbol });
      const { instruments, diagnostics } = loadInstruments(new SourceFile('instruments.json', text));
      expect(diagnostics).toEqual([]);
      expect(new Map(instruments?.bySymbol)).toEqual(bySymbol);
      expect([...bySymbol.keys()]).toEqual(made.map(({ symbol }) => symbol).toSorted());
      for (const { symbol, endStep, tickPlaces } of made) {
        // As a whole number of the last decimal, which a float holds.
        expect(Math.round(Number(bySymbol.get(symbol)?.tick) * 10 ** tickPlaces)).toBe(endStep);
      }
    }),
  );
});
