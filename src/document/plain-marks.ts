/** The places of a text that was read as content: kept as numbers, and made a tree where somebody looks. */
import type { TreeNode, TreePair, YamlTree } from './locate.ts';

export type Content = string | { readonly [key: string]: Content } | readonly Content[];
type Collection = Exclude<Content, string>;

/**
 * Offsets of the parts of each collection: of a list from where to where, of a mapping its key's start before them. They are kept in two
 * rows of numbers, as a list for each of thousands of collections costs more than what it holds. The collection that began last ends first.
 */
export class Marks {
  /** Of the collections that are being read, the outermost first. */
  readonly #open = new Numbers();
  /** Of those that are read, each behind its length. */
  readonly #all = new Numbers();
  readonly #of = new Map<Collection, number>();

  /** A collection begins; gives what `end` asks for. */
  begin(): number {
    return this.#open.length;
  }

  /** Of the collection that began last. */
  add(mark: number): void {
    this.#open.push(mark);
  }

  end(collection: Collection, begin: number): void {
    const { values, length } = this.#open;
    this.#of.set(collection, this.#all.length);
    this.#all.push(length - begin);
    for (let at = begin; at < length; at++) this.#all.push(values[at] as number);
    this.#open.length = begin;
  }

  tree(text: string, root: Content, from: number, to: number): YamlTree {
    const { values } = this.#all;
    const marksOf = (collection: Collection): Int32Array => {
      const at = this.#of.get(collection);
      return at === undefined ? NO_MARKS : values.subarray(at + 1, at + 1 + (values[at] as number));
    };
    return {
      content: root,
      root: new MarkedNode({ text, marksOf }, root, from, to),
      entryStarts(key) {
        const list = (root as { readonly [key: string]: Content })[key];
        return Array.isArray(list) ? Array.from(marksOf(list)).filter((_, at) => at % 2 === 0) : [];
      },
    };
  }
}

const NO_MARKS = new Int32Array();

/** Enough for a few orders. */
const FIRST_ROOM = 256;

/** Whole numbers in a row that grows. */
class Numbers {
  values = new Int32Array(FIRST_ROOM);
  length = 0;

  push(value: number): void {
    if (this.length === this.values.length) {
      const wider = new Int32Array(2 * this.length);
      wider.set(this.values);
      this.values = wider;
    }
    this.values[this.length] = value;
    this.length += 1;
  }
}

interface Marked {
  readonly text: string;
  readonly marksOf: (collection: Collection) => Int32Array;
}

/** A node whose parts are made when they are first asked for. */
class MarkedNode implements TreeNode {
  readonly range: readonly [number, number, number];
  readonly #in: Marked;
  readonly #content: Content;
  #items: readonly (TreeNode | TreePair)[] | undefined;

  constructor(marked: Marked, content: Content, from: number, to: number) {
    this.range = [from, to, to];
    this.#in = marked;
    this.#content = content;
  }

  get value(): unknown {
    return typeof this.#content === 'string' ? this.#content : undefined;
  }

  get flow(): boolean {
    return '[{'.includes(this.#in.text[this.range[0]] ?? '-');
  }

  get items(): readonly (TreeNode | TreePair)[] | undefined {
    return typeof this.#content === 'string' ? undefined : (this.#items ??= this.#made(this.#content));
  }

  #made(content: Collection): (TreeNode | TreePair)[] {
    const marks = this.#in.marksOf(content);
    const nodeAt = (value: Content, at: number): TreeNode =>
      new MarkedNode(this.#in, value, marks[at] as number, marks[at + 1] as number);
    if (isList(content)) return content.map((entry, index) => nodeAt(entry, 2 * index));
    return Object.entries(content).map(([key, value], index) => {
      const start = marks[3 * index] as number;
      return { key: new MarkedNode(this.#in, key, start, start + key.length), value: nodeAt(value, 3 * index + 1) };
    });
  }
}

const isList = (content: Collection): content is readonly Content[] => Array.isArray(content);
