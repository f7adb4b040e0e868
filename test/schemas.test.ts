/** The schemas are the only truth about shape: every property explains itself, and nothing unknown passes. */
import { readFileSync } from 'node:fs';
import { matchesGlob } from 'node:path';
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

describe('the list for a store of schemas', () => {
  const { schemas } = JSON.parse(readFileSync(new URL('../schemas/catalog.json', import.meta.url), 'utf8')) as {
    schemas: readonly { readonly name: string; readonly fileMatch: readonly string[]; readonly url: string }[];
  };
  const namedFor = (file: string): string[] =>
    schemas.filter(({ fileMatch }) => fileMatch.some((one) => matchesGlob(file, one))).map(({ url }) => url);

  test('has the schema of each file that ordo init writes, and of no other YAML', () => {
    expect(namedFor('first.ordo.yaml')).toEqual(['plan.schema.json']);
    expect(namedFor('ordo.config.yaml')).toEqual(['config.schema.json']);
    for (const other of ['plans.yml', 'compose.yaml', 'ordo.yaml', 'my-ordo.yaml', 'config.yaml'])
      expect(namedFor(other)).toEqual([]);
  });

  test('leads to schemas that are there, under the titles that it gives them', () => {
    for (const { url, name } of schemas) expect(load(url.replace('.schema.json', ''))['title']).toBe(name);
  });
});
