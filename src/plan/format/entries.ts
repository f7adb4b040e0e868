/** A plan's text in the parts of its canonical layout: entries in their order, each with its own comments. */
import { BEHIND_BLOCK_MARK, BEHIND_KEY, BEHIND_NOTHING, BEHIND_VALUE, columnOf, Remarks } from './comments.ts';
import { isBlockText, sourceOf, textLines } from './scalar.ts';
import type { TreeNode, TreePair } from '../../document/locate.ts';

/** In all lists of lines a blank line is empty, and no line has its indentation. */
export interface Entry {
  readonly above: readonly string[];
  /** `key:`, `-`, or nothing for an entry of a bracketed list. */
  readonly mark: string;
  /** Comment behind the mark, where the value is on a line of its own. */
  readonly behindMark: string | undefined;
  readonly betweenMarkAndValue: readonly string[];
  /** Whether its author began the value below the mark. */
  readonly isValueBelow: boolean;
  readonly value: Value;
  /** Comment on the line where the value ends; of block text, where it begins. */
  readonly comment: string | undefined;
  /** Comments under the value, further in than the mark. */
  readonly below: readonly string[];
}

interface Collection<Kind> {
  readonly kind: Kind;
  /** Empty for a block, and for the single pair that may stand in a bracketed list without brackets of its own. */
  readonly brackets: '' | '[]' | '{}';
  readonly isOneLine: boolean;
  readonly entries: readonly Entry[];
  /** Comments and blank lines after the last entry. */
  readonly tail: readonly string[];
}

export type Block = Collection<'block'>;
export type Bracketed = Collection<'bracketed'>;
export type Value = { kind: 'text'; isBlock: boolean; lines: readonly string[] } | Block | Bracketed;

/** What comes around and after a collection, and so decides which comments are still its own. */
interface Around {
  readonly kind: 'mapping' | 'list' | 'brackets';
  /** Column of the entries around it; -1 for none. */
  readonly column: number;
  /** Column and offset of the next entry after it; -1 and the text's end for none. */
  readonly nextColumn: number;
  readonly nextAt: number;
}

type Item = TreeNode | TreePair;

const isPair = (item: Item): item is TreePair => 'key' in item;
const startOf = (item: Item): number => (isPair(item) ? item.key : item).range?.[0] ?? 0;
const endOf = (node: TreeNode): number => node.range?.[1] ?? 0;

/** The brackets that a collection is written with. */
function bracketsOf(source: string): '' | '[]' | '{}' {
  if (source.startsWith('[')) return '[]';
  return source.startsWith('{') ? '{}' : '';
}

const NOTHING = { kind: 'text', isBlock: false, lines: [''] } as const;
const EMPTY_TEXT = { kind: 'text', isBlock: false, lines: ['""'] } as const;

const isComment = (line: string): boolean => line !== '';

function withoutLeadingBlanks(lines: readonly string[]): readonly string[] {
  const first = lines.findIndex(isComment);
  return first === -1 ? [] : lines.slice(first);
}

type Valued = Pick<Entry, 'value' | 'comment'>;

/** An entry, with the comment behind its mark as the first of what comes before its value. */
function entryOf(
  above: readonly string[],
  mark: string,
  [behindMark, ...betweenMarkAndValue]: readonly [(string | undefined)?, ...string[]],
  valued: Valued,
): Entry {
  return { above, mark, behindMark, betweenMarkAndValue, isValueBelow: false, ...valued, below: [] };
}

export class TreeReader {
  readonly #text: string;
  readonly #remarks: Remarks;

  constructor(text: string, root: TreeNode) {
    this.#text = text;
    this.#remarks = new Remarks(text, root);
  }

  /** The whole text; the comments above its first entry are above all of it. */
  read(root: TreeNode): Pick<Entry, 'above' | 'value' | 'comment'> & { readonly tail: readonly string[] } {
    const end = this.#text.length;
    const above = this.#remarks.before(startOf(root));
    const rest = this.#valueOf(root, { kind: 'mapping', column: -1, nextColumn: -1, nextAt: end });
    return { above, ...rest, tail: this.#remarks.before(end) };
  }

  #entry(item: Item, around: Around): Entry {
    return isPair(item) ? this.#pair(item, around) : this.#listEntry(item, around);
  }

  #pair({ key, value: node }: TreePair, around: Around): Entry {
    const above = this.#remarks.before(startOf(key));
    const mark = `${textLines(this.#text, key).join(' ')}:`;
    const behindMark = this.#remarks.onLineOf(endOf(key), BEHIND_KEY);
    if (node === null || endOf(node) === startOf(node)) {
      const value = around.kind === 'brackets' ? EMPTY_TEXT : NOTHING;
      const comment = behindMark ?? this.#remarks.onLineOf(endOf(key), BEHIND_NOTHING);
      return {
        ...entryOf(above, mark, [], { value, comment }),
        below: withoutLeadingBlanks(this.#below(value, around)),
      };
    }
    const between = withoutLeadingBlanks(this.#remarks.before(startOf(node)));
    const isValueBelow = this.#text.slice(endOf(key), startOf(node)).includes('\n');
    const valued = this.#valueOf(node, around);
    // Behind a key between brackets, a comment would make Prettier write a `? ` key, which no plan may have.
    if (around.kind === 'brackets') {
      const lines = [...above, ...[behindMark ?? '', ...between].filter(isComment)];
      return { ...entryOf(lines, mark, [], valued), isValueBelow };
    }
    const below = isValueBelow ? this.#below(valued.value, around) : [];
    return { ...entryOf(above, mark, [behindMark, ...between], valued), isValueBelow, below };
  }

  #listEntry(node: TreeNode, around: Around): Entry {
    if (around.kind === 'brackets') {
      return entryOf(this.#remarks.before(startOf(node)), '', [], this.#valueOf(node, around));
    }
    const above = this.#remarks.beforeDash();
    const isEmpty = endOf(node) === startOf(node);
    const [first, ...others] = isEmpty ? [] : withoutLeadingBlanks(this.#remarks.before(startOf(node)));
    const valued = this.#valueOf(node, around);
    return { ...entryOf(above, '-', [first, ...others], valued), below: this.#below(valued.value, around) };
  }

  #below(value: Value, { kind, column, nextAt }: Around): string[] {
    const isOwn = kind !== 'brackets' && value.kind !== 'block' && !(value.kind === 'text' && value.isBlock);
    return isOwn ? this.#remarks.indented(column + 1, nextAt) : [];
  }

  #valueOf(node: TreeNode, around: Around): Valued {
    if (node.items !== undefined) {
      const value = this.#collection(node, node.items, around);
      const comment = value.kind === 'block' ? undefined : this.#remarks.onLineOf(endOf(node), BEHIND_VALUE);
      return { value, comment };
    }
    const isBlock = isBlockText(sourceOf(this.#text, node));
    const lines = textLines(this.#text, node);
    const comment = this.#remarks.onLineOf(
      isBlock ? startOf(node) : endOf(node),
      isBlock ? BEHIND_BLOCK_MARK : BEHIND_VALUE,
    );
    return { value: { kind: 'text', isBlock, lines }, comment };
  }

  #collection(node: TreeNode, items: readonly Item[], around: Around): Block | Bracketed {
    const source = sourceOf(this.#text, node);
    const brackets = bracketsOf(source);
    const kind = brackets === '' && around.kind !== 'brackets' ? 'block' : 'bracketed';
    // A list may be as far left as its key; a comment there, after it, is not the list's.
    const column = Math.max(columnOf(this.#text, startOf(node)), around.column + 1);
    const within = kind === 'bracketed' ? 'brackets' : items.some(isPair) ? 'mapping' : 'list';
    const entries = items.map((item, index) => {
      const next = items[index + 1];
      const after = next === undefined ? around : { nextColumn: column, nextAt: startOf(next) };
      return this.#entry(item, { ...around, ...after, column, kind: within });
    });
    const tail =
      kind === 'block'
        ? this.#remarks.indented(Math.max(column, around.nextColumn + 1), around.nextAt)
        : this.#remarks.before(endOf(node)).filter(isComment);
    const [first, ...others] = entries;
    return {
      kind,
      brackets,
      isOneLine: !source.includes('\n'),
      entries: first === undefined ? [] : [{ ...first, above: withoutLeadingBlanks(first.above) }, ...others],
      tail,
    };
  }
}
