/** Plans that a fuzzer makes of the examples: the same bytes for the same seed and number. */
import { readdirSync, readFileSync } from 'node:fs';
import { randomOf, type Random } from '../random.ts';

const examples = new URL('../../examples/', import.meta.url);
const corpus = (folder: URL): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.yaml') && name !== 'ordo.config.yaml')
    .map((name) => readFileSync(new URL(name, folder), 'utf8'));

const VALID = corpus(examples);
const INVALID = corpus(new URL('invalid/', examples)).filter((text) => text.length < 8_000);

/** A plan to begin with: more often one that is valid, so that some still are after a change. */
const seedPlan = (random: Random): string => random.pick(random.chance(0.6) ? VALID : INVALID);

const KEYS =
  'version name generation description validUntil defaults orders id side size price symbol marginMode timeInForce takeProfit stopLoss trigger limits vars after reference maxDistance from to steps spacing total shape ratio notional risk maxOrders __proto__ constructor toString sizee "" ~ 1 ? <<'.split(
    ' ',
  );
const NUMBERS =
  '0 00 007 -1 +1 .5 5. 1e3 1E-3 0x10 0o7 0b1 1_000 1,000 NaN .inf Infinity ٣ ６４０００ 1.2.3 64000.0000000000000000001 0.1 99999999999999999999999999999999999999999 0.00000000000000000000000000000000000000001'.split(
    ' ',
  );
const LANGUAGE = [
  '=',
  '=entry',
  '=entry * 0.98',
  '=tick(price / 3)',
  '=price / 3',
  '=lot(1 / 3)',
  '=max(1, 2',
  '=1 / 0',
  '=((((((((1))))))))',
  '=entry * entry * entry * entry',
  '{ from: 63000, to: 60000, steps: 9 }',
  '{ from: 1, to: 2, steps: 1000, spacing: geometric }',
  '{ total: 0.9, shape: linear }',
  '{ total: 0.9, shape: geometric, ratio: 1.3 }',
  '{ notional: 5000, shape: [1, 2, 3] }',
  '{ risk: 100 }',
  '3%',
  '[entry]',
  '[a, a]',
];
const VALUES = [
  ...NUMBERS,
  ...LANGUAGE,
  '',
  '~',
  'null',
  'true',
  'no',
  'market',
  'open-long',
  'cross',
  '""',
  "''",
  '"\\u202e"',
  '"\\e[2J"',
  "'",
  '"',
  '!!int 1',
  '!x y',
  '&a x',
  '*a',
  '{',
  '}',
  '[',
  ']',
  '[]',
  '{}',
  '|',
  '>-',
  '? a',
  '- b',
  '#',
  '%YAML 1.1',
  '---',
  '...',
  '@',
  '`',
  '2026-13-45',
  '${HOME}',
  '=entry',
  '\t',
  'a: b: c',
  '\u0000',
  '\u001b[31m',
  '\u202e',
  '\ud800',
  '\ufeff',
  '\u2028',
  'é',
  'e\u0301',
  '𝟙',
];

/** A decimal that a plan may hold, so that plans stay valid and their digits can be followed. */
const decimal = (random: Random): string =>
  `${random.int(1, 99_999)}${random.chance(0.5) ? '' : `.${String(random.below(10 ** random.int(1, 9)))}`}`;

type Change = (text: string, random: Random) => string;

const atLine =
  (change: (lines: string[], at: number, random: Random) => void): Change =>
  (text, random) => {
    const lines = text.split('\n');
    change(lines, random.below(lines.length), random);
    return lines.join('\n');
  };

/** Replaces one match of the pattern, picked at random. */
const swap =
  (pattern: RegExp, by: (random: Random) => string): Change =>
  (text, random) => {
    const all = [...text.matchAll(pattern)];
    if (all.length === 0) return text;
    const match = random.pick(all);
    return text.slice(0, match.index) + by(random) + text.slice(match.index + match[0].length);
  };

const NUMBER = /(?<![\w.-])\d+(?:\.\d+)?(?![\w.])/g;
const KEY = /\b[a-zA-Z]+(?=:)/g;
const VALUE = /(?<=: )[^,\n{}[\]]+/g;

const CHANGES: readonly Change[] = [
  swap(NUMBER, decimal),
  swap(NUMBER, decimal),
  swap(NUMBER, (random) => random.pick(NUMBERS)),
  swap(KEY, (random) => random.pick(KEYS)),
  swap(VALUE, (random) => random.pick(VALUES)),
  swap(VALUE, (random) => `"${'x'.repeat(random.pick([1, 65, 5000]))}"`),
  swap(/[-:,{}[\]'"# \n]/g, (random) => random.pick('-:,{}[]\'"#&*!|>%@`?\n\t \r'.split(''))),
  atLine((lines, at) => void lines.splice(at, 1)),
  atLine((lines, at, random) => void lines.splice(random.below(lines.length), 0, lines[at] ?? '')),
  atLine((lines, at, random) => {
    lines[at] = random.chance(0.5) ? ` ${lines[at] ?? ''}` : (lines[at] ?? '').replace(/^ /, '');
  }),
  atLine((lines, at, random) => void lines.splice(at, 0, random.pick(seedPlan(random).split('\n')))),
  atLine(
    (lines, at, random) =>
      void lines.splice(
        at,
        0,
        `  - { id: n${random.below(1e6)}, side: open-long, size: ${decimal(random)}, price: ${decimal(random)}, symbol: cmt_btcusdt }`,
      ),
  ),
  (text, random) => text.slice(0, random.below(text.length + 1)),
  (text, random) =>
    text.slice(0, random.below(text.length + 1)) + random.pick(VALUES) + text.slice(random.below(text.length + 1)),
  (text, random) => {
    const at = random.below(text.length + 1);
    return (
      text.slice(0, at) +
      String.fromCodePoint(random.chance(0.5) ? random.below(256) : random.below(0xd800)) +
      text.slice(at + random.below(2))
    );
  },
];

const HEAD = 'version: 1\nname: bomb\norders:\n';
const many = (count: number, line: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => line(n)).join('');

/** What costs a YAML library minutes, memory or the process (its own cure is the reader's bounds). */
const BOMBS: readonly ((size: number) => string)[] = [
  (size) => '? '.repeat(size),
  (size) => '['.repeat(size),
  (size) => '{a: '.repeat(size),
  (size) => '- '.repeat(size),
  (size) => ': '.repeat(size),
  (size) => '"'.repeat(size),
  (size) => `orders: [${','.repeat(size)}]`,
  (size) => `orders: ${'!a '.repeat(size)}`,
  (size) => `orders: ${'&a '.repeat(size)}`,
  (size) => '# x\n'.repeat(size),
  (size) => '\n'.repeat(size),
  (size) => '---\n'.repeat(size),
  (size) => '%a\n'.repeat(size),
  (size) => `${HEAD}${'- a\n'.repeat(size)}`,
  (size) => many(Math.min(size, 3000), (n) => `${' '.repeat(n)}a:\n`),
  (size) => many(size, (n) => `k${n}: 1\n`),
  (size) => `a: &a [x]\n${many(30, (n) => `b${n}: &b${n} [${'*a,'.repeat(size % 100)}]\n`)}`,
  (size) => `${HEAD}- { id: a, side: open-long, size: ${'9'.repeat(size)}, price: 1, symbol: b }\n`,
  (size) => `${'k'.repeat(size)}: 1\n`,
  (size) => `version: 1\nname: a\ndescription: ${'word\n  '.repeat(size)}\norders: []\n`,
  (size) => HEAD + many(Math.min(size, 5000), () => '- { id: "?", side: up, size: 1e3, price: x, pair: y }\n'),
];

/** One plan in this many is a bomb. */
const BOMB_EVERY = 250;

/** The bytes of plan `number`. */
export function fuzzedPlan(seed: number, number: number): Uint8Array {
  const random = randomOf(seed, number);
  if (random.below(BOMB_EVERY) === 0) return Buffer.from(random.pick(BOMBS)(2 ** random.int(3, 17)));
  let text = seedPlan(random);
  for (let left = random.pick([1, 1, 1, 2, 3, 8]); left > 0; left--) text = random.pick(CHANGES)(text, random);
  return random.chance(0.04) ? spoiled(Buffer.from(text), random) : Buffer.from(text);
}

/** Bytes that are no text any more, or in another encoding. */
function spoiled(bytes: Buffer, random: Random): Uint8Array {
  const kind = random.below(4);
  if (kind === 0) return Buffer.from(bytes.toString('utf8'), 'utf16le');
  if (kind === 1) return Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]);
  if (kind === 2) return Buffer.from(Array.from({ length: random.int(0, 300) }, () => random.below(256)));
  for (let left = random.int(1, 4); left > 0 && bytes.length > 0; left--)
    bytes[random.below(bytes.length)] = random.below(256);
  return bytes;
}
