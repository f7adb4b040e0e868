/** Where something is to go off before anything is placed: it is seen off, or nothing new goes. */
import { describe, expect, test } from 'vitest';
import type { PaperExchange, PaperOptions } from '../../src/paper/server.ts';
import { eventsOf, ofKind, type Ended } from '../../proofs/support/ordo.ts';
import { cancel, ends, misshapen, statuses } from '../support/cancels.ts';
import { here } from '../support/here.ts';
import { paperAndPlace, run, said, type At } from '../support/live.ts';

const plan = (...orders: string[]): string =>
  `version: 1\nname: off\ndefaults: { symbol: cmt_btcusdt }\norders:\n${orders.map((one) => `  - { ${one} }\n`).join('')}`;
const entry = (size: string, price: number): string => `id: entry, side: open-long, size: ${size}, price: ${price}`;
const stop = (trigger: number): string => `id: stop, side: close-long, size: 0.01, trigger: ${trigger}, price: market`;
const b = (price: number): string => `id: b, side: open-long, size: 0.01, price: ${price}`;
const PROBE = 'id: probe, side: open-long, size: 0.5, price: 61000';
const X = 'id: x, side: open-long, size: 0.5, price: 61500';

async function placed(before: string, options: PaperOptions = {}, wait = '700ms'): Promise<Placed> {
  const world = await paperAndPlace(options);
  world.at.write('ordo.config.yaml', `version: 1\nexecution: { cancelWait: ${wait} }\n`);
  world.at.write('plan.yaml', before);
  expect((await run(world.at)).code).toBe(0);
  return world;
}

interface Placed {
  readonly paper: PaperExchange;
  readonly at: At;
}

const sizes = ({ orders }: PaperExchange): string[] => orders.map(({ size, status }) => `${size} ${status}`);
const dry = (at: At, ...more: string[]): Promise<Ended> => here(['run', 'plan.yaml', '--live', ...more], at);
/** The same for a person. */
const execute = (at: At, ...more: string[]): Promise<Ended> => dry(at, '--execute', '--yes', ...more);

const FAULTS = [
  ['refused', { 'cancel-not-found': 1 }, '3s', 6, 'probe refused'],
  ['not acted upon', { 'cancel-ignored': 1 }, '700ms', 7, 'probe unknown'],
  ['lost', { 'drop-before': 1 }, '700ms', 7, 'probe unknown'],
] as const;

describe('an order that the plan no longer has', () => {
  test.each(FAULTS)('whose cancel is %s holds back what is new', async (_, cancelFaults, wait, code, end) => {
    const { paper, at } = await placed(plan(PROBE), { cancelFaults }, wait);
    at.write('plan.yaml', plan(X));
    const ended = await run(at, '--removed');
    expect([ended.code, ends(ended), said(ended), misshapen(ended)]).toEqual([code, [end], ['x stopped'], []]);
    expect(sizes(paper)).toEqual(['0.5 open']);
  });

  test('and was not seen off is named with the command that takes it off, and nothing is called complete', async () => {
    const { at } = await placed(plan(PROBE), { cancelFaults: { 'cancel-not-found': 1 } }, '3s');
    at.write('plan.yaml', plan(X));
    const { stdout } = await execute(at, '--removed');
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain('probe is to be cancelled first, and is not seen to be cancelled');
    expect(stdout).toContain('ordo cancel plan.yaml --removed --execute --live');
    expect(stdout).not.toContain('All are on the exchange');
    // Nothing is new: all of the plan stands, and something else besides.
    at.write('plan.yaml', plan(X));
    const again = await execute(at);
    expect(again.stdout).toContain('accepted');
    const only = await execute(at, '--removed');
    expect([only.code, only.stdout.includes('All are on the exchange')]).toEqual([6, false]);
    expect(only.stdout).toContain('ordo cancel plan.yaml --removed --execute --live');
  });

  test('and is filled as its cancel comes is off: what is new goes', async () => {
    const { paper, at } = await placed(plan(PROBE), { cancelFaults: { 'cancel-filled': 1 } }, '3s');
    at.write('plan.yaml', plan(X));
    const ended = await run(at, '--removed');
    expect([ended.code, ends(ended), said(ended)]).toEqual([0, ['probe filled'], ['x accepted']]);
    expect(statuses(paper)).toEqual(['filled', 'open']);
  });

  test('is named by a dry run with the command that takes it off, which does', async () => {
    const { paper, at } = await placed(plan(PROBE));
    at.write('plan.yaml', plan(X));
    at.write('my config.yaml', 'version: 1\n');
    const given = ['--config', 'my config.yaml', '--journal', 'state/ordo/journal.db'];
    const { stdout } = await dry(at, ...given);
    const command = `ordo cancel plan.yaml --removed --config 'my config.yaml' --journal state/ordo/journal.db`;
    expect(stdout).toContain(`    ${command}\n`);
    expect(stdout).toMatch(/- probe {2}removed, still live {3}\d+$/m);
    const off = await here(['cancel', 'plan.yaml', '--removed', ...given, '--execute', '--live', '--yes'], at);
    expect([off.code, statuses(paper)]).toEqual([0, ['canceled']]);
    expect((await dry(at, '--removed', ...given)).stdout).not.toContain('ordo cancel');
  });

  test('and is filled as its cancel comes is told as held, by the end of the run and by status', async () => {
    const { at } = await placed(plan(PROBE), { cancelFaults: { 'cancel-filled': 1 } }, '3s');
    at.write('plan.yaml', plan(X));
    const ended = await execute(at, '--removed');
    expect(ended.code).toBe(0);
    expect(ended.stdout).toMatch(/^● filled +probe +\d+ +0\.5 filled at 61000$/m);
    expect(ended.stdout.replaceAll(/\s+/g, ' ')).toContain(
      'Filled before the cancel: probe 0.5 at 61000, and HELD: the plan no longer has it.',
    );
    expect(ended.stdout).toContain('ordo settle plan.yaml --closed probe\n');
    const shown = await here(['status', 'plan.yaml'], at);
    expect(shown.stdout).toMatch(/● filled +probe +open-long +0\.5 +61000/);
    expect(shown.stdout).toContain('removed after send: 0.5 of it is held');
    expect(shown.stdout).not.toContain('--removed');
    const told = await here(['status', 'plan.yaml', '--output', 'ndjson'], at);
    expect(misshapen(told)).toEqual([]);
    expect(ofKind(eventsOf(told), 'order-state').map(({ id, state, stands }) => [id, state, stands])).toEqual([
      ['x', 'accepted', undefined],
      ['probe', 'removed', 'filled'],
    ]);
    expect((await here(['settle', 'plan.yaml', '--closed', 'probe'], at)).code).toBe(0);
    expect((await here(['status', 'plan.yaml'], at)).stdout).not.toContain('probe');
  });
});

test('a close that is filled as its cancel comes is told as filled, and not as held', async () => {
  const target = 'id: target, side: close-long, size: 0.5, price: 70000';
  const { at } = await placed(plan(PROBE, target), { cancelFaults: { 'cancel-filled': 1 } }, '3s');
  at.write('plan.yaml', plan(X));
  const words = (await execute(at, '--removed')).stdout.replaceAll(/\s+/g, ' ');
  expect(words).toContain('Filled before the cancel: target 0.5 at 70000.');
  expect(words).toContain('Filled before the cancel: probe 0.5 at 61000, and HELD');
});

describe('what takes the place of an order that is off', () => {
  /** Of two cancels one is refused: by the seed the first or the second. */
  const HALF: PaperOptions = { cancelFaults: { 'cancel-not-found': 0.5 } };
  const [FIRST, SECOND] = [
    { ...HALF, seed: 2 },
    { ...HALF, seed: 1 },
  ];

  test('comes back, though what is new waits: a stop is not left off', async () => {
    const { paper, at } = await placed(plan(PROBE, stop(50_000)), FIRST, '3s');
    at.write('plan.yaml', plan(X, stop(50_500)));
    const ended = await run(at, '--replace', 'edited', '--removed');
    expect([ended.code, ends(ended)]).toEqual([6, ['probe refused', 'stop cancelled']]);
    expect(said(ended).toSorted()).toEqual(['stop accepted', 'x stopped']);
    expect(sizes(paper)).toEqual(['0.5 open', '0.01 canceled', '0.01 untriggered']);
  });

  test('waits where it would open more than went off, and goes on by the same words', async () => {
    const { paper, at } = await placed(plan(PROBE, entry('0.1', 60_000)), SECOND, '3s');
    at.write('plan.yaml', plan(entry('0.6', 60_100)));
    const ended = await run(at, '--replace', 'edited', '--removed');
    expect([ended.code, ends(ended), said(ended)]).toEqual([
      6,
      ['entry cancelled', 'probe refused'],
      ['entry stopped'],
    ]);
    expect(sizes(paper)).toEqual(['0.5 open', '0.1 canceled']);
    paper.cancelByExchange(paper.orders[0]?.orderId ?? '');
    await here(['status', 'plan.yaml', '--refresh'], at);
    const more = await run(at, '--replace', 'edited', '--removed');
    expect([more.code, ends(more), said(more)]).toEqual([0, [], ['entry accepted']]);
    expect(sizes(paper)).toEqual(['0.5 canceled', '0.1 canceled', '0.6 open']);
  });
});

describe('an order that was cancelled on purpose', () => {
  test('stays off whatever else is replaced, and comes back by its name', async () => {
    const { paper, at } = await placed(plan(entry('0.01', 60_000), b(61_000)));
    expect((await cancel(at, '--only', 'entry')).code).toBe(0);
    at.write('plan.yaml', plan(entry('0.01', 60_100), b(61_100)));
    const shown = (await dry(at, '--replace', 'edited')).stdout;
    expect(shown).toContain('1 replaced · 1 cancelled');
    const ended = await run(at, '--replace', 'edited');
    expect([ended.code, ends(ended), said(ended).toSorted()]).toEqual([
      6,
      ['b cancelled'],
      ['b accepted', 'entry already-cancelled'],
    ]);
    const named = await dry(at, '--replace', 'entry');
    expect([named.code, named.stderr]).toEqual([2, expect.stringContaining('--again entry')]);
    const again = (await dry(at, '--again', 'entry')).stdout;
    expect(again).toContain('1 placed again');
    expect(again).toMatch(/\+ entry {2}cancelled before as \d+, comes back to the exchange/);
    expect(said(await run(at, '--again', 'entry')).toSorted()).toEqual(['b already-accepted', 'entry accepted']);
    expect(statuses(paper)).toEqual(['canceled', 'canceled', 'open', 'open']);
  });

  test('stays off where the end of its cancel was not seen', async () => {
    const { paper, at } = await placed(plan(entry('0.01', 60_000)), { cancelFaults: { 'cancel-ignored': 1 } });
    expect((await cancel(at)).code).toBe(7);
    at.write('plan.yaml', plan(entry('0.01', 60_100)));
    const ended = await run(at, '--replace', 'edited');
    expect([ended.code, ends(ended), said(ended)]).toEqual([7, [], ['entry unresolved']]);
    expect(statuses(paper)).toEqual(['open']);
  });
});
