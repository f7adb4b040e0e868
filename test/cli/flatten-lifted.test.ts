/** `ordo flatten` while somebody lifts the halt: its end says what is so, and not what it did. */
import { describe, expect, test } from 'vitest';
import { realClock } from '../../src/system/clock.ts';
import { inCases } from '../support/cases.ts';
import { desk, FLAT, flatten, heldIn, resting, type Desk } from '../support/flatten-desk.ts';
import { here } from '../support/here.ts';
import { oneLine } from '../support/unknown-close.ts';

/** Between the two last looks of a flatten. */
const BETWEEN_MS = 2_000;

/** A clock by which another shell lifts the halt as the flatten waits between its last looks. */
function lifting({ at }: Desk): typeof realClock {
  let isLifted = false;
  return {
    ...realClock,
    sleep: async (ms, signal) => {
      if (ms === BETWEEN_MS && !isLifted) {
        isLifted = true;
        const lifted = await here(['halt', '--lift', '--why', 'feed is back'], at);
        if (lifted.code !== 0) throw new Error(lifted.stderr);
      }
      await realClock.sleep(ms, signal);
    },
  };
}

const LIFTED =
  /the halt was lifted at \d\d:\d\d:\d\dZ by tester on here: feed is back\. Orders that open may be sent again/;

describe.each(inCases(['v2', 'v3'] as const))('an account on %s whose halt is lifted', (version) => {
  test('is flat by its looks, and is not said to stay halted', async () => {
    const made = await desk(version);
    const ended = await flatten(made, '--execute --yes', { clock: lifting(made) });
    expect([ended.code, heldIn(made), resting(made)]).toEqual([0, FLAT, 0]);
    const said = oneLine(ended.stdout);
    expect(said).toContain('FLAT, seen');
    expect(said).toMatch(LIFTED);
    expect(said).toContain('The account is not halted. To halt it again: ordo halt --why "the reason"');
    expect(said).not.toContain('stays halted');
    expect(said).not.toContain('--lift');
  });

  test('is said so to programs, as JSON and as events', async () => {
    const made = await desk(version);
    const json = await flatten(made, '--execute --yes --output json', { clock: lifting(made) });
    const told = JSON.parse(json.stdout) as Readonly<Record<string, unknown>>;
    expect([json.code, told['flat'], told['halted']]).toEqual([0, true, false]);
    expect(String(told['beside'])).toMatch(LIFTED);
    const again = await flatten(made, '--execute --yes --output json');
    expect(JSON.parse(again.stdout)).toMatchObject({ flat: true, halted: true, beside: [] });
    const events = await flatten(made, '--execute --yes --output ndjson', { clock: lifting(made) });
    expect(oneLine(events.stderr)).toMatch(LIFTED);
    expect(events.code).toBe(0);
  });

  test('and that is not flat is to be halted again, and flattened from there', async () => {
    const made = await desk(version, { cancelFaults: { 'cancel-ignored': 1 } }, 'cancelWait: 500ms');
    const ended = await flatten(made, '--execute --yes', { clock: lifting(made) });
    expect(ended.code).toBe(7);
    const said = oneLine(ended.stdout);
    expect(said).toMatch(LIFTED);
    expect(said).toContain('The account is not halted. To halt it again, and continue from here: ordo flatten');
    expect(said).not.toContain('stays halted');
  });
});
