import { describe, expect, it } from 'vitest';
import type { CallResult } from '../../src/exchange/answers/call-result.ts';
import { CANCEL_ENTRY_RULES } from '../../src/exchange/answers/cancel-entries.ts';
import { CANCEL_ROWS, CANCEL_TABLE } from '../../src/exchange/answers/classify-cancel.ts';
import { classifyCancel } from '../support/judging.ts';
import { WAY_ROWS } from '../../src/exchange/answers/classify.ts';
import type { CancelAnswer } from '../../src/model/cancel.ts';
import type { CallKind } from '../../src/model/call.ts';
import { CANCEL_BATCH_CASES } from '../support/cancel-batch-cases.ts';
import { CANCEL_CASES, cancelOf, gone, NAMINGS, off, orderIdAt, type Naming } from '../support/cancel-cases.ts';
import { answered, FAULT_CASES, refusal } from '../support/fault-cases.ts';
import { KINDS } from '../support/prompt-exchange.ts';

const haltsOf = (result: CallResult<CancelAnswer>): boolean => result.kind === 'answered' && result.halt !== undefined;
const saidOf = (result: CallResult<CancelAnswer>): readonly (readonly [string, string])[] =>
  result.kind === 'answered' ? result.verdicts.map(({ answer, rule }) => [answer, rule] as const) : [];
/** The class of all orders and the rule that decides it. */
const classOf = (result: CallResult<CancelAnswer>): readonly string[] =>
  result.kind === 'answered' ? [...new Set(saidOf(result).flat())] : [result.kind, result.rule];
const say = (value: unknown, kind: CallKind = 'single', naming: Naming = 'by order id'): CallResult<CancelAnswer> =>
  classifyCancel(answered(200, JSON.stringify(value)), cancelOf(kind, naming));

const BOTH = KINDS.flatMap((kind) => NAMINGS.map((naming) => [kind, naming] as const));

describe.each(BOTH)('a cancel of kind %s, %s', (kind, naming) => {
  const call = cancelOf(kind, naming);

  it.each(CANCEL_CASES)('fault $fault: $name', ({ evidence, want }) => {
    const result = classifyCancel(evidence(kind), call);
    const [answer, rule, halts] = want(kind, naming);
    expect(classOf(result)).toEqual([answer, rule]);
    expect(haltsOf(result)).toBe(halts !== undefined);
    if (result.kind === 'answered') expect(result.verdicts).toHaveLength(call.orders.length);
  });

  const isOfWay = new Set(WAY_ROWS.map(({ rule }) => rule));
  it.each(FAULT_CASES.filter(({ want }) => isOfWay.has(want(kind)[1])))(
    'fault $fault, of the way: $name',
    ({ evidence, want }) => {
      const result = classifyCancel(evidence(kind), call);
      const [outcome, rule, halts] = want(kind);
      expect(classOf(result)).toEqual([outcome === 'rejected' ? 'refused' : outcome, rule]);
      expect(haltsOf(result)).toBe(halts !== undefined);
    },
  );

  it('a call without a whole answer is lost, and one with an answer is not', () => {
    const lost = { kind: 'no-answer', mayHaveLeft: true, failure: 'timeout', message: '' } as const;
    expect(classifyCancel(lost, call)).toMatchObject({ isLost: true });
    expect(classifyCancel(answered(500, ''), call)).not.toHaveProperty('isLost');
  });

  it('a 429 that mentions an order does not go again', () => {
    expect(classifyCancel(answered(429, 'slow'), call)).toMatchObject({ kind: 'rate-refused', again: true });
    const named = call.orders[0]?.orderId ?? call.orders[0]?.clientOid ?? '';
    expect(classOf(classifyCancel(answered(429, `slow: ${named}`), call))).toEqual(['unknown', 'unreadable']);
  });

  it('the codes of the config refuse too', () => {
    const own = answered(400, refusal('45001', 'no'));
    expect(classOf(classifyCancel(own, call))).toEqual(['unknown', 'cancel-ambiguous']);
    expect(classOf(classifyCancel(own, call, new Set(['45001'])))).toEqual(['refused', 'cancel-refused']);
  });
});

describe('an answer about one order', () => {
  it('names it by its order id, or is not believed', () => {
    expect(say(off(0, { client_oid: null }))).toMatchObject({ verdicts: [{ answer: 'taken', orderId: orderIdAt(0) }] });
    expect(classOf(say(off(0, { order_id: '79' })))).toEqual(['unknown', 'cancel-foreign']);
    expect(say(off(0, { order_id: '79' }))).toMatchObject({ halt: expect.stringMatching('not ours') as string });
    expect(classOf(say(off(0, { order_id: null })))).toEqual(['unknown', 'cancel-missing']);
    expect(classOf(say(off(0, { order_id: null, client_oid: null })))).toEqual(['unknown', 'cancel-missing']);
  });

  it('gives any order id where it was named by its client order id', () => {
    const oid = 'by client order id';
    expect(say(off(0, { order_id: '79', client_oid: null }), 'single', oid)).toMatchObject({
      verdicts: [{ answer: 'taken', orderId: '79' }],
    });
    expect(say(off(0, { order_id: null }), 'single', oid)).toEqual({
      kind: 'answered',
      verdicts: [{ answer: 'taken', rule: 'cancel-taken' }],
    });
    expect(classOf(say(off(0, { order_id: null, client_oid: null }), 'single', oid))).toEqual([
      'unknown',
      'cancel-missing',
    ]);
    expect(classOf(say(off(0, { order_id: -5 }), 'single', oid))).toEqual(['unknown', 'cancel-entry-contradicts']);
    expect(classOf(say(off(0, { client_oid: 'ordoforeign' }), 'single', oid))).toEqual(['unknown', 'cancel-foreign']);
  });

  it('that it failed needs no name, as there is one order only', () => {
    const nameless = gone(0, { order_id: null, client_oid: null });
    expect(say(nameless)).toMatchObject({
      verdicts: [{ answer: 'refused', code: 'order_no_exist_error', message: 'no such order' }],
    });
    expect(say({ result: false, err_msg: 'FAILED_ORDER_FILLED' })).toMatchObject({
      verdicts: [{ answer: 'refused', code: 'FAILED_ORDER_FILLED', message: 'FAILED_ORDER_FILLED' }],
    });
    expect(classOf(say(gone(0, { order_id: '79' })))).toEqual(['unknown', 'cancel-foreign']);
    expect(classOf(say({ code: '50005', msg: '', order_id: '79' }))).toEqual(['unknown', 'cancel-foreign']);
  });

  it('an error about a single order refuses a batch of one, and no other', () => {
    const error = answered(400, refusal('50005', 'Order does not exist'));
    expect(classOf(classifyCancel(error, cancelOf('batch', 'by order id', 1)))).toEqual(['refused', 'cancel-refused']);
    expect(classOf(classifyCancel(error, cancelOf('batch', 'by order id', 2)))).toEqual([
      'unknown',
      'cancel-ambiguous',
    ]);
  });
});

describe.each(NAMINGS)('the entries of a batch, %s', (naming) => {
  it.each(CANCEL_BATCH_CASES)('fault $fault: $name', ({ text, want, wantByOid = want, halts }) => {
    const result = classifyCancel(answered(200, text), cancelOf('batch', naming, 4));
    expect(saidOf(result)).toEqual(naming === 'by order id' ? want : wantByOid);
    const isForeign = halts === true || (naming === 'by order id' && text.includes('"79"'));
    expect(haltsOf(result)).toBe(isForeign);
  });

  it('fault 45: a cut leaves every order of the batch unknown', () => {
    const cut = { kind: 'no-answer', mayHaveLeft: true, failure: 'connection', message: '' } as const;
    const said = saidOf(classifyCancel(cut, cancelOf('batch', naming, 20)));
    expect(said).toEqual(Array.from({ length: 20 }, () => ['unknown', 'cut']));
  });
});

describe('every rule', () => {
  const met = new Map<string, Set<string>>();
  const meet = (result: CallResult<CancelAnswer>): void => {
    for (const [answer, rule] of saidOf(result)) met.set(rule, (met.get(rule) ?? new Set()).add(answer));
  };
  for (const [kind, naming] of BOTH) {
    for (const { evidence } of CANCEL_CASES) meet(classifyCancel(evidence(kind), cancelOf(kind, naming)));
    for (const { text } of CANCEL_BATCH_CASES) meet(classifyCancel(answered(200, text), cancelOf('batch', naming, 4)));
  }
  const rules = [...CANCEL_ROWS, ...CANCEL_ENTRY_RULES].filter(({ rule }) => rule !== 'cancel-answer');

  it.each(rules)('$rule comes to what it says', ({ rule, outcomes }) => {
    expect([...(met.get(rule) ?? [])]).toEqual(outcomes);
  });

  it('is one that the tables name', () => {
    const named = new Set([...CANCEL_TABLE, ...CANCEL_ENTRY_RULES].map(({ rule }) => rule));
    expect([...met.keys()].filter((rule) => !named.has(rule))).toEqual([]);
  });

  it('and every fault that can be seen has a case', () => {
    const faults = new Set([...FAULT_CASES, ...CANCEL_CASES, ...CANCEL_BATCH_CASES].map(({ fault }) => fault));
    const wanted = [1, 2, 3, 4, 5, ...Array.from({ length: 34 }, (_, index) => 11 + index)];
    expect([...faults].toSorted((a, b) => a - b)).toEqual(wanted.filter((fault) => fault !== 15));
  });
});
