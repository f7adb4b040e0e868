/** An order as its author wrote it: its keys, their values, and their lines in the file. */
import type { SourceFile } from '../source/source-file.ts';
import { parseExpression } from './expression/parse-expression.ts';
import { isExpression, namesIn } from './expression/syntax.ts';
import { locate, type Path, type TreeNode, type TreePair } from '../document/locate.ts';
import { parseYaml } from '../document/parse-yaml.ts';

/** The value of a key, in one line whatever its layout: `64000`, `=entry`, `{ total: 0.9, shape: linear }`. */
export interface Written {
  readonly text: string;
  /** Line of its key, from 1. */
  readonly line: number;
}

type WrittenKeys = ReadonlyMap<string, Written>;

export interface WrittenOrder {
  /** Lines of its entry, from 1. */
  readonly first: number;
  readonly last: number;
  readonly own: WrittenKeys;
  /** The defaults for the keys that it does not have itself. */
  readonly inherited: WrittenKeys;
  /** The variables that its numbers are computed from, however far back. */
  readonly variables: WrittenKeys;
}

type Mapping = Readonly<Record<string, unknown>>;

/** The entry of that id, of a plan that is valid; a ladder is one entry. */
export function writtenOrder(source: SourceFile, id: string): WrittenOrder {
  const { tree } = parseYaml(source);
  if (tree === undefined) throw new Error('a valid plan that cannot be read');
  const { root } = tree;
  const content = tree.content as { orders: Mapping[]; defaults?: Mapping; vars?: Mapping };
  const index = content.orders.findIndex((order) => order['id'] === id);
  const entry = content.orders[index];
  if (entry === undefined) throw new Error(`a valid plan without the order ${id}`);
  const keys = (path: Path, mapping: Mapping = {}): WrittenKeys =>
    new Map(
      Object.entries(mapping).map(([key, value]) => {
        const { start } = locate(root, { path: [...path, key], part: 'key' });
        return [key, { text: inOneLine(value), line: source.lineAt(start) }];
      }),
    );
  const { start, end } = entryRange(root, index);
  const inherited = inheritedBy(entry, content.defaults ?? {});
  const used = usedNames([entry, inherited], content.vars ?? {});
  return {
    first: source.lineAt(start),
    // A mapping without brackets ends behind its last line.
    last: source.lineAt(Math.max(start, end - 1)),
    own: keys(['orders', index], entry),
    inherited: keys(['defaults'], inherited),
    variables: new Map([...keys(['vars'], content.vars)].filter(([name]) => used.has(name))),
  };
}

/** The defaults that an order takes. Their reference is that of their symbol; a trigger order has no time in force. */
function inheritedBy(entry: Mapping, defaults: Mapping): Mapping {
  const isOfSymbol = (entry['symbol'] ?? defaults['symbol']) === defaults['symbol'];
  const counts = (key: string): boolean =>
    !Object.hasOwn(entry, key) &&
    (key !== 'reference' || isOfSymbol) &&
    (key !== 'timeInForce' || !Object.hasOwn(entry, 'trigger'));
  return Object.fromEntries(Object.entries(defaults).filter(([key]) => counts(key)));
}

/** Strings, lists and mappings of them: a plan has nothing else. */
function inOneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inOneLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const pairs = Object.entries(value).map(([key, inner]) => `${key}: ${inOneLine(inner)}`);
  return `{ ${pairs.join(', ')} }`;
}

function entryRange(root: TreeNode, index: number): { start: number; end: number } {
  const orders = root.items?.find((item): item is TreePair => 'key' in item && item.key.value === 'orders');
  const entry = orders?.value?.items?.[index];
  if (entry === undefined || 'key' in entry) throw new Error(`no order ${index}`);
  const [start = 0, end = 0] = entry.range ?? [];
  return { start, end };
}

/** Every variable that an expression under `from` names, or one that it names in turn. */
function usedNames(from: readonly unknown[], variables: Mapping): ReadonlySet<string> {
  const used = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) visit(inner);
    if (typeof value !== 'string' || !isExpression(value)) return;
    const tree = parseExpression(value);
    for (const name of tree.ok ? namesIn(tree.value) : []) {
      if (used.has(name) || !Object.hasOwn(variables, name)) continue;
      used.add(name);
      visit(variables[name]);
    }
  };
  for (const value of from) visit(value);
  return used;
}
