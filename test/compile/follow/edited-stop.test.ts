/** A stop whose edit a person took up: what it says now works before anything of the old one is cancelled. */
import { expect, test } from 'vitest';
import { isAtEnd, groupStandings } from '../../../src/compile/follow/standing.ts';
import { Decimal } from '../../../src/model/decimal.ts';
import type { FollowStep, PlacedPart } from '../../../src/model/followed.ts';
import { Followed, planned, SECOND } from '../../support/followed.ts';

const OLD = Decimal.of('61000');

/** What was filled in these steps has a stop in as many parts, at 61000; the plan says 62000 now, and that was taken up. */
function taken(fills: readonly string[], size = '1'): Followed {
  const followed = new Followed([
    planned({ id: 'entry', size, price: '64000' }),
    planned({ id: 'stop', size, trigger: '62000', exit: { filled: ['entry'] } }),
    planned({ id: 'out', size, trigger: '65000', price: '65000', exit: { filled: ['entry'] } }),
  ]);
  followed.look();
  followed.settle();
  for (const filled of fills) followed.seen('entry', 1, filled);
  for (const number of fills.keys()) followed.put('stop', number + 1, { trigger: OLD });
  followed.set({ edited: new Map([['stop', fills.length + 1]]) });
  followed.look();
  return followed;
}

const namesOf = (followed: Followed): string[] =>
  (followed.known.placed.get('stop') ?? []).flatMap(({ number, state }) =>
    state === 'works' || state === 'accepted' ? [String(number)] : [],
  );

test('all that is held is covered anew, and then each old part is cancelled', () => {
  const followed = taken(['0.2', '0.3', '1']);
  expect(followed.said()).toEqual(['stop/4 1 market at 62000: edited']);
  expect(followed.settle()).toEqual([
    'stop/4 1 market at 62000: edited',
    'cancel stop/3: replaced',
    'cancel stop/2: replaced',
    'cancel stop: replaced',
  ]);
  followed.look();
  expect([followed.said(), namesOf(followed)]).toEqual([[], ['4']]);
});

test('while its answer is not known the old parts stay, and so they do where it is in no list', () => {
  const followed = taken(['1']);
  expect(followed.settle('unknown')).toEqual(['stop/2 1 market at 62000: edited']);
  followed.look();
  expect(followed.said()).toEqual([]);
  followed.put('stop', 2, { lackedBy: 2 });
  followed.look();
  expect(followed.said().filter((step) => step.includes('cancel'))).toEqual([]);
  followed.put('stop', 2, { state: 'works' });
  followed.look();
  expect(followed.said()).toEqual(['cancel stop: replaced']);
});

test('refused twice it is let go: the old stop stays, covers, and counts as let go', () => {
  const followed = taken(['1']);
  expect(followed.settle('rejected')).toEqual(['stop/2 1 market at 62000: edited']);
  followed.look();
  expect(followed.settle('rejected')).toEqual(['stop/3 1 market at 62000: was-refused']);
  for (let looks = 0; looks < 3; looks++) {
    followed.look();
    expect([followed.said(), namesOf(followed)]).toEqual([[], ['1']]);
  }
  const [group] = groupStandings(followed.plan, followed.known, followed.now);
  expect([group?.naked.canonical(), group?.covered.canonical(), group?.letGo]).toEqual(['0', '1', ['stop']]);
});

test('an edit is tried anew where the old stop was refused before', () => {
  const followed = taken(['0.5']);
  const parts = followed.known.placed.get('stop') as PlacedPart[];
  for (const number of [2, 3])
    parts.push({ ...followed.part('stop'), number, state: 'rejected', clientOid: `r${number}` });
  followed.set({ edited: new Map() });
  followed.fill('entry', 1, '1');
  followed.look();
  expect(followed.said()).toEqual(['out/2 0.5 65000 at 65000: entries-over']);
  followed.set({ edited: new Map([['stop', 4]]) });
  expect(followed.settle().slice(0, 2)).toEqual(['stop/4 1 market at 62000: edited', 'cancel stop: replaced']);
});

test('what a person cancels in between stays cancelled', () => {
  const followed = taken(['1']);
  followed.put('stop', 1, { state: 'over', end: 'person' });
  followed.look();
  expect(followed.said()).toEqual([]);
});

test('the exchange ends the old one with its position: nothing is placed for what is not there', () => {
  const followed = taken(['1']);
  followed.put('stop', 1, { state: 'over', end: 'other' });
  followed.set({ emptyPositions: new Set(['BTCUSDT long', 'cmt_btcusdt long', 'btcusdt long']) });
  followed.look();
  expect(followed.said().filter((step) => step.startsWith('stop'))).toEqual([]);
});

test('the market has passed both: nothing is closed until it is known whether the old one fired', () => {
  const followed = taken(['1']);
  followed.price('60500');
  expect(followed.said().filter((step) => !step.startsWith('ask'))).toEqual([]);
  // Only the new one: what is held is closed, as the dry run says.
  followed.price('61500');
  followed.put('out', 1, { state: 'over', end: 'follower' });
  expect(followed.said()).toContain('stop/2 1 market: edited');
});

test('its numbers never pass the most that are looked for, whatever was edited', () => {
  const followed = taken(['1']);
  const gone: PlacedPart = { ...followed.part('stop'), state: 'over', end: 'follower' };
  const old = followed.part('stop');
  const parts = [old, ...Array.from({ length: 47 }, (_, at) => ({ ...gone, number: at + 2, clientOid: `g${at}` }))];
  followed.set({ placed: new Map([...followed.known.placed, ['stop', parts]]), edited: new Map([['stop', 49]]) });
  expect(followed.said()).toEqual([]);
});

test('it grows, shrinks and ends as any stop does', () => {
  const followed = taken(['0.4']);
  followed.settle();
  expect(followed.seen('entry', 1, '1')).toContain('stop/3 0.6 market at 62000: entries-over');
  followed.set({ closedElsewhere: new Map([['entry', Decimal.of('0.5')]]) });
  followed.look();
  followed.settle();
  followed.look();
  followed.settle();
  const open = (followed.known.placed.get('stop') ?? []).filter(
    ({ state }) => state === 'accepted' || state === 'works',
  );
  expect(open.reduce((sum, { size }) => sum.plus(size), Decimal.zero).canonical()).toBe('0.5');
  followed.set({ closedElsewhere: new Map([['entry', Decimal.of('1')]]) });
  followed.look();
  followed.settle();
  expect(isAtEnd(followed.plan, followed.known, followed.now)).toBe(true);
});

/** Draws from 0 to below `n`. */
function dice(seed: number): (n: number) => number {
  let state = seed;
  return (n) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % n;
  };
}

const isOpen = ({ state }: PlacedPart): boolean => state === 'works' || state === 'accepted';
const coverOf = (parts: readonly PlacedPart[]): number =>
  parts.filter(isOpen).reduce((sum, { size }) => sum + Number(size.canonical()), 0);

/** One step, answered as the exchange may: it is taken, refused, or nobody knows. */
function answer(followed: Followed, step: FollowStep, roll: (n: number) => number): void {
  const placed = followed.known.placed as Map<string, PlacedPart[]>;
  if (step.does === 'cancel') {
    const cancel = { by: 'follower', answer: roll(4) === 0 ? 'refused' : 'taken', ms: followed.now, tries: 1 } as const;
    followed.put(
      step.id,
      step.part,
      cancel.answer === 'taken' ? { state: 'over', end: 'follower', cancel } : { cancel },
    );
  }
  if (step.does !== 'place') return;
  const state = (['accepted', 'accepted', 'accepted', 'rejected', 'unknown'] as const)[roll(5)] as PlacedPart['state'];
  const { id, part: number, order, because } = step;
  const { trigger } = order;
  const sentMs = followed.now;
  const part = { clientOid: `${id} ${number}`, number, size: order.size, state, sentMs, answeredMs: sentMs, because };
  const all = placed.get(id) ?? [];
  placed.set(id, all);
  all.push({ ...part, ...(trigger !== undefined && { trigger }), trades: new Map() });
}

test('500 edits with refusals, lost answers and kills: cover is never below what is held, and no edit leaves two stops', () => {
  let [placed, ended] = [0, 0];
  for (let seed = 1; seed <= 500; seed++) {
    const roll = dice(seed);
    const fills = [0.1, 0.3, 0.6, 1].slice(0, 1 + roll(4)).map(String);
    const held = Number(fills.at(-1));
    const followed = taken(fills);
    for (let looks = 0; looks < 60; looks++) {
      const steps = followed.due();
      // A kill: what was due is due again.
      for (const step of steps.slice(0, 1 + roll(3))) {
        answer(followed, step, roll);
        if (step.does === 'place' && step.id === 'stop') placed += 1;
        expect([seed, coverOf(followed.known.placed.get('stop') ?? []) + 1e-9 >= held]).toEqual([seed, true]);
      }
      followed.look(12 * SECOND);
      const unknown = followed.known.placed.get('stop')?.find(({ state }) => state === 'unknown');
      if (unknown !== undefined) followed.put('stop', unknown.number, { state: roll(2) === 0 ? 'works' : 'absent' });
    }
    const parts = followed.known.placed.get('stop') ?? [];
    const isDone = parts.some((part) => isOpen(part) && part.number > fills.length);
    const last = parts.filter(isOpen).every(({ number }) => number > fills.length === isDone);
    expect([seed, last, coverOf(parts).toFixed(3)]).toEqual([seed, true, held.toFixed(3)]);
    if (isDone) ended += 1;
  }
  expect(placed).toBeGreaterThan(500);
  expect(ended).toBeGreaterThan(400);
});

test('a stop that waited for something stays due once it is edited, whatever that is by now', () => {
  const followed = new Followed([
    planned({ id: 'entry', size: '1', price: '64000' }),
    planned({ id: 'stop', size: '1', trigger: '62000', exit: { filled: ['entry'] } }),
    planned({
      id: 'later',
      size: '1',
      trigger: '63000',
      afterAt: { ms: 20 * SECOND, text: '' },
      exit: { filled: ['entry'] },
    }),
  ]);
  followed.look();
  followed.settle();
  followed.seen('entry', 1, '1');
  followed.look(20 * SECOND);
  followed.settle();
  followed.put('later', 1, { trigger: Decimal.of('62500') });
  // The plan has a later instant by now.
  const orders = followed.plan.orders.map((order) =>
    order.id === 'later' ? { ...order, afterAt: { ms: 3600 * SECOND, text: '' } } : order,
  );
  const edited = new Followed(orders);
  edited.now = followed.now;
  edited.set({ ...followed.known, edited: new Map([['later', 2]]) });
  expect(edited.said()).toEqual(['later/2 1 market at 63000: edited']);
});
