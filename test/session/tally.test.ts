import { assert, constantFrom, property, subarray, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CancelTally } from '../../src/session/cancel/cancel-tally.ts';
import type { CancelEnd } from '../../src/session/cancel/cancel-end.ts';
import { Tally } from '../../src/session/place/tally.ts';
import type { ExitCode } from '../../src/model/exit-code.ts';
import type { Outcome, Withheld, WithheldReason } from '../../src/model/outcome.ts';

const withheld = (reason: WithheldReason): Withheld => ({ outcome: 'withheld', reason });
const accepted: Outcome = { outcome: 'accepted', orderId: '1', rule: 'r' };
const rejected: Outcome = { outcome: 'rejected', code: '1', message: '', rule: 'r' };
const unknown: Outcome = { outcome: 'unknown', message: '', rule: 'r' };

const exitOf = (outcomes: readonly Outcome[], signalled?: ExitCode): ExitCode => {
  const tally = new Tally();
  for (const outcome of outcomes) tally.count(outcome);
  return tally.exitCode(signalled);
};

/** Each of docs/contract.md#exit-codes alone. */
const alone: [name: string, outcomes: Outcome[], exit: ExitCode][] = [
  ['nothing', [], 0],
  ['accepted', [accepted], 0],
  ['already-accepted', [withheld('already-accepted')], 0],
  ['not-selected', [withheld('not-selected')], 0],
  ['rejected', [rejected], 6],
  ['already-rejected', [withheld('already-rejected')], 6],
  ['already-absent', [withheld('already-absent')], 6],
  ['edited-after-send', [withheld('edited-after-send')], 6],
  ['dependency', [withheld('dependency')], 6],
  ['stopped', [withheld('stopped')], 6],
  ['expired', [withheld('expired')], 5],
  ['halted', [withheld('halted')], 6],
  ['rate-limit', [withheld('rate-limit')], 8],
  ['unknown', [unknown], 7],
  ['unresolved', [withheld('unresolved')], 7],
];

describe('the exit code', () => {
  it.each(alone)('of %s', (_, outcomes, exit) => {
    expect(exitOf(outcomes)).toBe(exit);
    expect(exitOf([accepted, ...outcomes, accepted])).toBe(exit);
  });

  it('of a journal that could not be written is 6 where nothing weighs more', () => {
    const tally = new Tally();
    tally.count(accepted);
    tally.journalFailed = true;
    expect(tally.exitCode(undefined)).toBe(6);
    tally.count(unknown);
    expect(tally.exitCode(130)).toBe(7);
  });

  it('of several is the first in the order 7, 130 or 143, 8, 5, 6, 0, in whatever order they come', () => {
    const rank: ExitCode[] = [7, 130, 143, 8, 5, 6, 0];
    const some = subarray(alone).chain((chosen) =>
      tuple(subarray(chosen, { minLength: chosen.length }), constantFrom<ExitCode | undefined>(undefined, 130, 143)),
    );
    assert(
      property(some, ([chosen, signalled]) => {
        const codes = new Set<ExitCode | undefined>([...chosen.map(([, , exit]) => exit), signalled, 0]);
        const outcomes = chosen.flatMap(([, list]) => list);
        expect(exitOf(outcomes, signalled)).toBe(rank.find((code) => codes.has(code)));
        expect(exitOf(outcomes.toReversed(), signalled)).toBe(exitOf(outcomes, signalled));
      }),
      { numRuns: 500 },
    );
  });

  it('counts each outcome under its name', () => {
    const tally = new Tally();
    [accepted, accepted, rejected, unknown, withheld('stopped'), withheld('expired'), withheld('not-selected')].forEach(
      (one) => tally.count(one),
    );
    expect(tally.counts).toEqual({ accepted: 2, rejected: 1, unknown: 1, withheld: 3 });
  });
});

const exitAfter = (...ends: readonly CancelEnd[]): ExitCode => {
  const tally = new Tally();
  const counts = { cancelled: 1, filled: 0, fired: 0, refused: 0, unknown: 0 };
  const stop = { reason: 'rate-limit', why: 'refused twice' } as const;
  const told = { counts, ends: new Map(ends.map((end, at) => [String(at), end])) };
  tally.took(new CancelTally(told, stop, false));
  return tally.exitCode(undefined);
};

describe('a limit that ended the sending of cancels', () => {
  it('is exit 8 where it kept one from being sent, and nothing where all were seen over', () => {
    const over: CancelEnd = { outcome: 'cancelled', rule: 'seen-cancelled' };
    expect(exitAfter(over)).toBe(0);
    expect(exitAfter(over, { outcome: 'refused', rule: 'cancel-not-sent' })).toBe(8);
  });
});
