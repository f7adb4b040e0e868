import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { Lexer, parse } from 'yaml';
import { formatPlan } from '../../src/plan/format/format-plan.ts';
import { orderShapeAt } from '../../src/plan/vocabulary/order-words.ts';
import { planShapeAt } from '../../src/plan/vocabulary/plan-words.ts';
import { SourceFile } from '../../src/source/source-file.ts';
import { RandomYaml } from './random-yaml.ts';

const GOLDEN = new URL('format/', import.meta.url);
const EXAMPLES = new URL('../../examples/', import.meta.url);

const format = (text: string): ReturnType<typeof formatPlan> => formatPlan(new SourceFile('plan.yaml', text));

function formatted(text: string): string {
  const result = format(text);
  if (!result.ok) throw new Error(`refused: ${result.error.map(({ code, start }) => `${code} at ${start}`).join()}`);
  return result.value;
}

const inKeyOrder = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
    : value;

/** The content as the library reads it, every scalar as its text, whatever the order of keys. */
const contentOf = (text: string): string => JSON.stringify(parse(text, { schema: 'failsafe' }), inKeyOrder, 1);

/** Comments as the library's lexer finds them. Behind a scalar's mark is its text, which may begin with a `#` of its own. */
const commentsOf = (text: string): string[] => {
  const lexemes = [...new Lexer().lex(text)];
  const isComment = (one: string, at: number): boolean => one.startsWith('#') && lexemes[at - 1] !== '\u001f';
  return lexemes.filter(isComment).map((one) => one.trimEnd());
};

const yamlFiles = (folder: URL): string[] => readdirSync(folder).filter((name) => name.endsWith('.yaml'));

describe('golden files (UPDATE_GOLDEN=1 writes them anew)', () => {
  test.each(yamlFiles(GOLDEN).filter((name) => !name.includes('.expected.')))('%s', (name) => {
    const text = formatted(readFileSync(new URL(name, GOLDEN), 'utf8'));
    const golden = new URL(name.replace('.yaml', '.expected.yaml'), GOLDEN);
    if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(golden, text);
    expect(existsSync(golden) ? readFileSync(golden, 'utf8') : 'no golden file').toBe(text);
    expect(formatted(text)).toBe(text);
  });
});

const keysOf = (shape: ReturnType<typeof planShapeAt>): string[] => Object.keys(shape?.fields ?? {});
const linesOf = (keys: readonly string[], pad: string): string => keys.map((key) => `${pad}${key}: 1\n`).join('');

describe('the order of keys is that of the field table', () => {
  test.each([
    ['of a plan', keysOf(planShapeAt([])), '', ''],
    ['of the defaults', keysOf(planShapeAt(['defaults'])), 'defaults:\n', '  '],
    ['of an order', keysOf(orderShapeAt([])), 'orders:\n  -\n', '    '],
    ['of a size', keysOf(orderShapeAt(['size'])), 'orders:\n  - id: a\n    size:\n', '      '],
  ])('%s, and what it does not know comes last', (_, known, head, pad) => {
    const keys = [...known, 'zebra'];
    expect(known.length).toBeGreaterThan(2);
    const text = formatted(`${head}${pad}zebra: 1\n${linesOf(known.toReversed(), pad)}`);
    expect(text).toBe((head + linesOf(keys, pad)).replace('-\n    ', '- '));
  });
});

describe('every example that can be read', () => {
  const files = [EXAMPLES, new URL('invalid/', EXAMPLES)].flatMap((folder) =>
    yamlFiles(folder).map((name) => new URL(name, folder)),
  );

  test.each(files.map((file) => [file.pathname.slice(EXAMPLES.pathname.length), file] as const))('%s', (_, file) => {
    const text = readFileSync(file, 'utf8');
    const result = format(text);
    if (!result.ok) {
      expect(result.error.length).toBeGreaterThan(0);
      return;
    }
    expect(formatted(result.value)).toBe(result.value);
    expect(contentOf(result.value)).toBe(contentOf(text));
    expect(commentsOf(result.value).toSorted()).toEqual(commentsOf(text).toSorted());
  });
});

describe('a random plan', () => {
  const plans = Array.from({ length: 600 }, (_, seed) => {
    const random = new RandomYaml(seed);
    const was = random.plan();
    return { seed, was, anchored: random.anchored, result: format(was) };
  });

  /** A failure names its seed and its text. */
  const holds = (check: (text: string, was: string, anchored: ReadonlyMap<string, string>) => void): void => {
    for (const { seed, was, anchored, result } of plans) {
      try {
        if (result.ok) check(result.value, was, anchored);
      } catch (error) {
        throw new Error(`seed ${seed}:\n${was}`, { cause: error });
      }
    }
  };

  test('can nearly always be read: only a comment taken into block text makes one that cannot', () => {
    const codes = plans.flatMap(({ result }) => (result.ok ? [] : result.error.map(({ code }) => code)));
    expect(new Set(codes)).toEqual(new Set(['text/line-break']));
    expect(codes.length).toBeLessThan(plans.length / 20);
  });

  test('says the same: every scalar by its characters, every list in its order, every comment', () => {
    holds((text, was) => {
      expect(contentOf(text)).toBe(contentOf(was));
      expect(commentsOf(text).toSorted()).toEqual(commentsOf(was).toSorted());
    });
  });

  test('is formatted the same again', () => {
    holds((text) => expect(formatted(text)).toBe(text));
  });

  test('has no tabs, no odd indentation, no spaces at the end of a line, no two blank lines, one line end', () => {
    holds((text) => {
      expect(text).not.toMatch(/[\t\r]| \n|\n\n\n|^\n|\n\n$|(?:^|\n)(?: {2})* \S/);
      expect(text.endsWith('\n')).toBe(true);
    });
  });

  test('keeps a comment above its key wherever the key goes', () => {
    holds((text, _, anchored) => {
      const lines = text.split('\n').map((line) => line.trim().replace(/^(?:- )+/, ''));
      for (const [key, comment] of anchored) {
        const below = lines.slice(lines.indexOf(comment)).find((line) => line !== '' && !line.startsWith('#'));
        expect(below?.slice(0, key.length + 1)).toBe(`${key}:`);
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
  ])('%s', (_, text, code) => {
    const result = format(text);
    expect(result.ok ? [] : result.error.map((one) => one.code)).toEqual([code]);
  });
});
