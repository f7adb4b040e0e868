/** Lists that lag: the one line says in the end what the follower knows, and the account is asked for that no more often than it has to be. */
import { describe, expect, test } from 'vitest';
import { eventsOf, ofKind } from '../../proofs/support/ordo.ts';
import { LineDoubts } from '../../src/actions/follow/line-doubts.ts';
import type { FollowPlan } from '../../src/compile/follow/follow-plan.ts';
import { Decimal } from '../../src/model/decimal.ts';
import { positionName } from '../../src/model/followed.ts';
import type { GuardedOrder, OrderStanding } from '../../src/protection/guarded.ts';
import { protectionOf, type Protection } from '../../src/protection/protection.ts';
import type { FollowNews } from '../../src/session/follow/follow-task.ts';
import { followDesk } from '../support/follow-desk.ts';
import { here } from '../support/here.ts';

const PLAN = `version: 1
name: late
defaults: { symbol: cmt_btcusdt, reference: 64000, maxDistance: 10% }
orders:
  - { id: entry, side: open-long, size: 0.3, price: market }
  - { id: stop, side: close-long, size: { filled: entry }, trigger: 61000, price: market }
  - { id: target, side: close-long, size: { filled: entry }, trigger: 65500, price: market }
`;
const CALM = '✓ hold long 0.3 · at stops 900.03 · naked 0 · unknown 0';

test.each([
  ['v2', 700],
  ['v3', 2_000],
] as const)(
  '%s: a stop that lists show late is covered in the last event and in status',
  { timeout: 60_000 },
  async (version, listLagMs) => {
    const desk = await followDesk(PLAN, { version, listLagMs });
    const one = desk.begin();
    const isCalm = (): boolean => /"event":"protection","state":"covered"[^\n]*"unknown":0/.test(one.written);
    await one.until('a stop that may not be there', () => /"event":"protection","state":"unknown"/.test(one.written));
    await one.until('what is covered', isCalm);
    expect((await here(['status', 'plan.yaml'], desk.at)).stdout).toContain(CALM);
    const states = ofKind(eventsOf(await one.stop()), 'protection').map(({ state, unknown }) => `${state} ${unknown}`);
    expect(states.slice(states.indexOf('unknown 2'))).toEqual(['unknown 2', 'covered 0', 'covered 0']);
  },
);

const name = { plan: 'late', generation: 1 };
const size = Decimal.of('0.3');
const entry: GuardedOrder = {
  ...name,
  id: 'entry',
  clientOid: 'e',
  symbol: 'cmt_btcusdt',
  marginMode: 'crossed' as GuardedOrder['marginMode'],
  side: 'open-long',
  size,
  price: { kind: 'limit', at: Decimal.of('64000') },
  trigger: undefined,
  stopLoss: undefined,
  standing: 'filled',
};
const market = { low: Decimal.of('64000'), high: Decimal.of('64000') };
const trigger = Decimal.of('61000');
const stop: GuardedOrder = {
  ...entry,
  id: 'stop',
  clientOid: 's',
  side: 'close-long',
  price: { kind: 'market' },
  trigger,
};
const foreign = ({
  plan: _plan,
  generation: _generation,
  id: _id,
  clientOid: _oid,
  ...order
}: GuardedOrder): GuardedOrder => order;

const lineOf = (standing: OrderStanding, { held = '0.3', ours = true } = {}): Protection => {
  const { symbol, marginMode } = entry;
  const stands: GuardedOrder = { ...stop, standing, market };
  return protectionOf({
    basis: 'look',
    orders: [entry, ours ? stands : foreign(stands)],
    held: [{ symbol, marginMode, side: 'long', size: Decimal.of(held), average: Decimal.of('64000') }],
    looked: new Set([symbol]),
    lookedAtMs: 0,
    markets: new Map([[symbol, market]]),
  });
};

const newsAt = (atMs: number, { covered = '0.3', read = '0.3', isMissing = false } = {}): FollowNews => {
  const part = { clientOid: 's', state: 'works', ...(isMissing && { isMissing: true }) };
  return {
    atMs,
    groups: [{ symbol: 'cmt_btcusdt', isLong: true, covered: Decimal.of(covered) }],
    known: { placed: new Map([['stop', [part]]]) },
    read: { ms: atMs, sizes: new Map([[positionName('cmt_btcusdt', true), Decimal.of(read)]]) },
  } as unknown as FollowNews;
};

const doubtsOf = (line: Protection): LineDoubts => {
  const doubts = new LineDoubts(name, { orders: [entry] } as unknown as FollowPlan);
  doubts.told(line, newsAt(0), false);
  return doubts;
};

describe('looks for a doubt', () => {
  test('grow apart while it stays, and are near again after news', () => {
    const [line, at] = [lineOf('in-no-list'), [] as number[]];
    const doubts = doubtsOf(line);
    for (let ms = 0; ms <= 120_000; ms += 500) {
      if (!doubts.isOwed(newsAt(ms))) continue;
      at.push(ms / 1000);
      doubts.told(line, newsAt(ms), true);
    }
    expect(at).toEqual([2, 6, 14, 29, 59, 89, 119]);
    doubts.told(line, newsAt(120_000), false);
    expect([121_500, 122_000].map((ms) => doubts.isOwed(newsAt(ms)))).toEqual([false, true]);
  });

  test('wait as long again where nobody could be asked', () => {
    const doubts = doubtsOf(lineOf('in-no-list'));
    doubts.putOff(newsAt(2_000));
    expect([3_500, 4_000].map((ms) => doubts.isOwed(newsAt(ms)))).toEqual([false, true]);
  });

  test.each([
    ['a stop of which the line does not know', lineOf('in-no-list'), {}, true],
    ['a stop that the line lacks', lineOf('absent'), {}, true],
    ['a stop that is there for the line alone', lineOf('open'), { covered: '0' }, true],
    ['a stop that neither knows', lineOf('in-no-list'), { covered: '0', isMissing: true }, false],
    ['more than the newest look reads', lineOf('open', { held: '0.6' }), {}, true],
    ['less than the newest look reads', lineOf('open'), { read: '0.6' }, true],
    ['what somebody else holds besides', lineOf('open', { held: '0.8' }), { read: '0.8' }, false],
    ["somebody else's stop", lineOf('open', { ours: false }), { covered: '0' }, false],
    ['nothing that differs', lineOf('open'), {}, false],
  ] as const)('%s', (_what, line, news, isIn) => {
    expect(doubtsOf(line).isIn(newsAt(0, news))).toBe(isIn);
  });
});
