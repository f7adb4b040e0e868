/** What a follower says of lists that are silent, and of orders that no list has: once when it begins, once when it ends. */
import { expect, test } from 'vitest';
import { Blind } from '../../src/session/follow/blind.ts';
import { InNoList } from '../../src/session/follow/in-no-list.ts';
import { CancelEnds } from '../../src/actions/follow/cancel-ends.ts';
import { LostTold } from '../../src/actions/follow/lost-told.ts';
import { settleCommand } from '../../src/actions/prepare/settle-command.ts';
import type { FollowNews } from '../../src/session/follow/follow-task.ts';
import type { RunEvent } from '../../src/model/event.ts';
import type { FollowKnown, PlacedPart } from '../../src/model/followed.ts';
import { Decimal } from '../../src/model/decimal.ts';
import { RunFold } from '../../src/report/view/run-fold.ts';

const at = (ms: number): { readonly monotonicMs: number; readonly wallMs: number } => ({ monotonicMs: ms, wallMs: ms });

/** What is said and shown of a follower that ticks every second, whose looks are `everyMs` apart. */
function blindFrom(everyMs: number): {
  blind: Blind;
  notes: string[];
  shown: unknown[];
  ticks: (from: number, to: number) => void;
} {
  const [notes, shown]: [string[], unknown[]] = [[], []];
  const telling = { note: (note: string) => void notes.push(note), state: (told: unknown) => void shown.push(told) };
  const blind = new Blind(telling, everyMs, at(5_000));
  const ticks = (from: number, to: number): void => {
    for (let ms = from; ms <= to; ms += 1_000) blind.tick(at(ms));
  };
  return { blind, notes, shown, ticks };
}

test('blind is said once no look was read for 10 s, whatever hangs, and so is its end', () => {
  const { blind, notes, shown, ticks } = blindFrom(2_000);
  ticks(6_000, 14_999);
  expect({ notes, shown }).toEqual({ notes: [], shown: [] });
  ticks(15_000, 20_000);
  blind.looked(['the open list: no answer'], at(20_000));
  blind.looked(['the open list: no answer'], at(31_000));
  expect(notes).toEqual([
    'blind since 00:00:05Z (no look was read): ordo keeps looking, and sends only what is proved',
  ]);
  expect(shown).toEqual([{ event: 'blind-stated', sinceMs: 5_000, forMs: 10_000 }]);
  blind.looked([], at(48_000));
  expect(notes.slice(1)).toEqual(['the lists answer again: blind for 43 s']);
  // Nothing is left of it: it counts from the last look that was read.
  ticks(49_000, 57_000);
  blind.looked([], at(57_500));
  ticks(58_000, 67_000);
  expect(notes).toHaveLength(2);
  blind.looked(['the open list: 502'], at(67_600));
  expect(notes.slice(2)).toEqual([
    'blind since 00:00:57Z (the open list: 502): ordo keeps looking, and sends only what is proved',
  ]);
});

test('looks that are far apart are not blind between two of them', () => {
  const { blind, notes, ticks } = blindFrom(60_000);
  ticks(6_000, 66_000);
  blind.looked([], at(66_500));
  ticks(67_000, 131_000);
  expect(notes).toEqual([]);
  ticks(132_000, 132_000);
  expect(notes).toEqual([
    'blind since 00:01:06Z (no look was read): ordo keeps looking, and sends only what is proved',
  ]);
});

test('a machine that stood still is not the exchange being silent', () => {
  const { notes, ticks } = blindFrom(2_000);
  ticks(6_000, 8_000);
  ticks(40_000, 49_000);
  expect(notes).toEqual([]);
  ticks(50_000, 50_000);
  expect(notes).toEqual([
    'blind since 00:00:40Z (no look was read): ordo keeps looking, and sends only what is proved',
  ]);
});

test('an order in no list is named after more than a look, with since when, and once it is told again', () => {
  const notes: string[] = [];
  const inNoList = new InNoList((note) => notes.push(note));
  const asked = new Map([['ordo1', 'stop/2']]);
  const missed = new Set(asked.keys());
  expect(inNoList.take(asked, missed, 4_000)).toBe(false);
  expect(inNoList.take(asked, missed, 5_000)).toBe(false);
  expect(inNoList.has('ordo1')).toBe(false);
  expect(inNoList.take(asked, missed, 6_000)).toBe(true);
  expect(inNoList.take(asked, missed, 8_000)).toBe(false);
  expect(inNoList.has('ordo1')).toBe(true);
  expect(inNoList.take(asked, new Set(), 16_000)).toBe(true);
  expect(inNoList.has('ordo1')).toBe(false);
  expect(notes).toEqual([
    'stop/2 is in no list since 00:00:04Z: not known whether it works',
    'stop/2 is in its list again, after 12 s in no list',
  ]);
  // One that lists were late with is no news.
  inNoList.take(asked, missed, 20_000);
  inNoList.take(asked, new Set(), 21_000);
  expect(notes).toHaveLength(2);
});

const CANCEL: Extract<RunEvent, { event: 'cancel-outcome' }> = {
  event: 'cancel-outcome',
  id: 'target-1',
  clientOid: 'ordo1',
  call: 3,
  outcome: 'unknown',
  rule: 'timeout',
  message: 'no answer came',
};

const knownWith = (part: Pick<PlacedPart, 'state' | 'end'>): { readonly known: FollowKnown } => {
  const placed = { clientOid: 'ordo1', number: 1, size: Decimal.of('1'), sentMs: 0, trades: new Map(), ...part };
  return {
    known: {
      approvedMs: 0,
      startedMs: 0,
      placed: new Map([['target-1', [placed]]]),
      closedElsewhere: new Map(),
      positions: new Map(),
      prices: new Map(),
      withheld: new Map(),
    },
  };
};

test('a cancel whose end was not known, and that a look sees done, is told so once, and counts as that', () => {
  const ends = new CancelEnds();
  const fold = new RunFold();
  ends.take(CANCEL);
  fold.apply(CANCEL, 0);
  expect(ends.seen(knownWith({ state: 'accepted' }))).toEqual([]);
  const seen = ends.seen(knownWith({ state: 'over', end: 'follower' }));
  expect(seen).toEqual([
    { event: 'cancel-outcome', id: 'target-1', clientOid: 'ordo1', outcome: 'cancelled', rule: 'seen-cancelled' },
  ]);
  expect(ends.seen(knownWith({ state: 'over', end: 'follower' }))).toEqual([]);
  for (const event of seen) fold.apply(event, 0);
  expect(fold.view.cancels.map(({ outcome }) => outcome)).toEqual(['cancelled']);
  ends.take(CANCEL);
  expect(ends.seen(knownWith({ state: 'over', end: 'filled' }))).toMatchObject([{ outcome: 'filled' }]);
});

test('what fired into nobody knows what is told with the command that settles it, as a shell takes it', () => {
  const options = [
    { name: 'journal', value: 'j.db' },
    { name: 'only', value: 'target' },
  ] as const;
  const told = new LostTold(settleCommand({ planFile: 'my plans/a.yaml', options }));
  const fired = {
    isFrozen: true,
    firedMs: 0,
    number: 2,
    trades: new Map(),
    size: Decimal.of('1'),
  } as unknown as PlacedPart;
  const news = { known: { placed: new Map([['target', [fired]]]) }, atMs: 60_000 } as unknown as FollowNews;
  expect(told.take(news)).toContain(`say so: ordo settle 'my plans/a.yaml' --journal j.db --closed target/2`);
  expect(told.take(news)).toBeUndefined();
});
