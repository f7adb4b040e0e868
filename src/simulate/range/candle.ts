/**
 * All courses through one candle. From the open the price may go up and down as often as it likes, tick by tick, as long as it visits
 * high and low and ends at the close. So from any state only the nearest acting price above or below comes next, or the high, the low
 * and then the close, where none is nearer. Both ways are followed.
 */
import { ByState } from './by-state.ts';
import type { DueMoment } from '../follow/due-moment.ts';
import { followed, lower, merged, type CourseMark, type Next, type RangeState, type StateBook } from './state.ts';

/** A candle's prices in ticks. */
export interface CandlePrices {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** Where its time ends, in ms. */
  readonly until: number;
}

/** What one candle came to. */
export interface Passed {
  /** At the close. */
  readonly states: readonly RangeState[];
  /** The lowest result of any course, and what is the best that every course has to pass. */
  readonly worst: bigint;
  readonly best: bigint;
  readonly wasBare: boolean;
  readonly wasAlwaysBare: boolean;
  /** The first state in which it was bare. */
  readonly bare: RangeState | undefined;
  /** How many states it had inside. */
  readonly met: number;
  /** Whether there were too many: then only the worst and the best went on. */
  readonly isCut: boolean;
}

/** Whether the high was visited, and the low. */
const [HIGH, LOW, BOTH] = [1, 2, 3];
/** A state in each of the four cases. */
type Cases = [RangeState | undefined, RangeState | undefined, RangeState | undefined, RangeState | undefined];

export interface StateLimits {
  readonly inside: number;
  readonly atClose: number;
  readonly inAll: number;
  /** How many of either end go on where there are more. */
  readonly kept: number;
}

export class CandleWalk {
  readonly #prices: CandlePrices;
  readonly #index: number;
  readonly #limits: StateLimits;
  /** States by how often something may still act, most first: each act leads to a lower one. */
  readonly #levels: ByState<Cases>[] = [];
  readonly #closed = new ByState<RangeState>();
  #worst: bigint | undefined;
  #best: bigint | undefined;
  #bare: RangeState | undefined;
  #isAlwaysBare = true;
  #isCut = false;
  #met = 0;

  constructor(prices: CandlePrices, index: number, limits: StateLimits) {
    this.#prices = prices;
    this.#index = index;
    this.#limits = limits;
  }

  /** From states at the open: `came` is the lowest that a result was on the way there. */
  walk(states: readonly RangeState[], came: bigint | undefined): Passed {
    this.#worst = came;
    const { open, high, low, until } = this.#prices;
    for (const state of states)
      if (state.book.above > high && state.book.below < low && state.book.soonest >= until) this.#stay(state);
      else this.#put(state, this.#flagsAt(open));
    for (let level = this.#levels.length - 1; level >= 0; level--) this.#expandLevel(level);
    return {
      states: this.#closed.values,
      worst: this.#worst ?? 0n,
      best: this.#best ?? 0n,
      wasBare: this.#bare !== undefined,
      wasAlwaysBare: this.#isAlwaysBare,
      bare: this.#bare,
      met: this.#met,
      isCut: this.#isCut,
    };
  }

  /** Nothing acts in it: every course visits high and low and closes as it came. */
  #stay(state: RangeState): void {
    const { high, low } = this.#prices;
    const { net } = state.book;
    this.#met++;
    this.#note(state, net < 0n ? high : low, net < 0n ? low : high);
    const shallow = this.#passing(state, net < 0n ? high : low);
    this.#close(shallow === state.shallow ? state : { ...state, shallow });
  }

  #expandLevel(level: number): void {
    const all = this.#levels[level];
    if (all === undefined) return;
    const within = this.#met > this.#limits.inside ? this.#cut(all.values) : all.values;
    for (const cases of within) {
      // A state is met in more cases while it is looked at: those come later in this order.
      for (let flags = 0; flags <= BOTH; flags++) {
        const state = cases[flags];
        if (state !== undefined) this.#expand(state, flags, cases);
      }
      for (let flags = 0; flags <= BOTH; flags++) cases[flags]?.book.forget();
    }
    this.#levels.length = level;
  }

  #expand(state: RangeState, flags: number, cases: Cases): void {
    const { high, low, close, until } = this.#prices;
    const { book } = state;
    const { above, below, net } = book;
    const [top, bottom] = [Math.min(high, above), Math.max(low, below)];
    this.#note(state, net < 0n ? top : bottom, net < 0n ? bottom : top);
    if (above <= high) this.#act(state, flags, book.up());
    else if ((flags & HIGH) === 0) this.#visit(state, flags | HIGH, high, cases);
    if (below >= low) this.#act(state, flags, book.down());
    else if ((flags & LOW) === 0) this.#visit(state, flags | LOW, low, cases);
    if (book.soonest < until) this.#pass(state, flags, [bottom, top]);
    if (flags === BOTH && below < close && close < above && !book.isDueBy(until)) this.#close(state);
  }

  /** Time brings something while the price is anywhere between these: at either end, or where an order of the plan turns. */
  #pass(state: RangeState, flags: number, [bottom, top]: readonly [number, number]): void {
    const { setup } = state.book.followed as NonNullable<StateBook['followed']>;
    const turning = setup.prices.filter((price) => price > bottom && price < top);
    for (const moment of state.book.moments) {
      if (moment.from >= this.#prices.until) continue;
      if (setup.isOpen) this.#isCut = true;
      for (const price of new Set([bottom, ...turning, top]))
        this.#act(state, flags, state.book.pass(moment, price), moment);
    }
  }

  /** Looks at what a state comes to at its worst and its best price, and whether it is bare. */
  #note(state: RangeState, worstAt: number, bestAt: number): void {
    const { least, most, book } = state;
    const { net } = book;
    if (this.#bare === undefined || this.#isAlwaysBare) {
      if (book.isBare) this.#bare ??= state;
      else this.#isAlwaysBare = false;
    }
    const [worst, best] = [least.cash + net * BigInt(worstAt), most.cash + net * BigInt(bestAt)];
    if (this.#worst === undefined || worst < this.#worst) this.#worst = worst;
    if (this.#best === undefined || best > this.#best) this.#best = best;
  }

  #act(state: RangeState, flags: number, next: Next, moment?: DueMoment): void {
    const lowest = state.least.cash + next.change.lowest;
    if (this.#worst === undefined || lowest < this.#worst) this.#worst = lowest;
    const at = moment === undefined ? {} : { moment };
    this.#put(followed(state, next, this.#index, at), flags | this.#flagsAt(next.to));
  }

  #visit(state: RangeState, flags: number, at: number, cases: Cases): void {
    const shallow = this.#passing(state, at);
    this.#into(cases, flags, shallow === state.shallow ? state : { ...state, shallow });
  }

  #close(state: RangeState): void {
    const shallow = this.#passing(state, this.#prices.close);
    this.#closed.put(state.book, shallow === state.shallow ? state : { ...state, shallow }, merged);
  }

  #passing({ most, book, shallow }: RangeState, at: number): CourseMark {
    return lower(shallow, most.cash + book.net * BigInt(at), this.#index);
  }

  #flagsAt(price: number): number {
    return (price === this.#prices.high ? HIGH : 0) | (price === this.#prices.low ? LOW : 0);
  }

  #put(state: RangeState, flags: number): void {
    const level = (this.#levels[state.book.left] ??= new ByState());
    this.#into(level.of(state.book, this.#meet), flags, state);
  }

  readonly #meet = (): Cases => {
    this.#met++;
    return [undefined, undefined, undefined, undefined];
  };

  #into(cases: Cases, flags: number, state: RangeState): void {
    const other = cases[flags];
    cases[flags] = other === undefined ? state : merged(other, state);
  }

  /** From here on no more than the worst and the best of each level go on. */
  #cut(all: readonly Cases[]): readonly Cases[] {
    this.#isCut = true;
    const one = (cases: Cases): RangeState => cases.find((state) => state !== undefined) as RangeState;
    const kept = new Set(keptOf(all.map(one), this.#prices.close, this.#limits.kept));
    return all.filter((cases) => kept.has(one(cases)));
  }
}

const by = (one: bigint, other: bigint): number => (one < other ? -1 : one > other ? 1 : 0);

/** The worst and the best by what they come to at a price. */
export function keptOf(states: readonly RangeState[], price: number, most: number): readonly RangeState[] {
  if (states.length <= 2 * most) return states;
  const at = BigInt(price);
  const least = ({ least: { cash }, book: { net } }: RangeState): bigint => cash + net * at;
  const greatest = ({ most: { cash }, book: { net } }: RangeState): bigint => cash + net * at;
  const worst = states.toSorted((one, other) => by(least(one), least(other))).slice(0, most);
  const best = states.toSorted((one, other) => by(greatest(other), greatest(one))).slice(0, most);
  return [...new Set([...worst, ...best])];
}
