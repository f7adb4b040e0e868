/** What a flatten takes a position for after its own close was seen filled, where what positions say comes late. */
import { expect, test } from 'vitest';
import { closeHeld } from '../../src/actions/flatten/close-held.ts';
import { FlattenNotes, type FlattenWith } from '../../src/actions/flatten/flatten-with.ts';
import type { HeldNow } from '../../src/actions/flatten/look-at-all.ts';
import type { KnownOrder } from '../../src/journal/records/state.ts';
import { defaultConfig } from '../../src/model/config.ts';
import { Decimal } from '../../src/model/decimal.ts';
import { CLOSE_PLAN } from '../../src/model/own-plans.ts';

const NOW_MS = 1_700_000_000_000;
const SIZE = '0.057413';
const { cancelWaitMs } = defaultConfig.execution;
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

/** `looks`: how long each takes; positions are told at its begin, as they were `lagMs` before. */
function flattening(looks: readonly number[], lagMs: number): { readonly how: FlattenWith; readonly asked: number[] } {
  let nowMs = 0;
  const asked: number[] = [];
  const session = {
    account: () => Promise.resolve([{ ...CLOSE_PLAN, orders: new Map([[CLOSED.id, CLOSED]]), isPlaced: true }]),
    halted: () => Promise.reject(new CloseSent()),
    whole: () => {
      const positions = nowMs - lagMs < 0 ? [HELD] : [];
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
    how: { session, clock, stop, config: defaultConfig, instrumentOf: () => undefined } as unknown as FlattenWith,
    asked,
  };
}

const first: HeldNow = { ...HELD, isOurs: true };

test('a look that waited for weight until positions lag no more does not show a position that is gone', async () => {
  const { how, asked } = flattening([cancelWaitMs + 1], cancelWaitMs - 1);
  const notes = new FlattenNotes();
  await closeHeld(how, first, notes);
  expect(asked).toHaveLength(2);
  expect([notes.done, notes.left, notes.unknown]).toEqual([[], [], []]);
});

test('a position that is still shown by a look begun after the wait is closed again', async () => {
  const { how, asked } = flattening([], Number.POSITIVE_INFINITY);
  await expect(closeHeld(how, first, new FlattenNotes())).rejects.toThrow(CloseSent);
  expect(asked.at(-1)).toBeGreaterThanOrEqual(cancelWaitMs);
});
