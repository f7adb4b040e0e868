/** Plans as nobody would write them: every style that YAML has for the same content, with comments in odd places. */
import { Random } from '../../proofs/random.ts';

/** Texts that tempt a formatter, numbers above all. */
const TEXTS = [
  '0.10¦64000.00¦1e3¦007¦no¦null¦~¦0x1F¦1_000¦+1¦.5¦12:30¦2026-12-01T00:00:00Z¦market¦=entry * 0.98¦=min(a, b)¦=a ? b : c',
  'a: b¦a:b¦a:¦a # b¦a#b¦# a¦it\'s¦"said"¦it\'s "said"¦C:\\temp¦¦ a¦a ¦a  b¦a, b¦[a]¦{a}¦- a¦-a¦-5¦- ¦? a¦?¦:a¦<<¦...¦---',
  '%a¦@a¦`a¦!a¦&a¦*a¦|¦>¦>-¦été¦\u00a0¦http://a/b#c',
].flatMap((list) => list.split('¦'));
const PLAIN_ANYWHERE = /^[A-Za-z0-9=_.+~é](?:[A-Za-z0-9_.+*/é-]|[ ](?=[A-Za-z0-9*])|:(?=[^\s,[\]{}]))*$/;
const PLAN_KEYS = ['orders', 'vars', 'defaults', 'name', 'version', 'description', 'validUntil', 'generation'];
const ORDER_KEYS = ['price', 'id', 'side', 'trigger', 'size', 'stopLoss', 'takeProfit', 'symbol', 'timeInForce'];
const EXTRA_KEYS = ['note', 'b c', 'ключ', 'no', '007', 'a#b'];

export class RandomYaml {
  readonly #random: Random;
  #count = 0;
  /** Keys with the comment that stands right above each, in its column. */
  readonly anchored = new Map<string, string>();

  constructor(seed: number) {
    this.#random = new Random(seed, 'yaml');
  }

  plan(): string {
    const start = this.#random.chance(0.2) ? '---\n' : '';
    const end = this.#random.pick([
      '',
      '\n',
      '\n\n\n',
      '\n  # end\n',
      '\n# end',
      '\n   \n# a\n\n\n  # b\n',
      '\n...\n# end\n',
    ]);
    const text = start + this.#map(this.#keys(PLAN_KEYS), 0, 0, false) + end;
    return this.#random.chance(0.2) ? text.replaceAll('\n', '\r\n') : text;
  }

  #keys(known: readonly string[]): string[] {
    const keys = [...new Set([...known, ...EXTRA_KEYS])].filter(() => this.#random.chance(0.25));
    if (this.#random.chance(0.5)) keys.push(`k${++this.#count}`);
    return keys.length === 0 ? ['name'] : this.#random.shuffled(keys);
  }

  #comment(): string {
    return `#${this.#random.pick(['', ' ', '  ', '# '])}c${++this.#count}${this.#random.pick(['', ' a: "b', ' - {x', ' # it’s', '  '])}`;
  }

  /** What may stand between two lines, comments from such a column on. */
  #between(column = 0): string {
    if (this.#random.chance(0.7)) return '';
    const line = (): string =>
      this.#random.chance(0.4)
        ? ' '.repeat(this.#random.int(0, 3))
        : ' '.repeat(this.#random.int(column, column + 8)) + this.#comment();
    return Array.from(
      { length: this.#random.int(1, 3) },
      () => `${line()}
`,
    ).join('');
  }

  #behind(): string {
    return this.#random.chance(0.25)
      ? `${' '.repeat(this.#random.int(1, 4))}${this.#comment()}`
      : this.#random.pick(['', '', '  ']);
  }

  #map(keys: readonly string[], pad: number, depth: number, isOnDash: boolean): string {
    const lines = keys.map((key, index) => {
      const above = index === 0 && isOnDash ? '' : this.#between() + this.#anchor(key, index, pad);
      return `${above}${index === 0 && isOnDash ? '' : ' '.repeat(pad)}${this.#pair(key, pad, depth)}`;
    });
    return lines.join('\n');
  }
  #anchor(key: string, index: number, pad: number): string {
    if (index === 0 || !/^k\d/.test(key) || this.#random.chance(0.3)) return '';
    const comment = `# above ${key}`;
    this.anchored.set(key, comment);
    return `${' '.repeat(pad)}${comment}\n`;
  }

  #pair(key: string, pad: number, depth: number): string {
    const name = `${this.#text(key, false)}${this.#random.pick(['', '', ' '])}:`;
    if (key === 'description' && this.#random.chance(0.5)) {
      // Block text is only for a key that is written just so.
      const lines = this.#random.pick([
        ['one'],
        ['one', 'two # not a comment', '- three'],
        ['one  ', 'two'],
        ['# four'],
      ]);
      const inner = ' '.repeat(pad + this.#random.int(1, 5));
      const head = lines.length === 1 ? this.#random.pick(['>-', '|-']) : '>-';
      return `description: ${head}${this.#behind()}\n${lines.map((line) => inner + line).join('\n')}${this.#random.pick(['', '\n', '\n\n'])}`;
    }
    const kind = this.#random.int(0, depth > 3 ? 2 : 9);
    if (key !== 'orders' && kind <= 4) {
      const below = this.#random.chance(0.15)
        ? `${this.#behind()}\n${this.#between(pad + 1)}${' '.repeat(pad + this.#random.int(1, 4))}`
        : ' ';
      return `${name}${below}${this.#random.chance(0.05) ? '' : this.#text(this.#random.pick(TEXTS), false, pad + 1)}${this.#behind()}`;
    }
    if (key !== 'orders' && kind <= 6) return `${name} ${this.#flow(pad + 1, depth + 1)}${this.#behind()}`;
    const list = key === 'orders' || kind === 7;
    const inner = pad + (list && this.#random.chance(0.4) ? 0 : this.#random.int(1, 5));
    const held = list
      ? this.#list(inner, depth + 1, key === 'orders')
      : this.#map(this.#keys(EXTRA_KEYS), inner, depth + 1, false);
    return `${name}${this.#behind()}\n${held}`;
  }

  #list(pad: number, depth: number, isOfOrders: boolean): string {
    const entry = (): string => {
      const dash = `${this.#between()}${' '.repeat(pad)}-`;
      const kind = this.#random.int(0, 9);
      if (depth < 5 && (isOfOrders || kind < 3) && kind < 7) {
        const keys = this.#keys(isOfOrders ? ORDER_KEYS : EXTRA_KEYS);
        const gap = this.#random.int(1, 4);
        if (this.#random.chance(0.7))
          return `${dash}${' '.repeat(gap)}${this.#map(keys, pad + 1 + gap, depth + 1, true)}`;
        return `${dash}${this.#behind()}\n${this.#map(keys, pad + gap, depth + 1, false)}`;
      }
      if (depth < 5 && kind === 7)
        return `${dash}${this.#behind()}\n${this.#list(pad + this.#random.int(1, 3), depth + 1, false)}`;
      if (kind === 8) return `${dash}${this.#behind()}`;
      const below = this.#random.chance(0.15)
        ? `${this.#behind()}\n${this.#between(pad + 1)}${' '.repeat(pad + 1)}`
        : ' ';
      const value = this.#random.chance(0.6)
        ? this.#flow(pad + 1, depth + 1)
        : this.#text(this.#random.pick(TEXTS), false, pad + 1);
      return `${dash}${below}${value}${this.#behind()}`;
    };
    return Array.from({ length: this.#random.int(1, 3) }, entry).join('\n');
  }

  /** Between brackets, on one line or over several. */
  #flow(pad: number, depth: number): string {
    const isOneLine = this.#random.chance(0.6);
    const gap = (): string => {
      if (isOneLine || this.#random.chance(0.5)) return this.#random.pick(['', ' ', '  ']);
      return `${this.#behind()}\n${this.#between(pad)}${' '.repeat(pad + this.#random.int(0, 4))}`;
    };
    const inner = (): string =>
      depth < 5 && this.#random.chance(0.25)
        ? this.#flow(pad, depth + 1)
        : this.#text(this.#random.pick(TEXTS), true, isOneLine ? undefined : pad);
    const isMap = this.#random.chance(0.6);
    const entries = isMap
      ? this.#keys(this.#random.chance(0.5) ? ORDER_KEYS : EXTRA_KEYS).map(
          (key) => `${this.#text(key, true)}: ${inner()}`,
        )
      : Array.from({ length: this.#random.int(0, 3) }, inner);
    const comma = entries.length > 0 && this.#random.chance(0.2) ? ',' : '';
    const held = entries.map((entry) => gap() + entry + gap()).join(',') + comma + gap();
    return isMap ? `{${held}}` : `[${held}]`;
  }

  /** In one of the ways in which it can be written; over two lines only where `pad` is given. */
  #text(text: string, isBracketed: boolean, pad?: number): string {
    const ways = [`'${text.replaceAll("'", "''")}'`, JSON.stringify(text)];
    if (PLAIN_ANYWHERE.test(text)) ways.push(text, text, text);
    if (!isBracketed && ['=min(a, b)', '-a', ':a'].includes(text)) ways.push(text);
    const way = this.#random.pick(ways);
    const isSplit = pad !== undefined && this.#random.chance(0.1) && /^\S+ \S+$/.test(text) && !/^["'].*#/.test(text);
    return isSplit ? way.replace(' ', `\n${' '.repeat(pad)}`) : way;
  }
}
