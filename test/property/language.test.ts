/** Random plans in the whole language, from their text to the bytes that would be sent. */
import { assert, nat, property } from 'fast-check';
import { expect, test } from 'vitest';
import { formulaWords } from '../../src/model/formula.ts';
import { clientOrderId } from '../../src/model/ids.ts';
import { anyPlan, planYaml, type Expected, type PlanWords } from '../../proofs/inputs/any-plan.ts';
import { compileText, type Compiled } from '../../proofs/inputs/compile-text.ts';
import type { Pair } from '../../proofs/inputs/pairs.ts';

type Fields = Readonly<Record<string, string>>;

const PLANS = anyPlan(10);

/** The body's fields of every order, by order id. */
function bodies({ schedule, loaded }: Compiled): Map<string, Fields> {
  if (schedule === undefined) throw new Error(loaded.diagnostics.map(({ message }) => message).join('\n'));
  const entries = schedule.calls.flatMap(({ body }) => {
    const said = JSON.parse(body) as Fields & { orderDataList?: Fields[] };
    return said.orderDataList ?? [said];
  });
  const byClientOid = new Map(entries.map((entry) => [entry['client_oid'], entry]));
  expect(byClientOid.size).toBe(entries.length);
  return new Map(
    (loaded.plan?.orders ?? []).map(({ id }) => [id, byClientOid.get(clientOrderId('any-plan', 1, id, 0)) as Fields]),
  );
}

function sent(fields: Fields | undefined, field: Expected['field']): string | undefined {
  const names = {
    size: ['size'],
    price: ['price', 'execute_price'],
    trigger: ['trigger_price'],
    takeProfit: ['presetTakeProfitPrice'],
    stopLoss: ['presetStopLossPrice'],
  }[field];
  return names.map((name) => fields?.[name]).find((text) => text !== undefined);
}

/** Digits as a whole number of the smallest place that any of these plans has. */
const PLACES = 30;
function whole(text = ''): bigint {
  const [before = '', behind = ''] = text.split('.');
  return BigInt(before + behind.padEnd(PLACES, '0'));
}

const sum = (numbers: readonly bigint[]): bigint => numbers.reduce((all, one) => all + one, 0n);
const isOnUnit = (text: string, unit: string): boolean => whole(text) % whole(unit) === 0n;

/** What every plan must hold, whoever reads it. */
function check(words: PlanWords, fieldsOf: ReadonlyMap<string, Fields>): void {
  expect([...fieldsOf.keys()]).toEqual([...words.pairs.keys()]);
  for (const { id, field, digits, value } of words.expected) {
    const text = sent(fieldsOf.get(id), field);
    if (digits !== undefined) expect([id, field, text]).toEqual([id, field, digits]);
    else expect([id, field, whole(text)]).toEqual([id, field, whole(value)]);
  }
  for (const [id, { tick, step }] of words.pairs) {
    const fields = fieldsOf.get(id);
    expect(isOnUnit(sent(fields, 'size') ?? '', step)).toBe(true);
    for (const field of ['price', 'trigger', 'takeProfit', 'stopLoss'] as const) {
      const text = sent(fields, field);
      if (text !== undefined) expect([id, field, text, isOnUnit(text, tick)]).toEqual([id, field, text, true]);
    }
  }
  for (const { ids, total, notional } of words.shared) {
    const sizes = ids.map((id) => whole(sent(fieldsOf.get(id), 'size')));
    if (total !== undefined) expect(sum(sizes)).toBe(whole(total));
    if (notional === undefined) continue;
    const { step } = words.pairs.get(ids[0] as string) as Pair;
    const prices = ids.map((id) => whole(sent(fieldsOf.get(id), 'price')));
    const worth = (more: bigint): bigint => sum(sizes.map((size, at) => (size + more) * (prices[at] as bigint)));
    const most = whole(notional) * 10n ** BigInt(PLACES);
    expect(worth(0n) <= most && most < worth(whole(step))).toBe(true);
  }
}

test('no digit that somebody wrote is changed, shares add up, and everything is on its tick and step', () => {
  assert(
    property(PLANS, nat(1000), (words, style) => {
      check(words, bodies(compileText(planYaml(words, style))));
    }),
    { numRuns: 150 },
  );
});

test('what is tied goes in calls behind those of what it waits for', () => {
  assert(
    property(PLANS, nat(1000), (words, style) => {
      const { schedule } = compileText(planYaml(words, style));
      const callOf = new Map(schedule?.calls.flatMap((call) => call.orders.map(({ id }) => [id, call])));
      for (const [later, earlier] of words.ties) {
        const [call, before] = [callOf.get(later), callOf.get(earlier)];
        expect(before?.number).toBeLessThan(call?.number ?? 0);
        expect(call?.waitsFor).toContain(before?.orders.find(({ id }) => id === earlier)?.clientOid);
      }
    }),
    { numRuns: 150 },
  );
});

/** All that a plan comes to, but for where it stands in the text. */
const said = ({ schedule, loaded }: Compiled): unknown => ({
  calls: schedule?.calls,
  digest: schedule?.digest,
  orders: loaded.plan?.orders.map(({ formulas = {}, ...order }) => ({
    ...order,
    line: 0,
    formulas: Object.entries(formulas).map(([field, formula]) => [field, formulaWords(formula)]),
  })),
  told: loaded.diagnostics.map(({ code, message, hint }) => `${code} ${message} ${hint}`).toSorted(),
});

test('the same text is the same bytes, and so is another spelling: block or flow, other quotes, keys in another order', () => {
  assert(
    property(PLANS, nat(1000), nat(1000), (words, one, other) => {
      const text = planYaml(words, one);
      const first = said(compileText(text));
      expect(said(compileText(text))).toEqual(first);
      expect(said(compileText(planYaml(words, other)))).toEqual(first);
    }),
    { numRuns: 120 },
  );
});
