/** What the package exports, held: a name or a signature that changes shows here, and is decided on (UPDATE_GOLDEN=1 writes it). */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { bundled } from '../../scripts/declarations/bundle-declarations.ts';
import * as library from '../../src/index.ts';

const SURFACE = new URL('surface.txt', import.meta.url);
const declarations = readFileSync(new URL('../../dist/index.d.ts', import.meta.url), 'utf8');

/** Without comments, which may say things better at any time. */
const surface = declarations
  .replaceAll(/^ *\/\*\*[\s\S]*?\*\/\n/gm, '')
  .replaceAll(/[ \t]+$/gm, '')
  .trimStart();

const list = /^export \{\n([\s\S]*?)^\};$/m.exec(declarations)?.[1] ?? '';
const names = list.split('\n').map((line) =>
  line
    .trim()
    .replace(/,$/, '')
    .replace(/^(?!type )\w+ as /, ''),
);

test('the surface is what test/library/surface.txt says', () => {
  if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(SURFACE, surface);
  expect(existsSync(SURFACE)).toBe(true);
  expect(surface).toBe(readFileSync(SURFACE, 'utf8'));
});

test('what is declared is what is there, and nothing else', () => {
  const values = names.filter((name) => name !== '' && !name.startsWith('type '));
  expect(values.toSorted()).toEqual(Object.keys(library).toSorted());
});

describe('declarations of several files', () => {
  const files: Readonly<Record<string, string>> = {
    'a.d.ts': "/** The entry. */\nexport { one as first } from './b.ts';\nexport type { Two } from './b.ts';\n",
    'b.d.ts':
      "import type { Same as Their } from './c.ts';\n/** Ours. */\ninterface Same {\n    /** Theirs. */\n    readonly a: Their;\n}\nexport type Two = Same\n/** Or this. */\n | {\n    readonly b: 'Unused';\n};\nexport declare function one(same: Same): Two;\nexport interface Unused {\n    c: 1;\n}\n",
    'c.d.ts': 'export interface Same {\n    readonly d: 1;\n}\n',
  };

  test('become one that has only what is reached, each type under a name of its own', () => {
    const text = bundled('a.d.ts', (file) => files[file] ?? '');
    expect(text).toContain('declare function one(same: Same): Two;');
    expect(text).toContain('    readonly a: Same_2;');
    expect(text).toContain('interface Same_2 {\n    readonly d: 1;\n}');
    expect(text).toContain('/** Or this. */\n | {');
    expect(text).not.toContain('interface Unused');
    expect(text).toContain('export {\n  one as first,\n  type Two,\n};');
  });

  test('that lead to a package, or nowhere, are refused', () => {
    const package_ = {
      'a.d.ts': "export type { A } from './b.ts';",
      'b.d.ts': "import { B } from 'ajv';\nexport type A = B;\n",
    };
    expect(() => bundled('a.d.ts', (file) => package_[file as 'a.d.ts'])).toThrow('package ajv');
    expect(() => bundled('a.d.ts', (file) => (file === 'a.d.ts' ? package_['a.d.ts'] : ''))).toThrow('has no A');
  });
});
