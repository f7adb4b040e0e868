/** An exchange that stands still: it accepts connections and answers nothing. A follower says so in time, whatever it waits for. */
import { describe, expect, test } from 'vitest';
import type { Interface } from '../../src/model/interfaces.ts';
import { DrivenTerminal } from '../support/driven-terminal.ts';
import { followDesk, type FollowDesk } from '../support/follow-desk.ts';
import { TWO_ENTRIES } from '../support/follow-run.ts';
import { afterTest } from '../support/live.ts';
import { hasPseudoTerminal } from '../support/pseudo-terminal.ts';

/** 10 s, a tick of a second, and what a loaded machine takes: half of what one request that hangs took before. */
const IN_TIME_MS = 14_000;

const desk = (version: Interface): Promise<FollowDesk> => followDesk(TWO_ENTRIES, { version, latencyMs: 50 });

const stopsOf = ({ paper }: FollowDesk): number => paper.orders.filter(({ kind }) => kind === 'trigger').length;

const until = async (is: () => boolean): Promise<void> => {
  while (!is()) await new Promise((resolve) => setTimeout(resolve, 5));
};

/** Fills the other entry, and stands still once the follower has seen that and is about to send the stop of it. */
async function stillAtTheStop({ paper }: FollowDesk): Promise<number> {
  const before = paper.requests.length;
  paper.fill(paper.orders.find(({ price }) => price === '60000')?.orderId ?? '');
  await until(() => paper.requests.slice(before).some(({ path }) => /ticker/i.test(path)));
  paper.standStill(true);
  return performance.now();
}

describe.each(['v2', 'v3'] as const)('on version %s', (version) => {
  test('lines say since when it is blind while the stop waits for its answer', { timeout: 60_000 }, async () => {
    const it = await desk(version);
    const { paper } = it;
    const one = it.begin('--output', 'lines');
    await one.until('the stop', () => stopsOf(it) === 1);
    const stillMs = await stillAtTheStop(it);
    await one.until('blind', () => one.written.includes('» note      blind since '));
    expect(performance.now() - stillMs).toBeLessThan(IN_TIME_MS);
    expect(one.written).toMatch(/blind since \d\d:\d\d:\d\dZ \(no look was read\):\s+ordo keeps looking/);
    expect(one.written).not.toContain('the lists answer again');
    paper.standStill(false);
    await one.until('seeing', () => /the lists answer again: blind for \d+ s/.test(one.written));
    const { stdout } = await one.stop();
    expect(stdout.split('blind since ')).toHaveLength(2);
  });
});

test('an exchange that is silent from a look on is told as such', { timeout: 60_000 }, async () => {
  const it = await desk('v3');
  const { paper } = it;
  const one = it.begin();
  await one.until('the stop', () => stopsOf(it) === 1);
  paper.standStill(true);
  const stillMs = performance.now();
  // Programs read events: the note is on stderr, which is there at the end.
  await new Promise((resolve) => setTimeout(resolve, IN_TIME_MS - (performance.now() - stillMs)));
  paper.standStill(false);
  const { stderr } = await one.stop();
  expect(stderr).toMatch(/^ordo: blind since \d\d:\d\d:\d\dZ/m);
});

test(
  'whoever ends it meanwhile waits for one request, and is told what works as far as it is known',
  { timeout: 60_000 },
  async () => {
    const it = await desk('v2');
    const { paper } = it;
    const one = it.begin('--output', 'lines');
    await one.until('the stop', () => stopsOf(it) === 1);
    paper.standStill(true);
    await one.until('blind', () => one.written.includes('blind since '));
    const askedMs = performance.now();
    const { code, stdout } = await one.stop();
    expect(performance.now() - askedMs).toBeLessThan(IN_TIME_MS);
    expect([code, stdout]).toEqual([
      130,
      expect.stringMatching(/Working on the exchange\n {2}rest .*\n {2}stop {2}close-long {2}0\.1 /),
    ]);
  },
);

test.each(['v2', 'v3'] as const)(
  '%s: one that begins again while nothing answers tells what the journal knows, and what is held when it is ended',
  { timeout: 90_000 },
  async (version) => {
    const it = await desk(version);
    const { paper } = it;
    const before = it.begin();
    await before.until('the stop', () => stopsOf(it) === 1);
    await before.stop();
    paper.standStill(true);
    const one = it.begin('--output', 'lines');
    await one.until('what is filled', () => /entry +filled 0\.1/.test(one.written));
    await one.until('by what', () => one.written.includes('as the journal has them'));
    expect(one.written).not.toContain('has no stop');
    const { code, stdout } = await one.stop();
    expect([code, stdout]).toEqual([
      130,
      expect.stringMatching(/Working on the exchange\n(.*\n)* {2}stop {2}close-long {2}0\.1 /),
    ]);
  },
);

describe.skipIf(!hasPseudoTerminal)('on a screen', () => {
  test('its head says so, until the next look was read', { timeout: 90_000 }, async () => {
    const it = await desk('v2');
    const { paper, at } = it;
    const words = ['run', 'plan.yaml', '--execute', '--live', '--follow', '--yes'];
    const one = new DrivenTerminal(words, at, { columns: 80, rows: 30 });
    afterTest(() => one.close());
    const sees = await one.until((screen) => /✓ stop .* works/.test(screen));
    expect(sees).not.toContain('BLIND');
    const stillMs = await stillAtTheStop(it);
    const blind = await one.until((screen) => screen.includes('BLIND'));
    expect(performance.now() - stillMs).toBeLessThan(IN_TIME_MS);
    expect(blind).toMatch(/^ two .* BLIND since \d\d:\d\d:\d\dZ(?: {3}follows \d+s)?$/m);
    expect(blind.split('\n').every((line) => line.length <= 80)).toBe(true);
    paper.standStill(false);
    expect(await one.until((screen) => !screen.includes('BLIND'))).toMatch(/^ two .* follows \d+s$/m);
    one.type('\u0003');
    one.type('\u0003');
    await one.ended;
  });
});
