/** What a close and a flatten are shown from, with a text of somebody else in every place. */
import type { OtherClose } from '../../src/actions/close/other-closes.ts';
import type { PreparedClose } from '../../src/actions/close/prepare-close.ts';
import { ALL } from '../../src/actions/close/share.ts';
import type { PreparedFlatten } from '../../src/actions/flatten/prepare-flatten.ts';
import type { KnownOrder } from '../../src/journal/records/state.ts';
import { defaultConfig } from '../../src/model/config.ts';
import { Decimal } from '../../src/model/decimal.ts';
import { Tally } from '../../src/session/place/tally.ts';
import type { closedSheet } from '../../src/views/close/closed.ts';
import type { flattenedSheet } from '../../src/views/flatten/sheet.ts';

export const order = (text: string, state: KnownOrder['state'], id = text): KnownOrder => ({
  id,
  clientOid: `c${id}`,
  lineage: 0,
  state,
  content: { symbol: text, side: text, size: text, price: text, trigger: text },
  orderId: text,
  code: text,
  message: text,
  rule: text,
  sentAtMs: 0,
  changedAtMs: 0,
  changedUptimeMs: null,
});

const rowOf = (text: string): OtherClose['order'] => ({
  orderId: text,
  symbol: text,
  side: 'close-long',
  marginMode: 'cross',
  size: Decimal.of('1'),
  price: { kind: 'market' },
});

export const closing = (text: string, protection: PreparedClose['protection']): PreparedClose => {
  const one = Decimal.of('1');
  const other = { name: text, order: rowOf(text) };
  const pending = new Map([['c', { id: text, clientOid: 'c' }]]);
  const run = { schedule: { calls: [], weight: { ip: 1, uid: 1 }, pending }, config: defaultConfig };
  return {
    symbol: text,
    side: 'long',
    share: ALL,
    parts: [{ marginMode: 'cross', held: one, size: one, average: one, mark: one }],
    run: run as unknown as PreparedClose['run'],
    look: { atMs: 0, symbols: new Map() },
    protection,
    resting: [other],
    triggers: [other],
  };
};

export const flattening = (text: string, protection: PreparedClose['protection']): PreparedFlatten => {
  const standing = [{ plan: text, generation: 1, order: order(text, 'accepted') }];
  const held = { symbol: text, side: 'long', marginMode: 'cross', size: Decimal.of('1'), isOurs: true } as const;
  return {
    openers: standing,
    limits: standing,
    stops: standing,
    looked: { protection } as unknown as PreparedFlatten['looked'],
    closes: [held],
    untouched: [held],
    calls: [],
    weight: { ip: 1, uid: 1 },
    approval: { code: 'c'.repeat(64), settings: '', orders: {} },
  };
};

export const flattenedAs = (text: string): Parameters<typeof flattenedSheet>[0] => ({
  steps: [{ kind: 'refused', name: text, words: text }],
  left: [text],
  unknown: [text],
  unsettled: [{ plan: text, generation: 1, unplaced: [text], nowhere: [text], deadAtMs: 1 }],
  heldBack: [{ position: text, others: [{ name: text, order: rowOf(text), presetOf: text }] }],
  beside: [text],
  seenAtMs: [],
  exitCode: 7,
  elapsedMs: 1,
});

export const closedAs = (text: string): Parameters<typeof closedSheet>[0] => ({
  tally: new Tally(),
  exitCode: 6,
  ends: [order(text, 'rejected')],
  outcomes: [
    { event: 'order-outcome', id: text, clientOid: 'c', outcome: 'rejected', code: text, message: text, rule: text },
  ],
  elapsedMs: 1,
});
