/** One symbol on a path that somebody drew: there is one course, and one answer. */
import type { Path } from './simulated.ts';
import { followed, lower, type Mark, type State } from './range/state.ts';

export interface PathOutcome {
  readonly state: State;
  readonly result: bigint;
  /** The lowest that the result was in each step, both its ends included; first at the placing. */
  readonly lowest: readonly bigint[];
  readonly deepest: Mark;
}

export function runPath(placed: State, { from, steps }: Path): PathOutcome {
  let [state, last] = [placed, from];
  const lowest = [placed.shallow.result];
  let deepest = lower({ result: 0n, index: 0 }, placed.shallow.result, 0);
  for (const [at, { to, gap }] of steps.entries()) {
    const index = at + 1;
    let worst = resultAt(state, last);
    const see = (result: bigint): void => {
      if (result < worst) worst = result;
    };
    const act = (next: ReturnType<State['book']['up']>): void => {
      see(state.least.cash + next.change.lowest);
      state = followed(state, next, index, gap);
    };
    const { book } = state;
    if (gap && (to >= book.above || to <= book.below)) act(book.over(last, to));
    else if (to >= last) while (state.book.above <= to) act(state.book.up());
    else while (state.book.below >= to) act(state.book.down());
    see(resultAt(state, to));
    last = to;
    lowest.push(worst);
    deepest = lower(deepest, worst, index);
  }
  return { state, result: resultAt(state, last), lowest, deepest };
}

export const resultAt = ({ least, book: { net } }: State, price: number): bigint => least.cash + net * BigInt(price);
