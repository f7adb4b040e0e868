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
  ['unknown cancel-unplaced', 'unknown'],
  ['accepted settle-closed', 'closed'],
  ['accepted cancel', 'cancelling'],
  ['accepted cancel-unknown', 'cancel-unknown'],
  ['accepted cancelled', 'cancelled'],
  ['accepted filled', 'filled'],
  ['cancelling cancel', 'cancelling'],
  ['cancelling stands', 'accepted'],
  ['cancelling cancel-unknown', 'cancel-unknown'],
  ['cancelling cancelled', 'cancelled'],
  ['cancelling filled', 'filled'],
  ['cancel-unknown settle-closed', 'closed'],
  ['cancel-unknown cancel', 'cancelling'],
  ['cancel-unknown stands', 'accepted'],
  ['cancel-unknown cancelled', 'cancelled'],
  ['cancel-unknown filled', 'filled'],
  ['cancelled settle-closed', 'closed'],
  ['filled settle-closed', 'closed'],
]);

describe('the transition table', () => {
  it.each(PATHS)('%s by %s', (from, step, to) => {
    expect(to).toBe(paths.get(`${from} ${step}`));
  });

  it('leaves unknown by a settle record only', () => {
    const unsettled = STEPS.filter((step) => !step.startsWith('settle-'));
    expect([...reached('unknown', unsettled)]).toEqual(['unknown']);
    expect([...reached('unknown', STEPS)]).toEqual(expect.arrayContaining(['absent', 'accepted', 'rejected']));
  });

  it('never calls an order that was accepted anything but that, but for its end on the exchange', () => {
    const ends = ['accepted', 'cancel-unknown', 'cancelled', 'cancelling', 'closed', 'filled'];
    expect([...reached('accepted', STEPS)].toSorted()).toEqual(ends);
  });

  it('calls an order cancelled or filled by a look at the exchange only', () => {
    const looks = new Set<string>(['cancelled', 'filled', 'settle-closed']);
    const unseen = STEPS.filter((step) => !looks.has(step));
    expect([...reached('accepted', unseen)].toSorted()).toEqual(['accepted', 'cancel-unknown', 'cancelling']);
  });

  it('takes an order whose cancel is unknown for one that stands by another cancel or a look only', () => {
    const uncancelled = STEPS.filter((step) => step !== 'cancel' && step !== 'stands');
    expect([...reached('cancel-unknown', uncancelled)]).not.toContain('accepted');
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
