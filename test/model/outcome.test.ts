import { describe, expect, it } from 'vitest';
import type { OrderState } from '../../src/model/outcome.ts';
import { PATHS, reached, STEPS } from '../support/transitions.ts';

/** The paths of docs/contract.md#states, written out once more: everything else is no path. */
const paths = new Map<string, OrderState>([
  ['never-sent intent', 'in-flight'],
  ['in-flight not-sent', 'never-sent'],
  ['in-flight accepted', 'accepted'],
  ['in-flight rejected', 'rejected'],
  ['in-flight unknown', 'unknown'],
  ['unknown settle-accepted', 'accepted'],
  ['unknown settle-rejected', 'rejected'],
  ['unknown settle-absent', 'absent'],
  ['accepted settle-closed', 'closed'],
]);

describe('the transition table', () => {
  it.each(PATHS)('%s by %s', (from, step, to) => {
    expect(to).toBe(paths.get(`${from} ${step}`));
  });

  it('leaves unknown by a settle record only', () => {
    const unsettled = STEPS.filter((step) => !step.startsWith('settle-'));
    expect([...reached('unknown', unsettled)]).toEqual(['unknown']);
    expect([...reached('unknown', STEPS)].toSorted()).toEqual(['absent', 'accepted', 'closed', 'rejected', 'unknown']);
  });

  it('leaves accepted by the word that it is closed only', () => {
    expect([...reached('accepted', STEPS)]).toEqual(['accepted', 'closed']);
  });

  it.each(['rejected', 'absent', 'closed'] as const)('never leaves %s', (state) => {
    expect([...reached(state, STEPS)]).toEqual([state]);
  });

  it('reaches a sendable state only by the proof that nothing left', () => {
    expect([
      ...reached(
        'in-flight',
        STEPS.filter((step) => step !== 'not-sent'),
      ),
    ]).not.toContain('never-sent');
  });
});
