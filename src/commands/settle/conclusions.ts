/** What settling concludes of each order, kept before it is told. */
import type { KnownOrder } from '../../ledger/state.ts';
import type { EventSink, Journal, Settled } from '../../ports.ts';
import type { OpenEnd, SettledOrder } from '../../report/answers/settle-lines.ts';

/** What is told of an order, before the plan is asked whether it still has it. */
export type Ended = Omit<SettledOrder, 'isRemoved'>;

/** Takes each conclusion as it is reached: into the journal first, then to whoever reads. */
export interface Conclusions {
  settled(order: KnownOrder, settled: Settled): void;
  /** Still unknown, and why. */
  open(order: KnownOrder, end: OpenEnd, why: string): void;
}

export function concludeInto(journal: Journal, orders: Ended[], emit: EventSink): Conclusions {
  return {
    settled: ({ id, clientOid }, settled) => {
      journal.recordSettled(clientOid, settled);
      const { orderId, rule, evidence } = settled;
      const order = { event: 'order-outcome', id, clientOid } as const;
      if (orderId === undefined) {
        // As a run from here on says it: not rejected, which only the exchange can prove.
        emit({ ...order, outcome: 'withheld', reason: 'already-rejected', message: `settled as absent, ${evidence}` });
        orders.push({ id, end: 'absent', evidence });
      } else {
        emit({ ...order, outcome: 'accepted', orderId, rule });
        orders.push({ id, end: rule === 'found' ? 'found' : 'placed', evidence: `order ${orderId}, ${evidence}` });
      }
    },
    open: ({ id, clientOid }, end, why) => {
      emit({ event: 'order-outcome', id, clientOid, outcome: 'unknown', message: why, rule: end });
      orders.push({ id, end, evidence: why });
    },
  };
}
