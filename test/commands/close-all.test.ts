/** How long a flatten looks on for what was filled and is not told as held: a hand may have closed it, or positions lag. */
import { expect, test } from 'vitest';
import { closeAll } from '../../src/actions/flatten/close-all.ts';
import { FlattenNotes, type FlattenWith } from '../../src/actions/flatten/flatten-with.ts';
import { LONGEST_LAG_MS } from '../../src/actions/flatten/shown-fills.ts';
import type { KnownOrder } from '../../src/journal/records/state.ts';
import { defaultConfig } from '../../src/model/config.ts';
import type { RunEvent } from '../../src/model/event.ts';

const NOW_MS = 1_700_000_000_000;
const FILLED_MS_AGO = 20_000;
const FILLED: KnownOrder = {
  id: 'bid',
  clientOid: 'c-1',
  lineage: 0,
  state: 'filled',
  orderId: '7',
  content: { symbol: 'cmt_btcusdt', side: 'open-long', marginMode: 'cross', size: '0.04', price: '60000' },
  sentAtMs: NOW_MS - 50_000,
  changedAtMs: NOW_MS - FILLED_MS_AGO,
  changedUptimeMs: null,
};

/** Nothing is told as held, ever. */
function flattening(...orders: readonly KnownOrder[]) {
  let nowMs = 0;
  const asked: number[] = [];
  const events: RunEvent[] = [];
  const account = [{ plan: 'first', generation: 1, orders: new Map(orders.map((one) => [one.id, one])) }];
  const session = {
    account: () => Promise.resolve(account),
    whole: () => {
      asked.push(nowMs);
      const symbols = new Map([['cmt_btcusdt', { positions: [], orders: [], triggers: [] }]]);
      return Promise.resolve({ held: { kind: 'told', value: [] }, look: { atMs: NOW_MS + nowMs, symbols } });
    },
  };
  const clock = {
    monotonicMs: () => nowMs,
    wallMs: () => NOW_MS + nowMs,
    sleep: (ms: number) => Promise.resolve(void (nowMs += ms)),
  };
  const stop = { signal: new AbortController().signal };
  const emit = (event: RunEvent): void => void events.push(event);
  const how = { session, clock, stop, emit, config: defaultConfig } as unknown as FlattenWith;
  return { how, account, asked, events };
}

test('what a hand closed within the last minute is gone once positions would show it', async () => {
  const { how, account, asked, events } = flattening(FILLED);
  const shown = await closeAll(how, new FlattenNotes());
  const lastMs = asked.at(-1) ?? 0;
  expect(lastMs).toBeGreaterThanOrEqual(LONGEST_LAG_MS - FILLED_MS_AGO);
  expect(lastMs).toBeLessThan(LONGEST_LAG_MS - FILLED_MS_AGO + 3_000);
  expect(shown.late(account as never, [], NOW_MS + lastMs)).toEqual([]);
  expect(events).toEqual([
    {
      event: 'note',
      // 20 s before 22:13:20 and a minute later.
      message:
        'cmt_btcusdt long: up to 0.04 of bid was filled, and positions do not show it yet. ordo looks again until 22:14:00Z, and closes what shows by then; the stops stay on meanwhile',
    },
  ]);
});

test('what was filled longer ago than positions lag is not waited for', async () => {
  const { how, asked, events } = flattening({ ...FILLED, changedAtMs: NOW_MS - LONGEST_LAG_MS });
  await closeAll(how, new FlattenNotes());
  expect([asked, events]).toEqual([[0], []]);
});
