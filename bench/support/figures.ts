/** What a benchmark hands back, and the few statistics that are said of it. */

/** A bound on one of a figure's numbers, from the table of targets in README.md. */
export interface Target {
  readonly of: 'ratio' | 'median' | 'worst';
  readonly most: number;
}

export interface Figure {
  readonly what: string;
  readonly unit: string;
  /** One per round, or per run. */
  readonly samples: readonly number[];
  /** The same rounds divided by the rival's: a drift of the machine hits both and falls out. */
  readonly ratio?: { readonly to: string; readonly samples: readonly number[] };
  readonly target?: Target;
}

export interface Benchmark {
  /** Takes at most about a minute; throws where anything it compares gave another result than it should. */
  readonly measure: () => Promise<readonly Figure[]>;
}

export function median(samples: readonly number[]): number {
  const sorted = samples.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle];
  if (upper === undefined) throw new Error('no samples');
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] as number)) / 2;
}

export const worst = (samples: readonly number[]): number => Math.max(...samples);

/** Round by round. */
export function ratios(ours: readonly number[], rivals: readonly number[]): number[] {
  if (ours.length !== rivals.length) throw new Error('a round lacks its rival');
  return ours.map((value, round) => value / (rivals[round] as number));
}

/** Undefined where the figure has no target. */
export function isMet({ samples, ratio, target }: Figure): boolean | undefined {
  if (target === undefined) return undefined;
  if (target.of === 'worst') return worst(samples) <= target.most;
  const value = target.of === 'median' ? median(samples) : median(ratio?.samples ?? []);
  return value <= target.most;
}
