/**
 * What docs/language.md says under "When nobody follows": what the exchange did meanwhile, and what the next start then does. Where a
 * row of it changes, the page does too.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { PlannedOrder } from '../../../src/model/order.ts';
import { Followed, MINUTE, planned, SECOND } from '../../support/followed.ts';
import { BRACKET, BREAKOUT, DCA, HOUR } from './five-plans.ts';

const page = readFileSync(new URL('../../../docs/language.md', import.meta.url), 'utf8');
const [section = ''] = /\n### When nobody follows\n[^]*?\n### /.exec(page) ?? [];
const says = (row: string): void => expect(section).toContain(row);

/** Followed until what is due at first was done. */
function begun(orders: readonly PlannedOrder[], price?: string): Followed {
  const followed = new Followed(orders, price);
  followed.look();
  followed.settle();
  return followed;
}

/** Started again, `afterMs` later, and looked. */
function startedAgain(followed: Followed, afterMs = HOUR): string[] {
  followed.set({ startedMs: followed.now + afterMs });
  followed.look(afterMs + SECOND);
  return followed.settle();
}

test('before the entry fills: its exits come, and what is left of it goes once its time is up', () => {
  says('past its `until` too');
  const followed = begun(BRACKET);
  followed.fill('entry', 1, '0.06');
  const steps = startedAgain(followed, 5 * HOUR);
  expect(steps[0]).toBe('stop 0.06 market at 62000: first-fill');
  expect(steps).toContain('cancel entry: until-for');
  expect(steps.filter((step) => step.startsWith('target'))).toHaveLength(3);
});

test('after a fill, before its stop: at market where the price is past the stop', () => {
  says('if the price is past the stop, closes at market');
  const followed = begun(BRACKET);
  followed.fill('entry', 1, '0.3');
  followed.price('61500');
  expect(startedAgain(followed)).toEqual(['stop 0.3 market: first-fill']);
});

test('with the entry filled in part: a part of the stop for what was added, and the one that works stays', () => {
  says('sends a stop for what was added');
  const followed = begun(BRACKET);
  followed.seen('entry', 1, '0.06');
  followed.fill('entry', 1, '0.2');
  const steps = startedAgain(followed);
  expect(steps[0]).toBe('stop/2 0.14 market at 62000: growth');
  expect(steps.filter((step) => step.startsWith('cancel'))).toEqual([]);
});

test('before break-even takes over: it takes the place of the stop, or closes at market', () => {
  says('sends `even`; if the price is past it, closes at market');
  for (const [price, steps] of [
    ['64500', ['even 0.2 market at 64000: conditions', 'cancel stop: replaced']],
    [
      '63500',
      [
        'cancel target-2: stop-passed',
        'cancel target-3: stop-passed',
        'even 0.2 market: conditions',
        'cancel stop: replaced',
      ],
    ],
  ] as const) {
    const followed = begun(BRACKET);
    followed.seen('entry', 1, '0.3');
    followed.fill('target-1', 1, '0.1', '65000');
    followed.price(price);
    expect(startedAgain(followed)).toEqual(steps);
  }
});

test('a stop that fired: its targets are cancelled', () => {
  says('cancels the targets');
  const followed = begun(BRACKET);
  followed.seen('entry', 1, '0.3');
  followed.put('stop', 1, { firedMs: followed.now });
  followed.fill('stop', 1, '0.3', '62000');
  expect(startedAgain(followed)).toEqual([
    'cancel target-1: nothing-held',
    'cancel target-2: nothing-held',
    'cancel target-3: nothing-held',
  ]);
});

function fired(followed: Followed, id: string): void {
  followed.put(id, 1, { firedMs: followed.now });
  followed.fill(id, 1, '0.05', '64000');
}

test('either way: the other side goes, and if both filled both have their stop', () => {
  says('cancels the other if only one fired');
  says('both are kept');
  const one = begun(BREAKOUT);
  fired(one, 'up');
  one.price('65000');
  expect(startedAgain(one)).toEqual(['up-stop 0.05 market at 64400: first-fill', 'cancel down: until-filled']);
  const both = begun(BREAKOUT);
  for (const id of ['up', 'down']) fired(both, id);
  expect(startedAgain(both).map((step) => step.split(' ', 1)[0])).toEqual(['up-stop', 'down-stop']);
});

test('a time counts from the sending, of a trigger order too: an hour later it is cancelled at once', () => {
  says('counts from the sending');
  const followed = begun(BREAKOUT);
  expect(startedAgain(followed, 7 * HOUR)).toEqual([]);
  expect(startedAgain(followed, HOUR)).toEqual(['cancel up: until-for', 'cancel down: until-for']);
  const fires = begun(BREAKOUT);
  fires.look(7 * HOUR);
  fires.put('up', 1, { firedMs: fires.now });
  fires.look();
  expect(fires.settle()).toEqual(['cancel down: until-filled']);
  expect(startedAgain(fires, HOUR)).toEqual(['cancel up: until-for']);
});

test('late or never: a close-out and another close are sent a day late, what opens is missed after five minutes', () => {
  says('sends it, however late');
  says('more than 5 minutes ago');
  const dca = begun(DCA);
  dca.seen('dca-1', 1, '0.001', '63000');
  const flat = DCA.find(({ id }) => id === 'flat')?.afterAt?.ms ?? 0;
  dca.set({ startedMs: flat + 24 * HOUR });
  dca.look(flat + 25 * HOUR - dca.now);
  expect(dca.settle()).toContain('flat 0.001 market: conditions');
  const AT = { ms: 10 * MINUTE, text: '1970-01-01T00:10:00Z' };
  const timed = begun([
    planned({ id: 'open', size: '1', price: '64000', afterAt: AT }),
    planned({ id: 'close', side: 'close-long', size: '1', price: '64000', afterAt: AT }),
  ]);
  expect(startedAgain(timed)).toEqual(['open: missed', 'close 1 64000: conditions']);
});

test('break-even waits for the end of the entry, and comes sooner where that ends by the first profit', () => {
  expect(page).toContain('**Break-even waits for the end of the entry.**');
  const followed = begun(BRACKET);
  followed.seen('entry', 1, '0.06');
  expect(followed.seen('target-1', 1, '0.02', '65000')).toEqual([]);
  followed.look(4 * HOUR);
  expect(followed.settle()).toEqual([
    'cancel entry: until-for',
    'even 0.04 market at 64000: conditions',
    'cancel stop: replaced',
  ]);
  expect(page).toContain('`until: { for: 4h, filled: target-1 }`');
  const [entry, ...exits] = BRACKET as readonly [PlannedOrder, ...PlannedOrder[]];
  const sooner = begun([{ ...entry, until: { forMs: 4 * HOUR, filled: ['target-1'] } }, ...exits]);
  sooner.seen('entry', 1, '0.06');
  expect(sooner.seen('target-1', 1, '0.02', '65000')).toEqual([
    'cancel entry: until-filled',
    'even 0.04 market at 64000: conditions',
    'cancel stop: replaced',
  ]);
});
