/** What each step of a flatten works with, and what it adds to the answer. */
import type { PlanOrder } from '../../journal/records/known-account.ts';
import type { Approval } from '../../journal/records/ledger.ts';
import type { AccountName } from '../../journal/records/scope.ts';
import type { Config } from '../../model/config.ts';
import type { LiveFacts, Remains, RunEvent } from '../../model/event.ts';
import type { Instrument } from '../../model/instrument.ts';
import type { EventSink } from '../../ports.ts';
import type { CloseWith } from '../close/close.ts';
import type { OtherClose } from '../close/other-closes.ts';
import { remainsOf } from '../close/remains.ts';
import type { PreparedRun } from '../prepare/prepared-run.ts';
import type { HeldNow, LookedAtAll } from './look-at-all.ts';
import type { LateFill } from './shown-fills.ts';

/** The caller holds the account, is connected, and has halted the account. */
export interface FlattenWith extends CloseWith {
  readonly config: Config;
  readonly account: AccountName;
  /** What the exchange is; default `live`. */
  readonly target?: PreparedRun['target'];
  readonly live: LiveFacts;
  readonly approval: Approval;
  /** What was there before it: all that is known of the exchange where the journal fails. */
  readonly before: LookedAtAll;
  /** Whether positions that no order of this journal opened are closed too. */
  readonly all: boolean;
  /** Undefined where no list has it: then what is held is closed as it is told. */
  readonly instrumentOf: (symbol: string) => Instrument | undefined;
}

/** What ends each close ends no flatten. */
const OF_ONE_CLOSE: ReadonlySet<RunEvent['event']> = new Set(['run-finished', 'protection', 'protection-stated']);

/** What its closes tell, but for their ends. */
export const withoutEnds =
  (emit: EventSink): EventSink =>
  (event) => {
    if (!OF_ONE_CLOSE.has(event.event)) emit(event);
  };

/** What was done, and what stands against its being flat. */
export class FlattenNotes {
  readonly done: DoneStep[] = [];
  /** Stops of ours that went off while their position was held, to make room for its close. */
  readonly takenOff: TakenOff[] = [];
  /** Why positions were let be. Something else may have ended them since. */
  readonly letBe: LetBe[] = [];
  /** Why the rate limit kept something from being sent. */
  limited?: string;
  /** Filled, and not shown by positions: its stops stayed on. */
  readonly late: LateFill[] = [];
}

export interface TakenOff {
  readonly position: HeldNow;
  readonly stops: readonly PlanOrder[];
}

export interface LetBe {
  /** Its name. */
  readonly position: string;
  /** That it could not be read counts no longer once it is. */
  readonly is: 'left' | 'unknown' | 'unread';
  readonly words: string;
  /** The close that was in the way, by its client order id. */
  readonly close?: string;
  /** What ordo never cancels, and may hold the size that a refused close was to take. */
  readonly others?: readonly OtherClose[];
}

/** Why the account is not flat, for programs. */
export const remainsOfFlatten = ({
  left,
  unknown,
}: Readonly<Record<'left' | 'unknown', readonly string[]>>): Remains | undefined =>
  remainsOf('not-flat', { left: [...left], unknown: [...unknown] });

export interface FlattenStep {
  /** `withheld`: it was not sent, and nothing became of it. */
  readonly kind: 'cancelled' | 'filled' | 'closed' | 'refused' | 'unknown' | 'withheld';
  /** `breakout: break`, `cmt_btcusdt long`. */
  readonly name: string;
  readonly words: string;
}

/** As it was answered. */
export interface DoneStep extends FlattenStep {
  /** Of what it cancelled, or closed with. */
  readonly clientOid: string;
}

/** The counts of the closes, as any run has them. */
export function countsOfFlatten({
  steps,
}: {
  readonly steps: readonly FlattenStep[];
}): Record<'accepted' | 'rejected' | 'unknown' | 'withheld', number> {
  const of = (kind: FlattenStep['kind']): number => steps.filter((step) => step.kind === kind).length;
  return { accepted: of('closed'), rejected: of('refused'), unknown: of('unknown'), withheld: of('withheld') };
}
