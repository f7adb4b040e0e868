/** A tree of text to YAML in any of the styles that a person may write it in. */
import type { Random } from '../random.ts';

/** Keys with their values, in an order that says nothing. */
export interface Mapping {
  readonly [key: string]: Value;
}
export type Value = string | Mapping | readonly Value[];

const isList = (value: Value): value is readonly Value[] => Array.isArray(value);

/** Block and flow, quotes and the order of keys as `random` has them; the same tree all the same. */
export class YamlWriter {
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  document(mapping: Mapping): string {
    return `${this.#lines(mapping).join('\n')}\n`;
  }

  #keys(mapping: Mapping): [string, Value][] {
    return this.#random.shuffled(Object.entries(mapping));
  }

  #lines(value: Mapping | readonly Value[]): string[] {
    if (isList(value)) return value.flatMap((item) => this.#hung('-', item, '  '));
    return this.#keys(value).flatMap(([key, item]) => this.#hung(`${key}:`, item, '  '));
  }

  /** A value behind its key or dash, in the same line or in lines of its own. */
  #hung(head: string, value: Value, indent: string): string[] {
    if (typeof value === 'string') return [`${head} ${this.#scalar(value, false)}`];
    if (this.#random.chance(0.4)) return [`${head} ${this.#flow(value)}`];
    const lines = this.#lines(value).map((line) => indent + line);
    return head === '-' ? [`- ${(lines[0] as string).trimStart()}`, ...lines.slice(1)] : [head, ...lines];
  }

  #flow(value: Value): string {
    if (typeof value === 'string') return this.#scalar(value, true);
    if (isList(value)) return `[${value.map((item) => this.#flow(item)).join(', ')}]`;
    return `{ ${this.#keys(value)
      .map(([key, item]) => `${key}: ${this.#flow(item)}`)
      .join(', ')} }`;
  }

  #scalar(text: string, isFlow: boolean): string {
    const mayBePlain = !isFlow || !/[,[\]{}]/.test(text);
    return this.#random.pick([...(mayBePlain ? [text, text, text] : []), `'${text}'`, `"${text}"`]);
  }
}
