/** For answers that nobody thought of, on each version: no acceptance without an order id that is the order's own, and no crash. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Interface } from '../../src/model/interfaces.ts';
import type { CallResult } from '../../src/exchange/answers/call-result.ts';
import { answered, placed, refusal } from '../support/fault-cases.ts';
import { callOf, clientOid, KINDS } from '../support/prompt-exchange.ts';
import { INTERFACES, SPELLINGS } from '../support/spellings.ts';

type Fields = Readonly<Record<string, unknown>>;

const oneOf = (...values: unknown[]): fc.Arbitrary<unknown> => fc.constantFrom(...values);
const sometimes = (fields: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<Fields> =>
  fc.record(fields, { requiredKeys: [] });

const strange = fc.oneof(
  oneOf(null, '', 0, '0', true, false, 'null', -1, 1.5),
  fc.string(),
  fc.jsonValue({ maxDepth: 1 }),
);
const orderId = fc.oneof({ weight: 4, arbitrary: oneOf('71', '72', '73', 71, 72) }, strange);
const oid = fc.oneof({ weight: 4, arbitrary: oneOf(clientOid(0), clientOid(1), clientOid(2), clientOid(9)) }, strange);
const result = fc.oneof({ weight: 4, arbitrary: oneOf(true, false) }, strange);
const code = fc.oneof(
  { weight: 9, arbitrary: oneOf('', '00000', '40020', '40017', '40015', '40009', '40008', '429', 200) },
  strange,
);
const words = fc.oneof({ weight: 4, arbitrary: oneOf('', 'success', 'INVALID_ARGUMENT: x', 'duplicate') }, strange);

const entryFields = { order_id: orderId, client_oid: oid, result, error_code: code, error_message: words };
const likely = fc.record({
  ...entryFields,
  error_code: oneOf('', '40020'),
  error_message: oneOf(''),
}) as fc.Arbitrary<Fields>;
const entry = fc.oneof(likely, sometimes(entryFields));
const entries = fc.array(fc.oneof({ weight: 9, arbitrary: entry }, strange), { maxLength: 5 });
const payload = sometimes({
  order_id: orderId,
  client_oid: oid,
  result,
  order_info: fc.oneof({ weight: 4, arbitrary: entries }, strange),
});
const body = fc
  .tuple(sometimes({ code, msg: words, data: fc.oneof(payload, entries, strange) }), payload)
  .chain(([envelope, bare]) => fc.constantFrom(envelope, bare, { ...envelope, ...bare }));
const status = fc.oneof(
  { weight: 2, arbitrary: fc.constant(200) },
  fc.constantFrom(201, 204, 302, 400, 401, 403, 408, 409, 418, 429, 500, 502),
);
const kind = fc.constantFrom(...KINDS);

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** The objects in which a payload may stand. */
const parts = (value: unknown): Fields[] => (isObject(value) ? [value, value['data']].filter(isObject) : []);
const SUCCESS = new Set(['00000', '200', '0']);
/** The entries of a batch: in their list, or bare where version 3 wraps them in a success. */
function listed(value: unknown, version: Interface): Fields[] {
  const { code: told, data } = isObject(value) ? value : {};
  const lists =
    version === 'v3' && Array.isArray(data) && SUCCESS.has(String(told))
      ? [data]
      : parts(value).map((part) => part['order_info']);
  return lists.filter(Array.isArray).flat().filter(isObject);
}
const isNothing = (value: unknown): boolean => value === undefined || value === null || value === '';
const isText = (value: unknown, text: string): boolean =>
  value === text || (typeof value === 'number' && String(value) === text);

/** Whether something stands in the place of its order id. */
const claims = (one: Fields): boolean => !isNothing(one['order_id']) && !/^0*$/.test(String(one['order_id']));

/** The acceptances of a result, as order and order id. */
const acceptances = (of: CallResult): { index: number; orderId: string }[] =>
  of.kind !== 'answered'
    ? []
    : of.verdicts.flatMap((verdict, index) =>
        verdict.outcome === 'accepted' ? [{ index, orderId: verdict.orderId }] : [],
      );

describe.each(INTERFACES)('an arbitrary answer on %s', (version) => {
  const { classify, spell } = SPELLINGS[version];

  it('accepts no order without an order id of its own', () => {
    let accepted = 0;
    fc.assert(
      fc.property(kind, status, body, (of, at, value) => {
        const found = acceptances(classify(answered(at, spell(JSON.stringify(value))), callOf(of)));
        accepted += found.length;
        for (const { index, orderId: id } of found) {
          expect(at).toBeGreaterThanOrEqual(200);
          expect(at).toBeLessThan(300);
          expect(id).toMatch(/[1-9]/);
          const own =
            of === 'batch'
              ? listed(value, version).filter((one) => one['client_oid'] === clientOid(index))
              : parts(value).filter((one) => isNothing(one['client_oid']) || one['client_oid'] === clientOid(0));
          expect(own.some((one) => isText(one['order_id'], id))).toBe(true);
          if (of === 'batch')
            expect(own.every((one) => one['result'] === true && isText(one['order_id'], id))).toBe(true);
        }
        expect(new Set(found.map((one) => one.orderId)).size).toBe(found.length);
      }),
      { numRuns: 3000 },
    );
    // The search must have met acceptances, or it proved nothing.
    expect(accepted).toBeGreaterThan(50);
  });

  it('calls nothing refused, and sends nothing again, where an order id stands', () => {
    let refused = 0;
    fc.assert(
      fc.property(kind, status, body, (of, at, value) => {
        const outcome = classify(answered(at, spell(JSON.stringify(value))), callOf(of));
        if (outcome.kind === 'answered') {
          outcome.verdicts.forEach((verdict, index) => {
            if (verdict.outcome !== 'rejected') return;
            refused += 1;
            // The entries of a batch decide, and nothing that stands above them.
            const list = of === 'batch' ? listed(value, version) : [];
            const own = list.length > 0 ? list.filter((one) => one['client_oid'] === clientOid(index)) : parts(value);
            expect(own.some(claims)).toBe(false);
          });
        } else {
          expect(outcome.kind).toMatch(/^(rate|clock)-refused$/);
          expect([...parts(value), ...listed(value, version)].some(claims)).toBe(false);
        }
      }),
      { numRuns: 3000 },
    );
    expect(refused).toBeGreaterThan(15);
  });

  it('of any text at any status is classified, with a verdict for each order', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.json(),
      body.map((value) => spell(JSON.stringify(value))),
    );
    fc.assert(
      fc.property(kind, fc.integer({ min: 100, max: 599 }), text, (of, at, said) => {
        const outcome = classify(answered(at, said), callOf(of));
        if (outcome.kind === 'answered') expect(outcome.verdicts).toHaveLength(callOf(of).orders.length);
      }),
      { numRuns: 2000 },
    );
  });
});

/** The text with a character put in at some place, or put over the one there. */
const changed = (text: string, [at, put, cut]: [number, string, number]): string =>
  text.slice(0, at % text.length) + put + text.slice((at % text.length) + cut);

describe.each(INTERFACES)('a true answer with one character changed on %s', (version) => {
  const { classify, spell } = SPELLINGS[version];
  const change = fc.tuple(
    fc.nat(),
    fc.constantFrom('', '"', '0', '{', '}', ',', ':', ' ', '\\', 'x', '\u0000'),
    fc.nat(1),
  );

  it('accepts only an order id that stands in it', () => {
    fc.assert(
      fc.property(kind, change, (of, edit) => {
        const text = changed(spell(placed(of)), edit);
        for (const { orderId: id } of acceptances(classify(answered(200, text), callOf(of))))
          expect(text).toContain(id);
      }),
      { numRuns: 2000 },
    );
  });

  it('accepts nothing where it was a refusal', () => {
    fc.assert(
      fc.property(kind, change, (of, edit) => {
        const text = changed(spell(refusal('40020', 'Parameter size is bad')), edit);
        expect(acceptances(classify(answered(200, text), callOf(of)))).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });
});
