/** The places of a text that was read as content: kept as numbers, and made a tree where somebody looks. */
import type { TreeNode, TreePair, YamlTree } from './locate.ts';

export type Content = string | { readonly [key: string]: Content } | readonly Content[];
type Collection = Exclude<Content, string>;

/** Offsets of the parts of each collection: of a list from where to where, of a mapping its key's start before them. */
export class Marks {
  readonly #of = new Map<Collection, number[]>();

  /** Those of a collection that has none yet. */
  of(collection: Collection): number[] {
    const marks: number[] = [];
    this.#of.set(collection, marks);
    return marks;
  }

  tree(text: string, root: Content, from: number, to: number): YamlTree {
    const marksOf = (collection: Collection): readonly number[] => this.#of.get(collection) ?? [];
    return {
      content: root,
      root: new MarkedNode({ text, marksOf }, root, from, to),
      entryStarts(key) {
        const list = (root as { readonly [key: string]: Content })[key];
        return Array.isArray(list) ? marksOf(list).filter((_, at) => at % 2 === 0) : [];
      },
    };
  }
}

interface Marked {
  readonly text: string;
  readonly marksOf: (collection: Collection) => readonly number[];
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
