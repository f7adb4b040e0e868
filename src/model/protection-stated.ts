/** What is held, covered, naked and not known: the parts of the one line as texts, and why something is naked or not known. */
export type ProtectionStated = {
  readonly event: 'protection-stated';
  readonly line: {
    /** Something is naked; nothing is, but something is not known; all is covered; nothing is at stake. */
    readonly sign: '!' | '?' | '✓' | '–';
    /** `hold long 0.04`. */
    readonly hold: string;
    /** `+ 0.05 working`, where something is. */
    readonly working?: string;
    readonly atStops: string;
    readonly naked: string;
    readonly unknown: string;
    /** When a look saw it, or by what it is judged. */
    readonly asOf: string;
  };
  /** The worst first. */
  readonly reasons: readonly {
    readonly kind: 'naked' | 'unknown' | 'may-fire-first' | 'not-read';
    readonly text: string;
    /** The name that programs know it by. */
    readonly reason?: string;
    /** The one order that it is about, where that may still open. */
    readonly entry?: { readonly plan: string; readonly generation: number; readonly id: string };
  }[];
  /** How many more there are. */
  readonly more: number;
  /** The market that it was judged by: decimals, by symbol. Absent where nobody told one. */
  readonly markets?: readonly { readonly symbol: string; readonly low: string; readonly high: string }[];
};
