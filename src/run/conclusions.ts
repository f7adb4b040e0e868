/** What settling concludes of each order, kept before it is told. */
import type { AdoptedOrder, Decision } from '../ledger/ledger.ts';
import type { KnownOrder } from '../ledger/state.ts';
import type { EventSink } from '../ports.ts';
import type { OpenEnd, SettledOrder } from '../report/answers/settle-lines.ts';
import type { Session } from '../session/session.ts';

/** What is told of an order, before the plan is asked whether it still has it. */
export type Ended = Omit<SettledOrder, 'isRemoved'>;

export class Conclusions {
  /** What was concluded so far. */
  readonly orders: Ended[] = [];
  readonly #session: Session;
  readonly #emit: EventSink;

  constructor(session: Session, emit: EventSink) {
    this.#session = session;
    this.#emit = emit;
  }

  /** Into the ledger, all of them or none, and then to whoever reads. */
  async settled(decided: readonly { readonly order: KnownOrder; readonly decision: Decision }[]): Promise<void> {
    await this.#session.settle(decided.map(({ decision }) => decision));
    for (const { order, decision } of decided) this.#tell(order, decision);
  }

  /** Orders that were placed from elsewhere: the same. */
  async adopted(orders: readonly AdoptedOrder[]): Promise<void> {
    await this.#session.adopt(orders);
    for (const { id, clientOid, orderId, evidence } of orders)
      this.#tell({ id, clientOid }, { clientOid, orderId, rule: 'found', evidence });
  }

  #tell(
    { id, clientOid }: Pick<KnownOrder, 'id' | 'clientOid'>,
    { orderId, isClosed, rule, evidence }: Decision,
  ): void {
    const order = { event: 'order-outcome', id, clientOid } as const;
    if (isClosed === true) {
      this.#emit({ event: 'order-state', id, clientOid, state: 'closed' });
      this.orders.push({ id, end: 'closed', evidence });
    } else if (orderId === undefined) {
      const message = `settled as absent, ${evidence}`;
      this.#emit({ ...order, outcome: 'withheld', reason: 'already-absent', message });
      this.orders.push({ id, end: 'absent', evidence });
    } else {
      this.#emit({ ...order, outcome: 'accepted', orderId, rule });
      this.orders.push({ id, end: rule === 'found' ? 'found' : 'placed', evidence: `order ${orderId}, ${evidence}` });
    }
  }

  /** Still unknown, and why. */
  open({ id, clientOid }: KnownOrder, end: OpenEnd, why: string): void {
    this.#emit({ event: 'order-outcome', id, clientOid, outcome: 'unknown', message: why, rule: end });
    this.orders.push({ id, end, evidence: why });
  }
}
