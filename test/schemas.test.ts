/** The schemas are the only truth about shape: every property explains itself, and nothing unknown passes. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

type Node = Record<string, unknown>;
const load = (name: string): Node =>
  JSON.parse(readFileSync(new URL(`../schemas/${name}.schema.json`, import.meta.url), 'utf8')) as Node;

/** Every property of every object in a schema, with its path. */
function* properties(node: unknown, path = ''): Generator<[string, Node]> {
  if (typeof node !== 'object' || node === null) return;
  for (const [key, value] of Object.entries(node)) {
    if (key === 'properties')
      for (const [name, property] of Object.entries(value as Node)) yield [`${path}/${name}`, property as Node];
    if (key !== 'examples') yield* properties(value, `${path}/${key}`);
  }
}

function* objects(node: unknown, path = ''): Generator<[string, Node]> {
  if (typeof node !== 'object' || node === null) return;
  if ('properties' in node) yield [path, node];
  for (const [key, value] of Object.entries(node)) if (key !== 'examples') yield* objects(value, `${path}/${key}`);
}

describe.each(['plan', 'config', 'instruments'])('the %s schema', (name) => {
  const schema = load(name);
  const definitions = (schema['$defs'] ?? {}) as Record<string, Node>;
  const resolved = (node: Node): Node => {
    const reference = node['$ref'];
    return typeof reference === 'string' ? { ...definitions[reference.replace('#/$defs/', '')], ...node } : node;
  };

  test.each([...properties(schema)])(
    '%s has a description, and an example, a snippet or keys that do',
    (_, property) => {
      const { description, examples, defaultSnippets, properties: keys } = resolved(property);
      expect(description).toEqual(expect.stringMatching(/\S.{3,}/));
      if (keys === undefined) expect(examples ?? defaultSnippets).toEqual(expect.arrayContaining([expect.anything()]));
    },
  );
});

describe.each(['plan', 'config', 'instruments', 'event'])('the %s schema', (name) => {
  test('no object takes a key that it does not name', () => {
    const open = [...objects(load(name))].filter(
      ([, node]) => node['additionalProperties'] !== false && node['properties'] !== undefined,
    );
    expect(open.map(([path]) => path)).toEqual([]);
  });
});
