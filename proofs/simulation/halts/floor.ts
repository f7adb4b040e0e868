/**
 * Where orders at market meet a market: what opens is filled as it comes, what closes takes no more than is held, at once or a moment
 * later. It keeps how much of what was held when, and what is on its way.
 */
import type { Random } from '../../random.ts';
import type { SimClock } from '../../support/sim-clock.ts';
import { unitsOf, type AliveOrder } from '../cancels/alive-order.ts';
import type { OrderLives } from '../cancels/order-lives.ts';
import { SYMBOLS } from '../cancels/strangers.ts';
import { heldRows } from '../cancels/told-state.ts';
import type { Entry, PlacedRequest } from '../request.ts';

/** A symbol and a direction: all is of one margin mode. */
export interface Held {
  readonly symbol: string;
  readonly side: 'LONG' | 'SHORT';
}

/** What opens and what closes each, as a body says it. */
const OPENS = { LONG: '1', SHORT: '2' } as const;
const CLOSES = { LONG: '3', SHORT: '4' } as const;
const SIDES = ['LONG', 'SHORT'] as const;

export const ALL_HELD: readonly Held[] = SYMBOLS.flatMap((symbol) => SIDES.map((side) => ({ symbol, side })));
export const opensIn = (type: string | undefined): boolean => type === '1' || type === '2';
export const sideOf = (type: string): Held['side'] => (type === '1' || type === '3' ? 'LONG' : 'SHORT');
export const isAtMarket = ({ match_price: match }: Entry, isTrigger: boolean): boolean => !isTrigger && match === '1';

/** How an exchange of one seed treats orders at market, and tells what is held. */
export interface FloorNature {
  /** Positions are told as they were so long ago. */
  readonly lagMs: number;
  /** How often a close is filled only later, in part, or not at all. */
  readonly late: number;
  readonly partly: number;
  readonly never: number;
  /** Triggers and limits that rest hold what they would close. */
  readonly isHeldBack: boolean;
  /** The greatest size of an order. */
  readonly maxSize: string;
}

/** An exchange that behaves tells positions no later than that. */
const KIND_LAG_MS = 1500;

/** A call that has left. */
export interface OnTheWay {
  readonly request: PlacedRequest;
  readonly leftMs: number;
}

export class Floor {
  isKind = false;
  /** What has left and not arrived. */
  readonly onTheWay = new Set<OnTheWay>();
  /** A call has arrived that left then. */
  onArrival: (call: OnTheWay) => void = () => {};
  readonly #nature: FloorNature;
  readonly #lives: OrderLives;
  readonly #clock: SimClock;
  readonly #random: Random;

  constructor(nature: FloorNature, lives: OrderLives, clock: SimClock, random: Random) {
    this.#nature = nature;
    this.#lives = lives;
    this.#clock = clock;
    this.#random = random;
    lives.mostOf = ({ facts: { symbol, type = '' } }) =>
      opensIn(type) ? Number.POSITIVE_INFINITY : this.heldAt({ symbol, side: sideOf(type) });
  }

  get maxSize(): string {
    return this.#nature.maxSize;
  }

  /** The moment of which positions are told. */
  get toldMs(): number {
    const { lagMs } = this.#nature;
    return this.#clock.monotonicMs() - (this.isKind ? Math.min(lagMs, KIND_LAG_MS) : lagMs);
  }

  /** In millionths. */
  heldAt({ symbol, side }: Held, ms?: number): number {
    return unitsOf(heldRows(this.#lives.all, symbol, ms).find((row) => row.side === side)?.size ?? '0');
  }

  /** The most that was held at some moment from then on. */
  mostSince(held: Held, ms: number): number {
    const moments = [...this.#lives.all].flatMap(({ trades }) => trades.map(({ atMs }) => atMs));
    return Math.max(...[ms, ...moments.filter((atMs) => atMs > ms)].map((atMs) => this.heldAt(held, atMs)));
  }

  /** Something is held, and was at the moment of which positions were told; or an order of ours opened some of it since. */
  isStillHeld(held: Held, toldMs = Number.POSITIVE_INFINITY): boolean {
    if (this.heldAt(held) === 0) return false;
    const openers = this.ours(({ facts }) => facts.symbol === held.symbol && facts.type === OPENS[held.side]);
    return this.heldAt(held, toldMs) > 0 || openers.some(({ trades }) => trades.some(({ atMs }) => atMs > toldMs));
  }

  /** What was filled of orders of ours that open it. */
  openedByUs({ symbol, side }: Held): boolean {
    return this.ours(({ facts }) => facts.symbol === symbol && facts.type === OPENS[side]).some(
      ({ now }) => now.filled > 0,
    );
  }

  ours(which: (order: AliveOrder) => boolean): AliveOrder[] {
    return [...this.#lives.all].filter((order) => order.facts.owner !== 'stranger' && which(order));
  }

  /** Those of ours that close it and rest. */
  closing({ symbol, side }: Held): AliveOrder[] {
    return this.ours(({ facts, rests }) => rests && facts.symbol === symbol && facts.type === CLOSES[side]);
  }

  /** Orders of somebody else that close it leave a close no room: nothing takes them off, so a flatten names them, and ends. */
  isBlocked(held: Held): boolean {
    if (!this.#nature.isHeldBack) return false;
    const theirs = [...this.#lives.all].filter(
      ({ facts, rests }) =>
        facts.owner === 'stranger' && rests && facts.symbol === held.symbol && facts.type === CLOSES[held.side],
    );
    return theirs.reduce((sum, { units, now }) => sum + units - now.filled, 0) >= this.heldAt(held);
  }

  leaves(request: PlacedRequest): () => void {
    const call = { request, leftMs: this.#clock.monotonicMs() };
    this.onTheWay.add(call);
    return () => {
      this.onTheWay.delete(call);
      this.onArrival(call);
    };
  }

  /** A close of nothing, or of what resting closes hold. */
  refuses(entry: Entry, symbol: string, isTrigger: boolean): boolean {
    if (opensIn(entry.type) || !isAtMarket(entry, isTrigger)) return false;
    const held = { symbol, side: sideOf(entry.type) };
    const kept = this.closing(held).reduce((sum, { units, now }) => sum + units - now.filled, 0);
    return this.heldAt(held) - (this.#nature.isHeldBack ? kept : 0) <= 0;
  }

  /** An order is on the book. */
  took(orderId: string): void {
    const order = this.#lives.byOrderId(orderId);
    if (order === undefined || order.facts.isTrigger || order.facts.price !== undefined) return;
    const { late, partly, never } = this.#nature;
    const random = this.#random;
    const isClose = !opensIn(order.facts.type) && !this.isKind;
    const units = isClose && random.chance(partly) ? random.int(0, order.units) : order.units;
    const fill = (): void => {
      if (order.rests) this.#lives.fillAtMarket(order, units);
    };
    if (isClose && random.chance(never))
      this.#clock.after(random.int(0, 20_000), () => order.rests && this.#lives.fillAtMarket(order, 0));
    else if (isClose && random.chance(late)) this.#clock.after(random.int(1, 4000), fill);
    else fill();
  }
}
