import { applyPatch } from 'diff';
import { describe, expect, test } from 'vitest';
import { randomOf } from '../../proofs/random.ts';
import { renderDiff } from '../../src/views/text-difference.ts';

const numbered = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index}\n`);
const diffOf = (was: string, wouldBe: string, color = false): string =>
  renderDiff('p.yaml', { was, wouldBe }, { color });

/** The heads of the hunks where line 10 changes and another goes away. */
function heads(gone: number): string[] {
  const was = numbered(1, 30);
  const changed = was.with(9, 'one\n').toSpliced(gone - 1, 1);
  return diffOf(was.join(''), changed.join(''))
    .split('\n')
    .filter((line) => line.startsWith('@@'));
}

describe('a unified diff', () => {
  test('has three lines of context around a change', () => {
    const was = numbered(1, 9);
    expect(diffOf(was.join(''), was.with(4, 'changed\n').join(''))).toBe(`--- a/p.yaml
+++ b/p.yaml
@@ -2,7 +2,7 @@
 line 2
 line 3
 line 4
-line 5
+changed
 line 6
 line 7
 line 8
`);
  });

  test('makes one hunk of changes with six lines between, and two of those with seven', () => {
    expect(heads(17)).toEqual(['@@ -7,14 +7,13 @@']);
    expect(heads(18)).toEqual(['@@ -7,7 +7,7 @@', '@@ -15,7 +15,6 @@']);
  });

  test.each([
    ['the same', 'a\n', 'a\n', ''],
    ['a text of one line', 'a\n', 'b\n', '@@ -1 +1 @@\n-a\n+b\n'],
    ['nothing before', '', 'a\nb\n', '@@ -0,0 +1,2 @@\n+a\n+b\n'],
    ['nothing after', 'a\n', '', '@@ -1 +0,0 @@\n-a\n'],
    ['a missing line end', 'a\nb', 'a\nb\n', '@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+b\n'],
    ['characters that cannot be seen', 'a\r\n', 'a\n', '@@ -1 +1 @@\n-a\\r\n+a\n'],
  ])('shows %s', (_, was, wouldBe, shown) => {
    expect(diffOf(was, wouldBe)).toBe(shown === '' ? '' : `--- a/p.yaml\n+++ b/p.yaml\n${shown}`);
  });

  test('has colours only where they are wanted', () => {
    expect(diffOf('a\nb\n', 'a\nc\n', true)).toContain('\u001b[31m-b\u001b[39m\n\u001b[32m+c\u001b[39m\n');
    expect(diffOf('a\nb\n', 'a\nc\n')).not.toContain('\u001b');
  });

  test('names a file from the root without a second slash, and drives no terminal', () => {
    const shown = renderDiff('/x/\u001b[2J.yaml', { was: 'a\n', wouldBe: 'b\n' }, { color: false });
    expect(shown.split('\n').slice(0, 2)).toEqual([String.raw`--- a/x/\e[2J.yaml`, String.raw`+++ b/x/\e[2J.yaml`]);
  });
});

/** The lines of a diff with one of these marks, without it. */
const markedWith = (marks: string, shown: string): string[] =>
  shown.split('\n').flatMap((line) => (marks.includes(line[0] ?? '?') ? [`${line.slice(1)}\n`] : []));

describe('the lines in common', () => {
  test('of random texts: the diff makes the one of the other', () => {
    for (let run = 0; run < 300; run += 1) {
      const random = randomOf(3, run);
      const text = (): string => Array.from({ length: random.int(0, 30) }, () => `${random.below(12)}\n`).join('');
      const [was, is] = [text(), text()];
      expect(applyPatch(was, diffOf(was, is)), `run ${run}`).toBe(is);
    }
  });

  test('of lines that move by one: just the new and the lost one', () => {
    const was = numbered(1, 200);
    const is = was.toSpliced(150, 1).toSpliced(50, 0, 'new\n');
    const shown = diffOf(was.join(''), is.join('')).split('\n').slice(2).join('\n');
    expect([markedWith('+', shown), markedWith('-', shown)]).toEqual([['new\n'], ['line 151\n']]);
  });

  test('of 100,000 lines that all differ: every line is replaced, before the test is given up', () => {
    const was = numbered(1, 100_000).join('');
    const shown = diffOf(`${was}last`, was.replaceAll('\n', '\r\n'));
    expect(shown).toContain('\n@@ -1,100001 +1,100000 @@\n-line 1\n');
    expect(shown).toContain('\n-last\n\\ No newline at end of file\n+line 1\\r\n');
    expect(shown.split('\n')).toHaveLength(200_006);
  });
});
