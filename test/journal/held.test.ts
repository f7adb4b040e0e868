/** What earlier lineages of an order filled, as the journal's records alone tell it. */
import { describe, expect, it } from 'vitest';
import { standingOf } from '../../src/journal/records/known-account.ts';
import { hasFilled, mayStand, type JournalRecord, type KnownOrder } from '../../src/journal/records/state.ts';
import { foldJournal, step } from '../support/fold-journal.ts';

const LONG = { symbol: 'cmt_btcusdt', side: 'open-long', marginMode: 'cross', size: '1', price: '64000' };
const SHORT = { ...LONG, side: 'open-short', price: '70000' };

const cancelled = (filledSize: string, rest: Partial<JournalRecord> = {}): JournalRecord[] => [
  step('accepted', { orderId: `7${rest.lineage ?? 0}`, ...rest }),
  step('cancelled', { ...rest, seen: { state: 'cancelled', filledSize, averagePrice: '63999', atMs: 2 } }),
];
const fold = (...records: JournalRecord[]): KnownOrder => foldJournal(records).get('a') as KnownOrder;
const stands = (order: KnownOrder): string[] =>
  standingOf([{ plan: 'p', generation: 1, isPlaced: true, orders: new Map([['a', order]]) }]).map(
    ({ order: { clientOid, state, content, worth = '' } }) =>
      `${clientOid} ${state} ${content['side']} ${content['size']} at ${content['price']} ${worth}`.trimEnd(),
  );

const FIRST = [step('intent', { content: LONG, worth: '65000' }), ...cancelled('0.4')];

describe('what earlier lineages filled', () => {
  it('stands by itself, beside what was sent of the rest', () => {
    const rest = { lineage: 1, content: { ...LONG, price: '6400' }, filled: '0.4' };
    const order = fold(...FIRST, step('intent', rest), step('accepted', { lineage: 1, orderId: '71' }));
    expect(stands(order)).toEqual([
      'oid0 cancelled open-long 0.4 at 64000 26000',
      'oid1 accepted open-long 0.6 at 6400',
    ]);
  });

  it('keeps its side in a journal from when it was carried over to another', () => {
    const order = fold(
      ...FIRST,
      step('intent', { lineage: 1, content: SHORT, filled: '0.4' }),
      step('accepted', { lineage: 1, orderId: '71' }),
    );
    expect(stands(order)).toEqual([
      'oid0 cancelled open-long 0.4 at 64000 26000',
      'oid1 accepted open-short 0.6 at 70000',
    ]);
  });

  it.each(['rejected', 'unknown', 'not-sent'] as const)('stands though the rest was %s', (end) => {
    const order = fold(
      ...FIRST,
      step('intent', { lineage: 1, content: LONG, filled: '0.4' }),
      step(end, { lineage: 1 }),
    );
    expect([mayStand(order), hasFilled(order)]).toEqual([true, true]);
    expect(stands(order)[0]).toBe('oid0 cancelled open-long 0.4 at 64000 26000');
  });

  it('is kept over any number of lineages, and goes once a person closes it', () => {
    const records = [
      ...FIRST,
      step('intent', { lineage: 1, content: LONG, filled: '0.4' }),
      ...cancelled('0', { lineage: 1 }),
      step('intent', { lineage: 2, content: LONG, filled: '0.4' }),
      ...cancelled('0.1', { lineage: 2 }),
      step('intent', { lineage: 3, content: LONG, filled: '0.5' }),
      step('accepted', { lineage: 3, orderId: '73' }),
    ];
    expect(stands(fold(...records))).toEqual([
      'oid0 cancelled open-long 0.4 at 64000 26000',
      'oid2 cancelled open-long 0.1 at 64000',
      'oid3 accepted open-long 0.5 at 64000',
    ]);
    expect(stands(fold(...records, step('settle-closed', { lineage: 3 })))).toEqual([]);
  });

  it('has no price where the lineages before are in no record, and nobody told it', () => {
    const order = fold(
      step('intent', { lineage: 2, content: LONG, filled: '0.4' }),
      step('accepted', { lineage: 2, orderId: '72' }),
    );
    expect(stands(order)).toEqual(['oid2 filled open-long 0.4 at undefined', 'oid2 accepted open-long 0.6 at 64000']);
  });
});
