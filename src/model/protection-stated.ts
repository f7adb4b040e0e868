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
  /** What stands of the account without what a run places: by that and the markets it was judged. Absent where only the line is told. */
  readonly stands?: {
    readonly orders: readonly OrderStands[];
    /** What a look saw held; absent where nobody looked. */
    readonly held?: readonly HeldStands[];
    /** The symbols that the look asked for, and when; and those whose market was told since. */
    readonly looked?: readonly string[];
    readonly lookedAtMs?: number;
    readonly told?: readonly string[];
    readonly notRead?: readonly { readonly symbol: string; readonly what: string }[];
  };
};

/** What a look saw of an account, and the market that a run was told. */
export interface SeenBefore extends Omit<NonNullable<ProtectionStated['stands']>, 'orders'> {
  readonly markets?: ProtectionStated['markets'];
}

interface Positioned {
  readonly symbol: string;
  readonly marginMode: string;
  readonly side: string;
  readonly size: string;
}

/** Words of protection, and decimals. */
export interface OrderStands extends Positioned {
  readonly plan?: string;
  readonly generation?: number;
  readonly id?: string;
  /** A limit; absent at market. */
  readonly price?: string;
  readonly trigger?: string;
  readonly stopLoss?: string;
  readonly reference?: string;
  readonly standing: string;
  readonly filled?: {
    readonly size: string;
    readonly average?: string;
    readonly sinceLook?: boolean;
    readonly atLook?: string;
  };
  readonly market?: readonly [low: string, high: string];
  readonly said?: readonly [low: string, high: string];
  readonly preset?: string;
  readonly isModeUnsure?: true;
  readonly isPresetMaybe?: true;
  readonly isSinceLook?: true;
  readonly isUnsettled?: true;
  readonly isStopUntold?: true;
}

interface HeldStands extends Positioned {
  readonly average?: string;
  readonly mark?: string;
}
