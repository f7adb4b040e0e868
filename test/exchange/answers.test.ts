import { describe, expect, it } from 'vitest';
import { isGiven, isObject, orderIdOf, readBody, textOf } from '../../src/exchange/answers/answers.ts';
import { NumberText, type Json } from '../../src/model/evidence.ts';
import { ORDER_ID } from '../support/prompt-exchange.ts';

/** One field of an answer that must be readable. */
function fieldOf(text: string, name: string): Json | undefined {
  const body = readBody(text);
  if (body.kind !== 'json' || !isObject(body.value)) throw new Error(`not an object: ${text.slice(0, 80)}`);
  return body.value[name];
}

describe('digits', () => {
  it.each([ORDER_ID, '9007199254740993', '100000000000000000000000000000000001', '0.10', '1e400', '-0'])(
    'a number keeps the digits of %s',
    (digits) => {
      expect(textOf(fieldOf(`{"order_id":${digits}}`, 'order_id'))).toBe(digits);
    },
  );
});

describe('what is no JSON', () => {
  const texts: [name: string, text: string][] = [
    ['nothing', ''],
    ['blanks', ' \r\n'],
    ['a page', '<html><body>502 Bad Gateway</body></html>'],
    ['an answer cut short', '{"order_id":"5964'],
    ['an answer and more', '{"order_id":"1"}{"order_id":"2"}'],
    ['a comma too many', '{"order_id":"1",}'],
    ['single quotes', "{'order_id':'1'}"],
    ['a key without quotes', '{order_id:"1"}'],
    ['a leading zero', '{"order_id":01}'],
    ['a hexadecimal number', '{"order_id":0x10}'],
    ['NaN', '{"order_id":NaN}'],
    ['a comment', '{"order_id":"1"} // placed'],
    ['a raw control character', '{"order_id":"1\u0000"}'],
    ['half an escape', '{"order_id":"\\u12"}'],
  ];
  it.each(texts)('%s is unreadable', (_name, text) => {
    expect(readBody(text).kind).toBe('unreadable');
  });
});

describe('a key given twice', () => {
  const texts: [name: string, text: string][] = [
    ['on top', '{"result":true,"result":false}'],
    ['inside', '{"order_info":[{"order_id":"1","order_id":"2"}]}'],
    ['in another spelling', '{"order_id":"1","order\\u005fid":"2"}'],
    ['with another type', '{"order_id":"1","order_id":1}'],
    ['of the prototype', '{"__proto__":1,"__proto__":2}'],
    ['of an object’s own', '{"toString":"1","toString":"2"}'],
  ];
  it.each(texts)('%s is refused', (_name, text) => {
    expect(readBody(text).kind).toBe('unreadable');
  });
});

describe('keys that every object has', () => {
  it('__proto__ lends nothing to the object it stands in', () => {
    const text = '{"__proto__":{"order_id":"1","client_oid":"x","result":true}}';
    expect(fieldOf(text, 'order_id')).toBeUndefined();
    expect(fieldOf(text, 'result')).toBeUndefined();
    expect(fieldOf('{}', 'order_id')).toBeUndefined();
  });

  it.each(['constructor', 'toString', 'valueOf', 'hasOwnProperty'])('a missing %s has no text', (name) => {
    expect(textOf(fieldOf('{}', name))).toBeUndefined();
    expect(orderIdOf(fieldOf('{}', name))).toBeUndefined();
  });
});

describe('nesting', () => {
  it.each(['[', '{"a":', '[{"a":', '[[],', '"', '-'])('a megabyte of %s is unreadable, and no crash', (open) => {
    expect(readBody(open.repeat(Math.floor(1_000_000 / open.length))).kind).toBe('unreadable');
  });

  it('a level that is deep and whole is either read or unreadable', () => {
    for (const depth of [100, 3000, 10_000, 100_000]) {
      const body = readBody('['.repeat(depth) + ']'.repeat(depth));
      expect(['json', 'unreadable']).toContain(body.kind);
    }
  });
});

const number = (text: string): NumberText => new NumberText(text);

describe('an order id', () => {
  const good: [value: Json, id: string][] = [
    [ORDER_ID, ORDER_ID],
    [number(ORDER_ID), ORDER_ID],
    ['0012', '0012'],
    ['b5a1-77_Z', 'b5a1-77_Z'],
  ];
  it.each(good)('%s is one', (value, id) => {
    expect(orderIdOf(value)).toBe(id);
  });

  const texts = ['', '0', '000', ' ', 'null', 'undefined', 'None', '-', '-1', '1 2', '12\n', '１２', '1'.repeat(65)];
  const numbers = ['0', '-5', '1.5', '1e3', '0.0', '1'.repeat(65)];
  const none: Json[] = [...texts, ...numbers.map(number), null, true, false, [], ['1'], {}, { text: '1' }];
  it.each(none.map((value) => [JSON.stringify(value), value]))('%s is none', (_name, value) => {
    expect(orderIdOf(value)).toBeUndefined();
  });

  it.each([
    ['missing', undefined, false],
    ['null', null, false],
    ['empty', '', false],
    ['zero', number('0'), false],
    ['a zero text', '00', false],
    ['an id', ORDER_ID, true],
    ['no good id', '12 34', true],
    ['a list', [], true],
    ['true', true, true],
  ] as const)('%s: whether something is given', (_name, value, given) => {
    expect(isGiven(value)).toBe(given);
  });
});
