/** The lines of a follower say each fill and each pause once. */
import { expect, test } from 'vitest';
import { BID } from '../../proofs/support/told-orders.ts';
import type { RunEvent } from '../../src/model/event.ts';
import type { FollowedTold } from '../../src/model/follow-stated.ts';
import { FollowLines } from '../../src/report/run/follow-lines.ts';
import { pageOf } from '../../src/report/text/page.ts';
import { RunFold } from '../../src/report/view/run-fold.ts';
import { started } from '../support/run-events.ts';

const NOON = Date.parse('2026-11-21T12:00:00Z');

/** At so many ms after noon each. */
function told(events: readonly (readonly [ms: number, event: RunEvent])[]): string[] {
  let now = NOON;
  const { view } = new RunFold();
  const lines = new FollowLines(view, pageOf({ color: false, width: 100 }), () => now);
  return events.flatMap(([ms, event]) => {
    now = NOON + ms;
    return [...(lines.take(event) ?? [])].map((line) => line.replaceAll(/ {2,}/g, ' '));
  });
}

const stated = { event: 'follow-stated', atMs: NOON, orders: [], groups: [] } satisfies RunEvent;

const state = (size: string, is: 'accepted' | 'filled' | 'cancelled', atMs = 0): RunEvent => ({
  event: 'order-state',
  id: 'entry',
  clientOid: 'one',
  state: is,
  exchange: {
    state: is === 'accepted' ? 'partly-filled' : is,
    filledSize: size,
    averagePrice: '64000',
    at: new Date(NOON + atMs).toISOString(),
  },
});

test('a fill is told once, though its record says later that the order is over', () => {
  expect(
    told([
      [0, stated],
      [1000, state('0.1', 'accepted')],
      [1000, stated],
      [3000, state('0.3', 'accepted')],
      [3000, stated],
      [5000, state('0.3', 'filled')],
      [5000, stated],
    ]),
  ).toEqual(['12:00:01 entry filled 0.1 so far at 64000', '12:00:03 entry filled 0.3 so far at 64000']);
});

test('what was filled before an end is not told with it again', () => {
  expect(
    told([
      [1000, state('0.1', 'accepted')],
      [1000, stated],
      [5000, state('0.1', 'cancelled')],
      [5000, stated],
    ]),
  ).toEqual(['12:00:01 entry filled 0.1 so far at 64000', '12:00:05 × entry cancelled']);
  expect(
    told([
      [5000, state('0.1', 'cancelled')],
      [5000, stated],
    ]),
  ).toEqual(['12:00:05 × entry cancelled, filled 0.1 at 64000']);
});

test('an earlier fill is told with its time, one of another day with that', () => {
  const hours = 3_600_000;
  expect(
    told([
      [0, stated],
      [1000, state('0.1', 'accepted', -2 * hours)],
      [1000, state('0.2', 'accepted', -20 * hours)],
      [1000, stated],
    ]),
  ).toEqual([
    '12:00:01 entry filled 0.1 so far at 64000 (10:00:00Z)',
    '12:00:01 entry filled 0.2 so far at 64000 (2026-11-20 16:00:00Z)',
  ]);
});

const paused = (call: number, message: string): RunEvent => ({
  event: 'sending-paused',
  call,
  why: 'not-sent',
  forMs: 250,
  message,
});

test('a pause is told once while its words are the same, and its end', () => {
  const accepted: RunEvent = {
    event: 'order-outcome',
    id: 'entry',
    clientOid: 'one',
    call: 3,
    outcome: 'accepted',
    orderId: '1',
    rule: 'accepted',
    latencyMs: 1,
  };
  expect(
    told([
      [0, paused(3, 'connection')],
      [250, paused(3, 'connection')],
      [750, paused(4, 'connection')],
      [1000, paused(4, 'no route')],
      [2000, accepted],
      [3000, accepted],
      [4000, paused(5, 'connection')],
    ]),
  ).toEqual([
    '12:00:00 ‖ sending is paused: call 3 did not leave: connection',
    '12:00:01 ‖ sending is paused: call 4 did not leave: no route',
    '12:00:02 ‖ sending goes on after 2.0 s',
    '12:00:02 ✓ entry',
    '12:00:03 ✓ entry',
    '12:00:04 ‖ sending is paused: call 5 did not leave: connection',
  ]);
});

/** After both parts: what was sent last is of the second. */
const STOP: FollowedTold = {
  id: 'stop',
  kind: 'stop',
  is: 'works',
  size: '0.1834',
  open: '0.1834',
  openParts: 2,
  filled: '0',
  last: { size: '0.1', price: 'market', trigger: '61000' },
};

const sent = (part: number, size: string): RunEvent => ({
  event: 'order-outcome',
  id: 'stop',
  part,
  clientOid: `stop-${part}`,
  call: part,
  outcome: 'accepted',
  orderId: `${part}`,
  rule: 'accepted',
  latencyMs: 1,
  because: 'growth',
  size,
  price: 'market',
  trigger: '61000',
});

test('each part is told with its own size, though another was sent before the statement comes', () => {
  let now = NOON;
  const fold = new RunFold();
  const lines = new FollowLines(fold.view, pageOf({ color: false, width: 100 }), () => now);
  const events: RunEvent[] = [
    started([{ ...BID, id: 'stop', side: 'close-long', size: '0.3', trigger: '61000', price: 'market' }]),
    sent(6, '0.0834'),
    sent(7, '0.1'),
    { ...stated, orders: [STOP] },
  ];
  const said: string[] = [];
  for (const event of events) {
    now += 1000;
    fold.apply(event, now - NOON);
    said.push(...(lines.take(event) ?? []));
  }
  expect(said.join('\n')).toContain('stop/6  close-long 0.0834, market at 61000');
  expect(said.join('\n')).toContain('stop/7  close-long 0.1, market at 61000');
});
