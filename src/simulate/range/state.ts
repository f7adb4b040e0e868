/**
 * A state: which orders wait and what is held, with the two courses to it that have the least and the most money. No fill depends on
 * money, so no other course to it can matter later. A state is never changed.
 */
import type { Matcher } from '../../paper/market/matcher.ts';
import { CourseHeard, signed, type Act, type Happening } from '../course.ts';
import { Follower } from '../follow/follower.ts';
import { likeness, type Knowledge } from '../follow/known.ts';
import type { DueMoment } from '../follow/due-moment.ts';
import { nextOf, pendingOf } from '../follow/pending.ts';
import type { FollowSetup } from '../follow/setup.ts';
import type { Coin } from '../money.ts';
import type { Decimal } from '../../model/decimal.ts';
import type { PositionIndex } from '../../paper/market/terms.ts';

/** What is known by now, where the plan is followed. */
export interface StateFollowed {
  readonly setup: FollowSetup;
  readonly known: Knowledge;
  readonly approvedMs: number;
}

const NONE: readonly DueMoment[] = [];

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
  readonly followed: StateFollowed | undefined;
  readonly #coin: Coin;
  #isBare: boolean | undefined;
  #up: Next | undefined;
  #down: Next | undefined;
  #likeness: string | undefined;
  #moments: readonly DueMoment[] | undefined;

  constructor(market: Matcher, net: bigint, coin: Coin, follows?: StateFollowed) {
    const { above, below } = market.nearest();
    this.market = market;
    this.net = net;
    this.above = above;
    this.below = below;
    this.left = follows?.known.left ?? market.waiting.acts;
    this.followed = follows;
    this.#coin = coin;
  }

  /** What time may bring next, the first first. */
  get moments(): readonly DueMoment[] {
    if (this.followed === undefined) return NONE;
    const { setup, known, approvedMs } = this.followed;
    return (this.#moments ??= nextOf(pendingOf(setup, known, approvedMs)));
  }

  /** From when on time may bring something. */
  get soonest(): number {
    return this.moments[0]?.from ?? Number.POSITIVE_INFINITY;
  }

  /** Whether time has brought something by then. */
  isDueBy(ms: number): boolean {
    return this.moments.some(({ to }) => to < ms);
  }

  /** In a candle of that time. */
  within(openMs: number, closeMs: number): StateBook {
    if (this.followed === undefined) return this;
    const { known } = this.followed;
    // Just before its open: what is due at the open comes after it.
    const now = Math.max(known.now, openMs - 0.4);
    const follows = { ...this.followed, known: { ...known, now, until: closeMs } };
    return new StateBook(this.market, this.net, this.#coin, follows);
  }

  #alike(): string | undefined {
    return this.followed && (this.#likeness ??= likeness(this.followed.known, this.followed.setup.averaged));
  }

  get mark(): number {
    return this.market.waiting.mark;
  }

  isLike(other: StateBook): boolean {
    return this.market.isLike(other.market) && this.#alike() === other.#alike();
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
    return this.#after(from, { jumped: to });
  }

  /** What comes of time at a price that nothing acts on the way to. */
  pass(moment: DueMoment, at: number): Next {
    return this.#after(at, { moment });
  }

  /** The same that came of it on a course; `closeBefore`: of the candle before that act's. */
  again({ price, gap, moment }: Act, closeBefore: number): StateBook {
    const isJump = gap && moment === undefined;
    return this.#after(isJump ? closeBefore : price, {
      ...(isJump && { jumped: price }),
      ...(moment !== undefined && { moment }),
    }).book;
  }

  /** The same text for states that go on alike. */
  sign(): string {
    return `${this.market.state()}${this.#alike() ?? ''}`;
  }

  /** By every price to the first, and from there with none between to the second. */
  #after(moved: number, { jumped, moment }: { readonly jumped?: number; readonly moment?: DueMoment } = {}): Next {
    const heard = new CourseHeard();
    const follower = this.#follower(heard, jumped !== undefined || (moment !== undefined && moment.from === moment.to));
    const market = this.market.fork(follower ?? heard);
    if (follower !== undefined) follower.market = market;
    market.move(moved);
    if (jumped !== undefined) market.jump(jumped);
    if (moment !== undefined) market.react(() => follower?.pass(moment));
    const change = changeOf(heard.happened, this.net, market.last, this.#coin);
    const follows = follower && this.followed && { ...this.followed, known: follower.known };
    return { book: new StateBook(market, change.net, this.#coin, follows), change, to: market.last };
  }

  #follower(heard: CourseHeard, isExact: boolean): Follower | undefined {
    if (this.followed === undefined) return undefined;
    const { setup, known, approvedMs } = this.followed;
    return new Follower(setup, heard, { ...known, left: Math.max(0, known.left - 1) }, { approvedMs, isExact });
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
interface Change {
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

/** By a jump, or by time. */
interface CameAt {
  readonly gap?: boolean;
  readonly moment?: DueMoment;
}

export function followed(state: RangeState, next: Next, index: number, at: CameAt = {}): RangeState {
  const { book, change, to: price } = next;
  const { gap = false, moment } = at;
  const after = ({ cash, last }: StateCourse): StateCourse => {
    const now = cash + change.cash;
    const came = moment === undefined ? {} : { moment };
    const act: Act = { before: last, index, price, gap, happened: change.happened, ...came, cash: now };
    return { cash: now, last: act };
  };
  const least = after(state.least);
  const most = state.most === state.least ? least : after(state.most);
  return { book, least, most, shallow: lower(state.shallow, state.most.cash + change.lowest, index) };
}

const POSITIONS: readonly PositionIndex[] = [0, 1, 2, 3];

/** Whether more is held than waiting stops would close. */
function isBare(market: Matcher): boolean {
  const { stopped } = market.waiting;
  return POSITIONS.some((position) => market.held(position).compare(stopped[position] as Decimal) > 0);
}
