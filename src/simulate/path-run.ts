/** One symbol on a path that somebody drew: there is one course, and one answer. */
import type { TickPath } from '../model/simulated.ts';
import { followed, type RangeState } from './range/state.ts';

export interface PathOutcome {
  readonly state: RangeState;
  readonly result: bigint;
  /** The lowest that the result was in each step, both its ends included; first at the placing. */
  readonly lowest: readonly bigint[];
}

/** `atFirst` is the lowest that the result was at the placing. */
export function runPath(placed: RangeState, atFirst: bigint, { from, steps }: TickPath): PathOutcome {
  let [state, last] = [placed, from];
  const lowest = [atFirst];
  for (const [at, { to, gap }] of steps.entries()) {
    const index = at + 1;
    let worst = resultAt(state, last);
    const see = (result: bigint): void => {
      if (result < worst) worst = result;
    };
    const act = (next: ReturnType<RangeState['book']['up']>): void => {
      see(state.least.cash + next.change.lowest);
      state = followed(state, next, index, { gap });
    };
    const { book } = state;
    if (gap && (to >= book.above || to <= book.below)) act(book.over(last, to));
    else if (to >= last) while (state.book.above <= to) act(state.book.up());
    else while (state.book.below >= to) act(state.book.down());
    see(resultAt(state, to));
    last = to;
    lowest.push(worst);
  }
  return { state, result: resultAt(state, last), lowest };
}

const resultAt = ({ least, book: { net } }: RangeState, price: number): bigint => least.cash + net * BigInt(price);
