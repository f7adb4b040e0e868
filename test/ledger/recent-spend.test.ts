import { describe, expect, it } from 'vitest';

import { OPERATIONS } from '../../src/model/call.ts';
import { anOrder, someOrders } from '../support/plan-builder.ts';
import { WALL_START_MS } from '../../proofs/support/sim-clock.ts';
import { rejected, unknown } from '../support/sim-exchange.ts';
import { intentOf, newFile, openJournal, taken, type RoomyJournal } from './place.ts';

const WINDOW_MS = 10_000;
const single = OPERATIONS.single.weight;
const batch = OPERATIONS.batch.weight;

/** A journal and its clock, which the test sets. */
function timed(file = newFile()): { journal: RoomyJournal; at: (ms: number) => RoomyJournal; file: string } {
  let nowMs = 0;
  const journal = openJournal(file, { wallMs: () => WALL_START_MS + nowMs });
  const at = (ms: number): RoomyJournal => {
    nowMs = ms;
    return journal;
  };
  return { journal, at, file };
}

const later = (): number => WALL_START_MS + 3000;

describe('what was spent lately', () => {
  it('is told by the age of its answer, the oldest first', () => {
    const { at } = timed();
    const first = at(0).recordIntent(intentOf(someOrders(3), 1));
    const second = at(100).recordIntent(intentOf([anOrder({ id: 'a' })], 2));
    at(900).recordVerdicts(second, [taken], 800);
    at(1500).recordVerdicts(first, [taken, rejected, unknown], 1500);
    expect(at(2000).recentSpend(WINDOW_MS)).toEqual([
      { weight: single, ageMs: 1100 },
      { weight: batch, ageMs: 500 },
    ]);
  });

  it('is forgotten one window after the answer, not after the send', () => {
    const { at } = timed();
    const attempt = at(0).recordIntent(intentOf([anOrder()]));
    at(5000).recordVerdicts(attempt, [taken], 5000);
    expect(at(5000 + WINDOW_MS - 1).recentSpend(WINDOW_MS)).toHaveLength(1);
    expect(at(5000 + WINDOW_MS).recentSpend(WINDOW_MS)).toEqual([]);
  });

  it('leaves out what did not leave, and keeps what was refused by the rate limit', () => {
    const { at } = timed();
    at(0).recordNotTaken(at(0).recordIntent(intentOf([anOrder({ id: 'a' })], 1)), 'not-sent', 'no', 1);
    at(0).recordNotTaken(at(0).recordIntent(intentOf([anOrder({ id: 'b' })], 2)), 'rate-refused', 'no', 1);
    expect(at(10).recentSpend(WINDOW_MS)).toEqual([{ weight: single, ageMs: 10 }]);
  });

  it.each(['never came', 'was given up'])(
    'counts a call whose answer %s for as long as it can be taken, and a window more',
    (how) => {
      const { at } = timed();
      const open = at(0).recordIntent(intentOf([anOrder({ id: 'a' })], 1));
      if (how === 'was given up') at(2000).recordVerdicts(open, [unknown], 2000, true);
      const answered = at(10_000).recordIntent(intentOf([anOrder({ id: 'b' })], 2));
      at(10_000).recordVerdicts(answered, [taken], 1);
      expect(at(15_000).recentSpend(WINDOW_MS)).toEqual([
        { weight: single, ageMs: 5000 },
        { weight: single, ageMs: -15_000, ...(how === 'never came' && { isOpen: true }) },
      ]);
      expect(at(30_000 + WINDOW_MS - 1).recentSpend(WINDOW_MS)).toHaveLength(1);
      expect(at(30_000 + WINDOW_MS).recentSpend(WINDOW_MS)).toEqual([]);
    },
  );

  it('is of the account, whichever plan spent it and whoever asks', () => {
    const { at, file } = timed();
    at(0).recordVerdicts(at(0).recordIntent(intentOf([anOrder()])), [taken], 1);
    at(0).close();
    expect(openJournal(file, { wallMs: later, plan: 'another' }).recentSpend(WINDOW_MS)).toEqual([
      { weight: single, ageMs: 3000 },
    ]);
    expect(openJournal(file, { wallMs: later, account: { origin: 'o', name: 'n' } }).recentSpend(WINDOW_MS)).toEqual(
      [],
    );
  });

  it('has no age below zero, though the wall clock went back', () => {
    const { at } = timed();
    at(60_000).recordVerdicts(at(60_000).recordIntent(intentOf([anOrder()])), [taken], 1);
    expect(at(0).recentSpend(WINDOW_MS)).toEqual([{ weight: single, ageMs: 0 }]);
  });
});

describe('the wall clock put forward between two runs', () => {
  it.each([
    ['in the same uptime', 40_000, 41_000, 990],
    ['after a restart of the machine', 40_000, 700, 690],
  ])('hides nothing that was spent, %s', (_, thenMs, nowMs, ageMs) => {
    const file = newFile();
    const before = openJournal(file, { wallMs: () => WALL_START_MS, uptimeMs: () => thenMs });
    before.recordVerdicts(
      before.recordIntent(intentOf([anOrder({ id: 'a' })], 1)),
      [{ outcome: 'accepted', orderId: '7', rule: 'accepted' }],
      1,
    );
    before.close();
    const hourLater = openJournal(file, { wallMs: () => WALL_START_MS + 3_600_000, uptimeMs: () => nowMs });
    expect(hourLater.recentSpend(10_000).map((spend) => spend.ageMs)).toEqual([ageMs]);
  });
});
