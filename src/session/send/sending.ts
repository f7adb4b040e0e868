/** A request on its way through the line: what its sender says, and what became of it. */
import type { Questions } from '../../journal/records/ledger.ts';
import type { Halt } from '../../journal/records/halt.ts';
import type { CancelIntent, Intent, LookPart } from '../../journal/records/request.ts';
import type { CancelAnswer } from '../../model/cancel.ts';
import type { Limits } from '../../model/call.ts';
import type { Verdict, Withheld } from '../../model/outcome.ts';
import type { Result } from '../../model/result.ts';
import type { Clock, Exchange } from '../../ports.ts';
import type { Operation, Refused } from '../../exchange/dialect.ts';
import type { Hold } from './hold.ts';
import type { Restraint } from './exchange-pause.ts';

/** What a line sends by. */
export interface LineOptions {
  readonly ledger: Pick<Questions, 'intend' | 'conclude'>;
  readonly exchange: Pick<Exchange, 'operations' | 'send'>;
  readonly clock: Clock;
  readonly limits: Limits;
  /** How often a request that the rate limit refused goes again. */
  readonly rateRefusals: number;
  /** How long all sending pauses before a request that did not leave goes again, each time. */
  readonly notSentPausesMs: readonly number[];
  readonly maxPauseMs: number;
  /** A person's pause. */
  readonly hold?: Hold | undefined;
  /** What the answers to other lines ask of this one too. */
  readonly restraint?: Restraint | undefined;
  /** Why there is a stop, where the next request would have to wait longer than that, by the limits or by a person. */
  readonly tooLong: (waitMs: number, whose: 'limits' | 'person') => LineStop;
  /** The line has stopped by itself. */
  readonly onStop?: () => void;
  /** An answer's counts of orders cannot be believed, in words. */
  readonly onOddCounts?: (words: string) => void;
  /** Timestamps go by the server's clock from here on. */
  readonly onClockSet?: () => void;
}

/** One request, and what whoever sends it has to say on its way. */
export interface Sending<Asked, Value> {
  readonly operation: Operation<Asked, Value>;
  readonly asked: Asked;
  /** The lower number goes first. */
  readonly number: number;
  /** A question of a look. */
  readonly look?: LookPart;
  /** The intent of a request that carries orders or takes them off, as the ledger must have it; a question has none. */
  intent?(signedAtMs: number): Intent | CancelIntent;
  /** Asked in the very step that sends it; false: it waits on, or the line has been stopped. */
  mayStart?(): boolean;
  /** Its bytes leave now. */
  started?(): void;
  /** The answer is there. */
  returned?(): void;
  /** For each order that it carries, in the order of its intent. */
  verdicts?(value: Value): readonly Verdict[];
  /** The same of a cancel. */
  answers?(value: Value): readonly CancelAnswer[];
  /** Runs synchronously on the answer, before freed weight admits another request; decide stops here. */
  decide?(value: Value): void;
  /** The same where it does not go again. */
  giveUp?(refusal: Refused<Value>): void;
  /** All sending pauses for this long, and then it goes again. */
  paused?(pause: Pause): void;
  /** An attempt that the exchange did not take is over and on record. */
  over?(): void;
  /** Resolves where something else proves what the answer is to say; `over`: nobody waits for that any more. */
  readonly proved?: (over: AbortSignal) => Promise<Value>;
  /** What a throw out of the exchange, which is a bug of ours, comes to. */
  broken?(thrown: unknown): Value;
}

export interface Pause {
  readonly why: 'rate-limit' | 'not-sent';
  readonly forMs: number;
  readonly message: string;
}

/** What became of a request. */
export type Sent<V> =
  /** `recorded` holds the verdicts as they stand, or why the ledger did not take them. */
  | {
      readonly kind: 'answered';
      readonly value: V;
      readonly latencyMs: number;
      readonly recorded: Result<readonly Verdict[], unknown>;
    }
  /** The exchange did not take it, by proof; `recorded` is an error where the ledger could not keep that. */
  | { readonly kind: 'given-up'; readonly refusal: Refused<V>; readonly recorded: Result<void, unknown> }
  /** `halt`: it opens, and the account is halted; what closes goes on. */
  | { readonly kind: 'stopped'; readonly halt?: Halt };

/** Why no further request starts. */
export interface LineStop {
  readonly reason: Extract<Withheld['reason'], 'stopped' | 'rate-limit' | 'expired'>;
  readonly why: string;
  /** Of a wait that is too long: for how long that would have been. */
  readonly waitMs?: number;
}
