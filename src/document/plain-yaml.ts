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
import { entryStarts, type TreeNode, type YamlTree } from './locate.ts';
import { contentBuilder, treeBuilder, type Builder } from './plain-builders.ts';
import { MAX_ENTRIES, MAX_LEXEMES } from './yaml-subset.ts';

/** Undefined where the text is not of the plain part, or longer, deeper or wider than the library would be let read. */
export function readPlainYaml(text: string, maxKeys: number): YamlTree | undefined {
  if (/[\t\r]/.test(text)) return undefined;
  const reader = new PlainReader(text, maxKeys, contentBuilder);
  const content = reader.read();
  if (content === undefined) return undefined;
  let tree: TreeNode | undefined;
  // Read again for its places when one is first asked for: a text without a mistake needs none.
  const root = (): TreeNode => (tree ??= new PlainReader(text, maxKeys, treeBuilder).read() as TreeNode);
  return {
    content,
    get root() {
      return root();
    },
    entryStarts: (key) => reader.entryStarts.get(key) ?? entryStarts(root(), key),
  };
}

/** Spaces; a dash with the spaces behind it; a key; spaces; the rest. */
const LINE = /( *)(?:-( +))?(?:([A-Za-z_][\w.-]*):(?= |\n|$))?( *)([^\n]*)\n?/y;

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

class PlainReader<Node, Mapping extends Node, List extends Node> {
  readonly entryStarts = new Map<string, number[]>();
  readonly #text: string;
  readonly #maxKeys: number;
  readonly #make: Builder<Node, Mapping, List>;
  /** Where the next line begins. */
  #at = 0;
  /** How many parts the library would cut the text into, or a few more. */
  #lexemes = 1;
  /** Of the line that is being read: its first column, that of a dash if it has one; -1 behind the last line. */
  #column = -1;
  #isDashed = false;
  /** The column behind the dash. */
  #inner = 0;
  #key: string | undefined;
  #keyAt = 0;
  #rest = '';
  #restAt = 0;

  constructor(text: string, maxKeys: number, make: Builder<Node, Mapping, List>) {
    this.#text = text;
    this.#maxKeys = maxKeys;
    this.#make = make;
  }

  read(): Node | undefined {
    this.#next();
    const isMapping = this.#column === 0 && !this.#isDashed && this.#key !== undefined;
    const root = isMapping ? this.#mapping(0, 0) : undefined;
    return this.#column === -1 && this.#lexemes <= MAX_LEXEMES ? root : undefined;
  }

  /** Goes to the next line that has more than a comment. */
  #next(): void {
    while (this.#at < this.#text.length) {
      LINE.lastIndex = this.#at;
      const [, indent, dash, key, gap, rest] = LINE.exec(this.#text) as unknown as [
        string,
        string,
        string | undefined,
        string | undefined,
        string,
        string,
      ];
      const isComment = rest.startsWith('#');
      this.#lexemes += (indent === '' ? 1 : 2) + (isComment ? 1 : 0);
      if (dash !== undefined || key !== undefined || (rest !== '' && !isComment)) {
        this.#column = indent.length;
        this.#isDashed = dash !== undefined;
        this.#inner = indent.length + (dash === undefined ? 0 : 1 + dash.length);
        this.#keyAt = this.#at + this.#inner;
        this.#key = key;
        this.#restAt = this.#keyAt + (key === undefined ? 0 : key.length + 1) + gap.length;
        this.#rest = isComment ? '' : rest;
        this.#lexemes += (dash === undefined ? 0 : 2) + (key === undefined ? 0 : 3) + (gap === '' ? 0 : 1);
        this.#at = LINE.lastIndex;
        return;
      }
      this.#at = LINE.lastIndex;
    }
    this.#column = -1;
    this.#isDashed = false;
    this.#key = undefined;
  }

  #mapping(column: number, depth: number): Mapping | undefined {
    if (depth >= DEEPEST) return undefined;
    const mapping = this.#make.mapping(this.#keyAt);
    let keys = 0;
    while (this.#column === column && !this.#isDashed && this.#key !== undefined) {
      const [key, keyAt] = [this.#key, this.#keyAt];
      keys += 1;
      const value = this.#value(column, depth);
      if (keys > this.#maxKeys || value === undefined || !this.#put(mapping, key, keyAt, value)) return undefined;
    }
    return mapping;
  }

  /** What stands behind a key, or below it. */
  #value(column: number, depth: number): Node | undefined {
    if (this.#rest !== '') return this.#inline(column, depth);
    const key = depth === 0 ? this.#key : undefined;
    this.#next();
    if (this.#isDashed && this.#column >= column) return this.#list(this.#column, depth + 1, key);
    return this.#column > column && this.#key !== undefined ? this.#mapping(this.#column, depth + 1) : undefined;
  }

  #list(column: number, depth: number, key: string | undefined): List | undefined {
    if (depth >= DEEPEST) return undefined;
    const list = this.#make.list(this.#keyAt - this.#inner + column);
    const starts: number[] = [];
    while (this.#column === column && this.#isDashed) {
      starts.push(this.#key === undefined ? this.#restAt : this.#keyAt);
      if (starts.length > MAX_ENTRIES) return undefined;
      const entry = this.#entry(column, depth);
      if (entry === undefined) return undefined;
      this.#make.add(list, entry);
    }
    if (key !== undefined) this.entryStarts.set(key, starts);
    return list;
  }

  #entry(column: number, depth: number): Node | undefined {
    if (this.#key === undefined) return this.#rest === '' ? undefined : this.#inline(column, depth);
    this.#column = this.#inner;
    this.#isDashed = false;
    return this.#mapping(this.#inner, depth + 1);
  }

  /** The scalar that ends the line, behind which no deeper line may come. */
  #inline(column: number, depth: number): Node | undefined {
    const node = this.#scalar(this.#rest, this.#restAt, depth);
    this.#next();
    return this.#column > column ? undefined : node;
  }

  #scalar(rest: string, at: number, depth: number): Node | undefined {
    this.#lexemes += 2;
    const first = rest[0] as string;
    const isBracket = first === '{' || first === '[';
    if (isBracket || first === '"' || first === "'") {
      const flow = { rest, at, next: 0 };
      const node = isBracket ? this.#bracketed(flow, depth + 1) : this.#quoted(flow);
      this.#lexemes += 2;
      return BEHIND.test(rest.slice(flow.next)) ? node : undefined;
    }
    const text = withoutRemark(rest);
    if (text !== rest) this.#lexemes += 2;
    const isElse = BEGINS_ELSE.test(text) || text.includes(': ') || text.endsWith(':');
    return isElse ? undefined : this.#make.scalar(text, at, at + text.length);
  }

  #quoted(flow: Flow): Node | undefined {
    const { rest, at, next } = flow;
    const quote = rest[next] as string;
    const end = rest.indexOf(quote, next + 1);
    const text = rest.slice(next + 1, end);
    flow.next = end + 1;
    if (end === -1 || rest[end + 1] === quote || (quote === '"' && text.includes('\\'))) return undefined;
    return this.#make.scalar(text, at + next, at + end + 1);
  }

  #bracketed(flow: Flow, depth: number): Node | undefined {
    const { rest, at, next: start } = flow;
    const isMapping = rest[start] === '{';
    const close = isMapping ? '}' : ']';
    const collection = isMapping ? this.#make.mapping(at + start) : this.#make.list(at + start);
    this.#lexemes += 4;
    let entries = 0;
    skip(flow, OPEN);
    while (rest[flow.next] !== close) {
      entries += 1;
      this.#lexemes += 10;
      if (depth >= DEEPEST || entries > this.#maxKeys) return undefined;
      const keyAt = at + flow.next;
      const key = isMapping ? skip(flow, FLOW_KEY)?.[1] : undefined;
      const value = this.#flowValue(flow, depth);
      if (value === undefined) return undefined;
      if (!isMapping) this.#make.add(collection as List, value);
      else if (key === undefined || !this.#put(collection as Mapping, key, keyAt, value)) return undefined;
      const isLast = skip(flow, COMMA)?.[1] !== ',';
      if (isLast !== (rest[flow.next] === close)) return undefined;
    }
    flow.next += 1;
    this.#make.close(collection, at + flow.next);
    return collection;
  }

  #flowValue(flow: Flow, depth: number): Node | undefined {
    const { rest, at, next } = flow;
    const first = rest[next];
    if (first === '{' || first === '[') return this.#bracketed(flow, depth + 1);
    if (first === '"' || first === "'") return this.#quoted(flow);
    const text = skip(flow, FLOW_PLAIN)?.[0];
    return text === undefined ? undefined : this.#make.scalar(text, at + next, at + next + text.length);
  }

  #put(mapping: Mapping, key: string, keyAt: number, value: Node): boolean {
    return key.length <= LONGEST_KEY && key !== '__proto__' && this.#make.put(mapping, key, keyAt, value);
  }
}

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
