/**
 * `--replace stop` of a plan that is followed, killed with `kill -9`: whatever had come of the new stop, each screen prints a command that
 * goes on, and that is not refused.
 */
import { expect, test } from 'vitest';
import { eventsOf, ofKind, ordo, start, type Running } from '../../proofs/support/ordo.ts';
import type { FaultName } from '../../src/paper/faults.ts';
import { FOLLOW } from '../support/follow-run.ts';
import { begun, HOLD, isEntry, killedDesk, type KilledDesk } from '../support/killed-desk.ts';
import { afterTest } from '../support/live.ts';
import { INTERFACES } from '../support/spellings.ts';
import { isOpen } from '../support/follow-desk.ts';

const at = (trigger: string): string => HOLD.replace('58000', trigger);

function run(desk: KilledDesk, words: readonly string[]): Running {
  const running = start([...words], desk.at);
  afterTest(() => void running.child.kill('SIGKILL'));
  return running;
}

/** 0.12 is held, two parts of a stop at 58000 cover it, and the plan says 58500. */
async function edited(version: (typeof INTERFACES)[number]): Promise<KilledDesk> {
  const desk = await killedDesk(version);
  const running = await begun(desk, '0.06');
  desk.paper.fill(desk.order(isEntry).orderId, '0.06');
  await running.until(/"part":2[^\n]*"accepted"|"accepted"[^\n]*"part":2/);
  await desk.kill(running);
  desk.at.write('plan.yaml', at('58500'));
  return desk;
}

const isPlacing = ({ method, path }: { readonly method: string; readonly path: string }): boolean =>
  method === 'POST' && /plan|algo/i.test(path);

/** The new stop left, and its answer hung when the follower was killed. */
async function hung(version: (typeof INTERFACES)[number], fault: FaultName): Promise<KilledDesk> {
  const desk = await edited(version);
  desk.faults[fault] = 1;
  const asked = desk.paper.requests.length;
  const running = run(desk, [...FOLLOW, '--replace', 'stop']);
  await desk.until(() => desk.paper.requests.slice(asked).some(isPlacing));
  if (fault === 'drop-before') await running.until(/"order-outcome","id":"stop"[^\n]*"unknown"/);
  await desk.kill(running);
  desk.faults[fault] = 0;
  return desk;
}

const flat = (text: string): string => text.replaceAll(/\s+/g, ' ');

/** The words of the command that a screen prints to go on. */
async function printedBy(desk: KilledDesk, ...words: string[]): Promise<string[]> {
  const { stdout } = await ordo(words, desk.at);
  const [, printed = ''] =
    /To continue(?:, [^:]*)?: ordo (\S+ plan\.yaml(?: --\w+(?: stop)?)*)/.exec(flat(stdout)) ?? [];
  return printed.split(' ');
}

const stopsAt = ({ paper }: KilledDesk): string[] =>
  paper.orders.flatMap((one) =>
    one.kind === 'trigger' && isOpen(one) && one.trigger?.startsWith('58') === true
      ? [`${one.trigger.slice(0, 5)} ${one.size}`]
      : [],
  );

const PLAIN = ['run', 'plan.yaml', '--execute', '--live', '--follow'];

/** It goes on as it was typed, and the new stop takes the place of the old one. */
async function goesOn(desk: KilledDesk, words: readonly string[], trigger = '58500'): Promise<void> {
  const running = run(desk, [...words, '--yes', '--output', 'ndjson']);
  await expect.poll(() => stopsAt(desk), { timeout: 20_000, interval: 5 }).toEqual([`${trigger} 0.12`]);
  running.child.kill('SIGINT');
  await running.ended;
}

test.each(INTERFACES)('%s: before it is on record the edit is named', { timeout: 60_000 }, async (version) => {
  const desk = await edited(version);
  const taken = [...PLAIN, '--replace', 'stop'];
  expect(await printedBy(desk, 'status', 'plan.yaml')).toEqual(taken);
  expect(flat((await ordo(['status'], desk.at)).stdout)).toMatch(/To continue: ordo run \S+ .*--follow --replace stop/);
  expect(await printedBy(desk, 'status', 'plan.yaml', '--refresh')).toEqual(taken);
  await goesOn(desk, taken);
  expect(await printedBy(desk, 'status', 'plan.yaml')).toEqual(PLAIN);
});

test.each(INTERFACES)('%s: while the answer of the new stop hangs', { timeout: 60_000 }, async (version) => {
  const desk = await hung(version, 'stall-after');
  expect(await printedBy(desk, 'status', 'plan.yaml')).toEqual(PLAIN);
  // What follows goes on beside what is unknown, and its dry run says so.
  const dry = flat((await ordo(['run', 'plan.yaml', '--live'], desk.at)).stdout);
  const [, after = ''] = dry.split(' Next ');
  expect(after).toContain('1 UNKNOWN (not in this run: stop/3)');
  expect(after).not.toMatch(/until that is settled|ordo settle/);
  const [, printed = ''] = /: ordo (run plan\.yaml [^?]*--approve [0-9a-f]{64})/.exec(after) ?? [];
  const refused = await ordo(PLAIN, desk.at);
  expect([refused.code, refused.stdout + refused.stderr]).toEqual([2, expect.not.stringContaining('<plan>')]);
  const running = run(desk, [...printed.split(' '), '--output', 'ndjson']);
  await expect.poll(() => stopsAt(desk), { timeout: 20_000, interval: 5 }).toEqual(['58500 0.12']);
  running.child.kill('SIGINT');
  expect(ofKind(eventsOf(await running.ended), 'cancel-outcome')).toHaveLength(2);
});

test.each(INTERFACES)('%s: once the new stop was lost on its way', { timeout: 60_000 }, async (version) => {
  const desk = await hung(version, 'drop-before');
  for (const more of [[], ['--refresh']]) expect(await printedBy(desk, 'status', 'plan.yaml', ...more)).toEqual(PLAIN);
  const running = run(desk, [...PLAIN, '--yes', '--output', 'ndjson']);
  await running.until(/"event":"protection"/);
  expect(stopsAt(desk)).toEqual(['58000 0.06', '58000 0.06']);
});

test.each(INTERFACES)(
  '%s: edited again before anybody knows how it stands, that is found out by the command that is printed',
  { timeout: 60_000 },
  async (version) => {
    const desk = await hung(version, 'stall-after');
    desk.at.write('plan.yaml', at('58700'));
    const look = ['settle', 'plan.yaml'];
    expect(await printedBy(desk, 'status', 'plan.yaml')).toEqual(look);
    for (const more of [[], ['--replace', 'stop']]) {
      const { code, stderr } = await ordo([...PLAIN, ...more, '--yes'], desk.at);
      expect([code, flat(stderr)]).toEqual([
        more.length === 0 ? 5 : 2,
        expect.stringMatching(/find out first how it stands: ordo settle plan\.yaml;/),
      ]);
    }
    expect((await ordo(look, desk.at)).code).toBe(0);
    await goesOn(desk, await printedBy(desk, 'status', 'plan.yaml'), '58700');
  },
);

test.each(INTERFACES)(
  '%s: a stop of which nothing was sent yet is sent as the plan says now',
  { timeout: 40_000 },
  async (version) => {
    const desk = await killedDesk(version);
    const { paper } = desk;
    const first = desk.life();
    await first.until(/"order-outcome","id":"entry".*"accepted"/);
    await desk.kill(first);
    desk.at.write('plan.yaml', at('58500'));
    const dry = await ordo(['run', 'plan.yaml', '--live', '--output', 'ndjson', '--replace', 'stop'], desk.at);
    const step = ofKind(eventsOf(dry), 'step-planned').find(({ id }) => id === 'stop');
    expect([dry.code, step]).toEqual([
      0,
      expect.objectContaining({ body: expect.stringContaining('58500') as string }),
    ]);
    expect(step).not.toHaveProperty('edited');
    const { approval = '' } = ofKind(eventsOf(dry), 'plan-loaded')[0] ?? {};
    const one = run(desk, [...PLAIN, '--replace', 'stop', '--approve', approval, '--output', 'ndjson']);
    await one.until(/"event":"plan-loaded"/);
    paper.fill(desk.order(isEntry).orderId, '0.06');
    await expect.poll(() => stopsAt(desk), { timeout: 20_000, interval: 5 }).toEqual(['58500 0.06']);
    one.child.kill('SIGINT');
    expect((await one.ended).code).toBe(130);
  },
);
