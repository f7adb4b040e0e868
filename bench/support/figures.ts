/** What a benchmark hands back, and what is said of it. */

/** A bound on one of a figure's numbers, from the table of targets in README.md. */
interface Target {
  /** `cpu` is the ratio of their CPU. */
  readonly of: 'ratio' | 'cpu' | 'median' | 'worst';
  readonly most: number;
}

export interface Figure {
  /** Its name; no other figure of the benchmark has the same. */
  readonly what: string;
  readonly unit: string;
  /** One per round, or per run. */
  readonly samples: readonly number[];
  /**
   * Ours divided by the rival's of the same round, so that less is better: a drift of the machine hits both and falls out.
   * `cpu` is the same of their CPU where the samples are of another time: other work on the machine hardly changes it.
   */
  readonly ratio?: { readonly to: string; readonly samples: readonly number[]; readonly cpu?: readonly number[] };
  /** What part of the record it may be worse by before it counts as behind, where other than the usual: a disk has moods. */
  readonly margin?: number;
  readonly target?: Target;
}

export interface Benchmark {
  /**
   * Takes at most about a minute, and a quarter of that when quick: the same work in fewer rounds.
   * Throws where anything it compares gave another result than it should.
   */
  readonly measure: (isQuick: boolean) => Promise<readonly Figure[]>;
}

/** A figure without its samples, as it is shown and kept on record. */
export interface Row {
  readonly what: string;
  readonly unit: string;
  /** How many samples it has. */
  readonly n: number;
  readonly median: number;
  readonly least: number;
  readonly most: number;
  readonly ratio?: { readonly to: string; readonly median: number; readonly cpu?: number };
  readonly margin?: number;
  readonly target?: Target;
}

export function rowOf({ what, unit, samples, ratio, margin, target }: Figure): Row {
  return {
    what,
    unit,
    n: samples.length,
    median: rounded(median(samples)),
    least: rounded(Math.min(...samples)),
    most: rounded(Math.max(...samples)),
    ...(ratio !== undefined && { ratio: rowRatio(ratio) }),
    ...(margin !== undefined && { margin }),
    ...(target !== undefined && { target }),
  };
}

const rowRatio = ({ to, samples, cpu }: NonNullable<Figure['ratio']>): NonNullable<Row['ratio']> => ({
  to,
  median: rounded(median(samples)),
  ...(cpu !== undefined && { cpu: rounded(median(cpu)) }),
});

/** Undefined where the row has no target. */
export function isMet({ median: middle, most, ratio, target }: Row): boolean | undefined {
  if (target === undefined) return undefined;
  if (target.of === 'worst') return most <= target.most;
  if (target.of === 'median') return middle <= target.most;
  const held = target.of === 'cpu' ? ratio?.cpu : ratio?.median;
  return held !== undefined && held <= target.most;
}

/** More digits than these never repeat. */
const rounded = (value: number): number => Number(value.toPrecision(4));

export function median(samples: readonly number[]): number {
  const sorted = samples.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle];
  if (upper === undefined) throw new Error('no samples');
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] as number)) / 2;
}

/** Round by round. */
export function ratios(ours: readonly number[], rivals: readonly number[]): number[] {
  if (ours.length !== rivals.length) throw new Error('a round lacks its rival');
  return ours.map((value, round) => value / (rivals[round] as number));
}
