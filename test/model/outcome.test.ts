import { describe, expect, it } from 'vitest';
import { TRANSITIONS, transition, type JournalStep, type OrderState } from '../../src/model/outcome.ts';

const states = Object.keys(TRANSITIONS) as OrderState[];
const steps: JournalStep[] = [
  'intent',
  'not-sent',
  'accepted',
  'rejected',
  'unknown',
  'settle-accepted',
  'settle-absent',
];

/** The paths of docs/contract.md#states, written out once more: everything else is no path. */
const paths = new Map<string, OrderState>([
  ['never-sent intent', 'in-flight'],
  ['in-flight not-sent', 'never-sent'],
  ['in-flight accepted', 'accepted'],
  ['in-flight rejected', 'rejected'],
  ['in-flight unknown', 'unknown'],
  ['unknown settle-accepted', 'accepted'],
  ['unknown settle-absent', 'absent'],
]);

/** Every state that some sequence of the steps leads to. */
function reached(from: OrderState, allowed: readonly JournalStep[]): Set<OrderState> {
  const seen = new Set<OrderState>([from]);
  for (const state of seen) {
    for (const step of allowed) {
      const next = transition(state, step);
      if (next !== undefined) seen.add(next);
    }
  }
  return seen;
}

describe('the transition table', () => {
  it.each(states.flatMap((from) => steps.map((step) => [from, step] as const)))('%s by %s', (from, step) => {
    expect(transition(from, step)).toBe(paths.get(`${from} ${step}`));
  });

  it('leaves unknown by a settle record only', () => {
    const unsettled = steps.filter((step) => !step.startsWith('settle-'));
    expect([...reached('unknown', unsettled)]).toEqual(['unknown']);
    expect([...reached('unknown', steps)].toSorted()).toEqual(['absent', 'accepted', 'unknown']);
  });

  it.each(['accepted', 'rejected', 'absent'] as const)('never leaves %s', (state) => {
    expect([...reached(state, steps)]).toEqual([state]);
  });

  it('reaches a sendable state only by the proof that nothing left', () => {
    expect([
      ...reached(
        'in-flight',
        steps.filter((step) => step !== 'not-sent'),
      ),
    ]).not.toContain('never-sent');
  });
});
