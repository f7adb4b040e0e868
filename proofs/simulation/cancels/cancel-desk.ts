/** Where the exchange takes orders off: it keeps the truth of every order, and what may still act on one. */
import type { Accuse } from '../violation.ts';
import type { AliveOrder } from './alive-order.ts';
import type { CancelFault, CancelNature } from './cancel-nature.ts';
import type { SaidOfOne } from './cancel-reply.ts';
import type { CancelRequest } from './cancel-request.ts';
import type { OrderLives } from './order-lives.ts';

export class CancelDesk {
  readonly lives: OrderLives;
  readonly #nature: CancelNature;
  readonly #accuse: Accuse;
  /** How many cancels that name it may still arrive, by order id or client order id. */
  readonly #coming = new Map<string, number>();
  /** Order ids that an honest answer called over. */
  readonly calledOver = new Set<string>();
  /** Order ids that were taken off by a cancel of the program. */
  readonly takenOff = new Set<string>();

  constructor(nature: CancelNature, lives: OrderLives, accuse: Accuse) {
    this.#nature = nature;
    this.lives = lives;
    this.#accuse = accuse;
  }

  /** A cancel is on its way; returns what is to be done once it has arrived. */
  comes({ names }: CancelRequest): () => void {
    for (const name of names) this.#coming.set(name, (this.#coming.get(name) ?? 0) + 1);
    return () => {
      for (const name of names) this.#coming.set(name, (this.#coming.get(name) ?? 0) - 1);
    };
  }

  /** Whether a cancel by this order id may still arrive. */
  mayStillCome = (orderId: string): boolean => (this.#coming.get(orderId) ?? 0) > 0;

  /** What becomes of each order that a cancel names. `lie`: of the first one nothing does, and something else is said. */
  process(request: CancelRequest, lie: CancelFault | undefined): readonly SaidOfOne[] {
    return request.names.map((name, at) => {
      const order = this.#meant(name, request);
      const named = { name, orderId: order?.facts.orderId, clientOid: order?.facts.clientOid };
      if (lie === 'cancel-idle' && at === 0) return { ...named, said: 'taken' };
      if (lie === 'cancel-not-found' && at === 0) return { ...named, said: 'gone' };
      return { ...named, said: order === undefined ? 'gone' : this.#takeOff(order) };
    });
  }

  /** A client order id means the newest order that rests under it, else the newest. */
  #meant(name: string, { by, isTrigger }: CancelRequest): AliveOrder | undefined {
    if (by === 'orderId') {
      const order = this.lives.byOrderId(name);
      return order?.facts.isTrigger === isTrigger ? order : undefined;
    }
    const all = [...this.lives.all].filter(({ facts }) => facts.clientOid === name && facts.isTrigger === isTrigger);
    return all.findLast(({ rests }) => rests) ?? all.at(-1);
  }

  #takeOff(order: AliveOrder): SaidOfOne['said'] {
    const { owner, orderId, clientOid } = order.facts;
    if (owner === 'stranger') this.#accuse('foreign', `${clientOid} ${orderId} is cancelled, and is not of the plan`);
    const { state } = order.now;
    if (state === 'open') {
      this.takenOff.add(orderId);
      this.lives.takeOff(order);
      return 'taken';
    }
    if (state === 'cancelling' || (state === 'cancelled' && this.#nature.repeatsWell)) return 'taken';
    this.calledOver.add(orderId);
    return state === 'cancelled' ? 'gone' : 'filled';
  }
}
