/** An account by its journal and a look: what the look decides, and what it does not. */
import { describe, expect, it } from 'vitest';
import { LOOK_COUNTS_MS } from '../../src/protection/journal/account.ts';
import { protectionOfAccount } from '../support/account-protection.ts';
import type { KnownAccount } from '../../src/journal/records/known-account.ts';
import type { JournalRecord, KnownOrder } from '../../src/journal/records/state.ts';
import { sightOf } from '../../src/journal/records/apply-record.ts';
import { foldJournal } from '../support/fold-journal.ts';
import { d, held, range, told, BTC } from './scenes.ts';
import type { AccountLook, OrderSeen, SymbolLook } from '../../src/protection/journal/look.ts';
import type { Protection } from '../../src/protection/protection.ts';

const [SENT, TOLD, LOOKED] = [1_000, 2_000, 60_000];
const ENTRY = { symbol: BTC, side: 'open-long', marginMode: 'cross', size: '2', price: '64000', trigger: '' };
const STOP = { ...ENTRY, side: 'close-long', price: 'market', trigger: '62000' };

type Content = Readonly<Record<string, string>>;

const placed = (id: string, content: Content, rest: Partial<JournalRecord> = {}): JournalRecord[] => {
  const of = { plan: 'p', generation: 1, id, clientOid: `oid-${id}`, lineage: 0, ...rest };
  return [
    { ...of, step: 'intent', content, atMs: rest.atMs ?? SENT },
    { ...of, step: 'accepted', orderId: `7${id}`, atMs: rest.atMs ?? SENT },
  ];
};
const filled = (id: string, atMs = TOLD): JournalRecord => {
  const seen = { state: 'filled', filledSize: '2', averagePrice: '63990', atMs } as const;
  return { step: 'filled', plan: 'p', generation: 1, id, clientOid: `oid-${id}`, lineage: 0, atMs, seen };
};
/** Seen filled in part, once more. */
function seenAt(order: KnownOrder, atMs: number): KnownOrder {
  const seen = { state: 'partly-filled', filledSize: '1', averagePrice: '63990', atMs } as const;
  return { ...order, ...sightOf({ seen, atMs }, order) };
}
const account = (...records: JournalRecord[]): KnownAccount => [
  { plan: 'p', generation: 1, isPlaced: true, orders: foldJournal(records) },
];
const look = (seen: SymbolLook, symbol = BTC): AccountLook => ({
  atMs: LOOKED,
  symbols: new Map([[symbol, { market: range('64500'), orders: [], triggers: [], positions: [], ...seen }]]),
});
const rowOf = (id: string, of: Partial<OrderSeen>): OrderSeen => ({
  orderId: `7${id}`,
  clientOid: `oid-${id}`,
  symbol: BTC,
  side: 'close-long',
  marginMode: 'cross',
  size: d('2'),
  price: { kind: 'market' },
  ...of,
});
const judge = (known: KnownAccount, seen?: AccountLook, nowMs = LOOKED): Protection =>
  protectionOfAccount({ account: known, look: seen, nowMs, cancelWaitMs: 5_000 });

const BOTH = account(...placed('a', ENTRY), ...placed('s', STOP), filled('a'));
const STOP_SEEN = look({ triggers: [rowOf('s', { trigger: d('62000') })], positions: [held('long', '2', '63991')] });

describe('an account by journal and look', () => {
  it('takes the market of a look for nothing that was sent after it', () => {
    // At 64500 a trigger at 64300 lay below the market; whether it did when it was sent nobody knows.
    const entry = { ...ENTRY, price: '65010', trigger: '65000' };
    const stop = { ...STOP, trigger: '64300' };
    const after = { atMs: LOOKED + 1 };
    expect(told(judge(account(...placed('a', entry, after), ...placed('s', stop, after)), look({})))).toBe(
      'covered 0 unknown 2 naked 0 loss 0 no-market s',
    );
    const before = account(...placed('a', entry), ...placed('s', stop));
    const rows = { orders: [], triggers: [rowOf('a', { side: 'open-long', trigger: d('65000') }), rowOf('s', {})] };
    expect(told(judge(before, look(rows)))).toMatch('covered 2');
  });

  it('says that nobody knows what is held of a symbol that the look did not ask for', () => {
    const { isHeldSeen, positions } = judge(
      account(...placed('a', ENTRY, { atMs: LOOKED + 1 })),
      look({}, 'cmt_ethusdt'),
    );
    expect([isHeldSeen, positions[0]?.isHeldSeen]).toEqual([false, false]);
  });

  it('counts the wait for a preset from the fill, however often the order is looked at since', () => {
    const entry = foldJournal(placed('a', { ...ENTRY, stopLoss: '62000' })).get('a') as KnownOrder;
    const rows = {
      orders: [rowOf('a', { side: 'open-long', filled: d('1') })],
      positions: [held('long', '1', '63990')],
    };
    const naked = (...timesMs: number[]): string => {
      const orders = new Map([['a', timesMs.reduce(seenAt, entry)]]);
      return told(judge([{ plan: 'p', generation: 1, isPlaced: true, orders }], look(rows)));
    };
    expect(naked(LOOKED - 10)).toMatch('naked 0');
    expect(naked(LOOKED - 6_000, LOOKED - 10)).toMatch('preset-missing');
  });

  it('is by the journal alone where nobody looked, or too long ago', () => {
    const alone = judge(BOTH);
    expect([alone.basis, alone.isHeldSeen, told(alone)]).toEqual([
      'journal',
      false,
      'covered 0 unknown 2 naked 0 loss 0 no-market s',
    ]);
    expect(judge(BOTH, STOP_SEEN, LOOKED + LOOK_COUNTS_MS).basis).toBe('look');
    expect(judge(BOTH, STOP_SEEN, LOOKED + LOOK_COUNTS_MS + 1)).toEqual(alone);
  });

  it('takes average and stop from the look', () => {
    expect(told(judge(BOTH, STOP_SEEN))).toBe('covered 2 unknown 0 naked 0 loss 3982');
  });

  it('does not take a stop that the look lacks for one that is gone, nor for one that is there', () => {
    const lacking = judge(BOTH, look({ positions: [held('long', '2')] }));
    expect(told(lacking)).toBe('covered 0 unknown 2 naked 0 loss 0 stop-unknown s');
    expect(lacking.unknown).toBe(1);
  });

  it('adds what was sent since by the journal', () => {
    const since = { atMs: LOOKED + 1 };
    const more = account(...placed('a', ENTRY), ...placed('s', STOP), filled('a'), ...placed('b', ENTRY, since));
    expect(told(judge(more, STOP_SEEN))).toBe('covered 2 unknown 0 naked 2 loss 3982 stop-too-small s');
  });

  it('goes by the journal for a symbol that the look did not ask about, and says so', () => {
    const other = judge(BOTH, look({}, 'cmt_ethusdt'));
    expect(told(other)).toContain('covered 0 unknown 2');
    expect(other.notRead.map(({ symbol, what }) => `${symbol} ${what}`)).toEqual([
      `${BTC} positions`,
      `${BTC} triggers`,
      `${BTC} orders`,
    ]);
    const sinceOnly = account(...placed('a', ENTRY, { atMs: LOOKED + 1 }));
    expect(judge(sinceOnly, look({}, 'cmt_ethusdt')).notRead).toEqual([]);
  });
});
