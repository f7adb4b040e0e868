/**
 * Editor and ordo agree on the structure of a plan: ordo reads the text, an editor reads YAML's values and holds them
 * against the published schema. Here the editor is YAML's own core schema and ajv; test/editor/yaml-language-server.test.ts
 * asks the real one.
 *
 * What a schema cannot see, all of it:
 * 1. how a number, a truth or a nothing is spelled (`1e3`, `0x10`, `True`, `~`): an editor sees the value, so ordo is held to
 *    what it says of the plain spelling of that value;
 * 2. more than 40 digits;
 * 3. keys that are given twice;
 * 4. YAML that a plan does not use: anchors, aliases, tags, merge keys, directives, second documents, block text;
 * 5. arithmetic, dates and references, which are no structure: every code but `key/…` and `value/…`, and what an expression
 *    comes to.
 */
import { globSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { assert, constantFrom, integer, property, record, array } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { loadPlan } from '../../src/plan/load-plan.ts';
import type { Diagnostic } from '../../src/source/diagnostic.ts';
import { SourceFile } from '../../src/source/source-file.ts';
import { mutated, plainlySpelled } from './mutate.ts';

const root = new URL('../../', import.meta.url);
const schema = JSON.parse(readFileSync(new URL('schemas/plan.schema.json', root), 'utf8')) as object;
const ajv = new Ajv2020({ allErrors: true, strict: false });
const fits = ajv.compile(schema);

/** Each example of a plan, valid or not. */
const examples = globSync('examples/{*,invalid/*}.yaml', { cwd: root })
  .filter((path) => !path.endsWith('ordo.config.yaml'))
  .toSorted();
const textOf = (path: string): string => readFileSync(new URL(path, root), 'utf8');

/** What an editor says; undefined where the text is not YAML to it, or nothing at all. */
function editors(text: string): boolean | undefined {
  // JSON has no keys but text, and an editor takes a key as it is written.
  const options = { version: '1.2', schema: 'core', uniqueKeys: false, stringKeys: true, merge: false } as const;
  const document = parseDocument(text, options);
  if (document.errors.length > 0 || document.contents === null) return undefined;
  return fits(document.toJS({ maxAliasCount: 0 }));
}

const isUnseen = ({ code, source, start, end }: Diagnostic): boolean => {
  const written = source.text.slice(start, end);
  if (code === 'value/digits' || code === 'key/duplicate') return true;
  return /^value\/(zero|negative)$/.test(code) && written.startsWith('=');
};

const isStructural = ({ code }: Diagnostic): boolean => /^(key|value)\//.test(code) || code === 'ladder/one-step';

/** What ordo says of the structure; undefined where the text is not YAML as plans have it. */
function ordos(text: string): { readonly sound: boolean; readonly why: string } | undefined {
  const { diagnostics } = loadPlan(new SourceFile('plan.yaml', text));
  if (diagnostics.some(({ code }) => /^(yaml|text)\//.test(code))) return undefined;
  const found = diagnostics.filter((one) => isStructural(one) && !isUnseen(one));
  return { sound: found.length === 0, why: found.map(({ code, message }) => `${code} ${message}`).join('\n') };
}

interface Compared {
  readonly text: string;
  readonly editor: boolean;
  readonly ordo: boolean;
  readonly why: string;
}

/** Both verdicts on a text; undefined where one of them cannot read it. */
function compared(text: string): Compared | undefined {
  const ordo = ordos(plainlySpelled(text));
  const editor = ordo === undefined ? undefined : editors(text);
  if (editor === undefined || ordo === undefined) return undefined;
  return { text, editor, ordo: ordo.sound, why: editor ? ordo.why : ajv.errorsText(fits.errors) };
}

describe('an example', () => {
  test.each(examples)('%s', (path) => {
    const both = compared(textOf(path));
    if (both !== undefined) expect(both).toMatchObject({ editor: both.ordo });
  });

  test('of nearly every kind can be compared', () => {
    expect(examples.map((path) => compared(textOf(path))).filter((one) => one !== undefined).length).toBeGreaterThan(
      85,
    );
  });
});

/** What was once taken by one of the two and refused by the other. */
const ORDER = 'side: open-long, symbol: a, size: 1, price: 1';
test.each([
  ['description: 3\norders: [{ id: a, $ }]', true],
  ['description:\norders: [{ id: a, $ }]', true],
  ['orders: [{ id: a, symbol: 3, side: open-long, size: 1, price: 1 }]', true],
  ['orders: [{ id: null, $ }]', true],
  ['orders: [{ id: no, $ }]', true],
  ['orders: [{ id: 007, $ }]', true],
  ['orders: [{ id: true, $ }, { id: b, after: [true], $ }]', true],
  ['orders: [{ id: 7, $ }, { id: b, after: [7], $ }]', true],
  ['orders: [{ id: 0.5, $ }]', false],
  ['orders: [{ id: -1, $ }]', false],
  ['orders: [{ id: a, $, trigger: "0" }]', false],
  ['orders: [{ id: a, $, trigger: 0 }]', false],
  ['orders: [{ id: a, $, trigger: "0.00" }]', false],
  ['vars: { a: "0" }\norders: [{ id: a, $, trigger: =a + 1 }]', true],
])('both say the same of %j', (text, isSound) => {
  const both = compared(`version: 1\nname: a\n${text.replaceAll('$', ORDER)}\n`);
  expect(both).toMatchObject({ editor: isSound, ordo: isSound });
});

test.each([
  ['123', true],
  ['true', true],
  ['null', true],
  ['0.5', false],
  ['-1', false],
])('both say the same of the name %s', (name, isSound) => {
  const both = compared(`version: 1\nname: ${name}\norders: [{ id: a, ${ORDER} }]\n`);
  expect(both).toMatchObject({ editor: isSound, ordo: isSound });
});

test('both say the same of hundreds of changed plans', () => {
  // One mistake hides what a change does, so most begin sound; short ones, as each is read some times.
  const sources = examples.map(textOf).filter((text) => text.length < 2000 && compared(text)?.editor === true);
  const seen = { both: 0, neither: 0 };
  const change = record({
    kind: integer({ min: 0, max: 5 }),
    at: integer({ min: 0, max: 999 }),
    what: integer({ min: 0, max: 999 }),
  });
  assert(
    property(constantFrom(...sources), array(change, { minLength: 1, maxLength: 2 }), (source, changes) => {
      const both = compared(changes.reduce(mutated, source));
      if (both === undefined) return;
      if (both.editor !== both.ordo)
        throw new Error(`editor ${both.editor}, ordo ${both.ordo}: ${both.why}\n${both.text}`);
      seen[both.editor ? 'both' : 'neither'] += 1;
    }),
    { seed: 20_260_731, numRuns: 500 },
  );
  // Of the rest one of the two can read nothing at all.
  expect(seen.both).toBeGreaterThan(50);
  expect(seen.neither).toBeGreaterThan(150);
});
