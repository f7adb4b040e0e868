/** How long a run goes on, where that can be told. */
import { expect, test } from 'vitest';
import type { Gauge, RunEvent } from '../../src/model/event.ts';
import { timeLeftMs } from '../../src/report/run/time-left.ts';
import { finished, loaded, planned, prologue, sent, started, twelve, viewAfter } from '../support/run-events.ts';

/** Of 100 calls of 10 UID each, under 500 per 10 s. */
const calls = Array.from({ length: 100 }, (_, at) => planned(at + 1, 'batch', twelve.slice(1, 2)));
const begun: RunEvent[] = [started(twelve), loaded(12), ...calls, prologue().at(-1) as RunEvent];

const budget = (uid: Gauge): RunEvent => ({
  event: 'budget-changed',
  ip: { used: 0, limit: 500 },
  uid,
  inFlight: 0,
});
const left = (events: readonly RunEvent[], nowMs = 0): number | undefined =>
  timeLeftMs(viewAfter([...begun, ...events]), nowMs);

test('by the weight that is not sent yet, what is free, and when the rest comes back', () => {
  // 1,000 to send, 500 free: one window must pass.
  expect(left([budget({ used: 0, limit: 500, freesInMs: 10_000 })])).toBe(10_000);
  expect(left([budget({ used: 400, limit: 500, freesInMs: 4000 })])).toBe(14_000);
  expect(left([budget({ used: 400, limit: 500, freesInMs: 4000 })], 1500)).toBe(12_500);
  // All that is left has room: only the calls a second count.
  const most = Array.from({ length: 70 }, (_, at) => sent(at + 1));
  expect(left([...most, budget({ used: 0, limit: 500 })])).toBe(3000);
});

test('is not said where nobody knows, or nothing is left', () => {
  expect(left([budget({ used: 500, limit: 500 })])).toBeUndefined();
  expect(
    left([budget({ used: 0, limit: 500, freesInMs: 9000 }), { event: 'run-stopping', why: 'x', inFlight: 0 }]),
  ).toBeUndefined();
  const pause: RunEvent = { event: 'sending-paused', why: 'rate-limit', call: 1, forMs: 10, message: '429' };
  expect(left([budget({ used: 0, limit: 500, freesInMs: 9000 }), pause])).toBeUndefined();
  expect(left(Array.from({ length: 100 }, (_, at) => sent(at + 1)))).toBeUndefined();
  expect(left([finished()])).toBeUndefined();
  expect(timeLeftMs(viewAfter([]), 0)).toBeUndefined();
});
