/** `ordo flatten` where the exchange goes wrong: it says flat only where the exchange’s own book is, and closes no more than was held. */
import { describe, expect, test } from 'vitest';
import { start } from '../../proofs/support/ordo.ts';
import { CANCEL_FAULTS } from '../../src/paper/cancel-faults.ts';
import type { FaultName } from '../../src/paper/faults.ts';
import { faults } from '../support/checked-desk.ts';
import { faultsAfter } from '../support/close-desk.ts';
import { here } from '../support/here.ts';
import { journalOf } from '../support/live.ts';
import { passTime } from '../support/pass-time.ts';
import { inTurns } from '../support/turns.ts';
import { settleLine, unknownClose } from '../support/unknown-close.ts';
import { desk, FLAT, flatten, heldIn, resting, type Desk } from '../support/flatten-desk.ts';

/** Its stop was placed with the fourth call. */
const PLACED = 4;
/** What may have been taken: where nothing was, nobody can know before the request is dead, which takes a minute. */
const TAKEN = [
  'reject-one',
  'no-order-id',
  'drop-after',
  'http-502-after',
  'error-unlisted',
  'error-with-order',
  'zeros-with-order',
  'rate',
  'rate-with-order',
  'garbage',
  'truncate',
] as const satisfies readonly FaultName[];

/** A cancel that was refused for the rate goes again, so all of them take minutes. */
const CANCELS = inTurns(CANCEL_FAULTS, 8);

/**
 * Flat is said only where it is so; whatever is said, no more was closed than was held. Where an order fills as its cancel comes, the
 * book of a market that stands still has closes of nothing in it.
 */
function expectTrue(made: Desk, code: number | null, { fillsLate = false, isLimited = false } = {}): void {
  const isFlat = (fillsLate || heldIn(made) === FLAT) && resting(made) === 0;
  expect([0, 6, 7, ...(isLimited ? [8] : [])]).toContain(code);
  if (code === 0) expect(isFlat).toBe(true);
  if (!fillsLate) expect(heldIn(made)).not.toContain('-');
}

describe.each(['v2', 'v3'] as const)('an account on %s', (version) => {
  test.each(inTurns(TAKEN, 4))('is flat only where it says so, where closes meet %s', async (fault) => {
    const made = await desk(version, faultsAfter(PLACED, { [fault]: 1 }, 1, 2), 'cancelWait: 500ms');
    const ended = await flatten(made);
    expectTrue(made, ended.code);
    expect(heldIn(made)).toBe(FLAT);
  });

  test.each(CANCELS)('is flat only where it says so, where cancels meet %s', async (fault) => {
    const made = await desk(version, { cancelFaults: { [fault]: 0.5 }, seed: 7 }, 'cancelWait: 500ms');
    const fillsLate = fault.endsWith('filled');
    for (let tries = 0, code: number | null = 7; tries < 2 && code !== 0; tries++) {
      ({ code } = await flatten(made));
      expectTrue(made, code, { fillsLate, isLimited: fault === 'rate' });
    }
  });

  // Version 3 takes no close of separated positions, so nothing of the plan could be placed.
  test.each(
    inTurns(['cut:0.1', 'garbage:0.1', 'row-missing:0.1', 'lag:1s', ...(version === 'v2' ? ['separated'] : [])], 2),
  )('is flat only where it says so, where the account tells %s', async (fault) => {
    const made = await desk(version, { ...faults(fault), seed: 5 }, 'cancelWait: 2s, accountCheck: warn');
    const ended = await flatten(made);
    expectTrue(made, ended.code);
  });

  test('is brought to nothing by the next flatten, whenever the one before was killed', async () => {
    for (const at of inTurns([0, 1, 2, 3, 4, 5], 2)) {
      const made = await desk(version, {}, 'cancelWait: 1s');
      const killed = start(['flatten', '--why', 'feed is wrong', '--execute', '--yes'], made.at);
      const sent = made.paper.requests.length;
      while (made.paper.requests.length < sent + 4 + at * 6 && killed.child.exitCode === null)
        await new Promise((resolve) => setTimeout(resolve, 1));
      killed.child.kill('SIGKILL');
      await killed.ended;
      const ended = await flatten(made);
      expectTrue(made, ended.code);
      expect([heldIn(made), resting(made)]).toEqual([FLAT, 0]);
    }
  });

  // What it may have closed is left for a minute, as positions may lag for so long.
  test(
    'is closed beside a close that was lost before it arrived, and is flat once that was said to be absent',
    { timeout: 240_000 },
    async () => {
      const made = await unknownClose(version);
      passTime(journalOf(made.at), 61_000);
      const ended = await flatten(made);
      expectTrue(made, ended.code);
      expect([ended.code, heldIn(made), resting(made)]).toEqual([7, FLAT, 0]);
      expect((await here(settleLine(ended), made.at)).code).toBe(0);
      expect((await flatten(made)).code).toBe(0);
    },
  );
});
