import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
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

test('a config that comes to lie beside the plan is taken in, and so are instruments and their end', async () => {
  const plan = at.write('plan.yaml', bids('watched', 2));
  running = start(['run', plan, '--watch', '--output', 'ndjson'], at);
  await running.until(finishedTimes(1));
  const config = at.write('ordo.config.yaml', 'version: 1\npolicy: { maxOrders: 1 }\n');
  await running.until(finishedTimes(2));
  writeFileSync(config, 'version: 1\npolicy: { maxOrders: 5 }\n');
  await running.until(finishedTimes(3));
  const list = { asOf: '2026-11-21T08:00:00Z', source: 'here', instruments: {} };
  const instruments = at.write('instruments.json', JSON.stringify(list));
  await running.until(finishedTimes(4));
  rmSync(instruments);
  await running.until(finishedTimes(5));
  running.child.kill('SIGINT');
  const finishes = ofKind(eventsOf(await running.ended), 'run-finished');
  expect(finishes.map(({ exitCode }) => exitCode)).toEqual([0, 4, 0, 3, 0]);
});

test('a folder behind a link that is swapped is read anew', async () => {
  for (const [folder, orders] of [
    ['a', 2],
    ['b', 3],
  ] as const) {
    mkdirSync(join(at.folder, folder));
    at.write(`${folder}/plan.yaml`, bids('watched', orders));
  }
  symlinkSync('a', join(at.folder, 'now'));
  running = start(['run', 'now/plan.yaml', '--watch', '--output', 'ndjson'], at);
  await running.until(finishedTimes(1));
  symlinkSync('b', join(at.folder, 'next'));
  renameSync(join(at.folder, 'next'), join(at.folder, 'now'));
  await running.until(finishedTimes(2));
  running.child.kill('SIGINT');
  expect(ofKind(eventsOf(await running.ended), 'plan-loaded').map(({ orders }) => orders)).toEqual([2, 3]);
});

test('on paper each save places what is new, once, and a watch that is quit by a signal ends the run in order', async () => {
  const plan = at.write('plan.yaml', bids('watched', 2));
  running = start(['run', plan, '--watch', '--execute', '--seed', '7', '--output', 'ndjson'], at);
  await running.until(finishedTimes(3));
  at.write('plan.yaml', bids('watched', 4));
  await running.until(finishedTimes(6));
  running.child.kill('SIGINT');
  const ended = await running.ended;
  expect(ended.code).toBe(130);
  const events = eventsOf(ended);
  expect(
    ofKind(events, 'run-finished').map(({ mode, counts }) => [
      mode,
      'accepted' in counts && counts.accepted,
      'withheld' in counts && counts.withheld,
    ]),
  ).toEqual([
    ['dry-run', 0, 0],
    ['execute', 2, 0],
    ['dry-run', 0, 2],
    ['dry-run', 0, 2],
    ['execute', 2, 2],
    ['dry-run', 0, 4],
  ]);
  const accepted = ofKind(events, 'order-outcome').flatMap((one) =>
    one.outcome === 'accepted' ? [one.clientOid] : [],
  );
  expect(new Set(accepted).size).toBe(4);
  expect(accepted).toHaveLength(4);
});

test.each([
  ['live, without a terminal', ['--live'], 'needs a terminal'],
  ['with --yes', ['--yes'], '--yes does not go with --watch'],
  ['with --again', ['--again', 'bid-1'], '--again does not go with --watch --execute'],
])('a watch that would place %s is refused', async (_, more, words) => {
  at.write('plan.yaml', bids('watched', 2));
  running = start(['run', 'plan.yaml', '--watch', '--execute', ...more], at);
  const { code, stderr } = await running.ended;
  expect(code).toBe(2);
  expect(stderr).toContain(words);
});
