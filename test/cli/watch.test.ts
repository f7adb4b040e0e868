import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bids, eventsOf, ofKind, place, start, type Running } from '../../proofs/support/ordo.ts';

let at: ReturnType<typeof place>;
let running: Running;
beforeEach(() => {
  at = place();
});
afterEach(() => {
  running.child.kill('SIGKILL');
  at.remove();
});

const finishedTimes = (times: number): RegExp => new RegExp(`(run-finished[^]*){${times}}`);

test('every save shows the dry run again; a broken file is a diagnostic, and the next save is right again', async () => {
  const plan = at.write('plan.yaml', bids('watched', 2));
  running = start(['run', plan, '--watch', '--output', 'ndjson'], at);
  await running.until(finishedTimes(1));
  at.write('plan.yaml', bids('watched', 3));
  await running.until(finishedTimes(2));
  at.write('plan.yaml', bids('watched', 3).replace('side: open-long', 'side: open-lnog'));
  await running.until(finishedTimes(3));
  // Many editors write a new file and rename it over the old one.
  at.write('plan.yaml.new', bids('watched', 5));
  renameSync(join(at.folder, 'plan.yaml.new'), plan);
  await running.until(finishedTimes(4));
  running.child.kill('SIGINT');
  const ended = await running.ended;
  expect(ended.code).toBe(130);
  const events = eventsOf(ended);
  expect(ofKind(events, 'run-finished').map(({ exitCode }) => exitCode)).toEqual([0, 0, 3, 0]);
  expect(ofKind(events, 'plan-loaded').map(({ orders }) => orders)).toEqual([2, 3, 5]);
  expect(ofKind(events, 'plan-changed').map(({ added, removed, weight }) => [added, removed, weight])).toEqual([
    [['bid-3'], [], { ip: [4, 5], uid: [10, 10] }],
    [['bid-4', 'bid-5'], [], { ip: [5, 5], uid: [10, 10] }],
  ]);
  expect(ofKind(events, 'diagnostic').find(({ severity }) => severity === 'error')).toMatchObject({ line: 5 });
});

test('a save that changed nothing says nothing, and a plan that is away for a moment is picked up again', async () => {
  const plan = at.write('plan.yaml', bids('watched', 2));
  running = start(['run', plan, '--watch', '--output', 'ndjson'], at);
  await running.until(finishedTimes(1));
  at.write('plan.yaml', bids('watched', 2));
  rmSync(plan);
  await running.until(/plan\.yaml cannot be read/);
  writeFileSync(plan, bids('watched', 4));
  await running.until(finishedTimes(3));
  running.child.kill('SIGTERM');
  const ended = await running.ended;
  expect(ended.code).toBe(143);
  const events = eventsOf(ended);
  expect(ofKind(events, 'plan-loaded').map(({ orders }) => orders)).toEqual([2, 4]);
  expect(ofKind(events, 'run-finished').map(({ exitCode }) => exitCode)).toEqual([0, 2, 0]);
});
