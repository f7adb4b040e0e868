/** Stretches of time, and what the results of a symbol are in each. */
import type { RangeState } from './range/state.ts';

export interface SymbolSpan {
  readonly from: number;
  readonly to: number;
}

/** How long these are together, where some of them overlap. */
export function together(all: readonly SymbolSpan[]): number {
  let [length, end] = [0, Number.NEGATIVE_INFINITY];
  for (const { from, to } of all.toSorted((one, other) => one.from - other.from)) {
    length += Math.max(0, to - Math.max(from, end));
    end = Math.max(end, to);
  }
  return length;
}

/** In which time some course was bare for a moment, and in which every course was throughout. */
export class BareTime {
  readonly spans: readonly [SymbolSpan[], SymbolSpan[]] = [[], []];

  add(from: number, to: number, ...was: readonly [any: boolean, all: boolean]): void {
    for (const end of [0, 1] as const) {
      if (!was[end]) continue;
      const spans = this.spans[end];
      const last = spans.at(-1);
      if (last?.to === from) spans[spans.length - 1] = { from: last.from, to };
      else spans.push({ from, to });
    }
  }
}

/** The worst and the best result of any course in a stretch of time, and what no course stays above all through it. */
export interface Stretch extends SymbolSpan {
  readonly worst: bigint;
  readonly best: bigint;
  readonly shallow: bigint;
}

/** A stretch in which nothing acts and every course visits these prices. */
export function stretchAt(states: readonly RangeState[], span: SymbolSpan, low: number, high = low): Stretch {
  let [worst, best, shallow]: [bigint | undefined, bigint | undefined, bigint | undefined] = [
    undefined,
    undefined,
    undefined,
  ];
  for (const { book, least, most } of states) {
    const [bad, good] = book.net < 0n ? [high, low] : [low, high];
    const [worth, atMost] = [book.net * BigInt(bad), book.net * BigInt(good)];
    if (worst === undefined || least.cash + worth < worst) worst = least.cash + worth;
    if (best === undefined || most.cash + atMost > best) best = most.cash + atMost;
    if (shallow === undefined || most.cash + worth > shallow) shallow = most.cash + worth;
  }
  return { ...span, worst: worst ?? 0n, best: best ?? 0n, shallow: shallow ?? 0n };
}

/** The lowest that the symbols' sum was in the worst case: each one's worst in stretches that overlap. */
export function worstOf(symbols: readonly (readonly Stretch[])[]): SpansFound {
  const at = symbols.map(() => 0);
  let worst: SpansFound = { result: 0n, at: undefined };
  for (;;) {
    const now = symbols.map((all, one) => all[at[one] as number]);
    if (!now.every((one) => one !== undefined)) return worst;
    const [from, to] = [Math.max(...now.map((one) => one.from)), Math.min(...now.map((one) => one.to))];
    const sum = now.reduce((all, one) => all + one.worst, 0n);
    if (from < to && sum < worst.result) worst = { result: sum, at: from };
    for (const [one, stretch] of now.entries()) if (stretch.to === to) at[one] = (at[one] as number) + 1;
  }
}

/** What the sum surely was at some moment: in a stretch of one symbol no more than that and the best of the others meanwhile. */
export function shallowOf(symbols: readonly (readonly Stretch[])[]): SpansFound {
  let shallow: SpansFound = { result: 0n, at: undefined };
  for (const [own, stretches] of symbols.entries()) {
    const others = symbols.filter((_, at) => at !== own).map((all) => new Overlapping(all));
    for (const stretch of stretches) {
      const best = others.map((other) => other.during(stretch).map((one) => one.best));
      if (best.some((all) => all.length === 0)) continue;
      const most = best.reduce((sum, all) => sum + all.reduce((a, b) => (a > b ? a : b)), stretch.shallow);
      if (most < shallow.result) shallow = { result: most, at: stretch.from };
    }
  }
  return shallow;
}

export interface SpansFound {
  readonly result: bigint;
  readonly at: number | undefined;
}

/** Stretches of one symbol by time, asked for by another's, whose time only goes forward. */
class Overlapping {
  readonly #all: readonly Stretch[];
  #next = 0;

  constructor(all: readonly Stretch[]) {
    this.#all = all;
  }

  during({ from, to }: SymbolSpan): readonly Stretch[] {
    while ((this.#all[this.#next]?.to ?? Number.POSITIVE_INFINITY) <= from) this.#next++;
    const met: Stretch[] = [];
    for (let at = this.#next; at < this.#all.length && (this.#all[at] as Stretch).from < to; at++)
      met.push(this.#all[at] as Stretch);
    return met;
  }
}
