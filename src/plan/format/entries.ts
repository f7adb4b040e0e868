/** A plan's text in the parts of its canonical layout: entries in their order, each with its own comments. */
import { BEHIND_KEY, BEHIND_VALUE, columnOf, Remarks } from './comments.ts';
import { inOrder } from './key-order.ts';
import { foldedLines, sourceOf, writeScalar } from './scalar.ts';
import type { Path, TreeNode, TreePair } from '../../document/locate.ts';

export interface Entry {
  /** Comments and blank lines (empty) above it. */
  readonly above: readonly string[];
  /** As written; an entry of a list has none. */
  readonly key?: string;
  readonly value: Value;
  /** On its line. */
  readonly comment?: string;
}

export interface Block {
  readonly kind: 'block';
  readonly entries: readonly Entry[];
  /** Comments and blank lines after the last entry. */
  readonly tail: readonly string[];
}

/** A value on the line of its key or dash, block text, or a mapping or list with a line for each entry. */
export type Value = { kind: 'inline'; text: string } | { kind: 'folded'; lines: readonly string[] } | Block;

/** What comes around and after a collection, and so decides which comments are still its own. */
interface Around {
  /** Column of the collection around it; -1 for none. */
  readonly column: number;
  /** Column and offset of the next entry after it; -1 and the text's end for none. */
  readonly nextColumn: number;
  readonly nextAt: number;
  readonly isBracketed: boolean;
}

type Item = TreeNode | TreePair;

const isPair = (item: Item): item is TreePair => 'key' in item;
const startOf = (item: Item): number => (isPair(item) ? item.key : item).range?.[0] ?? 0;
const endOf = (node: TreeNode): number => node.range?.[1] ?? 0;

const isOpened = (source: string): boolean => source.startsWith('[') || source.startsWith('{');

const withoutLeadingBlanks = (lines: readonly string[]): string[] => {
  const first = lines.findIndex((line) => line !== '');
  return first === -1 ? [] : lines.slice(first);
};

export class TreeReader {
  readonly #text: string;
  readonly #remarks: Remarks;

  constructor(text: string, root: TreeNode) {
    this.#text = text;
    this.#remarks = new Remarks(text, root);
  }

  /** The whole text; the comments above its first entry are above all of it. */
  read(root: TreeNode): { above: readonly string[]; value: Value; comment?: string; tail: readonly string[] } {
    const end = this.#text.length;
    const around = { column: -1, nextColumn: -1, nextAt: end, isBracketed: false };
    return { ...this.#entry(root, [], around), tail: this.#remarks.before(end) };
  }

  #entry(item: Item, path: Path, around: Around): Entry {
    const above = this.#remarks.before(startOf(item));
    const key = isPair(item) ? writeScalar(this.#text, item.key, false) : undefined;
    const head = isPair(item) ? this.#remarks.onLineOf(endOf(item.key), BEHIND_KEY) : undefined;
    const node = isPair(item) ? item.value : item;
    if (node !== null && this.#isBlock(node, around)) {
      const block = this.#block(node, path, around);
      if (key !== undefined) return { above, key, value: block, ...(head !== undefined && { comment: head }) };
      // The first entry is on the line of the dash, so what is above it is above both.
      const [first, ...others] = block.entries as [Entry, ...Entry[]];
      const entries = [{ ...first, above: [] }, ...others];
      return { above: [...above, ...first.above], value: { ...block, entries } };
    }
    const end = this.#endOfValue(item, node);
    const between = this.#remarks.before(end).filter((line) => line !== '');
    const behind = this.#remarks.onLineOf(end, BEHIND_VALUE);
    const comment = behind ?? head;
    return {
      above: [...above, ...(behind !== undefined && head !== undefined ? [head] : []), ...between],
      ...(key !== undefined && { key }),
      value: this.#value(node, path),
      ...(comment !== undefined && { comment }),
    };
  }

  /** Block text has line ends and blank lines behind it, and nothing at all may be written. */
  #endOfValue(item: Item, node: TreeNode | null): number {
    const length = node === null ? 0 : sourceOf(this.#text, node).trimEnd().length;
    if (node !== null && length > 0) return startOf(node) + length;
    return isPair(item) ? endOf(item.key) : startOf(item);
  }

  #value(node: TreeNode | null, path: Path): Value {
    if (node === null) return { kind: 'inline', text: '' };
    const lines = node.items === undefined ? foldedLines(this.#text, node) : undefined;
    if (lines !== undefined) return { kind: 'folded', lines };
    return {
      kind: 'inline',
      text: node.items === undefined ? writeScalar(this.#text, node, false) : this.#inline(node, path),
    };
  }

  /** Everything but a collection between brackets on one line. An empty one can only be written between brackets. */
  #isBlock(node: TreeNode, { isBracketed }: Around): boolean {
    if (node.items === undefined || node.items.length === 0) return false;
    const source = sourceOf(this.#text, node);
    return !(isBracketed || isOpened(source)) || source.includes('\n');
  }

  #block(node: TreeNode, path: Path, around: Around): Block {
    const items = node.items ?? [];
    const isBracketed = around.isBracketed || isOpened(sourceOf(this.#text, node));
    // A list may be as far left as its key; a comment there, after it, is not the list's.
    const column = Math.max(columnOf(this.#text, startOf(node)), around.column + 1);
    const entries = items.map((item, index) => {
      const step = isPair(item) ? String(item.key.value) : index;
      const next = items[index + 1];
      const after = next === undefined ? around : { nextColumn: column, nextAt: startOf(next) };
      return { step, entry: this.#entry(item, [...path, step], { ...around, ...after, column, isBracketed }) };
    });
    const tail = isBracketed
      ? this.#remarks.before(endOf(node))
      : this.#remarks.indented(Math.max(column, around.nextColumn + 1), around.nextAt);
    const [first, ...others] = inOrder(entries, path, ({ step }) => String(step)).map(({ entry }) => entry);
    const { above, ...rest } = first as Entry;
    return { kind: 'block', entries: [{ above: withoutLeadingBlanks(above), ...rest }, ...others], tail };
  }

  /** A scalar, mapping or list between brackets, on one line. */
  #inline(node: TreeNode | null, path: Path): string {
    if (node === null) return '""';
    if (node.items === undefined) return writeScalar(this.#text, node, true);
    const { items } = node;
    if (!items.some(isPair)) {
      if (sourceOf(this.#text, node).startsWith('{')) return '{}';
      return `[${items.map((item, index) => this.#inline(item as TreeNode, [...path, index])).join(', ')}]`;
    }
    const pairs = inOrder(items.filter(isPair), path, ({ key }) => String(key.value)).map(
      ({ key, value }) => `${writeScalar(this.#text, key, true)}: ${this.#inline(value, [...path, String(key.value)])}`,
    );
    return `{ ${pairs.join(', ')} }`;
  }
}
