/** What a flatten takes a position for after its own close was seen filled, where what positions say comes late. */
import { expect, test } from 'vitest';
import { closeHeld } from '../../src/actions/flatten/close-held.ts';
import { FlattenNotes, type FlattenWith } from '../../src/actions/flatten/flatten-with.ts';
import type { HeldNow } from '../../src/actions/flatten/look-at-all.ts';
import type { KnownOrder } from '../../src/journal/records/state.ts';
import { defaultConfig } from '../../src/model/config.ts';
import type { RunEvent } from '../../src/model/event.ts';
import { LONGEST_LAG_MS, ShownFills } from '../../src/actions/flatten/shown-fills.ts';
import { Decimal } from '../../src/model/decimal.ts';
import { CLOSE_PLAN } from '../../src/model/own-plans.ts';

const NOW_MS = 1_700_000_000_000;
const SIZE = '0.057413';
/** Its close was filled just now. */
const CLOSED: KnownOrder = {
  id: 'ethusdt-short-1',
  clientOid: 'c-1',
  lineage: 0,
  state: 'filled',
  content: { symbol: 'cmt_ethusdt', side: 'close-short', marginMode: 'cross', size: SIZE, price: 'market' },
  sentAtMs: NOW_MS,
  changedAtMs: NOW_MS,
  changedUptimeMs: null,
};
const HELD = { symbol: 'cmt_ethusdt', side: 'short', marginMode: 'cross', size: Decimal.of(SIZE) } as const;

/** A close was about to leave: it needs a run, which this session does not have. */
class CloseSent extends Error {}

/** Its request may still be taken for so long after it was sent. */
const ALIVE_MS = 30_000;

/** `looks`: how long each takes; positions are told at its begin, as they were `lagMs` before. `closes`: how ordo's own are on record. */
function flattening(
  looks: readonly number[],
  lagMs: number,
  size = SIZE,
  ...closes: readonly KnownOrder[]
): { readonly how: FlattenWith; readonly asked: number[]; readonly notes: string[] } {
  const known = closes.length === 0 ? [CLOSED] : closes;
  let nowMs = 0;
  const notes: string[] = [];
  const asked: number[] = [];
  const session = {
    account: () =>
      Promise.resolve([{ ...CLOSE_PLAN, orders: new Map(known.map((one) => [one.id, one])), isPlaced: true }]),
    recentLooks: () => Promise.resolve([]),
    wallMs: () => NOW_MS + nowMs,
    halted: () => Promise.reject(new CloseSent()),
    liveRequests: () => Promise.resolve(nowMs < ALIVE_MS ? [{ deadInMs: ALIVE_MS - nowMs }] : []),
    untilOver: ({ waitMs }: { readonly waitMs: number }) => Promise.resolve(((nowMs += waitMs), known)),
    whole: () => {
      const positions = nowMs - lagMs < 0 ? [{ ...HELD, size: Decimal.of(size) }] : [];
      asked.push(nowMs);
      nowMs += looks[asked.length - 1] ?? 10;
      const symbols = new Map([[HELD.symbol, { positions, orders: [], triggers: [] }]]);
      return Promise.resolve({ held: { kind: 'told', value: [] }, look: { atMs: NOW_MS + nowMs, symbols } });
    },
  };
  const clock = {
    monotonicMs: () => nowMs,
    wallMs: () => NOW_MS + nowMs,
    sleep: (ms: number) => Promise.resolve(void (nowMs += ms)),
  };
  const stop = { signal: new AbortController().signal };
  return {
    how: {
      session,
      clock,
      stop,
      emit: (event: RunEvent) => void (event.event === 'note' && notes.push(event.message)),
      config: defaultConfig,
      instrumentOf: () => undefined,
    } as unknown as FlattenWith,
    asked,
    notes,
  };
}

const first: HeldNow = { ...HELD, isOurs: true };

const closing = (): { readonly notes: FlattenNotes; readonly shown: ShownFills } => ({
  notes: new FlattenNotes(),
  shown: new ShownFills(),
});

test('a look that waited for weight until positions lag no more does not show a position that is gone', async () => {
  const { how, asked } = flattening([LONGEST_LAG_MS + 1], LONGEST_LAG_MS - 1);
  const made = closing();
  expect(await closeHeld(how, first, made)).toBe(true);
  expect(asked).toHaveLength(2);
  expect([made.notes.done, made.notes.letBe]).toEqual([[], []]);
});

test('a position that is shown for longer than cancelWait after its close is not closed again', async () => {
  const lagMs = defaultConfig.execution.cancelWaitMs * 3;
  const { how, asked } = flattening([], lagMs);
  expect(await closeHeld(how, first, closing())).toBe(true);
  expect(asked.at(-1)).toBeGreaterThanOrEqual(lagMs);
});

test('a position that is still shown by a look begun after positions lag no more is closed again', async () => {
  const { how, asked } = flattening([], Number.POSITIVE_INFINITY);
  await expect(closeHeld(how, first, closing())).rejects.toThrow(CloseSent);
  expect(asked.at(-1)).toBeGreaterThanOrEqual(LONGEST_LAG_MS);
});

test('what it waits for is said once: until when, and what a person can do who knows better', async () => {
  const { how, notes } = flattening([], LONGEST_LAG_MS - 1);
  await closeHeld(how, first, closing());
  expect(notes).toEqual([
    `cmt_ethusdt short: the exchange reports ${SIZE} as held. ordo closed ${SIZE} of it less than a minute ago, and the report may be from before that. ordo looks again until 22:14:20Z, then closes what is held. If the exchange itself shows it to you as held, press Ctrl-C and close it: ordo close cmt_ethusdt short --execute`,
  ]);
});

test('a close of which nobody knows whether it was placed is not said to have closed, and is ended before the next by hand', async () => {
  const unknown: KnownOrder = { ...CLOSED, id: 'ethusdt-short-2', clientOid: 'c-2', state: 'unknown' };
  const { how, notes } = flattening([], Number.POSITIVE_INFINITY, SIZE, CLOSED, unknown);
  await expect(closeHeld(how, first, closing())).rejects.toThrow(CloseSent);
  const settle = 'ordo settle --name ordo:close --absent ethusdt-short-2 --why "the reason"';
  expect(notes).toEqual([
    expect.stringContaining(
      `. ordo closed ${SIZE} of it less than a minute ago and may have closed ${SIZE} more, as how ethusdt-short-2 ended is not known, and the report`,
    ),
  ]);
  expect(notes[0]).toContain(
    `press Ctrl-C, end the earlier close: ${settle}; then close it: ordo close cmt_ethusdt short`,
  );
  const alone = flattening([], Number.POSITIVE_INFINITY, SIZE, unknown);
  await expect(closeHeld(alone.how, first, closing())).rejects.toThrow(CloseSent);
  expect(alone.notes).toEqual([
    expect.stringContaining(
      `. ordo may have closed ${SIZE} of it less than a minute ago, as how ethusdt-short-2 ended`,
    ),
  ]);
});

test('what is told beyond what was just closed is closed at once', async () => {
  const { how, asked } = flattening([], Number.POSITIVE_INFINITY, '0.1');
  await expect(closeHeld(how, first, closing())).rejects.toThrow(CloseSent);
  expect(asked).toEqual([0]);
});

test('nothing more is closed, whatever else is told, while a close whose answer is lost may still be taken', async () => {
  const lost: KnownOrder = { ...CLOSED, state: 'unknown' };
  const { how, asked } = flattening([], Number.POSITIVE_INFINITY, '0.1', lost);
  await expect(closeHeld(how, first, closing())).rejects.toThrow(CloseSent);
  expect(asked[0]).toBeGreaterThanOrEqual(ALIVE_MS);
});

test('nothing more is closed while a close is accepted and not seen to be over', async () => {
  const open: KnownOrder = { ...CLOSED, state: 'accepted', orderId: '1' };
  const { how, asked } = flattening([], Number.POSITIVE_INFINITY, '0.1', open);
  const made = closing();
  expect(await closeHeld(how, first, made)).toBe(false);
  expect([asked, made.notes.letBe.map(({ is, close }) => [is, close])]).toEqual([[], [['unknown', 'c-1']]]);
});
