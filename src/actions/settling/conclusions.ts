/** What settling concludes of each order, kept before it is told. */
import type { AdoptedOrder, Decision } from '../../journal/records/ledger.ts';
import { seenTold } from '../../journal/history/order-state-events.ts';
import type { KnownOrder } from '../../journal/records/state.ts';
import type { ExchangeState } from '../../model/standing.ts';
import type { EventSink } from '../../ports.ts';
import type { Session } from '../../session/session.ts';
import { foundSighting, seenOver } from '../../session/lists/sighting-of.ts';
import type { Stand } from '../../session/lists/stand.ts';

/** A trigger that fired is neither: at a price it became a limit order, which may rest, and at market nothing tells that it filled. */
const OVER: Readonly<Partial<Record<ExchangeState, 'cancelled' | 'filled'>>> = {
  cancelled: 'cancelled',
  filled: 'filled',
};

/** How the look-up left an order that it did not end. */
type OpenEnd = 'found-twice' | 'order-id-shared' | 'found-differs' | 'not-found' | 'failed';

/** How the look-up or the decision left one order. */
export type SettleEnd =
  | 'found'
  | 'cancelled'
  | 'filled'
  | 'fired'
  | 'triggered'
  | 'placed'
  | 'absent'
  | 'closed'
  | OpenEnd;

/** What is told of an order. */
export interface Ended {
  readonly id: string;
  readonly end: SettleEnd;
  /** Where it was found, with its order id; who decided it and why; or why it is still unknown. */
  readonly evidence: string;
}

/** A decision on an order, and how the lists have it stand where they were asked. */
export interface Decided {
  readonly order: KnownOrder;
  readonly decision: Decision;
  readonly stand?: Stand;
}

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
  async settled(decided: readonly Decided[]): Promise<void> {
    await this.#session.settle(decided.map(({ decision }) => decision));
    await this.#see(decided.map(({ order: { clientOid }, stand }) => ({ clientOid, stand })));
    for (const { order, decision, stand } of decided) this.#tell(order, decision, stand);
  }

  /** Orders that were placed from elsewhere: the same. */
  async adopted(orders: readonly { readonly order: AdoptedOrder; readonly stand: Stand }[]): Promise<void> {
    await this.#session.adopt(orders.map(({ order }) => order));
    await this.#see(orders.map(({ order: { clientOid }, stand }) => ({ clientOid, stand })));
    for (const { order, stand } of orders) {
      const { id, clientOid, content, orderId, evidence } = order;
      this.#tell({ id, clientOid, content }, { clientOid, orderId, rule: 'found', evidence }, stand);
    }
  }

  /** What the lists say of them beside that they are there: one that is over is not told as one that stands. */
  #see(orders: readonly { readonly clientOid: string; readonly stand: Stand | undefined }[]): Promise<void> {
    return this.#session.see(orders.flatMap(({ clientOid, stand }) => foundSighting(clientOid, stand)));
  }

  #tell(
    { id, clientOid, content }: Pick<KnownOrder, 'id' | 'clientOid' | 'content'>,
    { orderId, isClosed, rule, evidence }: Decision,
    stand?: Stand,
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
      const over = stand?.kind === 'seen' ? seenOver(stand.seen) : undefined;
      if (over === undefined || stand?.kind !== 'seen') {
        this.orders.push({ id, end: rule === 'found' ? 'found' : 'placed', evidence: `order ${orderId}, ${evidence}` });
        return;
      }
      const { state } = stand.seen;
      const end = OVER[state] ?? (content['price'] === 'market' ? 'triggered' : 'fired');
      this.#emit({
        event: 'order-state',
        id,
        clientOid,
        state: OVER[state] ?? 'accepted',
        orderId,
        exchange: seenTold(stand.seen),
      });
      this.orders.push({ id, end, evidence: `order ${orderId}, ${end === 'triggered' ? end : over}, ${evidence}` });
    }
  }

  /** Still unknown, and why. */
  open({ id, clientOid }: KnownOrder, end: OpenEnd, why: string): void {
    this.#emit({ event: 'order-outcome', id, clientOid, outcome: 'unknown', message: why, rule: end });
    this.orders.push({ id, end, evidence: why });
  }
}
