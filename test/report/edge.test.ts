import { globSync, readFileSync } from 'node:fs';
import { transformSync } from 'esbuild';
import { assert, constantFrom, property, string, array } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { disarmed, disarmedJson, inAscii, STAND_INS } from '../../src/report/text/edge.ts';
import { widthOf } from '../../src/source/text-width.ts';

const root = new URL('../../', import.meta.url);

/** What these files hold beyond ASCII is read in a plan, and never written. */
const READERS = new Set([
  'src/document/decimal-spelling.ts',
  'src/document/synonyms.ts',
  'src/document/yaml-slips.ts',
  'src/plan/expression/tokens.ts',
  'src/plan/vocabulary/suggestions.ts',
  'src/report/text/edge.ts',
]);

/** Every character beyond ASCII that a source file can write: its text without comments. */
function written(path: string): string[] {
  const loader = path.endsWith('x') ? 'tsx' : 'ts';
  const { code } = transformSync(readFileSync(new URL(path, root), 'utf8'), {
    loader,
    charset: 'utf8',
    minifyWhitespace: true,
    legalComments: 'none',
  });
  return [...new Set(code.match(/[^\0-\x7f]/gu) ?? [])];
}

describe('stand-ins', () => {
  const sources = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter((path) => !READERS.has(path));

  test('there is one for every character that any source file writes', () => {
    const missing = sources.flatMap((path) =>
      written(path)
        .filter((character) => STAND_INS[character] === undefined)
        .map((character) => `${path} ${character}`),
    );
    expect(sources.length).toBeGreaterThan(100);
    expect(sources.flatMap(written).length).toBeGreaterThan(50);
    expect(missing).toEqual([]);
  });

  test.each(Object.entries(STAND_INS))('%s becomes %s, as wide as it was', (character, standIn) => {
    expect(standIn).toMatch(/^[\x20-\x7e]$/);
    expect(widthOf(character)).toBe(1);
  });

  test('no two states look alike', () => {
    const states = ['·', '→', '✓', '✗', '?', '–', '○'];
    expect(new Set(states.map(inAscii)).size).toBe(states.length);
  });

  test('what a person wrote stays', () => {
    expect(inAscii('Öl → 油 …')).toBe('Öl > 油 ~');
  });
});

/** Whether a CI runner obeys a line, as GitHub's does: actions/runner, ActionCommand.cs. */
const isObeyed = (text: string): boolean =>
  text.split(/\r\n|[\r\n]/).some((line) => line.trimStart().startsWith('::') || /##\w*\[/.test(line));

describe('a CI runner', () => {
  test.each([
    '::add-mask::x',
    '   ::stop-commands::x',
    '\u00a0\u2003::error::x',
    ':::x::',
    'a\n::error::x',
    'a ##[add-mask]x',
    '###[error]x',
    '##vso[task.setvariable variable=a]b',
    '##teamcity[message text=a]',
  ])('obeys %j, and not what is written of it', (text) => {
    expect(isObeyed(text)).toBe(true);
    expect(isObeyed(disarmed(text))).toBe(false);
    expect(disarmed(text).replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''));
  });

  test('obeys nothing that was written, whatever it was made of', () => {
    const pieces = array(constantFrom(':', '::', '#', '##', '[', ']', ' ', '\n', '\r\n', 'x', 'vso', '\u00a0'));
    assert(
      property(pieces, (parts) => {
        expect(isObeyed(disarmed(parts.join('')))).toBe(false);
      }),
    );
  });

  test.each(['a::b', 'a :: b', '# [x]', '#[x]', 'plans/a.yaml:1:1'])('does not obey %j, which stays', (text) => {
    expect(disarmed(text)).toBe(text);
  });

  test('obeys nothing in JSON, which says the same as before', () => {
    assert(
      property(array(constantFrom('##[', '#', '[', 'x', '"', '\\')), string(), (parts, more) => {
        const json = JSON.stringify({ [parts.join('')]: parts.join('') + more });
        expect(isObeyed(disarmedJson(json))).toBe(false);
        expect(JSON.parse(disarmedJson(json))).toEqual(JSON.parse(json));
      }),
    );
  });
});
