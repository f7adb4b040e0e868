/**
 * How what was filled is shared among the targets of a group, in whole steps of size: each first gets its exact share, cut
 * down; each step that is left goes to the one with the greatest weight ÷ (its steps + 1), the last of equals.
 *
 * So the shares add up exactly, and more filled never means less for one of them: the rule is that of highest averages, which
 * gives every share at least its exact part cut down and adds each further step to one of them.
 */
import type { Rational } from '../../model/rational.ts';

/** Shares as whole numbers against one another: share = weight / of. */
export interface Weights {
  readonly weights: readonly bigint[];
  readonly of: bigint;
  readonly sum: bigint;
}

/** The shares are above 0, and come to 1 at most. */
export function weightsOf(shares: readonly Rational[]): Weights {
  const unders = new Set(shares.map(({ under }) => under));
  const of = [...unders].reduce((all, under) => (all % under === 0n ? all : (all / common(all, under)) * under), 1n);
  const weights = shares.map(({ over, under }) => over * (of / under));
  return { weights, of, sum: weights.reduce((sum, one) => sum + one, 0n) };
}

function common(a: bigint, b: bigint): bigint {
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
}

/** The steps of each, in their order, of so many that were filled. */
export function sharedOut(filled: bigint, { weights, of, sum }: Weights): bigint[] {
  if (weights.length === 0) return [];
  const steps = weights.map((weight) => (filled * weight) / of);
  const left = (filled * sum) / of - steps.reduce((all, one) => all + one, 0n);
  if (left === 0n) return steps;
  const heap = new Heap(weights, steps);
  for (let given = 0n; given < left; given++) heap.give();
  return steps;
}

/** The targets by who is to get the next step, the first on top. */
class Heap {
  readonly #weights: readonly bigint[];
  readonly #steps: bigint[];
  readonly #heap: number[];

  constructor(weights: readonly bigint[], steps: bigint[]) {
    this.#weights = weights;
    this.#steps = steps;
    this.#heap = weights.map((_, at) => at);
    for (let at = (this.#heap.length >> 1) - 1; at >= 0; at--) this.#sink(at);
  }

  give(): void {
    const first = this.#heap[0] as number;
    this.#steps[first] = (this.#steps[first] as bigint) + 1n;
    this.#sink(0);
  }

  #isBefore(one: number, other: number): boolean {
    const mine = (this.#weights[one] as bigint) * ((this.#steps[other] as bigint) + 1n);
    const its = (this.#weights[other] as bigint) * ((this.#steps[one] as bigint) + 1n);
    return mine > its || (mine === its && one > other);
  }

  #sink(from: number): void {
    const heap = this.#heap;
    const sunk = heap[from] as number;
    let at = from;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= heap.length) break;
      if (below + 1 < heap.length && this.#isBefore(heap[below + 1] as number, heap[below] as number)) below += 1;
      if (!this.#isBefore(heap[below] as number, sunk)) break;
      heap[at] = heap[below] as number;
      at = below;
    }
    heap[at] = sunk;
  }
}
