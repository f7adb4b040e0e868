/** Where the two courses of a symbol part, and until when: what each of these stretches adds to what the ends differ by. */
import { isFill, type Act } from './course.ts';
import type { StateBook } from './range/state.ts';

/** From one candle to another, both included. */
export interface Parting {
  readonly first: number;
  readonly last: number;
  /** What the second course gained on the first. */
  readonly apart: bigint;
}

/** What happened in one candle of a course. */
interface Moment {
  readonly fills: string;
  readonly cash: bigint;
  readonly state: string;
}

/** Where the courses begin, and from where they jump to the open of a candle. */
interface CourseBegun {
  /** As the placing left it. */
  readonly book: StateBook;
  readonly closeBefore: (index: number) => number;
}

/** What happened in each candle of a course, by its number. The course is played once more: no act keeps the state that it led to. */
function momentsOf(acts: readonly Act[], { book: placed, closeBefore }: CourseBegun): ReadonlyMap<number, Moment> {
  const moments = new Map<number, Moment>();
  let book = placed;
  for (const [at, act] of acts.entries()) {
    const { index, happened, cash } = act;
    // The first is the placing.
    if (at > 0) book = book.again(act, closeBefore(index));
    const state = book.sign();
    const fills = happened.filter(isFill).map(({ order, size, price }) => `${order.id} ${size.canonical()} ${price}`);
    const { fills: before = '' } = moments.get(index) ?? {};
    moments.set(index, { fills: [before, ...fills].join(), cash, state });
  }
  return moments;
}

/** What the two courses differ by in the end, and in which candle that is. */
interface CoursesEnd {
  readonly last: number;
  readonly differ: bigint;
}

export function partings(
  [least, most]: readonly [readonly Act[], readonly Act[]],
  begun: CourseBegun,
  { last, differ }: CoursesEnd,
): readonly Parting[] {
  const [lows, highs] = [momentsOf(least, begun), momentsOf(most, begun)];
  const all = [...new Set([...lows.keys(), ...highs.keys()])].toSorted((one, other) => one - other);
  const found: Parting[] = [];
  let [before, first]: [bigint, number | undefined] = [0n, undefined];
  let [low, high]: [Moment | undefined, Moment | undefined] = [undefined, undefined];
  for (const index of all) {
    if (lows.get(index)?.fills !== highs.get(index)?.fills) first ??= index;
    low = lows.get(index) ?? low;
    high = highs.get(index) ?? high;
    if (first === undefined || low === undefined || high === undefined || low.state !== high.state) continue;
    const apart = high.cash - low.cash;
    if (apart !== before) found.push({ first, last: index, apart: apart - before });
    [before, first] = [apart, undefined];
  }
  if (first !== undefined && differ !== before) found.push({ first, last, apart: differ - before });
  return found;
}
