/** The keys of a schema, and a document that has each of them: so that no key can be forgotten by who asks about all. */
import { isMap, isSeq, isScalar, parseDocument, stringify, type Node, type Scalar } from 'yaml';

export interface Schema {
  readonly [key: string]: unknown;
}

/** A key's place, as `orders.price.from`, and its own words. */
interface Key {
  readonly place: string;
  readonly description: string;
}

/** A node with what its reference and its `allOf` add. */
function whole(root: Schema, node: Schema): Schema {
  const definitions = root['$defs'] as Readonly<Record<string, Schema>> | undefined;
  const { $ref: target } = node;
  const found = { ...(typeof target === 'string' ? definitions?.[target.replace('#/$defs/', '')] : {}), ...node };
  return Object.assign({}, found, ...((found['allOf'] ?? []) as readonly Schema[])) as Schema;
}

export const propertiesOf = (root: Schema, node: Schema): [string, Schema][] =>
  Object.entries((node['properties'] ?? {}) as Record<string, Schema>).map(([key, one]) => [key, whole(root, one)]);

/** The node at a place; of a list, that of its items. */
export function nodeAt(root: Schema, place: string): Schema {
  return place
    .split('.')
    .filter((step) => step !== '')
    .reduce<Schema>((node, step) => {
      const found = new Map(propertiesOf(root, node)).get(step);
      if (found === undefined) throw new Error(`the schema has no ${place}`);
      const { items } = found;
      return items === undefined ? found : whole(root, items as Schema);
    }, root);
}

/** Every key that the schema names. */
export function keysOf(root: Schema, node: Schema = root, within = ''): Key[] {
  return propertiesOf(root, node).flatMap(([key, property]) => {
    const place = within === '' ? key : `${within}.${key}`;
    const inner = property['items'] === undefined ? property : whole(root, property['items'] as Schema);
    return [{ place, description: String(property['description']) }].concat(keysOf(root, inner, place));
  });
}

/** A value that has all keys of a node, and the examples of the schema where it has none. */
function written(root: Schema, node: Schema): unknown {
  const properties = propertiesOf(root, node);
  if (properties.length > 0) return Object.fromEntries(properties.map(([key, one]) => [key, written(root, one)]));
  const { items, examples, additionalProperties: others } = node;
  if (typeof others === 'object') return { any: written(root, whole(root, others as Schema)) };
  const item = items === undefined ? undefined : whole(root, items as Schema);
  if (item?.['properties'] !== undefined) return [written(root, item)];
  return (examples as readonly unknown[])[0];
}

export const documentOf = (root: Schema): string => stringify(written(root, root));

/** Where each key of a document stands, by its place; the first one of each. */
export function offsetsOf(text: string): Map<string, number> {
  const offsets = new Map<string, number>();
  const visit = (node: Node | null, within: string): void => {
    if (isSeq<Node>(node)) for (const item of node.items) visit(item, within);
    if (!isMap<Scalar, Node | null>(node)) return;
    for (const { key, value } of node.items) {
      const place = within === '' ? String(key.value) : `${within}.${String(key.value)}`;
      if (isScalar(key) && key.range && !offsets.has(place)) offsets.set(place, key.range[0]);
      visit(value, place);
    }
  };
  visit(parseDocument(text).contents, '');
  return offsets;
}
