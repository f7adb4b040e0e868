/** What is due is kept nowhere: a plan that was asked about anything before answers as one that never was. */
import { expect, test } from 'vitest';
import { due } from '../../../src/compile/follow/due.ts';
import { followPlan, type FollowPlan } from '../../../src/compile/follow/follow-plan.ts';
import { isAtEnd } from '../../../src/compile/follow/standing.ts';
import { Decimal } from '../../../src/model/decimal.ts';
import { defined } from '../../../src/model/defined.ts';
import type { FollowKnown, PlacedPart } from '../../../src/model/followed.ts';
import { planned } from '../../support/followed.ts';

const size = Decimal.of('1');
const ORDERS = [
  planned({ id: 'entry', size: '1', price: '64000', until: { forMs: 60_000 } }),
  planned({ id: 'stop', size: '1', trigger: '62000', exit: { filled: ['entry'] } }),
  planned({ id: 'out', size: '1', price: '66000', exit: { filled: ['entry'] } }),
];
const planOf = (): FollowPlan =>
  followPlan(
    { orders: ORDERS },
    {
      instrumentOf: () => ({ step: Decimal.of('0.001'), minSize: Decimal.of('0.001') }),
      onUnknown: 'stop',
      maxPauseMs: 300_000,
    },
  );

const part = (clientOid: string, more: Partial<PlacedPart> = {}): PlacedPart => ({
  clientOid,
  number: 1,
  size,
  state: 'works',
  sentMs: 0,
  answeredMs: 0,
  trades: new Map(),
  ...more,
});
const trigger = Decimal.of('62000');
const filled = new Map([['t1', { size, price: Decimal.of('64000'), ms: 10 }]]);
const ENTRIES = [part('e'), part('e', { state: 'over', end: 'filled', trades: filled })];
const STOPS = [
  part('s', { trigger }),
  part('s', { trigger, state: 'rejected', answeredMs: 1500 }),
  part('s', { trigger, cancel: { by: 'follower', answer: 'taken', ms: 1000, tries: 1 } }),
];
const OUTS = [
  part('o', { state: 'over', end: 'person', cancel: { by: 'person', answer: 'taken', ms: 500, tries: 1 } }),
  part('o', { state: 'over', end: 'other' }),
];

const AGAIN: readonly Pick<FollowKnown, 'again' | 'off'>[] = [
  {},
  { again: new Map([['out', 2]]) },
  { off: new Set(['stop']) },
  { again: new Map([['out', 2]]), off: new Set(['stop']) },
];

/** All share their parts, as what a follower knows shares them from look to look. */
const KNOWN: FollowKnown[] = [];
for (const entry of ENTRIES)
  for (const stop of STOPS)
    for (const out of OUTS)
      for (const lookedMs of [1000, 2000, 20_000])
        for (const { again, off } of AGAIN)
          KNOWN.push({
            approvedMs: 0,
            startedMs: 0,
            lookedMs,
            placed: new Map([
              ['entry', [entry]],
              ['stop', [stop]],
              ['out', [out]],
            ]),
            closedElsewhere: new Map(),
            positions: new Map(),
            prices: new Map([['cmt_btcusdt', { price: Decimal.of('64500'), ms: Infinity }]]),
            ...defined({ again, off }),
          });

const answered = (plan: FollowPlan, known: FollowKnown): unknown => [
  due(plan, known, 20_000),
  isAtEnd(plan, known, 20_000),
];

test('what is due does not depend on what was asked before', () => {
  const alone = KNOWN.map((known) => answered(planOf(), known));
  // Each of them is told from some other one, or this would try nothing.
  expect(new Set(alone.map((one) => JSON.stringify(one))).size).toBeGreaterThan(5);
  const plan = planOf();
  for (const before of KNOWN)
    for (const [at, known] of KNOWN.entries()) {
      answered(plan, before);
      expect(answered(plan, known)).toEqual(alone[at]);
    }
});
