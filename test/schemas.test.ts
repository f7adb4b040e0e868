/** The schemas are the only truth about shape: every property explains itself, and nothing unknown passes. */
import { readFileSync } from 'node:fs';
import { Ajv2020, type Options } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

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

describe.each(['plan', 'config', 'instruments', 'account'])('the %s schema', (name) => {
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

describe.each(['plan', 'config', 'instruments', 'account', 'event', 'reviewed'])('the %s schema', (name) => {
  test('no object takes a key that it does not name', () => {
    const open = [...objects(load(name))].filter(
      ([, node]) => node['additionalProperties'] !== false && node['properties'] !== undefined,
    );
    expect(open.map(([path]) => path)).toEqual([]);
  });
});

describe('as docs/editors.md tells other validators', () => {
  const page = readFileSync(new URL('../docs/editors.md', import.meta.url), 'utf8');
  // Its options as text are YAML too.
  const options = parse(/new Ajv2020\((\{.*\})\);/.exec(page)?.[1] ?? '') as Options;

  test('the strict mode it tells of is strict', () => {
    expect(options).toMatchObject({ strict: true });
    expect(() => new Ajv2020(options).compile({ type: 'object', unheardOf: 1 })).toThrow('unheardOf');
  });

  test.each(['plan', 'config', 'instruments', 'account', 'event', 'reviewed'])('the %s schema compiles', (name) => {
    expect(() => new Ajv2020(options).compile(load(name))).not.toThrow();
  });

  test('and nothing more has to be told', () => {
    const used = new Set(
      ['plan', 'config', 'instruments', 'account', 'event', 'reviewed'].flatMap(
        (name) => JSON.stringify(load(name)).match(/"(\w+)":/g) ?? [],
      ),
    );
    expect((options.keywords as string[]).filter((keyword) => !used.has(`"${keyword}":`))).toEqual([]);
  });
});
