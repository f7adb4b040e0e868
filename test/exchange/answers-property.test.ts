/** For texts that nobody thought of: an answer reads as lossless-json alone reads it, to the digit, whichever reader took it. */
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { parse } from 'lossless-json';
import { describe, expect, it } from 'vitest';
import { readBody } from '../../src/exchange/answers/answers.ts';
import { NumberText } from '../../src/model/evidence.ts';

/** What lossless-json alone gives; undefined where it refuses. */
function alone(text: string): unknown {
  try {
    return parse(text, undefined, {
      parseNumber: (digits) => new NumberText(digits),
      onDuplicateKey: () => {
        throw new Error('twice');
      },
    });
  } catch {
    return undefined;
  }
}

function readsAlike(text: string): boolean {
  const body = readBody(text);
  return isDeepStrictEqual(body.kind === 'json' ? body.value : undefined, alone(text));
}

/** Texts that JSON.parse followed by JSON.stringify gives back. */
function isGivenBack(text: string): boolean {
  try {
    return JSON.stringify(JSON.parse(text)) === text;
  } catch {
    return false;
  }
}

const number = fc.oneof(
  fc.constantFrom('0', '-0', '0.0', '-0.0', '1.50', '100', '1e3', '1E-7', '1e-7', '1e21', '1e+21', '1e400', '01', '1.'),
  fc.constantFrom('596471064624628269', '9007199254740991', '9007199254740993', '123456789012345680000', '5e-324'),
  fc.double({ noDefaultInfinity: true, noNaN: true }).map(String),
  fc.integer().map(String),
  fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }).map(String),
);
const string = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 5 }).map((text) => JSON.stringify(text)),
  fc
    .constantFrom(
      '\\u0061',
      '\\/',
      '\\ud800',
      '\\uD800',
      '\\ud83d\\ude00',
      '🔑',
      '\u2028',
      '\\b',
      '\\u0008',
      '\\x',
      '\t',
    )
    .map((text) => `"${text}"`),
);
const key = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('"order_id"', '"a"', '"b"', '"1"', '"0"', '""', '"toJSON"') },
  fc.constantFrom('"__proto__"', '"__\\u0070roto__"', '"order\\u005fid"', '"constructor"', '"text"'),
);
const comma = fc.oneof({ weight: 20, arbitrary: fc.constant(',') }, fc.constantFrom(', ', '\n,', ' ,\r\t', ',,', ''));
const colon = fc.oneof({ weight: 20, arbitrary: fc.constant(':') }, fc.constantFrom(': ', ' :', '::'));

const { text } = fc.letrec<{ text: string; list: string; object: string }>((tie) => ({
  text: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    number,
    string,
    fc.constantFrom('null', 'true', 'false', '{}', '[]'),
    tie('list'),
    tie('object'),
  ),
  list: fc.tuple(fc.array(tie('text'), { maxLength: 4 }), comma).map(([all, by]) => `[${all.join(by)}]`),
  object: fc
    .tuple(fc.array(fc.tuple(key, colon, tie('text')), { maxLength: 4 }), comma)
    .map(([fields, by]) => `{${fields.map((field) => field.join('')).join(by)}}`),
}));

describe('an arbitrary text', () => {
  it('reads as lossless-json alone reads it', () => {
    const ways = { quick: 0, exact: 0, refused: 0 };
    fc.assert(
      fc.property(text, (one) => {
        ways[alone(one) === undefined ? 'refused' : isGivenBack(one) ? 'quick' : 'exact'] += 1;
        expect(readsAlike(one)).toBe(true);
      }),
      { numRuns: 3000 },
    );
    expect(Math.min(...Object.values(ways))).toBeGreaterThan(100);
  });

  it('with a character less, or one twice, too', () => {
    fc.assert(
      fc.property(text, fc.nat(), fc.boolean(), (one, place, isTwice) => {
        const at = place % (one.length + 1);
        const changed = one.slice(0, at) + (isTwice ? one.charAt(at).repeat(2) : '') + one.slice(at + 1);
        expect(readsAlike(changed)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it.each(['[', '{"a":', '[{"__proto__":'])('nested by %s, at every depth', (open) => {
    const close = open.replaceAll(/[^[{]/g, '').replaceAll('[', ']').replaceAll('{', '}');
    const shut = Array.from(close).toReversed().join('');
    for (const depth of [1, 7, 8, 9, 15, 16, 17, 18, 500]) {
      expect([depth, readsAlike(`${open.repeat(depth)}7${shut.repeat(depth)}`)]).toEqual([depth, true]);
    }
  });
});

describe('a key of the prototype', () => {
  it('with a number is an own key, as it is written', () => {
    const body = readBody('{"__proto__":7,"a":{"__proto__":{"b":1}}}');
    const value = body.kind === 'json' ? (body.value as object) : {};
    expect(Object.keys(value)).toEqual(['__proto__', 'a']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object.getOwnPropertyDescriptor(value, '__proto__')?.value).toEqual(new NumberText('7'));
    expect('b' in (value as { a: object }).a).toBe(false);
  });
});
