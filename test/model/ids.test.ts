import { assert, constantFrom, integer, property, string, tuple, uniqueArray } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callsDigest, clientOrderId } from '../../src/model/ids.ts';

type Parts = Parameters<typeof clientOrderId>;

describe('the client order id', () => {
  const parts = tuple(
    string({ maxLength: 32 }),
    integer({ min: 0, max: 99 }),
    string({ maxLength: 64 }),
    integer({ min: 0, max: 99 }),
  );

  it('has 36 letters and digits, whatever the parts are', () => {
    assert(
      property(parts, (one) => /^[a-z0-9]{36}$/.test(clientOrderId(...one))),
      { numRuns: 500 },
    );
  });

  it('differs where any part differs, and only there', () => {
    const letters = string({ unit: constantFrom('a', 'b', '1', '2', ',', '"', '\\', '-'), maxLength: 4 });
    const close = tuple(letters, integer({ min: 0, max: 12 }), letters, integer({ min: 0, max: 12 }));
    assert(
      property(
        uniqueArray(close, { minLength: 2, maxLength: 60, selector: (one) => JSON.stringify(one) }),
        (tuples) => {
          expect(new Set(tuples.map((one) => clientOrderId(...one))).size).toBe(tuples.length);
          expect(tuples.map((one) => clientOrderId(...one))).toEqual(tuples.map((one) => clientOrderId(...one)));
        },
      ),
      { numRuns: 200 },
    );
  });

  it.each([
    [
      ['a', 1, 'b1', 0],
      ['ab', 1, '1', 0],
    ],
    [
      ['a', 1, 'b', 0],
      ['a', 1, 'b0', 0],
    ],
    [
      ['a', 11, 'b', 0],
      ['a', 1, '1b', 0],
    ],
    [
      ['a', 1, 'b', 1],
      ['a', 1, 'b', 0],
    ],
    [
      ['a', 2, 'b', 0],
      ['a', 1, 'b', 0],
    ],
    [
      ['a","b', 1, 'c', 0],
      ['a', 1, 'b","c', 0],
    ],
    [
      ['a', 1, 'B', 0],
      ['a', 1, 'b', 0],
    ],
  ] satisfies [Parts, Parts][])('%j is not %j', (one, other) => {
    expect(clientOrderId(...one)).not.toBe(clientOrderId(...other));
  });

  it('stays what it is: a journal of yesterday knows orders by it', () => {
    expect(clientOrderId('btc-breakout', 1, 'entry', 0)).toBe('ordocbm7fnew4da2zpsgv45sxo7qkwjde6d6');
  });
});

describe('the digest of calls', () => {
  const path = '/capi/v2/order/placeOrder';

  it('is SHA-256 over path and body in hex', () => {
    expect(callsDigest([])).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(
      callsDigest([
        { path: 'a', body: 'b' },
        { path: '', body: 'c' },
      ]),
    ).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });

  it('sees the order of the calls and every byte', () => {
    const calls = [
      { path, body: '{"a":1}' },
      { path, body: '{"b":1}' },
    ];
    const digests = [
      calls,
      calls.toReversed(),
      calls.slice(1),
      [{ path, body: '{"a":1} ' }, calls[1] as (typeof calls)[0]],
    ].map(callsDigest);
    expect(new Set(digests).size).toBe(4);
  });

  it('is another where a call waits, or for other orders, and the same in whatever order they are named', () => {
    const call = { path: '/a', body: '{}' };
    const waiting = (...waitsFor: string[]): string => callsDigest([{ ...call, waitsFor }]);
    expect(new Set([callsDigest([call]), waiting('a'), waiting('b'), waiting('a', 'b')]).size).toBe(4);
    expect(waiting('b', 'a')).toBe(waiting('a', 'b'));
  });
});
