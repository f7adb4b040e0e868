/** What a text becomes while it is read: its content alone, or a tree with the places of everything in it. */
import type { TreeNode, TreePair } from './locate.ts';

/** Places are offsets in the text. */
export interface Builder<Value, OfKeys extends Value, OfEntries extends Value> {
  scalar(text: string, start: number, end: number): Value;
  mapping(start: number): OfKeys;
  list(start: number): OfEntries;
  /** False where the mapping has the key. */
  put(mapping: OfKeys, key: string, keyStart: number, value: Value): boolean;
  add(list: OfEntries, entry: Value): void;
  /** Behind a closing bracket. */
  close(collection: OfKeys | OfEntries, end: number): void;
}

type Content = string | { [key: string]: Content } | Content[];

export const contentBuilder: Builder<Content, { [key: string]: Content }, Content[]> = {
  scalar: (text) => text,
  mapping: () => ({}),
  list: () => [],
  put(mapping, key, _, value) {
    if (Object.hasOwn(mapping, key)) return false;
    mapping[key] = value;
    return true;
  },
  add(list, entry) {
    list.push(entry);
  },
  close() {},
};

interface Node extends TreeNode {
  range: [number, number, number];
}

interface Mapping extends Node {
  readonly items: TreePair[];
  flow: boolean;
}

interface List extends Node {
  readonly items: Node[];
  flow: boolean;
}

const rangeOf = (start: number, end: number): [number, number, number] => [start, end, end];

/** Only for a text whose content was read before: it does not look for a key given twice. */
export const treeBuilder: Builder<Node, Mapping, List> = {
  scalar: (value, start, end) => ({ range: rangeOf(start, end), value }),
  mapping: (start) => ({ range: rangeOf(start, start), items: [], flow: false }),
  list: (start) => ({ range: rangeOf(start, start), items: [], flow: false }),
  put(mapping, key, keyStart, value) {
    const end = keyStart + key.length;
    mapping.items.push({ key: { range: rangeOf(keyStart, end), value: key }, value });
    return true;
  },
  add(list, entry) {
    list.items.push(entry);
  },
  close(collection, end) {
    collection.range = rangeOf(collection.range[0], end);
    collection.flow = true;
  },
};
