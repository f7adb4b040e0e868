/** What befalls the orders of an exchange in time: fills, whole or in part, an end by other hands, triggers that fire. */
import type { SimClock } from '../../support/sim-clock.ts';
import type { Random } from '../../random.ts';
import type { Log } from '../violation.ts';
import { AliveOrder, type OrderFacts, type Showing, type Trade } from './alive-order.ts';
import type { CancelNature } from './cancel-nature.ts';

interface LivesParts {
  readonly clock: SimClock;
  readonly random: Random;
  readonly log: Log;
  /** Of the exchange: what its trades are dated by. */
  readonly wallMs: () => number;
  readonly newOrderId: () => string;
}

export class OrderLives {
  readonly #nature: CancelNature;
  readonly #parts: LivesParts;
  readonly #all = new Map<string, AliveOrder>();
  #trades = 0;
  /** Nothing befalls an order any more, and what is taken off is so soon. */
  isKind = false;
  /** The ordinary order that a trigger became. */
  onFired: (order: AliveOrder) => void = () => {};
  /** The most of an order that can be filled now. */
  mostOf: (order: AliveOrder) => number = () => Number.POSITIVE_INFINITY;

  constructor(nature: CancelNature, parts: LivesParts) {
    this.#nature = nature;
    this.#parts = parts;
  }

  /** Of every order that was ever taken. */
  get all(): Iterable<AliveOrder> {
    return this.#all.values();
  }

  byOrderId(orderId: string): AliveOrder | undefined {
    return this.#all.get(orderId);
  }

  begin(facts: OrderFacts): AliveOrder {
    const { random, clock } = this.#parts;
    const order = new AliveOrder(facts, this.#showing(), clock.monotonicMs());
    this.#all.set(facts.orderId, order);
    if (facts.owner !== 'stranger' && !this.isKind && random.chance(this.#nature.moves)) this.#befall(order);
    return order;
  }

  /** The exchange takes a cancel on: from here on it may be filled until it is off. */
  takeOff(order: AliveOrder): void {
    const { random } = this.#parts;
    const delayMs = this.isKind ? random.int(0, 200) : random.int(0, this.#nature.delayMs);
    this.#move(order, 'cancelling');
    if (!this.isKind && random.chance(this.#nature.fillsMeanwhile))
      this.#after(random.int(0, delayMs), order, () => this.#strike(order));
    if (delayMs === 0) this.#move(order, 'cancelled');
    else this.#after(delayMs, order, () => this.#move(order, 'cancelled'));
  }

  /** How late the lists are about each is its own. */
  #showing(): Showing {
    const { random } = this.#parts;
    const { listLagMs, historyLagMs, filled } = this.#nature;
    return {
      listLagMs: random.int(0, listLagMs),
      historyLagMs: random.int(0, historyLagMs),
      filled,
      filledLagMs: random.int(0, 1500),
    };
  }

  #befall(order: AliveOrder): void {
    const { random } = this.#parts;
    for (let strikes = random.int(1, 3); strikes > 0; strikes--)
      this.#after(random.int(0, random.pick([300, 3000, 30_000, 120_000])), order, () => this.#strike(order));
    if (!random.chance(0.25)) return;
    this.#after(random.int(0, random.pick([50, 5000, 60_000])), order, () => {
      // The exchange drops what cannot rest at once; a person's cancel takes its time.
      if (random.chance(0.5)) this.#move(order, 'cancelled');
      else if (order.now.state === 'open') this.takeOff(order);
    });
  }

  /** A trigger fires; an ordinary order is filled, in part or whole. */
  #strike(order: AliveOrder): void {
    const { random } = this.#parts;
    const left = order.units - order.now.filled;
    if (order.facts.isTrigger) this.#fire(order);
    else this.fill(order, left > 1 && random.chance(0.6) ? random.int(1, left - 1) : left);
  }

  /** So much of it is filled: no more than is left of it, and of a close than is held. */
  fill(order: AliveOrder, wanted: number): void {
    const { random, clock, wallMs } = this.#parts;
    const units = Math.min(wanted, order.units - order.now.filled, this.mostOf(order));
    if (units === 0) return;
    const atMarket = random.int(100, 900) * 10;
    const { price = atMarket } = order.facts;
    // More than a float holds, as order ids are.
    const id = `72057594${String(++this.#trades).padStart(10, '0')}`;
    const trade: Trade = { id, units, price, atMs: clock.monotonicMs(), wallMs: wallMs() };
    order.trade(trade);
    this.#tell(order, `${units} of ${order.units} filled at ${price / 10}`);
  }

  /** As much as there is; the rest does not stay. */
  fillAtMarket(order: AliveOrder, wanted = order.units): void {
    this.fill(order, wanted);
    if (order.rests) this.#move(order, 'cancelled');
  }

  #fire(order: AliveOrder): void {
    this.#move(order, 'triggered');
    const orderId = this.#parts.newOrderId();
    const became = this.begin({ ...order.facts, orderId, isTrigger: false, owner: 'fired' });
    order.became = became;
    this.onFired(became);
    if (order.facts.isAtMarket === true && became.now.state === 'open') this.fillAtMarket(became);
  }

  #move(order: AliveOrder, state: 'cancelling' | 'cancelled' | 'triggered'): void {
    order.move(state, this.#parts.clock.monotonicMs());
    this.#tell(order, state);
  }

  #tell({ facts: { clientOid, orderId } }: AliveOrder, words: string): void {
    this.#parts.log(() => `  book: ${clientOid} ${orderId} ${words} at ${this.#parts.clock.monotonicMs()} ms`);
  }

  /** Unless it is over by then. */
  #after(ms: number, order: AliveOrder, act: () => void): void {
    this.#parts.clock.after(ms, () => {
      if (order.rests) act();
    });
  }
}
