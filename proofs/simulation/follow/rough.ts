/**
 * What goes wrong beside a follower, of its own and by others: orders that are refused, the limit of requests, a machine that stands
 * still while the market goes on, and somebody who cancels what it placed.
 */
import { rests, type PaperOrder } from '../../../src/paper/book.ts';
import { handOn } from '../../../src/paper/by-hand.ts';
import type { FaultName } from '../../../src/paper/faults.ts';
import type { Named } from '../../following/book.ts';
import { Random } from '../../random.ts';
import type { Surroundings } from '../life.ts';
import type { SimExchange } from './sim-exchange.ts';

/** The waits after several 429 in a row. */
const LIMITED_MS = 140_000;
/** All that they make a life longer by. */
const LIMITED_IN_ALL_MS = 300_000;
const SLEEPS_MS = [11_000, 30_000, 120_000] as const;

interface RoughOf extends Pick<Surroundings, 'clock' | 'log'> {
  readonly exchange: SimExchange;
  readonly names: ReadonlyMap<string, Named>;
  readonly stepMs: number;
  /** Told at each step of the market. */
  readonly moved: () => void;
  /** Told once the machine goes on. */
  readonly woke: () => void;
}

export class Rough {
  /** The exchange deals by them at each order call. */
  readonly faults: Partial<Record<FaultName, number>> = {};
  /** Ids of the plan of which somebody cancelled an order. */
  readonly cancelled = new Set<string>();
  acts = 0;
  readonly #random: Random;
  readonly #slow: number;
  readonly #slowness: Random;
  readonly #sleeps: readonly number[];
  readonly #cancels: number;
  #isOver = false;

  constructor(seed: number) {
    const random = new Random(seed, 'rough');
    this.#random = random;
    if (random.chance(0.5)) this.faults['reject-one'] = random.pick([0.05, 0.2]);
    if (random.chance(0.4)) this.faults.rate = random.pick([0.02, 0.1]);
    this.#slowness = new Random(seed, 'slow');
    this.#slow = this.#slowness.chance(0.4) ? this.#slowness.pick([0.05, 0.3]) : 0;
    this.#sleeps = random.chance(0.5)
      ? Array.from({ length: random.int(1, 2) }, () => random.int(11_000, random.pick(SLEEPS_MS)))
      : [];
    this.#cancels = random.chance(0.6) ? random.int(1, 3) : 0;
  }

  /** How much older what a look told may be when what follows from it arrives. */
  get olderMs(): number {
    return this.faults.rate === undefined ? 0 : LIMITED_MS;
  }

  /** Whether the answer to one more request hangs. */
  readonly isSlow = (): boolean => this.#slow > 0 && !this.#isOver && this.#slowness.chance(this.#slow);

  get areAnswersSlow(): boolean {
    return this.#slow > 0;
  }

  /** By how much a life may be longer. */
  get longerMs(): number {
    const asleep = this.#sleeps.reduce((sum, ms) => sum + ms, 0);
    return asleep + (this.faults.rate === undefined ? 0 : LIMITED_IN_ALL_MS);
  }

  begin(of: RoughOf): void {
    for (const ms of this.#sleeps) this.#later(of, () => this.#sleep(of, ms));
    for (let at = 0; at < this.#cancels; at++) this.#later(of, () => this.#cancel(of));
  }

  /** From now on all orders are taken. */
  calm(): void {
    for (const name of Object.keys(this.faults) as FaultName[]) delete this.faults[name];
  }

  end(): void {
    this.#isOver = true;
  }

  /** Tries until it can. */
  #later(of: RoughOf, act: () => boolean): void {
    of.clock.after(this.#random.int(1, this.#random.pick([500, 5000, 30_000])), () => {
      if (!this.#isOver && !act()) this.#later(of, act);
    });
  }

  /** Nobody wakes, and the market goes on. What is on its way to the exchange would arrive all the same, so nothing is. */
  #sleep({ exchange, clock, log, stepMs, moved, woke }: RoughOf, ms: number): boolean {
    if (exchange.onItsWay > 0) return false;
    log(() => `  ${clock.monotonicMs()} THE MACHINE STANDS STILL for ${ms} ms`);
    for (let passedMs = 0; passedMs < ms; passedMs += stepMs) {
      clock.stall(stepMs);
      exchange.engine.market?.advance(1);
      moved();
    }
    woke();
    this.acts += 1;
    return true;
  }

  #cancel({ exchange, clock, names, log, moved }: RoughOf): boolean {
    const { book, keep } = exchange.engine;
    const ours = book.orders.filter((order) => rests(order) && names.has(order.clientOid));
    const order: PaperOrder | undefined = ours[this.#random.below(ours.length)];
    if (order === undefined) return false;
    const { id, part } = names.get(order.clientOid) as Named;
    log(() => `  ${clock.monotonicMs()} BY HAND cancels ${id}/${part} (${order.orderId})`);
    handOn(book, keep).cancelByExchange(order.orderId);
    this.cancelled.add(id);
    this.acts += 1;
    moved();
    return true;
  }
}
