/**
 * A state: which orders wait and what is held, with the two courses to it that have the least and the most money. No fill depends on
 * money, so no other course to it can matter later. A state is never changed.
 */
import type { Matcher } from '../../paper/market/matcher.ts';
import { isBare } from '../bare.ts';
import { CourseHeard, signed, type Act, type Happening } from '../course.ts';
import type { Coin } from '../money.ts';

/** What does not depend on how the state was reached. */
export class StateBook {
  /** Nothing moves it: whoever goes on from here forks it. */
  readonly market: Matcher;
  /** What is held, long above zero: a price in ticks times it is money. */
  readonly net: bigint;
  /** The next prices at which something acts. */
  readonly above: number;
  readonly below: number;
  /** How often something may still act, at most: less after each act. */
  readonly left: number;
  readonly #coin: Coin;
  #isBare: boolean | undefined;
  #up: Next | undefined;
  #down: Next | undefined;

  constructor(market: Matcher, net: bigint, coin: Coin) {
    const { above, below } = market.nearest();
    this.market = market;
    this.net = net;
    this.above = above;
    this.below = below;
    this.left = market.waiting.acts;
    this.#coin = coin;
  }

  get mark(): number {
    return this.market.waiting.mark;
  }

  /** Whether both are one state. */
  isLike({ market }: StateBook): boolean {
    return this.market.isLike(market);
  }

  /** Looked at only where it may matter. */
  get isBare(): boolean {
    return (this.#isBare ??= isBare(this.market));
  }

  /** What comes of the next price above, or below, at which something acts. */
  up(): Next {
    return (this.#up ??= this.#after(this.above));
  }

  down(): Next {
    return (this.#down ??= this.#after(this.below));
  }

  /** Nobody asks any more: what comes next is not kept with it. */
  forget(): void {
    this.#up = this.#down = undefined;
  }

  /** What comes of a jump: no state says where from. */
  over(from: number, to: number): Next {
    return this.#after(from, to);
  }

  /** By every price to the first, and from there with none between to the second. */
  #after(moved: number, jumped?: number): Next {
    const heard = new CourseHeard();
    const market = this.market.fork(heard);
    market.move(moved);
    if (jumped !== undefined) market.jump(jumped);
    const change = changeOf(heard.happened, this.net, market.last, this.#coin);
    return { book: new StateBook(market, change.net, this.#coin), change, to: market.last };
  }
}

export interface Next {
  readonly book: StateBook;
  readonly change: Change;
  /** Where the last price is by then. */
  readonly to: number;
}

/** A course's money and what happened on it. */
export interface StateCourse {
  readonly cash: bigint;
  readonly last: Act | undefined;
}

/** A result, and when. */
export interface CourseMark {
  readonly result: bigint;
  readonly index: number;
}

export interface RangeState {
  readonly book: StateBook;
  readonly least: StateCourse;
  readonly most: StateCourse;
  /** No course to here was always above it. */
  readonly shallow: CourseMark;
}

export const lower = (one: CourseMark, result: bigint, index: number): CourseMark =>
  result < one.result ? { result, index } : one;

/** Two ways to one state. */
export function merged(one: RangeState, other: RangeState): RangeState {
  const least = other.least.cash < one.least.cash ? other.least : one.least;
  const most = other.most.cash > one.most.cash ? other.most : one.most;
  const shallow = other.shallow.result > one.shallow.result ? other.shallow : one.shallow;
  if (least === one.least && most === one.most && shallow === one.shallow) return one;
  return { book: one.book, least, most, shallow };
}

/** What came of letting a market go on: the money that it moved, and the lowest that the result was meanwhile, both from 0. */
export interface Change {
  readonly happened: readonly Happening[];
  readonly cash: bigint;
  readonly net: bigint;
  /** At the price it came to: before anything happened, and after each. */
  readonly lowest: bigint;
}

export function changeOf(happened: readonly Happening[], net: bigint, price: number, coin: Coin): Change {
  const at = BigInt(price);
  let cash = 0n;
  let held = net;
  let lowest = held * at;
  for (const one of happened) {
    if (one.kind !== 'filled') continue;
    const size = coin.sized(one.size);
    const buys = signed(one, size);
    cash -= buys * BigInt(one.price) + coin.fee(one.price, size, one.role);
    held += buys;
    const result = cash + held * at;
    if (result < lowest) lowest = result;
  }
  return { happened, cash, net: held, lowest };
}

/** A state after what came next. */
export function followed(state: RangeState, { book, change, to: price }: Next, index: number, gap = false): RangeState {
  const after = ({ cash, last }: StateCourse): StateCourse => {
    const now = cash + change.cash;
    const act = { before: last, index, price, gap, happened: change.happened, cash: now };
    return { cash: now, last: act };
  };
  const least = after(state.least);
  const most = state.most === state.least ? least : after(state.most);
  return { book, least, most, shallow: lower(state.shallow, state.most.cash + change.lowest, index) };
}
