/** What goes on beside the loop of a follow wakes it once it has ended, and what it failed by is known then. */
import { expect, test } from 'vitest';
import { Alarm, WorkBeside } from '../../src/session/follow/beside.ts';
import { LateAnswers } from '../../src/session/follow/late-answers.ts';

const NEVER = new AbortController().signal;

/** Sleeps end by their signal alone. */
const CLOCK = {
  monotonicMs: () => 0,
  wallMs: () => 0,
  sleep: (_ms: number, signal?: AbortSignal) =>
    new Promise<void>((resolve) => {
      if (signal?.aborted === true) resolve();
      else signal?.addEventListener('abort', () => resolve());
    }),
};

/** Each sleep is over at once. */
const OVER = { ...CLOCK, sleep: () => Promise.resolve() };

test('the end of what goes on beside it ends a sleep, or the next one, and no further', async () => {
  const alarm = new Alarm();
  const beside = new WorkBeside(alarm);
  const work = Promise.withResolvers<undefined>();
  beside.begin(work.promise);
  const slept = alarm.sleep(CLOCK, 1000, NEVER);
  expect(beside.isGoing).toBe(true);
  work.resolve(undefined);
  await slept;
  expect(beside.isGoing).toBe(false);
  beside.begin(Promise.resolve());
  await beside.ended();
  await alarm.sleep(CLOCK, 1000, NEVER);
  const later = new AbortController();
  const again = alarm.sleep(CLOCK, 1000, later.signal).then(() => 'woken');
  expect(await Promise.race([again, new Promise((resolve) => setImmediate(resolve, 'asleep'))])).toBe('asleep');
  later.abort();
  await again;
});

test('what failed is thrown once, and not where it happens', async () => {
  const beside = new WorkBeside(new Alarm());
  beside.begin(Promise.reject(new Error('first')));
  beside.begin(Promise.reject(new Error('second')));
  await beside.ended();
  expect(() => beside.check()).toThrow('first');
  expect(() => beside.check()).not.toThrow();
});

const sending = (work: Promise<string>, told: string[]) => ({
  what: 'place' as const,
  calls: 3,
  work,
  untilLookMs: 100,
  late: () => void told.push('late'),
  came: (value: string) => void told.push(value),
});

test('an answer in time is the answer; a late one ends what has not begun, and comes later', async () => {
  const told: string[] = [];
  const inTime = new LateAnswers(new Alarm(), CLOCK);
  expect(await inTime.within(sending(Promise.resolve('now'), told))).toEqual({ value: 'now' });
  expect([told, inTime.areAwaited, inTime.calls]).toEqual([[], false, 0]);
  const late = new LateAnswers(new Alarm(), OVER);
  const work = Promise.withResolvers<string>();
  expect(await late.within(sending(work.promise, told))).toBeUndefined();
  expect([told, late.areAwaited, late.calls]).toEqual([['late'], true, 3]);
  work.resolve('then');
  await late.ended();
  expect([told, late.areAwaited, late.calls]).toEqual([['late', 'then'], false, 0]);
});

test('what fails in time rejects; what fails later is known at the next check', async () => {
  const inTime = new LateAnswers(new Alarm(), CLOCK);
  await expect(inTime.within(sending(Promise.reject(new Error('bug')), []))).rejects.toThrow('bug');
  const late = new LateAnswers(new Alarm(), OVER);
  const work = Promise.withResolvers<string>();
  await late.within(sending(work.promise, []));
  work.reject(new Error('bug'));
  await late.ended();
  expect(late.calls).toBe(0);
  expect(() => late.check()).toThrow('bug');
});
