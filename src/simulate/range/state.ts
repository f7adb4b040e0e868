/**
 * A state: which orders wait and what is held, with the two courses to it that have the least and the most money. No fill depends on
 * money, so no other course to it can matter later. A state is never changed.
 */
import type { Matcher } from '../../paper/market/matcher.ts';
import type { BookOrder } from '../../paper/market/standing.ts';
import { isBare } from '../bare.ts';
import { CourseHeard, signed, type Act, type Happening } from '../course.ts';
import type { Coin } from '../money.ts';

/** What does not depend on how the state was reached. */
export class StateBook {
  /** Nothing moves it: whoever goes on from here forks it. */
  readonly market: Matcher;
  readonly key: string;
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

  constructor(market: Matcher, key: string, net: bigint, coin: Coin) {
    const { rising, falling } = market.waiting;
    this.market = market;
    this.key = key;
    this.net = net;
    this.above = rising[0]?.at ?? Number.POSITIVE_INFINITY;
    this.below = falling[0]?.at ?? Number.NEGATIVE_INFINITY;
    this.left = mostActs(rising) + mostActs(falling);
    this.#coin = coin;
  }

  /** Looked at only where it may matter: it takes as long as all the rest. */
  get isBare(): boolean {
    return (this.#isBare ??= isBare(this.market));
  }

  /** What comes of the next price above, or below, at which something acts. */
  up(): Next {
    return (this.#up ??= this.#after((market) => market.move(this.above)));
  }

  down(): Next {
    return (this.#down ??= this.#after((market) => market.move(this.below)));
  }

  /** Nobody asks any more: what comes next is not kept with it. */
  forget(): void {
    this.#up = this.#down = undefined;
  }

  /** What comes of a jump: no state says where from. */
  over(from: number, to: number): Next {
    return this.#after((market) => {
      market.move(from);
      market.jump(to);
    });
  }

  #after(go: (market: Matcher) => void): Next {
    const heard = new CourseHeard();
    const market = this.market.fork(heard);
    go(market);
    const change = changeOf(heard.happened, this.net, market.last, this.#coin);
    return { book: new StateBook(market, market.state(), change.net, this.#coin), change, to: market.last };
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

const mostActs = (waiting: readonly BookOrder[]): number => {
  let all = 0;
  for (const { terms } of waiting) all += terms.acts;
  return all;
};

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
  let [cash, held] = [0n, net];
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
    const act = { before: last, index, price, gap, happened: change.happened, cash: now, state: book.key };
    return { cash: now, last: act };
  };
  const least = after(state.least);
  const most = state.most === state.least ? least : after(state.most);
  return { book, least, most, shallow: lower(state.shallow, state.most.cash + change.lowest, index) };
}
