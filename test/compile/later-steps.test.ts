/** What a follower may do is in the digest and the approval: each condition and each largest size changes it, and nothing else does. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { approvalOf } from '../../src/actions/approval.ts';
import { compilePlan, type Schedule } from '../../src/compile/compile-plan.ts';
import { v2 } from '../../src/exchange/v2/dialect.ts';
import { emptyJournal } from '../../src/journal/records/state.ts';
import { defaultConfig } from '../../src/model/config.ts';
import { conditionsFrom, conditionsJson } from '../../src/model/conditions-json.ts';
import { paperInstruments } from '../../src/paper/v2/order/instruments.ts';
import { EXAMPLES } from '../../proofs/support/ordo.ts';
import { Decimal } from '../../src/model/decimal.ts';
import { loadText } from '../support/plans.ts';

const BRACKET = readFileSync(`${EXAMPLES}16-bracket.yaml`, 'utf8');
const SLICES = readFileSync(`${EXAMPLES}19-slices.yaml`, 'utf8');
const EXITS = readFileSync(`${EXAMPLES}21-exits.yaml`, 'utf8');

interface Coded {
  readonly schedule: Schedule;
  readonly code: string;
}

function coded(
  text: string,
  {
    only,
    lookEveryMs = 2_000,
    vars = {},
  }: { only?: readonly string[]; lookEveryMs?: number; vars?: Record<string, string> } = {},
): Coded {
  const variables = new Map(Object.entries(vars).map(([name, value]) => [name, Decimal.of(value)]));
  const { plan, diagnostics } = loadText(text, { instruments: paperInstruments, variables });
  if (plan === undefined) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  const config = { ...defaultConfig, execution: { ...defaultConfig.execution, lookEveryMs } };
  const schedule = compilePlan(v2.calls, plan, emptyJournal, {
    ...config.exchange,
    ...config.execution,
    ...(only !== undefined && { only: new Set(only) }),
  });
  const account = { origin: 'https://api-contract.weex.com', name: 'main' };
  return { schedule, code: approvalOf(plan, config, account, schedule).code };
}

/** Each of these is another plan to approve. */
const CHANGES: readonly (readonly [of: string, from: string, to: string])[] = [
  [BRACKET, 'until: 4h', 'until: 5h'],
  [BRACKET, 'until: 4h', 'until: { for: 4h, filled: stop }'],
  [BRACKET, 'trigger: 62000', 'trigger: 62001'],
  [BRACKET, '=tick(average(entry))', '=tickUp(average(entry))'],
  [BRACKET, '=tick(average(entry))', '=tick(average(entry) + 0)'],
  [BRACKET, 'after: { filled: target-1 }', 'after: { filled: target-2 }'],
  [BRACKET, 'after: { filled: target-1 }', 'after: { filled: target-1, at: 2026-12-01T00:00:00Z }'],
  [BRACKET, 'size: { filled: entry }\n    price: {', 'size: { filled: entry, share: 99% }\n    price: {'],
  [BRACKET, 'size: 0.3', 'size: 0.4'],
  [BRACKET, 'steps: 3', 'steps: 4'],
  [SLICES, 'for: 2h', 'for: 3h'],
  [SLICES, '08:00:00Z', '08:00:01Z'],
  [SLICES, 'from: 2026-12-01T08:00:00Z, ', ''],
  [EXITS, 'share: 40%', 'share: 41%'],
  [EXITS, 'until: { for: 6h, filled: [near, far] }', 'until: { for: 6h, filled: [near] }'],
  [EXITS, 'after: { accepted: first, at: 2026-12-01T08:00:00Z }', 'after: 2026-12-01T08:00:00Z'],
  [EXITS, 'until: 2026-12-02T00:00:00Z', 'until: 2026-12-02T00:00:01Z'],
];

describe('another approval code', () => {
  test.each(CHANGES)('(%#)', (text, from, to) => {
    expect(text).toContain(from);
    const [was, is] = [coded(text), coded(text.replace(from, to))];
    expect(is.schedule.digest).not.toBe(was.schedule.digest);
    expect(is.code).not.toBe(was.code);
  });

  test('by another lookEvery, where the plan is followed alone', () => {
    expect(coded(BRACKET, { lookEveryMs: 500 }).code).not.toBe(coded(BRACKET).code);
    expect(coded(BRACKET, { lookEveryMs: 500 }).schedule.digest).toBe(coded(BRACKET).schedule.digest);
    const plain = readFileSync(`${EXAMPLES}01-quickstart.yaml`, 'utf8');
    expect(coded(plain, { lookEveryMs: 500 }).code).toBe(coded(plain).code);
  });

  test('by another value of a variable in a formula', () => {
    const text = BRACKET.replace('defaults:', 'vars: { k: 1 }\ndefaults:').replace(
      'average(entry)',
      'average(entry) * k',
    );
    expect(coded(text, { vars: { k: '0.999' } }).schedule.digest).not.toBe(coded(text).schedule.digest);
  });
});

const planWith = (words: string): string =>
  `version: 1\nname: same\ndefaults: { symbol: cmt_btcusdt }\norders:\n  - { id: a, side: open-short, size: 0.1, price: 66000, stopLoss: 67000 }\n  - { id: c, side: open-short, size: 0.1, price: 66100, stopLoss: 67000 }\n  - id: b\n    side: open-long\n    size: 0.1\n    price: 63000\n    stopLoss: 62000\n    ${words}\n`;

test.each([
  ['order of the keys', 'until: { for: 8h, filled: [a] }', 'until: { filled: [a], for: 8h }'],
  ['one name or a list of it', 'until: { filled: a }', 'until: { filled: [a] }'],
  ['an instant in another offset', 'after: 2026-12-01T13:30:00Z', 'after: 2026-12-01T14:30:00+01:00'],
  ['an instant alone or in a table', 'after: 2026-12-01T13:30:00Z', 'after: { at: 2026-12-01T13:30:00Z }'],
  ['a duration in another unit', 'until: 1h', 'until: 60m'],
  ['names in another order', 'until: { filled: [a, c] }', 'until: { filled: [c, a] }'],
  ['a comment', 'until: 1h', 'until: 1h # good for the session'],
])('the same code, whatever the spelling: %s', (_, one, other) => {
  expect(coded(planWith(other)).code).toBe(coded(planWith(one)).code);
});

const ids = (only: readonly string[]): unknown =>
  coded(EXITS, { only }).schedule.steps?.flatMap(({ id, does }) => (does === 'place' ? [id] : []));

describe('what only a follower sends', () => {
  test('is in no call, and has a step of its own with its largest size', () => {
    const { schedule } = coded(BRACKET);
    expect(schedule.calls.flatMap(({ orders }) => orders.map(({ id }) => id))).toEqual(['entry']);
    const steps = (schedule.steps ?? []).map((step) => [
      step.id,
      step.does,
      step.does === 'place' ? `${step.most.size.toString()} in ${step.most.parts}` : '',
    ]);
    expect(steps).toEqual([
      ['stop', 'place', '0.3 in 48'],
      ['target-1', 'place', '0.1 in 12'],
      ['target-2', 'place', '0.1 in 12'],
      ['target-3', 'place', '0.1 in 12'],
      ['even', 'place', '0.3 in 48'],
      ['entry', 'cancel', ''],
    ]);
  });

  test('has formulas in their own words, and both bodies of a trigger', () => {
    const even = coded(BRACKET).schedule.steps?.find(({ id }) => id === 'even');
    expect(even).toMatchObject({ takesPlaceOf: 'stop', when: { afterFilled: ['target-1'] } });
    const { call, passed } = even as Extract<typeof even, { does: 'place' }>;
    expect(JSON.parse(call.body)).toMatchObject({
      trigger_price: 'tick(average(entry))',
      size: '0.3',
      execute_price: '0',
    });
    expect(JSON.parse(passed?.body ?? '')).toMatchObject({ match_price: '1', size: '0.3' });
    expect(passed?.body).not.toContain('trigger');
  });

  test('what waits for it to be accepted is sent by the follower as well', () => {
    const more =
      '  - { id: more, side: open-long, size: 0.1, price: 63000, stopLoss: 60000, after: [late] }\n  - { id: late, side: open-long, size: 0.1, price: 63500, stopLoss: 60000, after: [stop] }\n';
    const { schedule } = coded(BRACKET + more);
    expect(schedule.calls.flatMap(({ orders }) => orders.map(({ id }) => id))).toEqual(['entry']);
    expect(schedule.steps?.map(({ id }) => id)).toContain('more');
  });

  test('goes along with an entry that is selected, and not without it', () => {
    expect(ids(['first'])).toEqual(['stop', 'near', 'far-1', 'far-2', 'far-3', 'tight']);
    expect(ids(['hedge-1'])).toEqual(['hedge-1']);
  });
});

test('conditions are the same after a reviewed plan has held them as text', () => {
  for (const text of [BRACKET, SLICES, EXITS]) {
    const orders = loadText(text, { instruments: paperInstruments }).plan?.orders ?? [];
    for (const order of orders) {
      const json = conditionsJson(order);
      if (json === undefined) continue;
      const { exit, afterFilled, afterAt, until, slice, late } = order;
      const back = conditionsFrom(json, () => {
        throw new Error('damaged');
      });
      expect({ exit, afterFilled, afterAt, until, slice, late }).toEqual({
        exit: undefined,
        afterFilled: undefined,
        afterAt: undefined,
        until: undefined,
        slice: undefined,
        late: undefined,
        ...back,
      });
    }
  }
});
