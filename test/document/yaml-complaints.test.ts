/** The YAML library's wording is not promised: a release that changes it fails here, row by row. */
import { expect, test } from 'vitest';
import { parseYaml } from '../../src/document/parse-yaml.ts';
import { SourceFile } from '../../src/source/source-file.ts';

test.each([
  ['a tab for spaces', 'a:\n\tb: 1\n', 'yaml/tab-indent', '\t'],
  ['a word on a line of its own', 'a: 1\nb\nc: 2\n', 'yaml/missing-colon', 'b'],
  ['a word on the last line', 'a: 1\nb\n', 'yaml/missing-colon', 'b'],
  ['a colon without a space', 'a: 1\nb:2\nc: 3\n', 'yaml/missing-space', 'b:2'],
  ['two colons on a line', 'a: b: c\n', 'yaml/second-colon', 'b: c'],
  ['a key indented under a value', 'a: 1\n  b: 2\n', 'yaml/indentation', 'b: 2'],
  ['a key between two columns', 'a:\n    b: 1\n  c: 2\n', 'yaml/indentation', 'c: 2'],
  ['an entry without its dash', 'a:\n  - b\n  c\n', 'yaml/indentation', 'c'],
  ['an unknown escape', 'a: "\\q"\n', 'yaml/escape', '\\q'],
  ['a reserved character', 'a: @b\n', 'yaml/reserved-character', '@'],
  ['a comment without a space', 'a: "b"#c\n', 'yaml/missing-space', '#'],
  ['a list on the line of its key', 'a: - b\n', 'yaml/indentation', '-'],
  ['a word behind a closing quote', 'a: "b" c\n', 'yaml/syntax', 'c'],
  ['a key given twice', 'a: 1\na: 2\n', 'key/duplicate', 'a'],
])('%s', (_, text, code, marked) => {
  const [first] = parseYaml(new SourceFile('a.yaml', text)).diagnostics;
  expect(first?.code).toBe(code);
  expect(text.slice(first?.start, first?.end)).toBe(marked);
});
