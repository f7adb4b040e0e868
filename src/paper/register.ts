/** Gives orders their ids, keeps them all, and knows which cancels are over by now. */
import type { Fate, PaperOrder } from './book.ts';
import type { OrderRequest } from './v2/order/rules.ts';

const FIRST_ID = 719_288_599_253_615_461n;

/** What may change of an order once it is accepted. */
type Changes = Partial<Omit<PaperOrder, keyof OrderRequest>>;

/** Changes the order itself, which whoever looks at the book holds. */
export const change = (order: PaperOrder, changes: Changes): void => void Object.assign(order, changes);

export class Register {
  /** In order of acceptance. Whether they are of now is up to `decide`. */
  readonly orders: PaperOrder[] = [];
  readonly #cancelDelayMs: number;
  readonly #monotonicMs: () => number;
  /** When the first of all cancels that were taken on is over; infinity if there is none. */
  #nextEndMs = Number.POSITIVE_INFINITY;
  #nextId = FIRST_ID;

  constructor(cancelDelayMs: number, monotonicMs: () => number) {
    this.#cancelDelayMs = cancelDelayMs;
    this.#monotonicMs = monotonicMs;
  }

  add(request: OrderRequest, fate: Fate, wallMs: number): PaperOrder {
    const orderId = (this.#nextId++).toString();
    const clientOid = request.clientOid === '' ? `assigned${orderId}` : request.clientOid;
    const order: PaperOrder = { ...request, ...fate, clientOid, orderId, acceptedAtMs: Math.floor(wallMs) };
    this.orders.push(order);
    return order;
  }

  /** Takes on the cancel of an order that rests. One that is taken on already ends when it would have ended. */
  cancel(order: PaperOrder): void {
    if (order.status === 'canceling') return;
    if (this.#cancelDelayMs <= 0) {
      change(order, { status: 'canceled' });
      return;
    }
    const cancelsAtMs = this.#monotonicMs() + this.#cancelDelayMs;
    change(order, { status: 'canceling', cancelsAtMs });
    this.#nextEndMs = Math.min(this.#nextEndMs, cancelsAtMs);
  }

  /** Ends the orders whose cancel is over. Returns whether there were any. */
  decide(): boolean {
    const nowMs = this.#monotonicMs();
    if (nowMs < this.#nextEndMs) return false;
    this.#nextEndMs = Number.POSITIVE_INFINITY;
    for (const order of this.orders) {
      if (order.status !== 'canceling') continue;
      const { cancelsAtMs = nowMs } = order;
      if (cancelsAtMs <= nowMs) change(order, { status: 'canceled' });
      else this.#nextEndMs = Math.min(this.#nextEndMs, cancelsAtMs);
    }
    return true;
  }
}
