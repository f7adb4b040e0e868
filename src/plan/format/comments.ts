/** The parts of a text besides its content: comments, blank lines, and the marks between them. */
import type { TreeNode, TreePair } from '../../document/locate.ts';
import { isBlockText } from './scalar.ts';

interface Remark {
  /** A marker is `---` or `...`. */
  readonly kind: 'comment' | 'blank' | 'dash' | 'marker';
  /** Offset in the text, and column from 0. */
  readonly at: number;
  readonly column: number;
  readonly text: string;
}

// Between scalars there is nothing but layout, brackets, commas, colons and dashes, so a `#` there begins a comment.
const REMARK =
  /(?<comment>#[^\r\n]*)|\n[ \t\r]*(?=\n)|(?<dash>(?<!\S)-(?=\s|$))|(?<=^|\n)(?<marker>---|\.\.\.)(?=\s|$)/g;

/** What may stand between a key, a value or the beginning of block text and the comment on its line. */
export const BEHIND_KEY = /^[ \t:[{]*$/;
export const BEHIND_NOTHING = /^[ \t:,]*$/;
export const BEHIND_VALUE = /^[ \t,]*$/;
export const BEHIND_BLOCK_MARK = /^[ \t|>+\-0-9]*$/;

const KINDS = ['comment', 'dash', 'marker'] as const;

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
      const kind = KINDS.find((one) => groups?.[one] !== undefined) ?? 'blank';
      yield { kind, at, column: columnOf(text, at), text: kind === 'blank' ? '' : found.trimEnd() };
    }
    // Block text without a line below it ends before it begins.
    from = Math.max(from, end);
  }
}

/** The comments of a text in their order, each from its `#`. */
export const commentsOf = (text: string, root: TreeNode): string[] =>
  [...remarksOf(text, root)].filter(({ kind }) => kind === 'comment').map((remark) => remark.text);

/** Gives comments, blank lines and markers away in their order, each once. A blank line is an empty text. */
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

  /** All before the next dash, which goes with it. */
  beforeDash(): string[] {
    let count = 0;
    while (this.#list[this.#next + count]?.kind !== 'dash') count += 1;
    return this.#take(count + 1);
  }

  /** The comment on the line of an element that ends at `end`, with only such characters between. */
  onLineOf(end: number, between: RegExp): string | undefined {
    const remark = this.#list[this.#next];
    const isThere = remark?.kind === 'comment' && between.test(this.#text.slice(end, remark.at));
    return isThere ? this.#take(1)[0] : undefined;
  }

  /** The comments from here on, at such a column or further in, up to an offset, the next dash or marker. */
  indented(column: number, offset: number): string[] {
    let count = 0;
    for (let ahead = this.#next; ahead < this.#list.length; ahead += 1) {
      const { kind, at, column: own } = this.#list[ahead] as Remark;
      const isMark = kind === 'dash' || kind === 'marker';
      if (at >= offset || isMark || (kind === 'comment' && own < column)) break;
      if (kind === 'comment') count = ahead + 1 - this.#next;
    }
    return this.#take(count);
  }
}
