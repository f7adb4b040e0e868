/** Small texts that cost a YAML library minutes, memory or the process: refused or read, in bounded time. */
import { describe, expect, test } from 'vitest';
import { loadPlan } from '../../src/plan/load-plan.ts';
import type { LoadedPlan } from '../../src/plan/load-plan.ts';
import { SourceFile } from '../../src/source/source-file.ts';

const HEAD = 'version: 1\nname: hostile\norders:\n';
/** Two seconds where nobody else works; processors that are shared count more for the same. */
const LIMIT_MS = 4_000;

function load(text: string): LoadedPlan & { codes: string[] } {
  // Of this thread alone: what else the machine does is no matter here.
  const start = process.threadCpuUsage();
  const loaded = loadPlan(new SourceFile('plan.yaml', text));
  const { user, system } = process.threadCpuUsage(start);
  expect((user + system) / 1000).toBeLessThan(LIMIT_MS);
  expect(loaded.diagnostics.length).toBeLessThanOrEqual(100);
  return { ...loaded, codes: [...new Set(loaded.diagnostics.map((one) => one.code))] };
}

const lines = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, i) => line(i)).join('');

describe('a bomb is refused for what it is', () => {
  test.each([
    ['explicit keys in each other', '? '.repeat(3_000), 'yaml/too-deep'],
    ['a few explicit keys in each other', '? '.repeat(20), 'yaml/explicit-key'],
    ['lists in brackets', '['.repeat(100_000), 'yaml/too-deep'],
    ['lists by dashes', '- '.repeat(100_000), 'yaml/too-deep'],
    ['mappings in braces', '{a: '.repeat(50_000), 'yaml/too-deep'],
    ['mappings by indentation', lines(2_000, (i) => `${' '.repeat(i)}a:\n`), 'yaml/too-deep'],
    ['colons', ': '.repeat(100_000), 'yaml/too-deep'],
    ['50,000 keys', lines(50_000, (i) => `k${i}: 1\n`), 'yaml/too-many-keys'],
    ['50,000 keys in braces', `{ ${lines(50_000, (i) => `k${i}: 1, `)} }`, 'yaml/too-many-keys'],
    ['entries', `${HEAD}${'- a\n'.repeat(21_000)}`, 'yaml/too-many-entries'],
    ['commas', `orders: [${','.repeat(100_000)}]`, 'yaml/syntax'],
    ['quotes', '"'.repeat(100_001), 'yaml/syntax'],
    ['aliases', `a: &a [x]\n${lines(30, (i) => `b${i}: &b${i} [${'*a,'.repeat(100)}]\n`)}`, 'yaml/anchor'],
    ['tags', `orders: ${'!a '.repeat(40_000)}`, 'yaml/tag'],
    ['a list that contains itself', 'orders: &a [*a]\n', 'yaml/anchor'],
    ['documents', '---\n'.repeat(50_000), 'yaml/second-document'],
    ['directives', '%a\n'.repeat(50_000), 'yaml/directive'],
    [
      'tokens',
      `${HEAD}${'- [a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q,r,s,t,u,v,w,x,y,z]\n'.repeat(19_000)}`,
      'yaml/too-many-tokens',
    ],
    ['a bracket that never closes', `[${'a,'.repeat(100_000)}`, 'yaml/unclosed-bracket'],
    ['a bracket that closes too far left', `a: {\nb: "${`\\"' # ] `.repeat(200_000)}"\n}`, 'yaml/indentation'],
    ['a quote that never closes behind a bracket', `a: {\n"${'\\"'.repeat(500_000)}`, 'yaml/unclosed-bracket'],
    ['a key of a million letters', `${'k'.repeat(1_000_000)}: 1\n`, 'yaml/syntax'],
    [
      'a number of a million digits',
      `${HEAD}- {id: a, side: open-long, size: ${'9'.repeat(1_000_000)}, price: 1, symbol: b}`,
      'value/digits',
    ],
    ['a name of a million letters', `version: 1\nname: ${'n'.repeat(1_000_000)}\norders: []`, 'value/spelling'],
    ['nothing but comments', '# x\n'.repeat(50_000), 'text/empty'],
    ['nothing but lines', '\n'.repeat(100_000), 'text/empty'],
    ['binary', '\u0000\u0001\u0002'.repeat(100_000), 'text/control-character'],
  ])('%s', (_, text, code) => {
    const { plan, codes } = load(text);
    expect(codes).toContain(code);
    expect(plan).toBeUndefined();
  });

  test('four thousand bad orders', () => {
    const { diagnostics } = load(HEAD + lines(4_000, () => '- { id: "?", side: up, size: 1e3, price: x, pair: y }\n'));
    expect(diagnostics).toHaveLength(100);
  });

  test('four thousand orders of one id', () => {
    const { codes } = load(HEAD + lines(4_000, () => '- { id: a, side: open-long, size: 1, price: 1, symbol: b }\n'));
    expect(codes).toEqual(['order/duplicate-id']);
  });
});

describe('what is only large is read', () => {
  test('comments around and in a plan', () => {
    const flood = '# a comment\n'.repeat(40_000);
    const { plan } = load(
      `${flood}${HEAD}${flood}  - id: a # here\n    side: open-long\n    size: 1\n${flood}    price: 1\n    symbol: b\n`,
    );
    expect(plan?.orders[0]?.line).toBe(80_004);
  });

  test('a folded description of many lines', () => {
    const { codes } = load(
      `version: 1\nname: a\ndescription: ${'word\n  '.repeat(100_000)}\norders:\n  - { id: a, side: open-long, size: 1, price: 1, symbol: b }\n`,
    );
    expect(codes).toEqual(['value/too-long']);
  });
});
