/** For answers that nobody thought of, on each version: no cancel is taken that the answer does not name with a success of its own. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cancelOf, NAMINGS, orderIdAt, takenOff } from '../support/cancel-cases.ts';
import { answered } from '../support/fault-cases.ts';
import { clientOid, KINDS } from '../support/prompt-exchange.ts';
import { INTERFACES, SPELLINGS } from '../support/spellings.ts';

type Fields = Readonly<Record<string, unknown>>;

const oneOf = (...values: unknown[]): fc.Arbitrary<unknown> => fc.constantFrom(...values);
const sometimes = (fields: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<Fields> =>
  fc.record(fields, { requiredKeys: [] });
const mostly = (arbitrary: fc.Arbitrary<unknown>, weight = 6): fc.Arbitrary<unknown> =>
  fc.oneof({ weight, arbitrary }, strange);

const strange = fc.oneof(oneOf(null, '', 0, '0', true, false, 'null', -1), fc.string(), fc.jsonValue({ maxDepth: 1 }));
const orderId = mostly(oneOf(orderIdAt(0), orderIdAt(1), orderIdAt(2), orderIdAt(9), null));
const oid = mostly(oneOf(clientOid(0), clientOid(1), clientOid(2), clientOid(9), null));
const result = mostly(oneOf(true, true, false), 9);
const words = mostly(oneOf('', null, '50005', 'order_no_exist_error', 'FAILED_ORDER_FILLED'), 9);
const entry = sometimes({ order_id: orderId, client_oid: oid, result, err_code: words, err_msg: words });
const likely = fc.record({
  order_id: orderId,
  client_oid: oid,
  result,
  err_msg: oneOf('', null),
}) as fc.Arbitrary<Fields>;
const entries = fc.array(fc.oneof(likely, entry, strange), { maxLength: 5 });
const lists = sometimes({
  result,
  cancelOrderResultList: mostly(entries),
  failInfos: mostly(entries),
  orderIds: fc.array(orderId),
});
const payload = fc.oneof(likely, likely, entry, lists);
const code = mostly(oneOf('00000', '200', '50005', '40017', '40912', '429', '40008'), 9);
const body = fc
  .tuple(sometimes({ code, msg: words, data: fc.oneof(payload, strange) }), payload)
  .chain(([envelope, bare]) => oneOf(bare, bare, envelope, { ...envelope, ...bare }));
const status = fc.oneof({ weight: 9, arbitrary: fc.constant(200) }, fc.constantFrom(201, 302, 400, 404, 408, 429, 500));
const kind = fc.constantFrom(...KINDS);
const naming = fc.constantFrom(...NAMINGS);

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** Every object in an answer. */
const objectsIn = (value: unknown): Fields[] =>
  Array.isArray(value)
    ? value.flatMap(objectsIn)
    : isObject(value)
      ? [value, ...Object.values(value).flatMap(objectsIn)]
      : [];

describe.each(INTERFACES)('an arbitrary answer on %s', (version) => {
  const { classifyCancel, spell } = SPELLINGS[version];

  it('takes no cancel on without a success that names its order', () => {
    let taken = 0;
    fc.assert(
      fc.property(kind, naming, status, body, (of, by, at, value) => {
        const call = cancelOf(of, by);
        const came = classifyCancel(answered(at, spell(JSON.stringify(value))), call);
        if (came.kind !== 'answered') return;
        expect(came.verdicts).toHaveLength(call.orders.length);
        came.verdicts.forEach((verdict, index) => {
          if (verdict.answer !== 'taken') return;
          taken += 1;
          expect([200, 201]).toContain(at);
          const { orderId: ours, clientOid: oidOfOurs } = call.orders[index] ?? { clientOid: '' };
          // Asked by its client order id, the only order of a call may be answered by an order id that nobody knew.
          const isIt = (one: Fields): boolean =>
            [ours, oidOfOurs].some(
              (name) => name !== undefined && [one['order_id'], one['client_oid']].includes(name),
            ) ||
            (of !== 'batch' && ours === undefined && one['order_id'] === verdict.orderId);
          const own = objectsIn(value).filter(isIt);
          expect(own.some((one) => one['result'] === true)).toBe(true);
          expect(own.some((one) => one['result'] === false)).toBe(false);
          if (ours !== undefined) expect(of === 'batch' ? [ours, undefined] : [ours]).toContain(verdict.orderId);
        });
      }),
      { numRuns: 10_000 },
    );
    // The search must have met successes, or it proved nothing.
    expect(taken).toBeGreaterThan(100);
  });

  it('of any text at any status is judged, with an answer for each order', () => {
    fc.assert(
      fc.property(
        kind,
        naming,
        fc.integer({ min: 100, max: 599 }),
        fc.oneof(fc.string(), fc.json()),
        (of, by, at, said) => {
          const call = cancelOf(of, by);
          const came = classifyCancel(answered(at, said), call);
          if (came.kind === 'answered') expect(came.verdicts).toHaveLength(call.orders.length);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('that is a success with a character changed takes on only what stands in it', () => {
    const edit = fc.tuple(fc.nat(), fc.constantFrom('', '"', '0', '{', '}', ',', ':', ' ', 'x'), fc.nat(1));
    fc.assert(
      fc.property(kind, naming, edit, (of, by, [at, put, cut]) => {
        const whole = spell(takenOff(of));
        const text = whole.slice(0, at % whole.length) + put + whole.slice((at % whole.length) + cut);
        const came = classifyCancel(answered(200, text), cancelOf(of, by));
        if (came.kind !== 'answered') return;
        for (const one of came.verdicts)
          if (one.answer === 'taken' && one.orderId !== undefined) expect(text).toContain(one.orderId);
      }),
      { numRuns: 1000 },
    );
  });
});
