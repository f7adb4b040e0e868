/** What the journal knows of an order, as a follower takes it. */
import { expect, test } from 'vitest';
import type { KnownOrder } from '../../src/journal/records/state.ts';
import type { PlacedPart } from '../../src/model/followed.ts';
import { isSettled, placedOf, type SeenOfPart } from '../../src/session/lists/followed-parts.ts';
import { planned } from '../support/followed.ts';

const PLANNED = planned({ id: 'entry', size: '1', trigger: '64000' });
const FIRED: KnownOrder = {
  id: 'entry',
  clientOid: 'ordo1',
  lineage: 0,
  state: 'filled',
  content: { symbol: 'cmt_btcusdt', side: 'open-long', size: '1', trigger: '64000' },
  sentAtMs: 0,
  changedAtMs: 0,
  changedUptimeMs: null,
  orderId: '71',
  seen: { state: 'partly-filled', filledSize: '0.25', firedAs: '72', atMs: 1 },
  trades: [['t1', '0.25', '64000', 1]],
};

const partOf = (known: KnownOrder): PlacedPart | undefined =>
  placedOf([PLANNED], new Map([['entry', known]]), () => ({}))
    .get('entry')
    ?.at(0);
const stateOf = (known: KnownOrder): string | undefined => partOf(known)?.state;

test('a trigger that was told as filled once it fired is looked at until what it became is over', () => {
  expect(isSettled(FIRED)).toBe(false);
  expect(stateOf(FIRED)).toBe('accepted');
  const whole: KnownOrder = {
    ...FIRED,
    seen: { state: 'filled', filledSize: '1', firedAs: '72', atMs: 2 },
    trades: [...(FIRED.trades ?? []), ['t2', '0.75', '64010', 2]],
  };
  expect(isSettled(whole)).toBe(true);
  expect(stateOf(whole)).toBe('over');
});

test('of what its record says is over, and its trades not yet, nothing can be cancelled; of what it became something can', () => {
  const unread: KnownOrder = { ...FIRED, state: 'cancelled', seen: { state: 'cancelled', firedAs: '72', atMs: 2 } };
  expect(partOf(unread)).toMatchObject({ state: 'accepted', isEnded: true });
  expect(partOf(FIRED)).not.toHaveProperty('isEnded');
  const read: KnownOrder = { ...unread, seen: { state: 'cancelled', filledSize: '0.25', firedAs: '72', atMs: 3 } };
  expect(partOf(read)).toMatchObject({ state: 'over' });
  expect(partOf(read)).not.toHaveProperty('isEnded');
});

test('what is made of an order says what a look saw of it last, and the number that it is asked for under', () => {
  const open: KnownOrder = { ...FIRED, state: 'accepted', lineage: 2, content: { size: '1' }, trades: [] };
  const { seen: _, ...placed } = open;
  const made = (seen: SeenOfPart, order: Parameters<typeof placedOf>[0][number] = PLANNED): PlacedPart | undefined =>
    placedOf([order], new Map([['entry', placed]]), () => seen)
      .get('entry')
      ?.at(0);
  const priceLooks = { asked: 1, passed: 0 };
  const told = [
    {},
    { isOpen: true },
    { isOpen: false, isMissing: true },
    { lackedBy: 1 },
    { lackedBy: 2 },
    { priceLooks },
  ];
  for (const before of told)
    for (const seen of told) {
      made(before);
      const { isOpen = false, ...rest } = seen;
      expect(made(seen)).toMatchObject({ ...rest, state: isOpen ? 'works' : 'accepted', number: 3 });
      expect(Object.keys(made(seen) ?? {})).toHaveLength(Object.keys(made({}) ?? {}).length + Object.keys(rest).length);
    }
  expect(made({}, { id: 'entry', exit: { filled: [] } })?.number).toBe(1);
});
