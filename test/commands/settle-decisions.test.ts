import type { Ladder } from '../../src/model/order.ts';
import { describe, expect, it } from 'vitest';
import { byOrder, type GivenDecision } from '../../src/actions/settling/decisions.ts';
import type { JournalState, KnownOrder } from '../../src/journal/records/state.ts';
import type { OrderState } from '../../src/model/outcome.ts';

const known: JournalState = new Map(
  Object.entries({ 'dca-1': 'accepted', 'dca-2': 'unknown', 'dca-3': 'unknown', entry: 'unknown' }).map(
    ([id, state]): [string, KnownOrder] => [
      id,
      {
        id,
        clientOid: id,
        lineage: 0,
        state: state as OrderState,
        content: {},
        sentAtMs: 0,
        changedAtMs: 0,
        changedUptimeMs: null,
      },
    ],
  ),
);
const ladder = (name: string): Ladder => ({
  name,
  line: 1,
  orders: [1, 2, 3].map((rung) => `${name}-${rung}`),
  shape: 'flat',
  words: [],
});
const decided = (...given: GivenDecision[]): readonly GivenDecision[] =>
  byOrder(given, known, [ladder('dca'), ladder('entry'), ladder('unsent')]);

describe('a decision about a ladder', () => {
  it('that is absent is one about each of its unknown rungs', () => {
    expect(decided({ id: 'dca' }, { id: 'entry', orderId: '7' })).toEqual([
      { id: 'dca-2' },
      { id: 'dca-3' },
      { id: 'entry', orderId: '7' },
    ]);
  });

  it('that stands names the rung, and none is decided twice or for nothing', () => {
    expect(() => decided({ id: 'dca', orderId: '7' })).toThrow('an order id belongs to one rung');
    expect(() => decided({ id: 'dca' }, { id: 'dca-3' })).toThrow('dca-3 is decided twice');
    expect(() => decided({ id: 'unsent' })).toThrow('no rung of unsent is unknown');
  });
});
