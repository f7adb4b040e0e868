import { describe, expect, test } from 'vitest';
import { checkCharacters } from '../../src/document/visible-characters.ts';
import { SourceFile } from '../../src/source/source-file.ts';
import { everyCode as codes, everyMark as marked, loadText as load } from '../support/plans.ts';

const planOf = (fields: string, head = 'version: 1\nname: a\n'): string => `${head}orders:\n  - { ${fields} }\n`;
const ORDER = 'id: a, symbol: cmt_btcusdt, side: open-long, size: 1, price: 64000';

describe('one mistake is told once', () => {
  test.each([
    [
      'a default that is no word',
      'version: 1\nname: a\ndefaults: { symbol: b, timeInForce: gtc }\norders:\n- { id: a, side: open-long, size: 1, price: market }\n- { id: b, side: open-long, size: 1, price: 2 }\n',
      ['value/word'],
    ],
    [
      'defaults that are no mapping',
      'version: 1\nname: a\ndefaults: none\norders:\n- { id: a, side: open-long, size: 1, price: 2 }\n',
      ['value/type'],
    ],
    [
      'a symbol in the wrong place',
      'version: 1\nname: a\nsymbol: b\norders:\n- { id: a, side: open-long, size: 1, price: 2 }\n',
      ['key/unknown'],
    ],
    ['a symbol of another name', planOf('id: a, pair: b, side: open-long, size: 1, price: 2'), ['key/unknown']],
    ['a required key of another name', planOf('id: a, symbol: b, side: open-long, qty: 1, price: 2'), ['key/unknown']],
    [
      'a price that is no number',
      planOf('id: a, symbol: b, side: open-long, size: 1, price: 1e3, stopLoss: 2'),
      ['value/number'],
    ],
    [
      'a price of zero',
      planOf('id: a, symbol: cmt_btcusdt, side: open-long, size: 1, price: 0.00, stopLoss: 2'),
      ['value/zero'],
    ],
    ['a side that is no word', planOf('id: a, symbol: b, side: buy, size: 1, price: 1, stopLoss: 1.2'), ['value/word']],
    ['a syntax error', 'version: 1\nname: "a" b\norders: [c] ]\n  : d\n', ['yaml/syntax']],
    [
      'a trigger with a wrong number',
      planOf(`${ORDER}, trigger: x, timeInForce: ioc`),
      ['value/number', 'order/trigger-time-in-force'],
    ],
    [
      'numbers that are no numbers at all, with a price that is none',
      planOf('id: a, symbol: b, side: open-long, size: [1], price: x y, stopLoss: { a: 1 }, trigger: []'),
      ['value/type', 'value/number', 'order/presets-on-trigger', 'value/type', 'value/type'],
    ],
    ['an empty order', 'version: 1\nname: a\norders:\n- \n', ['value/empty']],
    ['orders without an order', 'version: 1\nname: a\norders:\n', ['value/empty']],
    ['a list for a plan', '- a\n', ['value/type']],
    ['a text for a plan', 'a plan\n', ['value/type']],
  ])('%s', (_, text, expected) => {
    expect(codes(load(text))).toEqual(expected);
  });

  test('mistakes of every kind are told together, in their order in the file, warnings last', () => {
    const text = `version: 1\nname: A\ndefaults: { symbol: x, timeInForce: post-only }\norders:\n  - { id: a, side: open-long, size: 1, price: 2, stopLoss: 3 }\n  - { id: a, side: open-long, size: 0, prize: 2 }\n  - { id: t, side: close-long, size: 1, price: market, trigger: 5 }\nnone: 1\n`;
    expect(codes(load(text))).toEqual([
      'value/spelling',
      'order/stop-loss-side',
      'order/duplicate-id',
      'value/zero',
      'key/unknown',
      'key/unknown',
      'order/default-not-applied',
    ]);
  });

  test.each([
    [
      'a reference from a variable, with a distance to it',
      'vars: { market: 1, base: =nothing }',
      'size: 1, reference: =base, maxDistance: 3%',
      ['variable/reserved', 'expression/unknown-name'],
    ],
    [
      'a reference of the defaults, with a distance to it',
      'defaults: { symbol: cmt_btcusdt, reference: abc }',
      'size: 1, maxDistance: 3%',
      ['value/number'],
    ],
    [
      'a stop from a variable, where a stop is required',
      'vars: { base: =nothing }\nlimits: { requireStop: true }',
      'size: 1, stopLoss: =base',
      ['expression/unknown-name'],
    ],
    [
      'a stop from a variable, where it sizes the order',
      'vars: { base: =nothing }',
      'size: { risk: 100 }, stopLoss: =base',
      ['expression/unknown-name'],
    ],
  ])('%s: a field with a mistake is not a missing one', (_, head, fields, expected) => {
    const order = `id: a, symbol: cmt_btcusdt, side: open-long, price: 64000, ${fields}`;
    expect(codes(load(planOf(order, `version: 1\nname: a\n${head}\n`)))).toEqual(expected);
  });

  test('both ends of a range have their mistakes shown', () => {
    const loaded = load(
      planOf('id: a, symbol: b, side: close-long, size: { total: 1 }, price: { from: =x, to: =y, steps: 3 }'),
    );
    expect(marked(loaded)).toEqual(['x', 'y']);
  });

  test('prototype keys are keys like any other', () => {
    const loaded = load(planOf(`${ORDER}, __proto__: 1, constructor: 2, hasOwnProperty: 3, toString: 4`));
    expect(codes(loaded)).toEqual(['key/unknown', 'key/unknown', 'key/unknown', 'key/unknown']);
    expect(marked(loaded)).toEqual(['__proto__', 'constructor', 'hasOwnProperty', 'toString']);
    expect(codes(load('__proto__: { version: 1 }\nname: a\norders: []\n'))).toContain('key/missing');
  });

  test('a key given twice does not hide what else is wrong', () => {
    const loaded = load(planOf(`${ORDER}, size: 1e3`));
    expect([codes(loaded), marked(loaded)]).toEqual([
      ['key/duplicate', 'value/number'],
      ['size', '1e3'],
    ]);
  });
});

describe('what stands in the text', () => {
  test.each([
    ['a control character', 'name: a\u0007'],
    ['a bare carriage return', 'name: a\rversion: 1'],
    ['a bidi override in a comment', '# \u202e\nname: a'],
    ['a byte order mark inside', 'name: \ufeffa'],
    ['a lone surrogate', 'name: a\ud800'],
    ['a control character by escape', 'description: "\\e[2J"'],
    ['a bidi control by escape', 'description: "\\u202e"'],
    ['a tab by escape', 'description: "a\\tb"'],
    ['a tab', 'description: a\tb'],
    ['NUL by escape in a key', '"a\\0": 1'],
    ['half a surrogate pair by escape', 'description: "\\ud83d"'],
  ])('%s is refused', (_, text) => {
    expect(codes(load(text))).toEqual(['text/control-character']);
  });

  test.each(['description: "a\\nb"', 'description: |\n  a\n  b', 'description: "a\n\n  b"', 'description: a\n\n  b'])(
    'a line break in a text is refused: %j',
    (text) => {
      expect(codes(load(text))).toEqual(['text/line-break']);
    },
  );

  test('letters of any script and emoji are text', () => {
    const { plan } = load(planOf(ORDER, 'version: 1\nname: a\ndescription: Öl, 原油 and 🛢 "\n'));
    expect(plan?.description).toBe('Öl, 原油 and 🛢 "');
  });
});

describe('a bracket', () => {
  const HEAD = 'version: 1\nname: a\n';
  test.each([
    ['k: {\nk\n:\nv\n}\n', 'k'],
    [`${HEAD}vars: {\na: 1\n}\n`, 'a: 1'],
    [`${HEAD}orders:\n  - {\n  id: a, # its name\n  }\n`, 'id: a, # its name'],
    [`${HEAD}orders: [\n{ id: a }, { id: b }\n]\n`, '{ id: a }, { id: b }'],
    ['x: [1, [2,\n3]]\n', '3]]'],
    ["x: { a: it's,\nb: 2 }\n", 'b: 2 }'],
    ['x: { a: "}",\n# }\nb: 2 }\r\n', 'b: 2 }'],
  ])('that is closed, but too far left: %j', (text, line) => {
    expect([codes(load(text)), marked(load(text))]).toEqual([['yaml/indentation'], [line]]);
  });

  test.each([
    ['a: {b: 1\nc: 2\n', '{'],
    ['a: {b: "}"\nc: 2\n', '{'],
    ['a: [1, # ]\n2', '['],
    ['a: [1, 2}\nb: ]', '['],
    ['a: { b: { c: 1 }\nd: 2\n', '{'],
    ['a: {\n', '{'],
  ])('that is never closed: %j', (text, bracket) => {
    expect([codes(load(text)), marked(load(text))]).toEqual([['yaml/unclosed-bracket'], [bracket]]);
  });
});

/** Letters that are drawn as nothing. */
const FILLER = /\p{Default_Ignorable_Code_Point}/u;

/** c-printable of YAML 1.2.2, but for the characters of layout. */
const isPrintable = (code: number): boolean =>
  (code >= 0x20 && code <= 0x7e) ||
  code === 0x85 ||
  (code >= 0xa0 && code <= 0xd7ff) ||
  (code >= 0xe000 && code <= 0xfffd) ||
  code >= 0x10000;
const isRefused = (code: number): boolean =>
  checkCharacters(new SourceFile('a', `a: 1 # ${String.fromCodePoint(code)}x\n`)).length === 1;

test('every character that YAML forbids is refused in a comment, and every letter is not', () => {
  const wrong: number[] = [];
  for (let code = 0; code <= 0x10ffff; code++) {
    if (code === 0x09 || code === 0x0a) continue;
    const isLetter =
      /^[\p{L}\p{N}\p{P}]$/u.test(String.fromCodePoint(code)) && !FILLER.test(String.fromCodePoint(code));
    if ((isLetter || !isPrintable(code)) && isRefused(code) === isLetter) wrong.push(code);
  }
  expect(wrong.map((code) => code.toString(16))).toEqual([]);
  expect(codes(load('version: 1 # \ufffe\n'))).toEqual(['text/control-character']);
  expect(codes(load('version: "\\uFFFF"\n'))).toEqual(['text/control-character']);
});
