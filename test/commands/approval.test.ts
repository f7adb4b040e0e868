/** Which settings an approval stands for: a change of one of them asks for a new approval. */
import { describe, expect, test } from 'vitest';
import { approvalOf, covers, OFF } from '../../src/actions/approval.ts';
import { compilePlan } from '../../src/compile/compile-plan.ts';
import { emptyJournal, type JournalState, type KnownOrder } from '../../src/journal/records/state.ts';
import { defaultConfig, type Config } from '../../src/model/config.ts';
import { paperInstruments } from '../../src/paper/v2/order/instruments.ts';
import { loadPlan } from '../../src/plan/load-plan.ts';
import { SourceFile } from '../../src/source/source-file.ts';
import type { Approval } from '../../src/journal/records/ledger.ts';
import { bids } from '../../proofs/support/ordo.ts';
import { v2 } from '../../src/exchange/v2/dialect.ts';

const { plan } = loadPlan(new SourceFile('plan.yaml', bids('bound', 1)), { instruments: paperInstruments });
if (plan === undefined) throw new Error('the plan of this test is invalid');
const schedule = compilePlan(v2.calls, plan, emptyJournal, {
  ...defaultConfig.exchange,
  ...defaultConfig.execution,
});
const account = { origin: 'https://api-contract.weex.com', name: 'main' };

const under = (config: Config): Approval => approvalOf(plan, config, account, schedule);

type Execution = Config['execution'];

/** Another value of each setting of `execution`, and whether the approval is of that setting. */
const EXECUTION: { readonly [Key in keyof Execution]: readonly [value: Execution[Key], isBound: boolean] } = {
  onUnknown: ['continue', true],
  onReject: ['stop', true],
  rateRefusals: [0, true],
  accountCheck: ['off', true],
  // The bytes of the calls, and so the digest, say how many orders go in each.
  maxOrdersPerCall: [1, false],
  // A longer pause sends nothing that was not approved.
  cancelWaitMs: [20_000, false],
  maxPauseMs: [1, false],
  // Of a plan that is followed it is.
  lookEveryMs: [500, false],
};

describe('an approval and the settings of execution', () => {
  test.each(Object.entries(EXECUTION))('%s', (name, [value, isBound]) => {
    const [before, after] = [
      under(defaultConfig),
      under({ ...defaultConfig, execution: { ...defaultConfig.execution, [name]: value } }),
    ];
    expect(defaultConfig.execution).not.toHaveProperty(name, value);
    expect([before.code !== after.code, before.settings !== after.settings]).toEqual([isBound, isBound]);
  });
});

test('an approval under a check that only warns is not one without the check', () => {
  const codes = (['refuse', 'warn', 'off'] as const).map(
    (accountCheck) => under({ ...defaultConfig, execution: { ...defaultConfig.execution, accountCheck } }).code,
  );
  expect(new Set(codes).size).toBe(3);
});

const knownAs = (state: KnownOrder['state']): JournalState => {
  const order = {
    id: 'probe',
    clientOid: 'off1',
    lineage: 0,
    state,
    content: {},
    sentAtMs: 0,
    changedAtMs: 0,
    changedUptimeMs: null,
  };
  return new Map([['probe', order]]);
};

describe('an approval of an order that goes off and of one that is placed', () => {
  const { settings, code } = under(defaultConfig);
  const whole = { code, settings, orders: { off1: OFF, new1: 'content' } };
  const placedOnly = { ...whole, orders: { new1: 'content' } };

  test.each<[KnownOrder['state'], boolean]>([
    ['accepted', false],
    ['cancelling', false],
    ['cancel-unknown', false],
    ['unknown', false],
    ['cancelled', true],
    ['filled', true],
  ])('the first is %s: it covers the second alone: %s', (state, isCovered) => {
    expect(covers(whole, placedOnly, knownAs(state))).toBe(isCovered);
    expect(covers(whole, whole, knownAs(state))).toBe(true);
  });

  test('does not cover the first alone, before the second is placed', () => {
    expect(covers(whole, { ...whole, orders: { off1: OFF } }, knownAs('accepted'))).toBe(false);
  });
});
