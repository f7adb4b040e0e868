/** Small texts at the edge of the plain part of YAML: the same text for the same seed and number. */
import { randomOf, type Random } from '../random.ts';
import { fuzzedPlan } from './fuzz-plans.ts';

const KEYS = 'a b id x-1 x.y _ price orders __proto__ constructor null "q" 1 << é'.split(' ');
const PLAIN =
  'a 1 0.5 -1 -x a-b a:b a#b =x*2 50% 2026-01-01T00:00:00Z ~ null $x /x (1) +1 <x a,b [x x] {x é 日本 a\u00a0b'.split(
    ' ',
  );
const ODD =
  "- ? : , [ ] { } # & * ! | > ' \" % @ ` -- --- ... :x ?x -[ a: :a \"a\"b 'a'b 'it''s' \"\\n\" \ufeff {a} [,] [a,] {a:b} {,}".split(
    ' ',
  );
const CHARACTERS = '-:,{}[]\'"#&*!|>%@`?=. \n\t\r~ab1_\u0085\u00a0\u2028é'.split('');

/** Text `number` of a seed: most from its own grammar, some from the plans of the other fuzzer. */
export function plainText(seed: number, number: number): string {
  const random = randomOf(seed, number);
  if (random.chance(0.01)) return Buffer.from(fuzzedPlan(seed, number).subarray(0, 6000)).toString('utf8');
  const writer = new Writer(random);
  let text = writer.text();
  for (let left = random.pick([0, 0, 0, 1, 1, 3]); left > 0; left--) text = changed(text, random);
  return text;
}

function changed(text: string, random: Random): string {
  const at = random.below(text.length + 1);
  if (random.chance(0.2)) return moved(text, random);
  const isOdd = random.chance(0.3);
  const put = isOdd ? ` ${random.pick(ODD)} ` : random.chance(0.7) ? random.pick(CHARACTERS) : '';
  return text.slice(0, at) + put + text.slice(at + random.below(2));
}

/** A line further left or right, gone, or said twice. */
function moved(text: string, random: Random): string {
  const lines = text.split('\n');
  const at = random.below(lines.length);
  const line = lines[at] ?? '';
  const other = random.pick([` ${line}`, `  ${line}`, line.replace(/^ /, ''), line.replace(/^ {2}/, '')]);
  lines.splice(at, 1, ...random.pick([[other], [other], [], [line, line]]));
  return lines.join('\n');
}

/** Blocks of random layout, whose indents mostly agree. */
class Writer {
  readonly #random: Random;
  #key = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  text(): string {
    const lines = [...this.#remarks(), ...this.#mapping(this.#random.chance(0.03) ? 1 : 0, 0), ...this.#remarks()];
    return lines.join('\n') + this.#random.pick(['\n', '\n', '\n', '', '\n\n', '  ']);
  }

  #mapping(column: number, depth: number): string[] {
    const pairs = Array.from({ length: this.#random.int(1, 3) }, () => [
      ...this.#pair(column, depth),
      ...this.#remarks(),
    ]);
    return pairs.flat();
  }

  #name(): string {
    if (this.#random.chance(0.05)) return this.#random.pick(KEYS);
    this.#key += 1;
    return `${this.#random.pick(['k', 'key-', 'K_', '_.'])}${this.#key}`;
  }

  #pair(column: number, depth: number): string[] {
    const random = this.#random;
    const head = `${' '.repeat(column)}${this.#name()}:`;
    if (depth > 3 || random.chance(0.55)) return [`${head}${this.#gap()}${this.#scalar(depth)}${this.#end()}`];
    const below = random.chance(0.5)
      ? this.#list(column + random.pick([0, 0, 1, 2, 2, 4]), depth + 1)
      : this.#mapping(column + random.pick([1, 2, 2, 2, 4]), depth + 1);
    return [`${head}${this.#end()}`, ...this.#remarks(), ...below];
  }

  #list(column: number, depth: number): string[] {
    return Array.from({ length: this.#random.int(1, 3) }, () => this.#entry(column, depth)).flat();
  }

  #entry(column: number, depth: number): string[] {
    const random = this.#random;
    const dash = `${' '.repeat(column)}-${random.pick([' ', ' ', ' ', '  ', '   ', '\n'])}`;
    if (dash.endsWith('\n')) return [dash.trimEnd(), ...this.#mapping(column + 2, depth + 1)];
    if (random.chance(0.4)) return [`${dash}${this.#scalar(depth)}${this.#end()}`];
    const [first = '', ...others] = this.#mapping(dash.length, depth + 1);
    return [dash + first.trimStart(), ...others];
  }

  #gap(): string {
    return this.#random.pick([' ', ' ', ' ', ' ', ' ', ' ', ' ', '  ', '  ', '']);
  }

  #end(): string {
    return this.#random.pick(['', '', '', '', '', '', '', ' ', ' ', '  ', ' # remark', '  #', ' # a: b', '#x']);
  }

  #remarks(): string[] {
    const random = this.#random;
    if (random.chance(0.75)) return [];
    return Array.from({ length: random.int(1, 2) }, () =>
      random.pick(['', '  ', '# remark', '#', ' # deeper', '      # a: b', `${' '.repeat(random.int(0, 6))}# - x`]),
    );
  }

  #scalar(depth: number): string {
    const random = this.#random;
    const kind = random.below(20);
    if (kind < 12) return random.chance(0.05) ? random.pick(ODD) : this.#words(PLAIN, ' ');
    if (kind < 14) return `"${this.#words(PLAIN, random.pick([' ', '  ', "'", ' #', ': ']))}"`;
    if (kind < 16) return `'${this.#words(PLAIN, random.pick([' ', '  ', '"', ' #', ': ', '\\']))}'`;
    if (depth > 5) return '[]';
    const pad = random.pick(['', ' ', '  ']);
    const comma = random.pick([', ', ', ', ', ', ', ', ',', ' , ']);
    const inner = Array.from({ length: random.int(0, 3) }, () => this.#inFlow(kind < 18, depth)).join(comma);
    return kind < 18 ? `{${pad}${inner}${pad}}` : `[${pad}${inner}${pad}]`;
  }

  #inFlow(isMapping: boolean, depth: number): string {
    const value = this.#scalar(depth + 3);
    return isMapping ? `${this.#name()}:${this.#gap()}${value}` : value;
  }

  #words(words: readonly string[], between: string): string {
    return Array.from({ length: this.#random.pick([1, 1, 1, 2, 3]) }, () => this.#random.pick(words)).join(between);
  }
}
