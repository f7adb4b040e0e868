/**
 * What a JSON Schema offers to write, as a set of sentences, and which of them a value takes up. Every scalar is text, as
 * ordo reads it: that an editor sees a number or a truth value beside a text is not a form of its own.
 *
 *   a key, at each place where it can stand          orders[].price.from
 *   a form of a text, at each place                  orders[].price like =.*
 *   a value of an enumeration, once per definition   #/$defs/marginMode isolated
 *   a kind of a union, once per definition           #/$defs/price object
 */
export interface Schema {
  readonly [key: string]: unknown;
}

/** A schema with its references resolved, where a value of it stands, and what it is a definition of. */
interface Node {
  readonly schema: Schema;
  readonly place: string;
  readonly definition: string;
}

const kindOf = (value: unknown): string =>
  Array.isArray(value) ? 'array' : typeof value === 'object' && value !== null ? 'object' : 'text';

/** What a union of types leaves, once all its scalars are text. */
function kindsIn({ type }: Schema): string[] {
  const kinds = new Set(listOf(type).map((one) => (one === 'object' || one === 'array' ? one : 'text')));
  return kinds.size > 1 ? [...kinds] : [];
}

function resolve(root: Schema, schema: Schema, place: string, within?: string): Node {
  const target = schema['$ref'];
  if (typeof target !== 'string') return { schema, place, definition: within ?? place };
  const found = target
    .replace('#/', '')
    .split('/')
    .reduce((node, key) => node[key] as Schema, root);
  return { schema: { ...found, ...schema }, place, definition: target };
}

/** What only spells out a range of whole numbers. */
const DIGITS = /^[\d[\]{},-]+$/;

/** Alternatives of a pattern `^(a|b|c)$`; none where it has only one. */
function formsOf({ pattern }: Schema): string[] {
  const inside = typeof pattern === 'string' ? /^\^\((.*)\)\$$/.exec(pattern)?.[1] : undefined;
  if (inside === undefined) return [];
  const parts = [''];
  let depth = 0;
  for (const character of inside) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (character === '|' && depth === 0) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts.length === 1 || parts.every((part) => DIGITS.test(part)) ? [] : parts;
}

const keyOf = (place: string, key: string): string => (place === '' ? key : `${place}.${key}`);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const branchesOf = (schema: Schema): readonly Schema[] =>
  ['allOf', 'anyOf', 'oneOf'].flatMap((key) => listOf(schema[key]) as readonly Schema[]);

type Facet = readonly [sentence: string, fits: (value: unknown) => boolean];

/** Of one node alone, each facet with whether a value takes it up. */
function own({ schema, place, definition }: Node): Facet[] {
  return [
    ...kindsIn(schema).map((kind): Facet => [`${definition} ${kind}`, (value) => kindOf(value) === kind]),
    ...Array.from(new Set(listOf(schema['enum']).map(String)), (word): Facet => [
      `${definition} ${word}`,
      (value) => value === word,
    ]),
    ...formsOf(schema).map((form): Facet => {
      const pattern = new RegExp(`^(?:${form})$`);
      return [`${place} like ${form}`, (value) => typeof value === 'string' && pattern.test(value)];
    }),
  ];
}

const propertiesOf = ({ schema }: Node): [string, Schema][] =>
  Object.entries((schema['properties'] ?? {}) as Record<string, Schema>);

/** Everything that the schema offers. */
export function facets(root: Schema, node: Node = resolve(root, root, ''), all = new Set<string>()): Set<string> {
  const { schema, place, definition } = node;
  for (const [facet] of own(node)) all.add(facet);
  for (const branch of branchesOf(schema)) facets(root, resolve(root, branch, place, definition), all);
  for (const [key, inner] of propertiesOf(node)) {
    all.add(keyOf(place, key));
    facets(root, resolve(root, inner, keyOf(place, key)), all);
  }
  if (schema['type'] === 'array' || schema['items'] !== undefined) all.add(`${place}[]`);
  if (schema['items'] !== undefined) facets(root, resolve(root, schema['items'] as Schema, `${place}[]`), all);
  const others = schema['additionalProperties'];
  if (typeof others === 'object') facets(root, resolve(root, others as Schema, `${place}.*`), all);
  return all;
}

/** What of it a valid value takes up. */
export function facetsOf(
  root: Schema,
  value: unknown,
  node: Node = resolve(root, root, ''),
  taken = new Set<string>(),
): Set<string> {
  const { schema, place, definition } = node;
  for (const [facet, fits] of own(node)) if (fits(value)) taken.add(facet);
  for (const branch of branchesOf(schema)) facetsOf(root, value, resolve(root, branch, place, definition), taken);
  if (Array.isArray(value)) {
    if (schema['items'] === undefined) return taken;
    taken.add(`${place}[]`);
    for (const item of value) facetsOf(root, item, resolve(root, schema['items'] as Schema, `${place}[]`), taken);
  } else if (kindOf(value) === 'object') {
    const properties = new Map(propertiesOf(node));
    for (const [key, inner] of Object.entries(value as Record<string, unknown>)) {
      const known = properties.get(key);
      const others = schema['additionalProperties'];
      if (known !== undefined) {
        taken.add(keyOf(place, key));
        facetsOf(root, inner, resolve(root, known, keyOf(place, key)), taken);
      } else if (typeof others === 'object')
        facetsOf(root, inner, resolve(root, others as Schema, `${place}.*`), taken);
    }
  }
  return taken;
}
