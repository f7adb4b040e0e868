/** A past run, told from the journal alone: whatever shows it reads the same events as whoever saw it happen. */
import type { Weight } from './call.ts';
import type { RunEvent } from './event.ts';
import type { OrderState } from './outcome.ts';

export interface Story {
  /** Its number among the runs of its plan, in whatever generation: from 1, in the order in which they began. */
  readonly run: number;
  readonly plan: string;
  readonly generation: number;
  readonly account: { readonly origin: string; readonly name: string };
  /** Wall clock, ms since 1970. */
  readonly startedAtMs: number;
  readonly by: RunBy;
  /** What was sent, from the first event to `run-finished`. A run that was killed has made-up ends for what it left open. */
  readonly events: readonly TimedEvent[];
  /** `open`: it still goes on. `cut`: it ended before it could say how; what its orders came to is from their own records. */
  readonly end: 'finished' | 'cut' | 'open';
  /** Of a run that followed its plan: what it sent in all. Its plan says only what it sends at its start. */
  readonly sent?: SentInAll;
  /** Of a run that followed its plan: when the run before began that followed it as well, in ms since 1970. It goes on from there. */
  readonly goesOnFromMs?: number;
  /** What became of its orders after it had ended, by order id; only those that changed. */
  readonly since: ReadonlyMap<string, LaterState>;
}

export interface SentInAll {
  /** Each part of an exit is one. */
  readonly orders: number;
  /** Orders that it took off, or tried to. */
  readonly cancels: number;
  readonly calls: number;
  readonly weight: Weight;
}

/** Who ran it, with what, and on whose word. */
export interface RunBy {
  readonly host: string;
  readonly user: string;
  readonly pid: number;
  /** The absolute path of the plan file. */
  readonly planFile: string;
  /** The commit of the plan file, where a git repository holds it. */
  readonly commit?: Commit;
  /** The version of ordo. */
  readonly tool: string;
  /** SHA-256, in hex, over the calls. */
  readonly digest: string;
  /** The approval code that it was sent under. */
  readonly approval?: string;
  /** What its check of the account saw held, and when. Nothing is said of a symbol that it did not ask about, or whose positions were not read. */
  readonly checked?: HeldAtCheck;
}

export interface HeldAtCheck {
  /** Wall clock, ms since 1970. */
  readonly atMs: number;
  /** Sizes and averages are decimals. */
  readonly held: readonly {
    readonly symbol: string;
    readonly positions: readonly {
      readonly side: 'long' | 'short';
      readonly marginMode: string;
      readonly size: string;
      readonly average?: string;
    }[];
  }[];
}

export interface Commit {
  /** In hex. */
  readonly id: string;
  /** The file was not as the commit has it. */
  readonly isDirty: boolean;
}

export interface TimedEvent {
  /** From the start of the run. */
  readonly atMs: number;
  readonly event: RunEvent;
}

export interface LaterState {
  readonly state: OrderState;
  readonly orderId?: string;
  /** Who said so, or where it was found. */
  readonly message?: string;
  /** Wall clock, ms since 1970. */
  readonly atMs: number;
}
