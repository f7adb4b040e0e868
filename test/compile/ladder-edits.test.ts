import { describe, expect, it } from 'vitest';
import { compilePlan, type Schedule } from '../../src/compile/compile-plan.ts';
import { removedAfterSend, type JournalState, type KnownOrder } from '../../src/journal/records/state.ts';
import { foldJournal } from '../support/fold-journal.ts';
import { defaultConfig } from '../../src/model/config.ts';
import { orderContent, type Order, type Plan } from '../../src/model/order.ts';
import type { JournalStep } from '../../src/model/outcome.ts';
import { loadPlan } from '../../src/plan/load-plan.ts';
import { replaced } from '../../src/actions/prepare/replaced.ts';
import { SourceFile } from '../../src/source/source-file.ts';
import { paperInstruments } from '../../src/paper/v2/order/instruments.ts';
import { v2 } from '../../src/exchange/v2/dialect.ts';

/** A plan of one ladder with these ends, steps and total, and one order beside it. */
function ladder(steps: number, to: number, total: string, more = ''): Plan {
  const text = `version: 1
name: grown
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: add, side: open-long, price: { from: 60000, to: ${to}, steps: ${steps} }, size: { total: ${total} }${more} }
  - { id: beside, side: open-long, price: 50000, size: 0.01 }
`;
  const { plan, diagnostics } = loadPlan(new SourceFile('plan.yaml', text), { instruments: paperInstruments });
  if (plan === undefined) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  return plan;
}

const compiled = (plan: Plan, known: JournalState, again: readonly string[] = []): Schedule =>
  compilePlan(v2.calls, plan, known, {
    ...defaultConfig.exchange,
    ...defaultConfig.execution,
    again: new Set(again),
  });

/** As `--replace edited` does, and `--removed` with it. */
function brought(plan: Plan, known: JournalState): Schedule {
  const { orders: replace, ladders } = replaced(plan, known, { replace: ['edited'], removed: true });
  const off = removedAfterSend(
    known,
    plan.orders.map(({ id }) => id),
  );
  return compilePlan(v2.calls, plan, known, {
    ...defaultConfig.exchange,
    ...defaultConfig.execution,
    replace,
    ladders,
    off,
  });
}

/** What the journal knows once these orders of the plan were sent, and ended so. */
function sent(plan: Plan, ends: Readonly<Record<string, JournalStep>>): JournalState {
  const orders = [...compiled(plan, new Map()).pending.values()].filter(({ id }) => id in ends);
  return foldJournal(
    orders.flatMap((order) => {
      const { id, clientOid, lineage, ladderSum } = order;
      const step = { plan: plan.name, generation: 1, id, clientOid, lineage, atMs: 1 };
      const marks = ladderSum === undefined ? {} : { ladder: ladderSum };
      return [
        { ...step, step: 'intent' as const, content: orderContent(order), ...marks },
        { ...step, step: ends[id] ?? 'accepted', orderId: `7${id}` },
      ];
    }),
  );
}

const pending = (schedule: Schedule): string[] => [...schedule.pending.values()].map(({ id }) => id);
const reasons = ({ withheld }: Schedule): string[] =>
  withheld.map(({ order, outcome }) => `${order.id} ${outcome.reason}`);

const flat = (steps: number): Plan => ladder(steps, 60000 - (steps - 1) * 1000, `${steps / 100}`);
const WHOLE = { 'add-1': 'accepted', 'add-2': 'accepted', 'add-3': 'accepted' } as const;

describe('a ladder of which a rung was sent', () => {
  it('places its other rungs while it says the same', () => {
    const plan = flat(3);
    expect(pending(compiled(plan, sent(plan, { 'add-2': 'accepted' })))).toEqual(['add-1', 'add-3', 'beside']);
  });

  it('places nothing more once it has grown, though no rung that was sent says anything else', () => {
    const schedule = compiled(flat(5), sent(flat(3), WHOLE));
    expect(pending(schedule)).toEqual(['beside']);
    expect(reasons(schedule)).toEqual([
      'add-1 already-accepted',
      'add-2 already-accepted',
      'add-3 already-accepted',
      'add-4 edited-after-send',
      'add-5 edited-after-send',
    ]);
    expect(schedule.withheld.at(-1)?.outcome.message).toContain(
      '0.03 is open or filled, and the plan says 0.05 in all',
    );
  });

  it.each([
    ['more steps', ladder(4, 58000, '0.03')],
    ['another end', ladder(3, 57000, '0.03')],
    ['another total', ladder(3, 58000, '0.06')],
    ['another shape', ladder(3, 58000, '0.03', ', timeInForce: post-only')],
  ])('places nothing more with %s', (_, plan) => {
    for (const end of ['accepted', 'unknown'] as const) {
      const schedule = compiled(plan, sent(flat(3), { 'add-1': end }));
      expect(pending(schedule)).toEqual(['beside']);
    }
  });

  it('places nothing more where only rungs stand that it no longer has', () => {
    expect(pending(compiled(flat(2), sent(flat(3), { 'add-3': 'accepted' })))).toEqual(['beside']);
  });

  it('does not place a rejected rung again beside those that stand, once it was changed', () => {
    const known = sent(flat(3), { 'add-1': 'accepted', 'add-2': 'rejected' });
    expect(pending(compiled(ladder(3, 57000, '0.03'), known, ['add-2']))).toEqual(['beside']);
    expect(pending(compiled(flat(3), known, ['add-2']))).toEqual(['add-2', 'add-3', 'beside']);
  });

  it('says what stands, in its own number', () => {
    const one = compiled(ladder(3, 57000, '0.03'), sent(flat(3), { 'add-1': 'accepted' }));
    expect(one.withheld.at(-1)?.outcome.message).toContain('after 1 of its rungs was sent: 0.01 is open or filled');
    const two = compiled(flat(4), sent(flat(3), { 'add-1': 'accepted', 'add-2': 'accepted' }));
    expect(two.withheld.at(-1)?.outcome.message).toContain('after 2 of its rungs were sent: 0.02 is open or filled');
  });

  it('is free where nothing of it stands', () => {
    const known = sent(flat(3), { 'add-1': 'rejected' });
    expect(pending(compiled(ladder(3, 57000, '0.03'), known, ['add-1']))).toEqual([
      'add-1',
      'add-2',
      'add-3',
      'beside',
    ]);
  });
});

describe('a ladder that was changed and is brought to the market', () => {
  it('places the rungs that it has grown by, beside those that say the same', () => {
    expect(pending(brought(flat(5), sent(flat(3), WHOLE)))).toEqual(['add-4', 'add-5', 'beside']);
  });

  it('takes the place of the rungs that say something else, and places the others', () => {
    const schedule = brought(ladder(5, 58000, '0.03'), sent(flat(3), WHOLE));
    expect(pending(schedule)).toEqual(['add-1', 'add-2', 'add-3', 'add-4', 'add-5', 'beside']);
    const rungs = [...schedule.pending.values()].filter(({ id }) => id !== 'beside');
    expect([schedule.cancels?.orders.length, rungs.reduce((sum, { size }) => sum + Number(size), 0)]).toEqual([
      3, 0.03,
    ]);
  });

  it('takes off the rungs that it has no more', () => {
    const schedule = brought(ladder(2, 58000, '0.03'), sent(flat(3), WHOLE));
    expect(schedule.cancels?.orders.map(({ id }) => id)).toEqual(['add-1', 'add-2', 'add-3']);
    expect(pending(schedule)).toEqual(['add-1', 'add-2', 'beside']);
  });

  it('is no longer edited once a rung was sent as it is now and the others say the same', () => {
    const five = flat(5);
    const first = sent(flat(3), WHOLE);
    const later = [...brought(five, first).pending.values()].filter(({ id }) => id === 'add-4');
    const known = new Map([...first, ...later.map((order) => sentAs(order))]);
    expect(pending(compiled(five, known))).toEqual(['add-5', 'beside']);
    // A rung that says something else is still of the ladder as it was.
    expect(pending(compiled(ladder(5, 56000, '0.06'), known))).toEqual(['beside']);
  });

  it.each(['unknown', 'cancelled'] as const)('places nothing new beside a rung that is %s and may be more', (end) => {
    const known = sent(flat(3), { 'add-1': 'accepted', 'add-2': 'accepted', 'add-3': 'accepted' });
    const rung = { ...(known.get('add-3') as KnownOrder), state: end };
    const schedule = brought(ladder(5, 58000, '0.03'), new Map([...known, ['add-3', rung]]));
    expect(pending(schedule)).toEqual(['add-1', 'add-2', 'beside']);
  });
});

const sentAs = (order: Order): [string, KnownOrder] => [
  order.id,
  {
    id: order.id,
    clientOid: order.clientOid,
    lineage: 0,
    state: 'accepted',
    content: orderContent(order),
    sentAtMs: 1,
    changedAtMs: 1,
    changedUptimeMs: null,
    orderId: '79',
    ladder: order.ladderSum ?? '',
  },
];
