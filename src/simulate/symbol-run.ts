/** One symbol from its placing to its last price: of candles a range, of a path one answer. */
import { actsOf, type Act } from './course.ts';
import type { StateLimits } from './range/candle.ts';
import { Range, type RangeEnding, type RangeOutcome } from './range/range.ts';
import { StateBook, changeOf, type RangeState, followed } from './range/state.ts';
import { followedFrom, type RunBegun } from './follow/begin.ts';
import type { PlacedRoot } from './follow/setup.ts';
import type { SceneSymbol } from './scene.ts';
import type { TickPath } from '../model/simulated.ts';

export interface SymbolRun {
  readonly scene: SceneSymbol;
  /** The orders of its market, by their numbers. */
  readonly roots: readonly PlacedRoot[];
  /** As the placing left it: nothing moves it. */
  readonly placed: StateBook;
  /** The same twice where there is one answer. */
  readonly ends: readonly [End, End];
  readonly outcome?: RangeOutcome;
  readonly path?: PathOutcome;
}

export interface End {
  readonly acts: readonly Act[];
  readonly result: bigint;
  /** Where what still waits does so. */
  readonly book: StateBook;
}

interface Placed {
  readonly placed: RangeState;
  readonly lowest: bigint;
}

/** `isOne`: there is no other symbol, so nothing is to be added up over time. */
export function runSymbol(scene: SceneSymbol, begun: RunBegun, limits: StateLimits, isOne: boolean): SymbolRun {
  const { used, path } = scene;
  const { placed, lowest } = placedState(scene, begun);
  const run = { scene, roots: begun.setup?.roots ?? begun.roots, placed: placed.book };
  if (path !== undefined) {
    const outcome = runPath(placed, lowest, path);
    const { result, state } = outcome;
    const end = { acts: actsOf(state.least.last), result, book: state.book };
    return { ...run, ends: [end, end], path: outcome };
  }
  const { candles, first, last } = used as NonNullable<typeof used>;
  const outcome = new Range({ candles, first, last, placed, lowest, limits, isTold: !isOne }).run();
  return { ...run, ends: [endOf(outcome.ends[0]), endOf(outcome.ends[1])], outcome };
}

const endOf = ({ book, course, result }: RangeEnding): End => ({ acts: actsOf(course.last), result, book });

/** The state after the placing, with what that cost; and the lowest that the result was meanwhile. */
function placedState(scene: SceneSymbol, begun: RunBegun): Placed {
  const { coin, held, start, used } = scene;
  const { heard } = begun;
  const { market, followed: following } = followedFrom(scene, begun);
  let [before, net] = [0n, 0n];
  for (const { side, size, price } of held) {
    const way = side === 'long' ? 1n : -1n;
    net += way * coin.sized(size);
    before -= way * coin.worth(size, price);
  }
  const change = changeOf(heard.happened, net, start, coin);
  const book = new StateBook(market, change.net, coin, following);
  const [index, cash] = [used?.first ?? 0, before + change.cash];
  const act = { before: undefined, index, price: start, gap: false, happened: change.happened, cash };
  const course = { cash, last: act };
  const lowest = before + change.lowest;
  const shallow = { result: lowest < 0n ? lowest : 0n, index };
  return { placed: { book, least: course, most: course, shallow }, lowest };
}

/** On a path that somebody drew there is one course, and one answer. */
interface PathOutcome {
  readonly state: RangeState;
  readonly result: bigint;
  /** The lowest that the result was in each step, both its ends included; first at the placing. */
  readonly lowest: readonly bigint[];
}

/** `atFirst` is the lowest that the result was at the placing. */
function runPath(placed: RangeState, atFirst: bigint, { from, steps }: TickPath): PathOutcome {
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
