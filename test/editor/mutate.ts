/** Structural changes of a plan's text, as a person makes them: a value is another, a key is gone, renamed or one too many. */
import { isMap, isPair, isSeq, parseDocument, visit, type Node, type Pair } from 'yaml';

/** What may be put in place of a value, in every spelling that YAML has its own mind about. */
const SNIPPETS: readonly string[] = [
  ['', '~', 'null', 'Null', 'true', 'True', 'false', 'no', 'yes', 'on'],
  [
    '0',
    '-0',
    '-1',
    '+1',
    '1',
    '1.0',
    '2',
    '3',
    '9',
    '007',
    '017',
    '0.5',
    '0.0',
    '.5',
    '1.',
    '1e3',
    '1e-3',
    '0x10',
    '0o17',
    '1_000',
  ],
  ['"0"', "'0.00'", '"1"', '"0.5"', '"01"', '"-1"', '""', '"null"', '"1e3"'],
  ['12345678901', '1000', '1001', '999999999', '1000000000', '64000.10'],
  ['entry', 'a b', 'A_b-9', '-a', 'x'.repeat(33), 'x'.repeat(41), 'x'.repeat(65), 'x'.repeat(501), 'öl'],
  ['market', 'Market', '=1', '=entry * 2', '=', '3%', '0%', '03%', '%'],
  ['open-long', 'long', 'cross', 'normal', 'post-only', 'flat', 'linear', 'geometric'],
  ['2026-12-01T00:00:00Z', '2026-12-01', '"2026-12-01T00:00Z"'],
  [
    '[]',
    '{}',
    '[1]',
    '[1, 2]',
    '[entry]',
    '[null, 007, no]',
    '[[1]]',
    '[0, 1]',
    '["0", 1]',
    '{ a: 1 }',
    '{ total: 1 }',
  ],
  [
    '{ from: 2, to: 1, steps: 2 }',
    '{ from: 2, to: 1, steps: "1" }',
    '{ total: 1, shape: flat, ratio: 0 }',
    '{ notional: "0.0" }',
  ],
].flat();

const KEYS: readonly string[] = [
  'zzz',
  'price',
  'size',
  'id',
  'after',
  'steps',
  'total',
  'symbol',
  'version',
  '__proto__',
  '1',
  'null',
];

interface Change {
  /** What is done, by its number. */
  readonly kind: number;
  /** Where, by its number among the places there are. */
  readonly at: number;
  /** With what, by its number. */
  readonly what: number;
}

const pick = <T>(list: readonly T[], at: number): T => list[at % list.length] as T;
const splice = (text: string, start: number, end: number, put: string): string =>
  text.slice(0, start) + put + text.slice(end);

interface Place {
  readonly pair?: Pair<Node, Node | null>;
  readonly value: Node | null;
  readonly isFlow: boolean;
}

/** Every value of a document, and of which key it is. */
function placesOf(text: string): Place[] {
  const places: Place[] = [];
  visit(parseDocument(text), {
    Pair: (_, pair, path) => {
      const map = path.at(-1);
      const isFlow = isMap(map) && map.flow === true;
      places.push({ pair: pair as Pair<Node, Node | null>, value: pair.value as Node | null, isFlow });
    },
    Node: (_, node, path) => {
      const holder = path.at(-1);
      if (!isPair(holder) && isSeq(holder)) places.push({ value: node, isFlow: holder.flow === true });
    },
  });
  return places;
}

/** The text with the change; as it was where the change has nothing to be made on. */
export function mutated(text: string, { kind, at, what }: Change): string {
  const { pair, value, isFlow } = pick(placesOf(text), at);
  const range = value?.range;
  const keyRange = pair?.key.range;
  if (pair === undefined || !keyRange || kind % 6 < 3)
    return range ? splice(text, range[0], range[1], pick(SNIPPETS, what)) : text;
  const name = pick(KEYS, what);
  switch (kind % 6) {
    case 3:
      return splice(text, keyRange[0], keyRange[1], name);
    case 4: {
      const end = range?.[1] ?? keyRange[1] + 1;
      return splice(text, keyRange[0], end, isFlow ? 'zzz: 1' : '');
    }
    default: {
      const line = text.lastIndexOf('\n', keyRange[0]) + 1;
      const gap = isFlow ? ', ' : `\n${' '.repeat(keyRange[0] - line)}`;
      return splice(text, keyRange[0], keyRange[0], `${name}: ${pick(SNIPPETS, at + what)}${gap}`);
    }
  }
}

/** The one spelling that says what an editor sees: of a number, a truth or a nothing that is not quoted. */
export function plainlySpelled(text: string): string {
  const spots: { readonly start: number; readonly end: number; readonly put: string }[] = [];
  visit(parseDocument(text), {
    Scalar: (key, { value, range, type }) => {
      if (key === 'key' || !range || (type !== 'PLAIN' && type !== undefined) || typeof value === 'string') return;
      const put = typeof value === 'number' ? decimal(value) : String(value);
      if (put !== text.slice(range[0], range[1])) spots.push({ start: range[0], end: range[1], put });
    },
  });
  return spots.toReversed().reduce((all, { start, end, put }) => {
    // Of `id:` the nothing begins right behind the colon.
    const gap = start === end && /\S$/.test(all.slice(0, start)) ? ' ' : '';
    return splice(all, start, end, gap + put);
  }, text);
}

/** Without exponent. */
const decimal = (value: number): string => {
  const [digits = '', exponent = '0'] = String(value).split('e');
  if (exponent === '0') return Object.is(value, -0) ? '0' : digits;
  return Number(exponent) > 0 ? String(BigInt(value)) : value.toFixed(20).replace(/0+$/, '');
};
