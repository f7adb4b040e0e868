/**
 * The plain part of YAML, in which most plans are written, read line by line. Whatever is not exactly this grammar is declined,
 * and the library reads it: what is taken here, the library would take without a complaint, with the same content at the same
 * places (proofs/inputs/plain-yaml.ts holds the two together).
 *
 *   text       = { blank | comment } mapping(0) { blank | comment }          only LF, no tab
 *   mapping(n) = { n spaces, key, ":", value(n) }                            no key twice
 *   value(n)   = " " scalar end | end mapping(more than n) | end list(n or more)
 *   list(n)    = { n spaces, "- ", mapping(where its first key stands) | scalar end }
 *   scalar     = plain | "'" no "'" "'" | '"' no '"' nor "\" '"' | "[" scalars "]" | "{" key ": " scalar … "}"
 *   plain      = text without ": " and " #" that begins as no other part of YAML does, and ends where its line does
 *   key        = a letter or "_", then letters, digits, "_", "." and "-"
 *   end        = { " " } [ " #" anything ] newline, with any number of blank lines and comments behind it
 *
 * Lines deeper than the scalar above them, empty values and blocks of another indent than their first line are no part of it.
 */
import type { YamlTree } from './locate.ts';
import { isWord, PlainLine } from './plain-line.ts';
import { Marks, type Content } from './plain-marks.ts';
import { MAX_ENTRIES, MAX_LEXEMES } from './yaml-subset.ts';

/** Undefined where the text is not of the plain part, or longer, deeper or wider than the library would be let read. */
export function readPlainYaml(text: string, maxKeys: number): YamlTree | undefined {
  return /[\t\r]/.test(text) ? undefined : new PlainReader(text, maxKeys).read();
}

/** What no plain text begins with. A dash may, before what no list has. */
const BEGINS_ELSE = /^(?:[?:,[\]{}#&*!|>'"%@`]|-(?![\w.(]))/;
const BEHIND = /^ *(?: #.*)?$/;
const FLOW_KEY = /([A-Za-z_][\w.-]*): +/y;
const FLOW_PLAIN = /(?:-(?=[\w.(])|[^\s\-?:,[\]{}#&*!|>'"%@`])(?:[^\s:#,[\]{}]|:(?=[^\s,[\]{}])| +(?=[^\s:#,[\]{}]))*/y;
const OPEN = /[[{] */y;
const COMMA = / *(,?) */y;

/** The library takes keys of a thousand characters and thirty levels. */
const LONGEST_KEY = 100;
const DEEPEST = 16;
/** Names differ from order to order, and fill this; the words of the first orders are in it by then. */
const MOST_SHARED = 1_000;
/** Numbers, which mostly differ, begin with no later character. */
const NINE = '9'.charCodeAt(0);

type Mapping = { [key: string]: Content };

class PlainReader {
  readonly #text: string;
  readonly #maxKeys: number;
  readonly #marks = new Marks();
  readonly #line: PlainLine;
  readonly #texts = new Map<string, string>();
  /** Where the value begins and ends that was read last. */
  #from = 0;
  #to = 0;

  constructor(text: string, maxKeys: number) {
    this.#text = text;
    this.#maxKeys = maxKeys;
    this.#line = new PlainLine(text);
  }

  read(): YamlTree | undefined {
    this.#line.next();
    const isMapping = this.#line.column === 0 && !this.#line.isDashed && this.#line.key !== undefined;
    const root = isMapping ? this.#mapping(0, 0) : undefined;
    const isWhole = this.#line.column === -1 && this.#line.lexemes <= MAX_LEXEMES;
    return root === undefined || !isWhole ? undefined : this.#marks.tree(this.#text, root, this.#from, this.#to);
  }

  #mapping(column: number, depth: number): Content | undefined {
    if (depth >= DEEPEST) return undefined;
    const mapping: Mapping = {};
    const begin = this.#marks.begin();
    const start = this.#line.keyAt;
    let keys = 0;
    while (this.#line.column === column && !this.#line.isDashed && this.#line.key !== undefined) {
      const [key, keyAt] = [this.#line.key, this.#line.keyAt];
      const value = this.#value(column, depth);
      if (value === undefined || !canHave(mapping, key) || keys >= this.#maxKeys) return undefined;
      mapping[key] = value;
      keys += 1;
      this.#marks.add(keyAt);
      this.#markValue();
    }
    this.#marks.end(mapping, begin);
    this.#from = start;
    return mapping;
  }

  /** What stands behind a key, or below it. */
  #value(column: number, depth: number): Content | undefined {
    if (this.#line.rest !== '') return this.#inline(column, depth);
    this.#line.next();
    if (this.#line.isDashed && this.#line.column >= column) return this.#list(this.#line.column, depth + 1);
    return this.#line.column > column && this.#line.key !== undefined
      ? this.#mapping(this.#line.column, depth + 1)
      : undefined;
  }

  #list(column: number, depth: number): Content | undefined {
    if (depth >= DEEPEST) return undefined;
    const list: Content[] = [];
    const begin = this.#marks.begin();
    const start = this.#line.keyAt - this.#line.inner + column;
    while (this.#line.column === column && this.#line.isDashed) {
      const entry = this.#entry(column, depth);
      if (entry === undefined || list.length >= MAX_ENTRIES) return undefined;
      list.push(entry);
      this.#markValue();
    }
    this.#marks.end(list, begin);
    this.#from = start;
    return list;
  }

  #entry(column: number, depth: number): Content | undefined {
    if (this.#line.key === undefined) return this.#line.rest === '' ? undefined : this.#inline(column, depth);
    this.#line.withoutDash();
    return this.#mapping(this.#line.column, depth + 1);
  }

  /** The scalar that ends the line, behind which no deeper line may come. */
  #inline(column: number, depth: number): Content | undefined {
    const value = this.#scalar(this.#line.rest, this.#line.restAt, depth);
    this.#line.next();
    return this.#line.column > column ? undefined : value;
  }

  #scalar(rest: string, at: number, depth: number): Content | undefined {
    this.#line.lexemes += 2;
    // Nearly all are, and what could be more costs more to rule out.
    if (isWord(rest)) return this.#said(rest, at);
    const first = rest[0] as string;
    const isBracket = first === '{' || first === '[';
    if (isBracket || first === '"' || first === "'") {
      const flow = { rest, at, next: 0 };
      const value = isBracket ? this.#bracketed(flow, depth + 1) : this.#quoted(flow);
      this.#line.lexemes += 2;
      return BEHIND.test(rest.slice(flow.next)) ? value : undefined;
    }
    const text = withoutRemark(rest);
    if (text !== rest) this.#line.lexemes += 2;
    const isElse = BEGINS_ELSE.test(text) || text.includes(': ') || text.endsWith(':');
    return isElse ? undefined : this.#said(text, at);
  }

  /** Where the value is that was read last. */
  #markValue(): void {
    this.#marks.add(this.#from);
    this.#marks.add(this.#to);
  }

  #said(text: string, from: number, to = from + text.length): string {
    this.#from = from;
    this.#to = to;
    return this.#once(text);
  }

  /** One text for all that say the same: thousands of orders share few words, and each would be kept for itself. */
  #once(text: string): string {
    if (text.charCodeAt(0) <= NINE) return text;
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    if (this.#texts.size < MOST_SHARED) this.#texts.set(text, text);
    return text;
  }

  #quoted(flow: Flow): Content | undefined {
    const { rest, at, next } = flow;
    const quote = rest[next] as string;
    const end = rest.indexOf(quote, next + 1);
    const text = rest.slice(next + 1, end);
    flow.next = end + 1;
    if (end === -1 || rest[end + 1] === quote || (quote === '"' && text.includes('\\'))) return undefined;
    return this.#said(text, at + next, at + end + 1);
  }

  #bracketed(flow: Flow, depth: number): Content | undefined {
    const { rest, at, next: start } = flow;
    const collection: Mapping | Content[] = rest[start] === '{' ? {} : [];
    const close = rest[start] === '{' ? '}' : ']';
    const begin = this.#marks.begin();
    let entries = 0;
    this.#line.lexemes += 4;
    skip(flow, OPEN);
    while (rest[flow.next] !== close) {
      entries += 1;
      this.#line.lexemes += 10;
      const keyAt = at + flow.next;
      const key = close === '}' ? skip(flow, FLOW_KEY)?.[1] : undefined;
      const value = depth < DEEPEST ? this.#flowValue(flow, depth) : undefined;
      if (value === undefined || entries > this.#maxKeys) return undefined;
      if (Array.isArray(collection)) collection.push(value);
      else if (key !== undefined && canHave(collection, key)) {
        collection[key] = value;
        this.#marks.add(keyAt);
      } else return undefined;
      this.#markValue();
      const isLast = skip(flow, COMMA)?.[1] !== ',';
      if (isLast !== (rest[flow.next] === close)) return undefined;
    }
    flow.next += 1;
    this.#marks.end(collection, begin);
    this.#from = at + start;
    this.#to = at + flow.next;
    return collection;
  }

  #flowValue(flow: Flow, depth: number): Content | undefined {
    const { rest, at, next } = flow;
    const first = rest[next];
    if (first === '{' || first === '[') return this.#bracketed(flow, depth + 1);
    if (first === '"' || first === "'") return this.#quoted(flow);
    const text = skip(flow, FLOW_PLAIN)?.[0];
    return text === undefined ? undefined : this.#said(text, at + next);
  }
}

/** A key that objects have by themselves is given to the library, and so is one that the mapping has already. */
const canHave = (mapping: Mapping, key: string): boolean =>
  key.length <= LONGEST_KEY && key !== '__proto__' && mapping[key] === undefined;

/** The end of a line that brackets or quotes begin, and how far it is read. */
interface Flow {
  readonly rest: string;
  readonly at: number;
  next: number;
}

function skip(flow: Flow, pattern: RegExp): RegExpExecArray | null {
  pattern.lastIndex = flow.next;
  const found = pattern.exec(flow.rest);
  if (found !== null) flow.next = pattern.lastIndex;
  return found;
}

function withoutRemark(rest: string): string {
  const remark = rest.indexOf(' #');
  let end = remark === -1 ? rest.length : remark;
  while (rest[end - 1] === ' ') end -= 1;
  return end === rest.length ? rest : rest.slice(0, end);
}
