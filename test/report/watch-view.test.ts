/** What outlives a run on the screen: the last good plan, what a save changed, answers, fills and problems. */
import { describe, expect, test } from 'vitest';
import type { OrderHeadline, RunEvent } from '../../src/model/event.ts';
import { loaded, started, twelve, watchAfter } from '../support/run-events.ts';
import { broken, changed, dryRunOf, FRAMED, placing, save, SAVED_MS, watching } from '../support/watch-events.ts';

const edited = twelve.map((order): OrderHeadline => (order.id === 'entry' ? { ...order, price: '64100' } : order));
const price = changed({ changed: [{ id: 'entry', fields: { price: ['64000', '64100'] } }] });

describe('the plan that is shown', () => {
  test('stays whatever a broken save says, and the next good one takes its place', () => {
    const good = save(twelve);
    const shown = watchAfter([...good, ...broken()]);
    expect(shown).toMatchObject({
      run: { orders: { length: 12 }, finished: { exitCode: 0 } },
      problems: { errors: 1, text: FRAMED },
    });
    const next = watchAfter([...good, ...broken(), ...save(edited, price)]);
    expect(next.run.orders.byId('entry')?.headline?.price).toBe('64100');
    expect(next.problems?.errors).toBe(0);
  });

  test('stays while a save is read, and where it is refused before it was compiled', () => {
    const begun: RunEvent[] = [watching('reading'), price, started(edited, { mode: 'dry-run' }), loaded(12)];
    const refused: RunEvent[] = [...begun, { ...(broken()[2] as RunEvent & { event: 'run-finished' }), exitCode: 4 }];
    for (const events of [begun, refused]) {
      const view = watchAfter([...save(twelve), ...events]);
      expect(view.run.orders.byId('entry')?.headline?.price).toBe('64000');
      expect(view.save).toBeUndefined();
    }
  });

  test('a first save that is broken shows no plan; diagnostics of a broken save begin none', () => {
    expect(watchAfter(broken())).toMatchObject({ run: { plan: undefined }, problems: { errors: 1 } });
    const found = {
      event: 'diagnostic',
      severity: 'error',
      code: 'a/b',
      message: 'm',
      file: 'f',
      line: 1,
      column: 1,
    } as const;
    const [first, ...rest] = broken() as [RunEvent, ...RunEvent[]];
    const view = watchAfter([...save(twelve), first, found, ...rest]);
    expect(view.run.orders.length).toBe(12);
    expect(watchAfter([...save(twelve), first, found, ...rest, ...save(edited, price)]).run.errors).toBe(0);
    expect(watchAfter([...broken(), ...save(twelve)]).run.orders.length).toBe(12);
  });
});

describe('what a save changed', () => {
  test('is kept with the plan before it, until another save', () => {
    const view = watchAfter([...save(twelve), ...save(edited, price)]);
    expect(view.save?.fields.get('entry')).toEqual({ price: ['64000', '64100'] });
    expect(view.save?.before.orders.byId('entry')?.headline?.price).toBe('64000');
    const comment = [watching('reading', SAVED_MS + 5), changed({}), ...dryRunOf(edited)];
    expect(watchAfter([...save(twelve), ...save(edited, price), ...comment]).save?.fields.size).toBe(0);
  });

  test('outlives a placing, which reads the same save again', () => {
    const view = watchAfter([...save(twelve), ...save(edited, price), ...placing(edited)]);
    expect(view.save?.fields.has('entry')).toBe(true);
    expect(view.placed?.finished).toMatchObject({ exitCode: 6 });
  });
});

describe('what was placed', () => {
  test('its answers outlive the dry run that follows', () => {
    const view = watchAfter([...save(twelve), ...placing()]);
    expect(view.isPlacing).toBe(false);
    expect(view.run.orders.byId('hedge')).toMatchObject({ state: 'waiting', journal: { state: 'rejected' } });
    expect(view.answers.get('hedge')).toMatchObject({
      outcome: { code: '40754', rule: 'entry-refused' },
      orders: ['pullback-9', 'hedge', 'bail-out'],
    });
  });

  test('is under way from its beginning to its end', () => {
    const events = placing();
    const at = events.findIndex(({ event }) => event === 'run-finished');
    expect(watchAfter([...save(twelve), ...events.slice(0, at)]).isPlacing).toBe(true);
    expect(watchAfter([...save(twelve), ...events.slice(0, at + 1)]).isPlacing).toBe(false);
  });
});

test('a fill is of the order that has its client order id, whichever run it was; a preset closes and adds nothing', () => {
  const fill = {
    event: 'order-filled',
    clientOid: 'ordoentry',
    symbol: 's',
    side: 'open-long',
    size: '0.01',
    price: '64000',
  } as const;
  const preset = { ...fill, side: 'close-long', why: 'take-profit', price: '68000' } as const;
  const state: RunEvent = { event: 'order-state', id: 'entry', clientOid: 'ordoentry', state: 'accepted' };
  const view = watchAfter([...save(twelve), { ...fill, why: 'limit' }, preset, state]);
  expect(view.fills.byId('entry')).toMatchObject({ amount: 2, newest: [{ why: 'limit' }, { why: 'take-profit' }] });
  expect(view.fills.byId('entry')?.size.toString()).toBe('0.01');
  expect(view.fills.byId('hedge')).toBeUndefined();
});
