import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { Lexer, parse } from 'yaml';
import { formatPlan } from '../../src/plan/format/format-plan.ts';
import { SourceFile } from '../../src/source/source-file.ts';
import { RandomYaml } from './random-yaml.ts';

const GOLDEN = new URL('format/', import.meta.url);
const EXAMPLES = new URL('../../examples/', import.meta.url);

const format = (text: string): ReturnType<typeof formatPlan> => formatPlan(new SourceFile('plan.yaml', text));

async function formatted(text: string): Promise<string> {
  const result = await format(text);
  if (!result.ok) throw new Error(`refused: ${result.error.map(({ code, start }) => `${code} at ${start}`).join()}`);
  return result.value;
}

/** A mapping as its pairs: a number as a key would else come before the others. */
const asPairs = (_: string, value: unknown): unknown => (value instanceof Map ? [...value] : value);

/** The content as the library reads it, every scalar as its text, keys in their order. */
const contentOf = (text: string): string =>
  JSON.stringify(parse(text, { schema: 'failsafe', mapAsMap: true }), asPairs, 1);

/** Comments as the library's lexer finds them. Behind a scalar's mark is its text, which may begin with a `#` of its own. */
const commentsOf = (text: string): string[] => {
  const lexemes = [...new Lexer().lex(text)];
  const isComment = (one: string, at: number): boolean => one.startsWith('#') && lexemes[at - 1] !== '\u001f';
  return lexemes.filter(isComment).map((one) => one.trimEnd());
};

const yamlFiles = (folder: URL): string[] => readdirSync(folder).filter((name) => name.endsWith('.yaml'));

describe('golden files (UPDATE_GOLDEN=1 writes them anew)', () => {
  test.each(yamlFiles(GOLDEN).filter((name) => !name.includes('.expected.')))('%s', async (name) => {
    const text = await formatted(readFileSync(new URL(name, GOLDEN), 'utf8'));
    const golden = new URL(name.replace('.yaml', '.expected.yaml'), GOLDEN);
    if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(golden, text);
    expect(existsSync(golden) ? readFileSync(golden, 'utf8') : 'no golden file').toBe(text);
    expect(await formatted(text)).toBe(text);
  });
});

const BY_PRETTIER = `---
# by Prettier 3.10
version: 1 # always first
name: "quoted"

vars:
  entry: 64000

  # of the vars
orders:
  - id: a # behind
    size: { total: 0.9, shape: linear }
    price:
      { from: 630000000000, to: 600000000000, steps: 9, spacing: geometric }
    side: open-long

    # above the last key
    note: 'he said "no"'
  # above the dash
  - # on the dash

    # above the id
    id: b
    after:
      - a
      # commented-out
  - {
      id: a-row-that-prettier-folded,
      side: open-long,
      # in brackets
      size: 0.10, # behind a comma

      price: 64000.00,
      after: [a, b],
      shares:
        [
          1000000000000000000000000,
          1000000000000000000000000,
          1000000000000000000000000,
        ],
    }
  - { id: c, side: close-long } # behind a row
description: >- # folded
  one
  two
`;

describe('the author decides', () => {
  test.each([
    ['the order of keys', 'orders:\n  - price: 1\n    trigger: 2\n    id: a\nname: x\nversion: 1\n'],
    ['blank lines', 'version: 1\n\norders:\n  - id: a\n\n    side: open-long\n\n  - id: b\n'],
    ['a row however long', `orders:\n  - { id: ${'a'.repeat(100)}, side: open-long }\n`],
    ['a value below its key, if a line is too long', `a:\n  [${'a'.repeat(40)}, ${'b'.repeat(34)}]\n`],
    [
      'a row between brackets however long',
      `{\n  orders:\n    [\n      { id: ${'a'.repeat(100)}, side: open-long },\n    ],\n}\n`,
    ],
    ['a row behind its key however long', `price: { from: ${'1'.repeat(40)}, to: ${'2'.repeat(21)} }\n`],
    ['a comment on the line of an entry', 'a: {\n    b: { c: 1 }, # of b\n    # of d\n    d: 2,\n  }\n'],
    ['quotes', 'name: "a"\nno: b\n"on": c\n'],
    ['a list that is commented out', 'orders:\n  # - id: a\nname: b\n'],
    ['all of what Prettier wrote', BY_PRETTIER],
  ])('%s', async (_, text) => {
    expect(await formatted(text)).toBe(text);
  });

  test.each([
    ['blank lines in a row become one', 'a: 1\n\n \n\nb: 2\n', 'a: 1\n\nb: 2\n'],
    ['no blank line begins a block', 'a:\n\n  b: 1\n\n\n', 'a:\n  b: 1\n'],
    ['comments in a column lose it', 'a: 1     # x\nbcd: 2   # y\n', 'a: 1 # x\nbcd: 2 # y\n'],
    ['brackets over lines are closed up', 'a: {\n  b: 1,\n  c: [\n  ] }\n', 'a: { b: 1, c: [] }\n'],
    ['single quotes become double ones', "a: 'b'\n", 'a: "b"\n'],
    ['a space that a backslash keeps at the end of a line ends it', 'name: "a\\ \n  b"\n', 'name: "a  b"\n'],
    ['a comment further in than its key goes below it', 'a: 1\n    # c\nb: 2\n', 'a: 1\n# c\nb: 2\n'],
    ['a comment behind the last entry gets no comma', 'a: { b: 1\n  # c\n  }\n', 'a: {\n    b: 1,\n    # c\n  }\n'],
    ['a comment before a comma goes behind it', 'a: [1 # c\n  , 2]\n', 'a: [\n    1, # c\n    2,\n  ]\n'],
    ['a comment in an empty pair of brackets goes behind it', 'a: [ # c\n  ]\n', 'a: [] # c\n'],
    [
      'a comment behind a nested bracket goes above its key',
      'a: { b: { c: 1 }, # d\n  e: 2 }\n',
      'a: {\n    # d\n    b: { c: 1 },\n    e: 2,\n  }\n',
    ],
    ['an empty value in brackets gets quotes', 'a: { b: , c: 1 }\n', 'a: { b: "", c: 1 }\n'],
    [
      'a comment behind a key in brackets goes above it',
      'a: [{ b: # c\n  d }]\n',
      'a: [\n    {\n      # c\n      b: d,\n    },\n  ]\n',
    ],
  ])('but %s', async (_, was, text) => {
    expect(await formatted(was)).toBe(text);
    expect(await formatted(text)).toBe(text);
  });
});

describe('every example that can be read', () => {
  const files = [EXAMPLES, new URL('invalid/', EXAMPLES)].flatMap((folder) =>
    yamlFiles(folder).map((name) => new URL(name, folder)),
  );

  test.each(files.map((file) => [file.pathname.slice(EXAMPLES.pathname.length), file] as const))(
    '%s',
    async (_, file) => {
      const text = readFileSync(file, 'utf8');
      const result = await format(text);
      if (!result.ok) {
        expect(result.error.length).toBeGreaterThan(0);
        return;
      }
      expect(await formatted(result.value)).toBe(result.value);
      expect(contentOf(result.value)).toBe(contentOf(text));
      expect(commentsOf(result.value)).toEqual(commentsOf(text));
    },
  );
});

const plans = await Promise.all(
  Array.from({ length: 250 }, async (_, seed) => {
    const random = new RandomYaml(seed);
    const was = random.plan();
    return { seed, was, anchored: random.anchored, result: await format(was) };
  }),
);

/** A failure names its seed and its text. */
test('is one layout, whatever a comment says to Prettier', async () => {
  const text = '# prettier-ignore\nversion:   1\n# prettier-ignore\ndefaults: {symbol:   a}\n';
  expect(await formatted(text)).toBe('# prettier-ignore\nversion: 1\n# prettier-ignore\ndefaults: { symbol: a }\n');
});

const holds = async (
  check: (text: string, was: string, anchored: ReadonlyMap<string, string>) => void | Promise<void>,
): Promise<void> => {
  for (const { seed, was, anchored, result } of plans) {
    try {
      if (result.ok) await check(result.value, was, anchored);
    } catch (error) {
      throw new Error(`seed ${seed}:\n${was}`, { cause: error });
    }
  }
};

describe('a random plan', () => {
  test('can nearly always be read: only a comment taken into block text makes one that cannot', () => {
    const codes = plans.flatMap(({ result }) => (result.ok ? [] : result.error.map(({ code }) => code)));
    expect(new Set(codes)).toEqual(new Set(['text/line-break']));
    expect(codes.length).toBeLessThan(plans.length / 20);
  });

  test('says the same in the same order: every scalar by its characters, every comment', async () => {
    await holds((text, was) => {
      expect(contentOf(text)).toBe(contentOf(was));
      expect(commentsOf(text)).toEqual(commentsOf(was));
    });
  });

  test('is formatted the same again', async () => {
    await holds(async (text) => expect(await formatted(text)).toBe(text));
  });

  test('has no tabs, no odd indentation, no spaces at the end of a line, no two blank lines, one line end', async () => {
    await holds((text) => {
      // Those of block text are its characters.
      expect(text.replaceAll(/^ +one {2}$/gm, '  one')).not.toMatch(/[\t\r]| \n|\n\n\n|^\n|\n\n$|(?:^|\n)(?: {2})* \S/);
      expect(text.endsWith('\n')).toBe(true);
    });
  });

  test('keeps a comment above its key', async () => {
    await holds((text, _, anchored) => {
      const lines = text.split('\n').map((line) => line.trim().replace(/^(?:- )+/, ''));
      for (const [key, comment] of anchored) {
        const below = lines.slice(lines.indexOf(comment)).find((line) => line !== '' && !line.startsWith('#'));
        expect(below?.replaceAll('"', '').slice(0, key.length + 1)).toBe(`${key}:`);
      }
    });
  });
});

describe('refused, and told why', () => {
  test.each([
    ['a key twice', 'name: a\nname: b\n', 'key/duplicate'],
    ['nothing', '# only a comment\n', 'text/empty'],
    ['an anchor', 'name: &a b\n', 'yaml/anchor'],
    ['two documents', 'name: a\n---\nname: b\n', 'yaml/second-document'],
    ['a control character', 'name: a\u0007\n', 'text/control-character'],
  ])('%s', async (_, text, code) => {
    const result = await format(text);
    expect(result.ok ? [] : result.error.map((one) => one.code)).toEqual([code]);
  });
});
