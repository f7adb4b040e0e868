import { describe, expect, it } from 'vitest';
import { refusalOf } from '../../src/refusal.ts';
import type { PreparedRun } from '../../src/actions/prepare/prepared-run.ts';
import { checkStandingCap } from '../../src/actions/prepare/standing-cap.ts';
import { compilePlan } from '../../src/compile/compile-plan.ts';
import type { KnownAccount, KnownPlan } from '../../src/journal/records/known-account.ts';
import type { KnownOrder } from '../../src/journal/records/state.ts';
import { emptyJournal } from '../../src/journal/records/state.ts';
import { defaultConfig } from '../../src/model/config.ts';
import { Decimal } from '../../src/model/decimal.ts';
import { paperInstruments } from '../../src/paper/v2/order/instruments.ts';
import { loadText } from '../support/plans.ts';
import { v2 } from '../../src/exchange/v2/dialect.ts';

/** An order that stands, of another plan and generation. */
const stands = (content: Record<string, string>, worth?: string): KnownPlan => {
  const order: KnownOrder = {
    id: 'before',
    clientOid: 'oid',
    lineage: 0,
    state: 'accepted',
    content: { side: 'open-long', size: '1', price: '900', ...content },
    sentAtMs: 1,
    changedAtMs: 1,
    changedUptimeMs: null,
    ...(worth !== undefined && { worth }),
  };
  return { plan: 'another', generation: 3, orders: new Map([[order.id, order]]), isPlaced: true };
};

/** The exit code and words of the refusal; undefined where nothing is refused. */
function refused(
  orders: string,
  { most, standing = [], limits = '' }: { most?: string; standing?: KnownAccount; limits?: string },
): string | undefined {
  const { plan } = loadText(
    `version: 1\nname: capped\ndefaults: { symbol: cmt_btcusdt }\n${limits}orders:\n${orders}`,
    { instruments: paperInstruments },
  );
  if (plan === undefined) throw new Error('the plan of this test is invalid');
  const policy = most === undefined ? {} : { maxStandingNotional: Decimal.of(most) };
  const config = { ...defaultConfig, policy };
  const schedule = compilePlan(v2.calls, plan, emptyJournal, { ...config.exchange, ...config.execution });
  try {
    const run: Pick<PreparedRun, 'plan' | 'config' | 'schedule' | 'account' | 'known'> = {
      plan,
      config,
      schedule,
      account: standing,
      known: emptyJournal,
    };
    checkStandingCap(run);
    return undefined;
  } catch (error) {
    const refusal = refusalOf(error);
    return `${refusal?.exitCode} ${refusal?.message}`;
  }
}

const BUY = '  - { id: a, side: open-long, price: 60000, size: 0.01 }\n';
const CLOSE = '  - { id: a, side: close-long, price: 60000, size: 0.01 }\n';
const MARKET = '  - { id: a, side: open-long, price: market, size: 0.01, reference: 60000, maxDistance: 10% }\n';

describe('what may stand of the account', () => {
  it('is this run and all that stands, to the last digit', () => {
    expect(refused(BUY, { most: '600' })).toBeUndefined();
    expect(refused(BUY, { most: '599.99' })).toMatch(/^4 this run opens 600, and 0 is open/);
    expect(refused(BUY, { most: '1500', standing: [stands({})] })).toBeUndefined();
    expect(refused(BUY, { most: '1499.99', standing: [stands({})] })).toMatch(
      /opens 600, and 900 is open in the account already: 1500 in all; the policy allows 1499.99/,
    );
    expect(refused(BUY, {})).toBeUndefined();
  });

  it('values a market order at the worst of its reference, sent or to be sent', () => {
    expect(refused(MARKET, { most: '659' })).toMatch(/opens 660/);
    expect(refused(BUY, { most: '700', standing: [stands({ price: 'market' }, '101')] })).toMatch(/101 is open/);
  });

  it('counts no closing order, and holds back no run that opens nothing', () => {
    expect(refused(BUY, { most: '600', standing: [stands({ side: 'close-long' })] })).toBeUndefined();
    expect(refused(CLOSE, { most: '1', standing: [stands({})] })).toBeUndefined();
  });

  it('forbids what cannot be computed', () => {
    expect(refused(BUY, { most: '9999', standing: [stands({ price: 'market' })] })).toMatch(
      /^4 what before of another, generation 3 is worth cannot be computed/,
    );
  });

  it('goes by the plan’s own limit where it has one', () => {
    expect(refused(BUY, { most: '9999', limits: 'limits: { maxStandingNotional: 500 }\n' })).toMatch(
      /the plan itself allows 500 \(limits.maxStandingNotional\)/,
    );
  });
});
