/** The parts of a text besides its content: comments, blank lines, and the dashes between them. */
import type { TreeNode, TreePair } from '../../document/locate.ts';

interface Remark {
  readonly kind: 'comment' | 'blank' | 'dash';
  /** Offset in the text, and column from 0. */
  readonly at: number;
  readonly column: number;
  readonly text: string;
}

// Between scalars there is nothing but layout, brackets, commas, colons and dashes, so a `#` there begins a comment.
const REMARK = /(?<comment>#[^\r\n]*)|\n[ \t\r]*(?=\n)|(?<dash>(?<!\S)-(?=\s|$))/g;

/** Between a key and the comment on its line, and between a value and the one on its own. */
export const BEHIND_KEY = /^[ \t:[{|>+\-0-9]*$/;
export const BEHIND_VALUE = /^[ \t,\]}]*$/;

const isBlockText = (source: string): boolean => source.startsWith('|') || source.startsWith('>');

/** The places of the scalars, keys included, in their order; for block text only what is below its first line. */
function* scalars(node: TreeNode | TreePair | null, text: string): Generator<readonly [number, number]> {
  if (node === null) return;
  if ('key' in node) {
    yield* scalars(node.key, text);
    yield* scalars(node.value, text);
  } else if (node.items !== undefined) for (const item of node.items) yield* scalars(item, text);
  else {
    const [start, end] = node.range ?? [0, 0];
    const source = text.slice(start, end);
    if (!isBlockText(source)) yield [start, end];
    else if (source.includes('\n')) yield [start + source.indexOf('\n'), start + source.trimEnd().length];
  }
}

export const columnOf = (text: string, offset: number): number => offset - text.lastIndexOf('\n', offset - 1) - 1;

function* remarksOf(text: string, root: TreeNode): Generator<Remark> {
  let from = 0;
  for (const [start, end] of [...scalars(root, text), [text.length, text.length] as const]) {
    for (const { 0: found, index, groups } of text.slice(from, start).matchAll(REMARK)) {
      const at = from + index;
      const { comment, dash } = groups ?? {};
      const kind = comment === undefined ? (dash === undefined ? 'blank' : 'dash') : 'comment';
      yield { kind, at, column: columnOf(text, at), text: kind === 'comment' ? found.trimEnd() : '' };
    }
    // Block text without a line below it ends before it begins.
    from = Math.max(from, end);
  }
}

/** The comments of a text in their order, each from its `#`. */
export const commentsOf = (text: string, root: TreeNode): string[] =>
  [...remarksOf(text, root)].filter(({ kind }) => kind === 'comment').map((remark) => remark.text);

/** Gives comments and blank lines away in their order, each once. A blank line is an empty text. */
export class Remarks {
  readonly #text: string;
  readonly #list: readonly Remark[];
  #next = 0;

  constructor(text: string, root: TreeNode) {
    this.#text = text;
    this.#list = [...remarksOf(text, root)];
  }

  #take(count: number): string[] {
    const taken = this.#list.slice(this.#next, this.#next + count);
    this.#next += count;
    return taken.filter(({ kind }) => kind !== 'dash').map((remark) => remark.text);
  }

  /** All before an offset. */
  before(offset: number): string[] {
    let count = 0;
    while ((this.#list[this.#next + count]?.at ?? Infinity) < offset) count += 1;
    return this.#take(count);
  }

  /** The comment on the line of an element that ends at `end`, with only such characters between. */
  onLineOf(end: number, between: RegExp): string | undefined {
    const remark = this.#list[this.#next];
    const isThere = remark?.kind === 'comment' && between.test(this.#text.slice(end, remark.at));
    return isThere ? this.#take(1)[0] : undefined;
  }

  /** The comments from here on, at such a column or further in, up to an offset or the next dash. */
  indented(column: number, offset: number): string[] {
    let count = 0;
    for (let ahead = this.#next; ahead < this.#list.length; ahead += 1) {
      const { kind, at, column: own } = this.#list[ahead] as Remark;
      if (at >= offset || kind === 'dash' || (kind === 'comment' && own < column)) break;
      if (kind === 'comment') count = ahead + 1 - this.#next;
    }
    return this.#take(count);
  }
}
