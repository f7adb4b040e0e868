/** What the last screen of a follow proposes: what works as it stands, and nothing that the same run has done. */
import { expect, test } from 'vitest';
import type { RunEvent } from '../../src/model/event.ts';
import type { FollowedTold, GroupStated } from '../../src/model/follow-stated.ts';
import { nextSteps } from '../../src/views/run/next-steps.ts';
import { finished, group, order, STEP, stopping, told, type Ending } from '../support/follow-told.ts';
import { started, viewAfter } from '../support/run-events.ts';

const NOON = Date.parse('2026-11-21T12:00:00Z');
const CODE = '62a81732f0b4'.padEnd(64, '0');
const AGAIN = `ordo run plan.yaml --execute --live --follow --approve ${CODE}`;

const entry = (is: FollowedTold['is'] = 'filled', more: Partial<FollowedTold> = {}): FollowedTold =>
  told('entry', is, { filled: is === 'filled' ? '0.3' : '0', ...more });
const stop = (is: FollowedTold['is'], more: Partial<FollowedTold> = {}): FollowedTold =>
  told('stop', is, { kind: 'stop', ...more });
interface Scene {
  readonly orders: readonly FollowedTold[];
  readonly groups?: readonly GroupStated[];
  readonly before?: readonly RunEvent[];
  readonly ends: readonly RunEvent[];
}

/** Waits for a target, so it is no stop that comes. */
const EVEN: RunEvent = { ...STEP, id: 'even', takesPlaceOf: 'stop' };

/** Each step as a person reads it. */
function stepsOf({ orders, groups = [group()], before = [], ends }: Scene): string[] {
  const view = viewAfter([
    started([order('entry', 'open-long'), order('stop', 'close-long')], {
      target: 'live',
      approval: CODE,
      followed: { everyMs: 2000, windowMs: 10_000, inWindow: { ip: 35, uid: 40 } },
    }),
    STEP,
    EVEN,
    ...before,
    { event: 'follow-stated', atMs: NOON, orders, groups },
    ...ends,
  ]);
  return nextSteps(view).map(({ why = '', command = '' }) => `${why}${why === '' ? '' : ' '}${command}`.trim());
}

const LEFT: Ending = { left: [{ id: 'stop', reason: 'open' }] };

/** How a cancel of the stop ended. */
const stopCancel = (outcome: 'cancelled' | 'unknown'): RunEvent => ({
  event: 'cancel-outcome',
  id: 'stop',
  clientOid: 'ordo1',
  call: 1,
  outcome,
  rule: 'seen',
});

test('a cancel that an earlier run left open, and whose end this run has seen, is over', () => {
  const earlier: RunEvent = { event: 'earlier-stated', unknown: [], cancels: ['stop'], nowhere: [], replaced: [] };
  const off = stopCancel('cancelled');
  const gone = stop('gone', { ended: { who: 'follower', because: 'nothing-held' } });
  const scene = { before: [earlier, off], groups: [group({ held: '0' })], orders: [entry(), gone] };
  expect(stepsOf({ ...scene, ends: [finished({ exitCode: 0 })] })).toEqual([]);
});

test('so is one of which another part works, and a part that was unknown before is told by its order', () => {
  const earlier: RunEvent = {
    event: 'earlier-stated',
    unknown: ['stop/2'],
    cancels: ['stop'],
    nowhere: [],
    replaced: [],
  };
  const scene = { before: [earlier, stopCancel('cancelled')], orders: [entry(), stop('works')] };
  const steps = stepsOf({ ...scene, ends: [stopping('SIGINT'), finished({ exitCode: 130, ...LEFT })] });
  expect(steps).toEqual([AGAIN]);
});

test('what a follower took off is no close that is missed, whatever was told of its placing', () => {
  const lost: RunEvent = {
    event: 'order-outcome',
    id: 'stop',
    clientOid: 'ordo1',
    outcome: 'unknown',
    message: 'reset',
    rule: 'connection',
  };
  const off = stopCancel('cancelled');
  const scene = { before: [lost, off], groups: [group({ held: '0' })], orders: [entry(), stop('gone')] };
  expect(stepsOf({ ...scene, ends: [finished({ exitCode: 0 })] })).toEqual([]);
});

test('where the end of a cancel is not known, the same command looks, and nothing else of the stop is taken off', () => {
  const open = stopCancel('unknown');
  expect(
    stepsOf({ before: [open], orders: [entry(), stop('works')], ends: [stopping('interrupted'), finished(LEFT)] }),
  ).toEqual([`How the cancel of stop ended is not known. To look, and to go on from there: ${AGAIN}`]);
});

test('whoever was asked to end goes on once the command that asked is done', () => {
  const ends = [stopping('ordo cancel asked for it', 'asked'), finished({ ...LEFT, exitCode: 6 })];
  expect(stepsOf({ orders: [entry(), stop('works')], ends })).toEqual([
    `Once the command that asked has ended, to follow what is left: ${AGAIN}`,
  ]);
});

test('a stop that is let go is placed again on purpose, or what it leaves is closed by a command that names it', () => {
  const refused = stop('rejected', { isLetGo: true });
  const rejected: RunEvent = {
    event: 'order-outcome',
    id: 'stop',
    clientOid: 'ordo1',
    call: 1,
    outcome: 'rejected',
    code: '40015',
    message: 'margin',
    rule: 'rejected',
    latencyMs: 1,
  };
  const ends = [stopping('interrupted'), finished({ left: [{ id: 'stop', reason: 'let-go' }] })];
  expect(stepsOf({ before: [rejected], groups: [group({ naked: '0.3' })], orders: [entry(), refused], ends })).toEqual([
    AGAIN,
    'stop: place it again: ordo run plan.yaml --live --again stop',
    'Or close 0.3 long cmt_btcusdt, which has no stop: ordo close cmt_btcusdt long 0.3',
  ]);
});

test('beside a stop that is unknown exits go on; beside an entry nothing is opened', () => {
  const ends = [stopping('interrupted'), finished({ left: [{ id: 'stop', reason: 'unknown' }], exitCode: 7 })];
  const settle = 'Look at the exchange, or let ordo look: ordo settle plan.yaml';
  const never = 'UNKNOWN: the exchange may have taken it or not, and ordo will never send it again by itself.';
  expect(stepsOf({ groups: [group({ unknown: '0.3' })], orders: [entry(), stop('unknown')], ends })).toEqual([
    `stop is ${never} ${settle}`,
    AGAIN,
  ]);
  expect(stepsOf({ groups: [group({ held: '0' })], orders: [entry('unknown'), stop('waits')], ends })).toEqual([
    `entry is ${never} Nothing of this plan is opened until that is settled. ${settle}`,
    AGAIN,
  ]);
});

test('an entry that was refused is placed again by its own name', () => {
  const ends = [finished({ exitCode: 6 })];
  expect(stepsOf({ groups: [group({ held: '0' })], orders: [entry('rejected'), stop('waits')], ends })).toEqual([
    'entry: place it again: ordo run plan.yaml --live --again entry',
  ]);
});
