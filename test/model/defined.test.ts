import { expect, expectTypeOf, test } from 'vitest';
import { defined, type Defined } from '../../src/model/defined.ts';

test('leaves out what is undefined, and nothing else', () => {
  const fields = { none: undefined, nothing: null, zero: 0, no: false, empty: '' };
  expect(Object.entries(defined(fields))).toEqual(Object.entries(fields).slice(1));
});

test('what may be undefined becomes optional, all else stays', () => {
  expectTypeOf<Defined<{ a: number | undefined; b: string }>>().branded.toEqualTypeOf<{ a?: number; b: string }>();
});
