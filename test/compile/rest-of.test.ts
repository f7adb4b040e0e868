/** What is left to place of an order that was placed before: never more than the plan says, over all its lineages. */
import { assert, constantFrom, integer, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { afterCancels } from '../../src/compile/after-cancels.ts';
import { compilePlan, type Schedule } from '../../src/compile/compile-plan.ts';
import type { JournalState, KnownOrder } from '../../src/journal/records/state.ts';
import { defaultConfig } from '../../src/model/config.ts';
import { Decimal } from '../../src/model/decimal.ts';
import { orderContent } from '../../src/model/order.ts';
import type { OrderState } from '../../src/model/outcome.ts';
import { aPlan, anOrder } from '../support/plan-builder.ts';
import { v2 } from '../../src/exchange/v2/dialect.ts';

const RULES = { ...defaultConfig.exchange, ...defaultConfig.execution, replace: new Set(['a']) };
const sent = anOrder({ id: 'a', size: '0.5' });

const known = (state: OrderState, filledSize?: string, rest: Partial<KnownOrder> = {}): JournalState =>
  new Map([
    [
      'a',
      {
        id: 'a',
        clientOid: sent.clientOid,
        lineage: 0,
        state,
        content: orderContent(sent),
        orderId: '71',
        sentAtMs: 1,
        changedAtMs: 2,
        changedUptimeMs: null,
        ...(filledSize !== undefined && { seen: { state: 'cancelled', filledSize, atMs: 2 } }),
        ...rest,
      },
    ],
  ]);

/** A run that wants this much of it now, after what it came to. */
const replaced = (wanted: string, before: JournalState, after: JournalState): Schedule =>
  afterCancels(v2.calls, compilePlan(v2.calls, aPlan([anOrder({ id: 'a', size: wanted })]), before, RULES), after, {
    minSizeOf: () => Decimal.of('0.1'),
  });

const outcome = ({ calls, pending, withheld }: Schedule): string =>
  withheld[0]?.outcome.reason ?? `${[...pending.values()][0]?.size.canonical()} in ${calls.length}`;

const tenths = (count: number): string => `${Math.floor(count / 10)}.${count % 10}`;

const ROWS: readonly (readonly [OrderState, string | undefined, string, string])[] = [
  ['cancelled', '0', '0.7', '0.7 in 1'],
  ['cancelled', '0.2', '0.7', '0.5 in 1'],
  ['cancelled', '0.5', '0.5', 'filled'],
  ['cancelled', '0.5', '0.4', 'filled'],
  // Less than the least size is left.
  ['cancelled', '0.45', '0.5', 'filled'],
  ['cancelled', undefined, '0.7', 'unresolved'],
  ['filled', undefined, '0.7', '0.2 in 1'],
  ['filled', undefined, '0.5', 'filled'],
  ['accepted', undefined, '0.7', 'edited-after-send'],
  ['cancel-unknown', undefined, '0.7', 'unresolved'],
  ['cancelling', undefined, '0.7', 'unresolved'],
  ['unknown', undefined, '0.7', 'unresolved'],
  ['closed', undefined, '0.7', 'unresolved'],
];

describe('what takes the place of an order', () => {
  it.each(ROWS)('that came to be %s with %s filled, where the plan wants %s: %s', (state, filled, wanted, expected) => {
    expect(outcome(replaced(wanted, known('accepted'), known(state, filled)))).toBe(expected);
  });

  it('goes in the call that was shown, under the number and the client order id that were shown', () => {
    const before = known('accepted');
    const shown = compilePlan(v2.calls, aPlan([anOrder({ id: 'a', size: '0.7' })]), before, RULES);
    const after = replaced('0.7', before, known('cancelled', '0.2'));
    expect(shown.calls[0]?.body).toContain('"size":"0.7"');
    expect(after.calls[0]?.body).toBe(shown.calls[0]?.body.replace('"0.7"', '"0.5"'));
    expect(after.calls[0]?.number).toBe(shown.calls[0]?.number);
  });

  it('is not what another order stands in the place of', () => {
    const other = known('cancelled', '0', { clientOid: 'ordoanother' });
    expect(outcome(replaced('0.7', known('accepted'), other))).toBe('unresolved');
  });

  it('is never more than the plan says, whatever was filled over however many lineages', () => {
    const lineages = record({ carried: integer({ min: 0, max: 9 }), now: integer({ min: 0, max: 9 }) });
    assert(
      property(
        lineages,
        integer({ min: 1, max: 20 }),
        constantFrom('cancelled', 'filled'),
        ({ carried, now }, wanted, state) => {
          const said = orderContent(anOrder({ id: 'a', size: tenths(carried + now + 1) }));
          const before = known('accepted', undefined, { filled: tenths(carried), content: said });
          const after = known(state, tenths(now), { filled: tenths(carried), content: said });
          const filled = state === 'filled' ? carried + now + 1 : carried + now;
          const { pending } = replaced(tenths(wanted), before, after);
          const placed = [...pending.values()][0];
          const all = (placed?.size ?? Decimal.zero).plus(Decimal.of(tenths(filled)));
          expect(placed === undefined || all.canonical() === Decimal.of(tenths(wanted)).canonical()).toBe(true);
          expect(placed === undefined).toBe(wanted <= filled);
        },
      ),
      { numRuns: 500 },
    );
  });
});

const said = ({ withheld }: Schedule): string | undefined => withheld[0]?.outcome.message;

describe('an edit to another position', () => {
  const short = anOrder({ id: 'a', size: '0.7', side: 'open-short' });
  const plan = aPlan([short]);
  const filledLong = known('cancelled', '0.2').get('a') as KnownOrder;

  it.each([
    ['rests', 'accepted', undefined, 'side open-long → open-short is another order: cancel this one, '],
    ['was filled in part', 'cancelled', '0.2', 'side open-long → open-short is another order: '],
    ['was filled whole', 'filled', undefined, 'side open-long → open-short is another order: '],
  ] as const)('is not placed where what it would take the place of %s', (_, state, filledSize, words) => {
    const schedule = compilePlan(v2.calls, plan, known(state, filledSize), RULES);
    expect(schedule.calls).toEqual([]);
    expect(said(schedule)).toBe(`${words}give the new one an id of its own`);
  });

  it('is not placed where an earlier lineage was filled, whatever became of the last', () => {
    const before = known('rejected', undefined, { lineage: 1, filled: '0.2', earlier: [filledLong] });
    const schedule = compilePlan(v2.calls, plan, before, { ...RULES, again: new Set(['a']) });
    expect(schedule.calls).toEqual([]);
    expect(said(schedule)).toContain('0.2 of it was filled before: side open-long → open-short');
  });

  it('is placed whole where nothing was filled', () => {
    const schedule = compilePlan(v2.calls, plan, known('cancelled', '0'), {
      ...RULES,
      again: new Set(['a']),
    });
    expect(outcome(schedule)).toBe('0.7 in 1');
  });
});

describe('a close that went off to be replaced', () => {
  const entry = anOrder({ id: 'a', size: '0.5', price: '101' });
  const exit = { ...anOrder({ id: 'b', side: 'close-long', size: '0.5', trigger: '90' }), after: ['a'] };
  const oldExit = anOrder({ id: 'b', side: 'close-long', size: '0.5', trigger: '80' });
  const both = (state: OrderState, filledSize?: string, ofExit: OrderState = 'accepted'): JournalState =>
    new Map([
      ...known(state, filledSize),
      [
        'b',
        { ...(known(ofExit, '0').get('a') as KnownOrder), id: 'b', clientOid: 'b0', content: orderContent(oldExit) },
      ],
    ]);
  const rules = { ...RULES, replace: new Set(['a', 'b']) };
  const inTurn = (state: OrderState, filledSize?: string): string[] =>
    afterCancels(
      v2.calls,
      compilePlan(v2.calls, aPlan([entry, exit]), both('accepted'), rules),
      both(state, filledSize, 'cancelled'),
      {},
    ).calls.map(({ orders, waitsFor }) => `${orders[0]?.id}${waitsFor === undefined ? '' : ' waits'}`);

  it.each([
    ['goes first where something of its entry was filled', 'cancelled', '0.2', ['b', 'a']],
    ['waits where nothing was', 'cancelled', '0', ['a', 'b waits']],
    ['goes where all was', 'filled', undefined, ['b']],
    ['goes where its entry stands as it was', 'accepted', undefined, ['b']],
    ['goes where nobody knows', 'cancel-unknown', undefined, ['b']],
  ] as const)('%s', (_, state, filledSize, calls) => {
    expect(inTurn(state, filledSize)).toEqual(calls);
  });

  it('is shown first where the journal knows of a fill', () => {
    const seen = { state: 'partly-filled', filledSize: '0.1', atMs: 2 } as const;
    const before = new Map([...both('accepted'), ...known('accepted', undefined, { seen })]);
    const { calls } = compilePlan(v2.calls, aPlan([entry, exit]), before, rules);
    expect(calls.map(({ orders }) => orders[0]?.id)).toEqual(['b', 'a']);
  });
});
