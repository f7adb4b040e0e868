/** Files of candles as nobody should write them: the same bytes for the same seed and number. */
import { readdirSync, readFileSync } from 'node:fs';
import { randomOf, type Random } from '../random.ts';

const examples = new URL('../../examples/', import.meta.url);
const corpus = (folder: string): string[] =>
  readdirSync(new URL(folder, examples))
    .filter((name) => /\.(?:csv|json)$/.test(name))
    .map((name) => readFileSync(new URL(folder + name, examples), 'utf8'));

const FILES = [...corpus('simulate/'), ...corpus('invalid/candles/')];

const NUMBERS =
  '0 00 -1 +1 .5 5. 1e3 1E-3 1e999 1e-999 0x10 1_000 64.000,5 NaN null Infinity ٣ ６４０００ 64000.0000000000000000001 99999999999999999999 0.00000000000000000001 9007199254740993 1.7976931348623157e308'.split(
    ' ',
  );
const TIMES =
  '0 1 1763596800 1763596800000 1763596800000000 1763596800000000000 176359680000 -1763596800 2026-02-30 2026-13-01 2026-11-20T25:00Z 2026-11-20T00:00+99:99 275760-09-13 0000-00-00 9999-12-31T23:59:59Z 2026-11-20T00:00:00.1234567Z'.split(
    ' ',
  );
/** What would act on a terminal or a page, or hide in one. */
const ACTING = [
  '\u001b[2J',
  '\u001b]0;x\u0007',
  '\u202e',
  '\u2066',
  '\u0000',
  '\u0007',
  '\r',
  '\u2028',
  '\u200b',
  '<script>alert(1)</script>',
  '\ufeff',
  '\u{e0001}',
];
const NAMES = ['__proto__', 'constructor', 'toString', 'time', 'close', 'open', 'data', 'result', 'list', 'volume'];
const PUNCTUATION = [',', ';', '\t', '|', '"', '""', '[', ']', '{', '}', ':', '\n', '\r\n', '\\', ' '];

type Change = (text: string, random: Random) => string;

const at = (text: string, random: Random): number => random.int(0, text.length);
const put = (text: string, place: number, part: string, instead = 0): string =>
  text.slice(0, place) + part + text.slice(place + instead);

/** Another number in the place of one that is there. */
const otherNumber =
  (words: readonly string[]): Change =>
  (text, random) => {
    const numbers = [...text.matchAll(/[\d.:TZ-]+/g)];
    const found = numbers.length === 0 ? undefined : random.pick(numbers);
    return found === undefined ? text : put(text, found.index, random.pick(words), found[0].length);
  };

const lines = (text: string, change: (lines: string[]) => string[]): string => change(text.split('\n')).join('\n');

const CHANGES: readonly Change[] = [
  otherNumber(NUMBERS),
  otherNumber(TIMES),
  (text, random) => put(text, at(text, random), random.pick(ACTING)),
  (text, random) => put(text, at(text, random), random.pick(PUNCTUATION).repeat(random.int(1, 3))),
  (text, random) => put(text, at(text, random), '', random.int(1, 40)),
  (text, random) => text.slice(0, at(text, random)),
  (text, random) => lines(text, (all) => random.shuffled(all)),
  (text, random) => lines(text, (all) => all.flatMap((one) => (random.chance(0.1) ? [one, one] : [one]))),
  (text, random) => lines(text, (all) => all.toReversed().slice(random.int(0, 2))),
  (text, random) => text.replaceAll(random.pick([',', '.', '\n', 'Z', 'T', '"']), random.pick(PUNCTUATION)),
  (text, random) => text.replaceAll(/\b(?:time|close|open|volume)\b/g, () => random.pick(NAMES)),
  (text, random) => text + random.pick(FILES),
];

/** Much of one thing: digits, depth, rows, quotes, blanks, names. */
const BOMBS: readonly ((random: Random) => string)[] = [
  (random) => `1763596800000,${'9'.repeat(random.int(10, 200_000))},1,1,1\n`,
  (random) => random.pick(['[', '{"data":', '[[', '{"a":[', '{"list":{"data":']).repeat(random.int(1, 100_000)),
  (random) => '"'.repeat(random.int(1, 200_000)),
  (random) =>
    `{"data":"${'x'.repeat(random.int(1, 300_000))}","list":[[1763596800000,1,1,1,1],[1763596860000,1,1,1,1]]}`,
  (random) => `[${' '.repeat(random.int(1, 300_000))}[1763596800000,1,1,1,1]`,
  (random) => `time,open,high,low,close\n${'1763596800,1,1,1,1\n'.repeat(random.int(2, 20_000))}`,
  (random) => `time,open,high,low,close\n${'x\n'.repeat(random.int(2, 50_000))}`,
  (random) => `${'a,'.repeat(random.int(1, 1500))}\n`,
  (random) => '\n'.repeat(random.int(1, 300_000)),
  (random) =>
    Array.from(
      { length: random.int(2, 10_000) },
      (_, row) => `${1_763_596_800 + row * random.int(1, 700)},2,2,2,2`,
    ).join('\n'),
  (random) =>
    `[${`{"${random.pick(NAMES)}":{},"t":1763596800000,"o":1,"h":1,"l":1,"c":1},`.repeat(random.int(1, 5000))}`,
];

/** Bytes that no text has, or another encoding. */
function asBytes(text: string, random: Random): Uint8Array {
  if (random.chance(0.03)) return Buffer.from(`\ufeff${text}`, 'utf16le');
  const bytes = Buffer.from(text);
  for (let times = random.chance(0.15) ? random.int(1, 20) : 0; times > 0 && bytes.length > 0; times--)
    bytes[random.below(bytes.length)] = random.int(0, 255);
  return bytes;
}

export function hostileCandles(seed: number, number: number): Uint8Array {
  const random = randomOf(seed, number);
  if (random.chance(0.15)) return asBytes(random.pick(BOMBS)(random), random);
  let text = random.pick(FILES);
  for (let times = random.int(0, 5); times > 0; times--) text = random.pick(CHANGES)(text, random);
  return asBytes(text, random);
}
