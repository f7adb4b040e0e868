import { describe, expect, it } from 'vitest';
import { compilePlan, type Schedule } from '../../src/compile/compile-plan.ts';
import { foldJournal, type JournalState } from '../../src/ledger/state.ts';
import { defaultConfig } from '../../src/model/config.ts';
import { orderContent, type Plan } from '../../src/model/order.ts';
import type { JournalStep } from '../../src/model/outcome.ts';
import { loadPlan } from '../../src/plan/load-plan.ts';
import { SourceFile } from '../../src/source/source-file.ts';
import { paperInstruments } from '../../src/paper/instruments.ts';

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
  compilePlan(plan, known, { ...defaultConfig.exchange, ...defaultConfig.execution, again: new Set(again) });

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
    expect(schedule.withheld.at(-1)?.outcome.message).toContain('0.03 stands, and the plan says 0.05 in all');
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
