/** The reader of plain YAML and the library: a short form of proofs/inputs/plain-yaml.ts, and what each of them reads. */
import { describe, expect, it } from 'vitest';
import { differenceIn, takesTooMuch } from '../../proofs/inputs/plain-yaml.ts';
import { plainText } from '../../proofs/inputs/plain-texts.ts';
import { parseYaml } from '../../src/document/parse-yaml.ts';
import { readPlainYaml } from '../../src/document/plain-yaml.ts';
import { SourceFile } from '../../src/source/source-file.ts';

const taken = (text: string): boolean => readPlainYaml(text, 200) !== undefined;

it('reads random texts as the library does, or declines them', () => {
  // Another part of the whole at each run of the tests; a failure names the text.
  const seed = Math.floor(Date.now() / 1000) % 1_000_000;
  let count = 0;
  for (let number = 0; number < 4000; number++) {
    const text = plainText(seed, number);
    count += taken(text) ? 1 : 0;
    expect({ text, differs: differenceIn(text) }).toEqual({ text, differs: undefined });
  }
  expect(count).toBeGreaterThan(400);
});

it('declines what has more parts than the library is let read, and takes 20,000 orders', () => {
  expect(takesTooMuch('- {  a:  "b" ,  c:  d  }  # x')).toBe(false);
  const order = ['- id: x', ...'abcdef'.split('').map((key) => `${key}: 1`)].join('\n    ');
  expect(taken(`orders:\n${`  ${order}\n`.repeat(20_000)}`)).toBe(true);
});

describe('is no part of plain YAML', () => {
  it.each([
    ['a tab', 'a:\tb\n'],
    ['a line that ends with CR LF', 'a: b\r\n'],
    ['text over several lines', 'a: b\n  c\n'],
    ['text in quotes over several lines', 'a: "b\n  c"\n'],
    ['an escape', 'a: "\\x41"\n'],
    ['a doubled quote', "a: 'it''s'\n"],
    ['block text', 'a: |\n  b\n'],
    ['an anchor', 'a: &b c\n'],
    ['an alias', 'a: *b\n'],
    ['a tag', 'a: !!str b\n'],
    ['a marker', '---\na: b\n'],
    ['a directive', '%YAML 1.2\n'],
    ['an empty value', 'a:\nb: c\n'],
    ['a key given twice', 'a: b\na: c\n'],
    ['a key given twice in braces', 'a: { b: c, b: d }\n'],
    ['a key that objects have', '__proto__: b\n'],
    ['a merge key', '<<: b\n'],
    ['a question mark for a key', '? a\n: b\n'],
    ['a second colon', 'a: b: c\n'],
    ['brackets over several lines', 'a: [b,\n  c]\n'],
    ['a comma too many', 'a: [b, ]\n'],
    ['a value that is missing', 'a: { b, c: d }\n'],
    ['another indent', 'a:\n  b: c\n d: e\n'],
    ['a list of its own', '- a\n'],
    ['a text of its own', 'a\n'],
    ['nothing', ''],
  ])('%s', (_, text) => expect(taken(text)).toBe(false));
});

it('is read to the same places when one is asked for', () => {
  const text = 'version: 1\n# remark\norders:\n- id: a  # first\n  price: 1.50\n\n- { id: b, price: "2" }\n';
  const { tree, diagnostics } = parseYaml(new SourceFile('plan.yaml', text));
  expect(diagnostics).toEqual([]);
  expect(tree?.content).toEqual({
    version: '1',
    orders: [
      { id: 'a', price: '1.50' },
      { id: 'b', price: '2' },
    ],
  });
  expect(tree?.entryStarts('orders').map((start) => text.slice(start, start + 5))).toEqual(['id: a', '{ id:']);
  expect(tree?.root.items).toHaveLength(2);
});
