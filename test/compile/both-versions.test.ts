/**
 * A plan compiles for both versions of the interface to the same orders: the calls of each are read back by a reader of its own, of
 * plans in the whole language, with their ladders, stages, triggers and presets.
 */
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { compilePlan } from '../../src/compile/compile-plan.ts';
import type { Dialect } from '../../src/exchange/dialect.ts';
import { v2 } from '../../src/exchange/v2/dialect.ts';
import { v3 } from '../../src/exchange/v3/dialect.ts';
import { needsFollow } from '../../src/compile/follow/later.ts';
import { emptyJournal } from '../../src/journal/records/state.ts';
import type { Call } from '../../src/model/call.ts';
import { defaultConfig } from '../../src/model/config.ts';
import type { Plan } from '../../src/model/order.ts';
import { paperInstruments } from '../../src/paper/v2/order/instruments.ts';
import { anyPlan, planYaml } from '../../proofs/inputs/any-plan.ts';
import { INSTRUMENTS } from '../../proofs/inputs/pairs.ts';
import { EXAMPLES } from '../../proofs/support/ordo.ts';
import { loadText } from '../support/plans.ts';

type Fields = Readonly<Record<string, string>>;

/** What is meant, in words of neither. */
interface Meant {
  readonly id: string | undefined;
  readonly pair: string;
  readonly does: string;
  readonly size: string | undefined;
  /** Nothing at market. */
  readonly at?: string | undefined;
  readonly lives?: string | undefined;
  readonly once?: string | undefined;
  readonly win?: string | undefined;
  readonly lose?: string | undefined;
}

const DOES_OF_2 = ['buy to open', 'sell to open', 'sell to close', 'buy to close'];
const LIVES_OF_2 = ['GTC', 'POST_ONLY', 'FOK', 'IOC'];
/** A buy opens a long, and closes a short. */
const doesOf3 = (side: string, position: string): string =>
  `${side.toLowerCase()} to ${(side === 'BUY') === (position === 'LONG') ? 'open' : 'close'}`;

function meantBy2(one: Fields): Meant {
  const isTrigger = one['trigger_price'] !== undefined;
  const isMarket = (isTrigger ? one['match_type'] : one['match_price']) === '1';
  return {
    id: one['client_oid'],
    pair: String(one['symbol']),
    does: DOES_OF_2[Number(one['type']) - 1] ?? 'nothing',
    size: one['size'],
    at: isMarket ? undefined : one[isTrigger ? 'execute_price' : 'price'],
    lives: isMarket || isTrigger ? undefined : LIVES_OF_2[Number(one['order_type'])],
    once: one['trigger_price'],
    win: one['presetTakeProfitPrice'],
    lose: one['presetStopLossPrice'],
  };
}

function meantBy3(one: Fields): Meant {
  const isTrigger = one['clientAlgoId'] !== undefined;
  return {
    id: isTrigger ? one['clientAlgoId'] : one['newClientOrderId'],
    pair: String(one['symbol']),
    does: doesOf3(String(one['side']), String(one['positionSide'])),
    size: one['quantity'],
    // What is there is not looked at where the type says that it executes at market.
    at: String(one['type']).endsWith('MARKET') ? undefined : one['price'],
    lives: one['timeInForce'],
    once: one['triggerPrice'],
    win: one[isTrigger ? 'presetTakeProfitPrice' : 'tpTriggerPrice'],
    lose: one[isTrigger ? 'presetStopLossPrice' : 'slTriggerPrice'],
  };
}

interface Compiled {
  /** In the order in which they are sent. */
  readonly meant: readonly Meant[];
  /** What each waits for, by its client order id. */
  readonly waits: readonly (readonly [clientOid: string, waitsFor: readonly string[] | undefined])[];
  readonly kinds: ReadonlySet<string>;
}

function compiled(plan: Plan, dialect: Dialect, maxOrdersPerCall: number): Compiled {
  const { calls } = compilePlan(dialect.calls, plan, emptyJournal, {
    batchPresets: false,
    maxOrdersPerCall: Math.min(maxOrdersPerCall, dialect.calls.place.most),
    limits: { ...dialect.defaults.limits, inFlight: 1 },
  });
  const meantIn = ({ kind, body }: Call): readonly Meant[] => {
    const said = JSON.parse(body) as Fields & Readonly<Record<'orderDataList' | 'batchOrders', readonly Fields[]>>;
    const list = kind === 'batch' ? (said.orderDataList ?? said.batchOrders) : [said];
    const head = 'orderDataList' in said ? { symbol: said['symbol'] as string } : {};
    return list.map((one) => (dialect === v2 ? meantBy2({ ...head, ...one }) : meantBy3(one)));
  };
  return {
    meant: calls.flatMap(meantIn),
    waits: calls.flatMap(({ orders, waitsFor }) => orders.map(({ clientOid }) => [clientOid, waitsFor] as const)),
    kinds: new Set(calls.map(({ kind }) => kind)),
  };
}

const byId = (all: readonly Meant[]): Map<string, Meant> =>
  new Map(all.map((one) => [String(one.id), { ...one, pair: one.pair.replace(/^cmt_/, '').toUpperCase() }]));

function expectAlike(plan: Plan, most: number): readonly [Compiled, Compiled] {
  const [two, three] = [compiled(plan, v2, most), compiled(plan, v3, most)];
  expect(byId(three.meant)).toEqual(byId(two.meant));
  expect([three.meant.length, two.meant.length]).toEqual([plan.orders.length, plan.orders.length]);
  expect(new Map(three.waits)).toEqual(new Map(two.waits));
  // Version 3 takes its own spelling alone.
  for (const { pair } of three.meant) expect(pair).toMatch(/^[A-Z0-9]+$/);
  return [two, three];
}

const planOf = (name: string): Plan =>
  loadText(readFileSync(EXAMPLES + name, 'utf8'), { instruments: paperInstruments }).plan as Plan;

const isFollowed = (name: string): boolean => planOf(name).orders.some(needsFollow);

describe('a plan means the same on both', () => {
  const names = readdirSync(EXAMPLES).filter((name) => name.endsWith('.yaml'));

  test.each(names.filter((name) => !isFollowed(name)))('%s', (name) => {
    for (const most of [1, 5, 20]) expectAlike(planOf(name), most);
  });

  test.each(names.filter(isFollowed))('%s, of which a follower does the same on both', (name) => {
    const [two, three] = [v2, v3].map(({ calls }) => {
      const { steps = [] } = compilePlan(calls, planOf(name), emptyJournal, {
        ...defaultConfig.exchange,
        ...defaultConfig.execution,
      });
      return steps.map((step) => Object.assign({}, step, { call: undefined, passed: undefined }));
    });
    expect(two?.length).toBeGreaterThan(0);
    expect(three).toEqual(two);
  });

  it('whatever it says', () => {
    const met = new Map<string, number>();
    const meet = (what: string, times: number): unknown => met.set(what, (met.get(what) ?? 0) + times);
    fc.assert(
      fc.property(anyPlan(25), fc.nat(9), fc.constantFrom(1, 5, 20), (words, style, most) => {
        const { plan } = loadText(planYaml(words, style), { instruments: INSTRUMENTS, strictSymbols: true });
        if (plan === undefined) return;
        const [two, three] = expectAlike(plan, most);
        meet('plans', 1);
        meet('ladders', plan.ladders.length);
        for (const kind of three.kinds) meet(`a ${kind}`, 1);
        for (const one of two.meant) {
          meet(one.does, 1);
          meet(one.at === undefined ? 'at market' : 'at a price', 1);
          if (one.once !== undefined) meet('once', 1);
          if (one.win !== undefined) meet('win', 1);
          if (one.lose !== undefined) meet('lose', 1);
        }
        meet('waits', three.waits.filter(([, waitsFor]) => waitsFor !== undefined).length);
      }),
      { numRuns: 150 },
    );
    // The search must have met all of this, or it proved nothing. Times in force are those of the examples.
    const all = [...DOES_OF_2, 'at market', 'at a price', 'once', 'win', 'lose', 'ladders', 'waits'];
    expect([...all, 'a single', 'a batch', 'a trigger'].filter((what) => (met.get(what) ?? 0) < 20)).toEqual([]);
  });
});
