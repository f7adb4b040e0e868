/** Where the two courses of a symbol part, and until when: what each of these stretches adds to what the ends differ by. */
import { isFill, type Act } from './course.ts';

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

/** What happened in each candle of a course, by its number. */
function momentsOf(acts: readonly Act[]): ReadonlyMap<number, Moment> {
  const moments = new Map<number, Moment>();
  for (const { index, happened, cash, state } of acts) {
    const fills = happened.filter(isFill).map(({ order, size, price }) => `${order.id} ${size.canonical()} ${price}`);
    const { fills: before = '' } = moments.get(index) ?? {};
    moments.set(index, { fills: [before, ...fills].join(), cash, state });
  }
  return moments;
}

/** `differ` is what the results differ by in the end. */
export function partings(least: readonly Act[], most: readonly Act[], end: number, differ: bigint): readonly Parting[] {
  const [lows, highs] = [momentsOf(least), momentsOf(most)];
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
  if (first !== undefined && differ !== before) found.push({ first, last: end, apart: differ - before });
  return found;
}
