/**
 * The true book, and next to it what the follower saw of it. All in whole numbers, and without a line of the program: what
 * is filled, what works, what is held is counted here anew.
 */
import type { DueScene, ScenedOrder } from './draw.ts';

interface Trade {
  readonly id: string;
  readonly size: number;
  readonly price: number;
  readonly ms: number;
}

/** One order as it was sent. */
export interface Sent {
  readonly order: ScenedOrder;
  readonly part: number;
  readonly size: number;
  readonly trigger: number | undefined;
  readonly sentMs: number;
  readonly because: string;
  /** What is true of it. */
  exists: boolean;
  isOver: boolean;
  firedMs: number | undefined;
  readonly trades: Trade[];
  end: 'filled' | 'follower' | 'person' | 'other' | undefined;
  /** What the follower knows of it. */
  readonly seen: {
    state: 'intended' | 'unknown' | 'absent' | 'rejected' | 'accepted' | 'works' | 'over';
    answeredMs: number | undefined;
    trades: number;
    firedMs: number | undefined;
    end: Sent['end'];
    lackedBy: number;
    /** The last look that asked for a price, how many did, and in how many in a row it had passed. */
    prices: { lookedMs: number; asked: number; passed: number };
    isFrozen: boolean;
    cancel:
      | {
          by: 'follower' | 'person';
          answer: 'asked' | 'taken' | 'refused' | 'unknown';
          ms: number;
          tries: number;
          because: string;
        }
      | undefined;
  };
}

export const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
export const filledOf = ({ trades }: Sent): number => sum(trades.map(({ size }) => size));
export const leftOf = (sent: Sent): number => (sent.exists && !sent.isOver ? sent.size - filledOf(sent) : 0);

export class Book {
  readonly scene: DueScene;
  readonly sent: Sent[] = [];
  /** Open on the exchange, by side. */
  readonly position = { long: 0, short: 0 };
  /** Closed by other hands, by group, and what of it was seen. */
  readonly elsewhere: number[];
  readonly elsewhereSeen: number[];
  price = 640_000;
  now = 0;
  /** When it was asked last what is due: a turn goes by that time. */
  askedMs = 0;
  lookedMs: number | undefined;
  pricedMs = -1;
  seenPosition = { long: 0, short: 0 };
  readonly withheld = new Map<string, string>();
  #trades = 0;

  constructor(scene: DueScene) {
    this.scene = scene;
    this.elsewhere = scene.groups.map(() => 0);
    this.elsewhereSeen = scene.groups.map(() => 0);
  }

  of(id: string): Sent[] {
    return this.sent.filter(({ order }) => order.id === id);
  }

  /** Fills so much, as far as it is held where it closes; a close of nothing ends. */
  fills(sent: Sent, wanted: number): void {
    const { opens, isLong } = sent.order;
    const side = isLong ? 'long' : 'short';
    const size = Math.min(wanted, leftOf(sent), opens ? Infinity : this.position[side]);
    if (size > 0) {
      this.#trades += 1;
      sent.trades.push({ id: `${this.#trades}`, size, price: this.price, ms: this.now });
      this.position[side] += opens ? size : -size;
    }
    if (leftOf(sent) === 0) this.end(sent, 'filled');
    else if (size < wanted) this.end(sent, 'other');
  }

  end(sent: Sent, end: Sent['end']): void {
    if (sent.isOver) return;
    sent.isOver = true;
    sent.end = end;
  }

  /** The follower learns all that is true of an order. */
  see(sent: Sent): void {
    const { seen } = sent;
    if (seen.state === 'rejected' || seen.state === 'absent' || !sent.exists) return;
    seen.trades = sent.trades.length;
    seen.firedMs = sent.firedMs;
    seen.answeredMs ??= this.now;
    seen.state = sent.isOver ? 'over' : 'works';
    seen.end = sent.end;
  }
}

export const isUnsure = ({ seen: { state } }: Sent): boolean => state === 'unknown' || state === 'intended';
export const isTaken = ({ seen: { state } }: Sent): boolean =>
  state === 'accepted' || state === 'works' || state === 'over';
export const seenFilled = ({ trades, seen }: Sent): number => sum(trades.slice(0, seen.trades).map(({ size }) => size));
/** What may still fill, as far as the follower knows. */
export const seenLeft = (sent: Sent): number =>
  sent.seen.state === 'accepted' || sent.seen.state === 'works' || isUnsure(sent) ? sent.size - seenFilled(sent) : 0;
