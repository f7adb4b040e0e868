/** Which calls are told to have no answer: those that have left, once each, and none that has one. */
import { expect, test } from 'vitest';
import { LateCalls } from '../../src/session/cancel/late-calls.ts';

type Done = (over: LateCalls) => void;

/** What is told of call 1 after that, once all the time has gone by. */
async function toldAfter(done: Done): Promise<readonly number[]> {
  const time = Promise.withResolvers<void>();
  const told: number[] = [];
  const calls = new LateCalls({ sleep: () => time.promise }, (call, answered) => {
    if (!answered.aborted) told.push(call);
  });
  done(calls);
  time.resolve();
  await new Promise((resolve) => setImmediate(resolve));
  return told;
}

test.each<readonly [string, Done, readonly number[]]>([
  ['never left', () => {}, []],
  ['has left', (calls) => calls.left(1), [1]],
  ['has its answer', (calls) => (calls.left(1), calls.answered(1)), []],
  ['was refused, and has left once more', (calls) => (calls.left(1), calls.answered(1), calls.left(1)), [1]],
  ['has left twice', (calls) => (calls.left(1), calls.left(1)), [1]],
  ['has an answer to another', (calls) => (calls.left(1), calls.left(2), calls.answered(2)), [1]],
])('one that %s', async (_what, done, told) => {
  expect(await toldAfter(done)).toEqual(told);
});
