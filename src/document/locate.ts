/** From a place in a document's content to its characters. Walks the tree each time: only reported places are located. */

/** The part of a parsed node that is used here; the parser's own nodes satisfy it. `range` is start, end of value, end of node. */
export interface TreeNode {
  readonly range?: readonly [number, number, number] | null;
  readonly items?: readonly (TreeNode | TreePair)[] | undefined;
  /** Written in brackets. */
  readonly flow?: boolean;
  readonly value?: unknown;
}

export interface TreePair {
  readonly key: TreeNode;
  readonly value: TreeNode | null;
}

/** A document that can be read. */
export interface YamlTree {
  /** Mappings, lists and text, nothing else. Keys such as `__proto__` are own properties like any other. */
  readonly content: unknown;
  readonly root: TreeNode;
  /** Where the entries of the list under a key of the root begin. */
  readonly entryStarts: (key: string) => readonly number[];
}

/** Keys and indices from the root of a document, such as `['orders', 3, 'price']`. */
export type Path = readonly (string | number)[];

export interface Place {
  readonly path: Path;
  /** The key itself rather than what it holds. */
  readonly part?: 'key';
  /** Only these characters of the text at that place: offsets into it. */
  readonly within?: Span & { readonly text: string };
}

export interface Span {
  readonly start: number;
  readonly end: number;
}

const isPair = (item: TreeNode | TreePair): item is TreePair => 'key' in item;

/** What has no brackets ends where the last text in it does; the parser counts comments and lines behind it as well. */
function spanOf(node: TreeNode): Span {
  const [start = 0, end = 0] = node.range ?? [];
  const last = node.flow === true ? undefined : node.items?.at(-1);
  if (last === undefined) return { start, end };
  return { start, end: spanOf(isPair(last) ? (last.value ?? last.key) : last).end };
}

/** The last pair of that name, which is the one whose value counts. */
const pairOf = (node: TreeNode, name: string): TreePair | undefined =>
  node.items?.findLast((item): item is TreePair => isPair(item) && item.key.value === name);

/** A mapping without brackets is marked at its first key: the whole of it would be many lines. */
function headOf(node: TreeNode): Span {
  const first = node.items?.[0];
  const whole = spanOf(node);
  if (first === undefined || !isPair(first)) return whole;
  const key = spanOf(first.key);
  return key.start === whole.start ? key : whole;
}

/** The characters of a place, or of the nearest part around it if it does not exist. */
export function locate(root: TreeNode, place: Place): Span {
  let node = root;
  let span = headOf(root);
  for (const [depth, step] of place.path.entries()) {
    if (typeof step === 'number') {
      const item = node.items?.[step];
      if (item === undefined || isPair(item)) return span;
      node = item;
    } else {
      const pair = pairOf(node, step);
      if (pair === undefined) return span;
      const key = spanOf(pair.key);
      const isEmpty = pair.value === null || spanOf(pair.value).end === spanOf(pair.value).start;
      if (isEmpty || (place.part === 'key' && depth === place.path.length - 1)) return key;
      node = pair.value;
    }
    span = headOf(node);
  }
  return span;
}

/** Where the entries of the list under a key of the root begin. */
export const entryStarts = (root: TreeNode, key: string): readonly number[] =>
  (pairOf(root, key)?.value?.items ?? []).map((entry) => (isPair(entry) ? 0 : headOf(entry).start));

/** A key that is given twice in one mapping. */
export interface KeysAlike {
  readonly name: string;
  readonly first: Span;
  readonly again: Span;
  /** Nothing stands between the two, or behind the second. */
  readonly isNext: boolean;
  readonly isLast: boolean;
}

/** The key that starts at an offset, and the first key of the same name next to it. */
export function keysAlike(root: TreeNode, offset: number): KeysAlike | undefined {
  for (const [at, item] of (root.items ?? []).entries()) {
    const node = isPair(item) ? item.value : item;
    if (isPair(item) && item.key.range?.[0] === offset) {
      const items = root.items as readonly TreePair[];
      const before = items.findIndex(({ key }) => key.value === item.key.value);
      return {
        name: String(item.key.value),
        first: spanOf((items[before] as TreePair).key),
        again: spanOf(item.key),
        isNext: before === at - 1,
        isLast: at === items.length - 1,
      };
    }
    const inside = node === null || (node.range?.[2] ?? 0) < offset ? undefined : keysAlike(node, offset);
    if (inside !== undefined) return inside;
  }
  return undefined;
}
