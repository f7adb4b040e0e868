import type { Schedule } from '../../compile/compile-plan.ts';
import type { Halt } from '../../journal/records/halt.ts';
import type { Approval } from '../../journal/records/ledger.ts';
import type { KnownAccount } from '../../journal/records/known-account.ts';
import type { JournalState } from '../../journal/records/state.ts';
import type { Config } from '../../model/config.ts';
import type { Decimal } from '../../model/decimal.ts';
import type { GivenOption, LiveFacts, ReviewedFacts } from '../../model/event.ts';
import type { Instrument } from '../../model/instrument.ts';
import type { Plan } from '../../model/order.ts';
import type { PlanName } from '../../journal/records/scope.ts';
import type { Commit } from '../../model/story.ts';
import type { MarketRange } from '../../protection/guarded.ts';
import type { AccountLook } from '../../protection/journal/look.ts';
import type { Earlier } from '../../session/lists/earlier.ts';

/** A plan that is compiled and judged, with all that is shown before it runs. */
export interface PreparedRun {
  readonly plan: Plan;
  readonly config: Config;
  readonly schedule: Schedule;
  readonly planFile: string;
  /** The plan's file as it was read. */
  readonly planBytes?: Uint8Array;
  readonly mode: 'dry-run' | 'execute';
  readonly target: 'paper' | 'live';
  /** Origin of the exchange; in words while the paper exchange is not started. */
  readonly exchange: string;
  /** Given for a live run and its dry run. */
  readonly live?: LiveFacts;
  readonly approval?: Approval;
  /** The newest commit of the plan file, where git has it: for the record. */
  readonly commit?: Commit;
  readonly precision: string;
  /** The config that was found. */
  readonly configFile?: string;
  /** Whether a live exchange is configured. */
  readonly canLive: boolean;
  /** Why an execution would be refused, each in words. */
  readonly obstacles: readonly string[];
  /** The run of another process that holds the account now. */
  readonly heldBy?: string;
  /** How many warnings there are of the plan. */
  readonly warnings: number;
  /** Every call with its body is asked for. */
  readonly bytes: boolean;
  /** What the journal knew before this run. */
  readonly known: JournalState;
  /** All that the journal knew of the account before this run. Absent where no journal is asked. */
  readonly account?: KnownAccount;
  /** What the newest look at the account saw, where it is young enough to count. */
  readonly look?: AccountLook;
  /** The halt that is in force: nothing that opens is sent. */
  readonly halt?: Halt;
  /** What the policy, or a limit of the plan, has against the plan as it is written: nothing of it opens. */
  readonly forbidden?: string;
  readonly options: readonly GivenOption[];
  /** The reviewed plan that is run, or that was written. */
  readonly reviewed?: ReviewedFacts;
  /** What a person allows again of a plan that is followed: by the ids that the orders had first, the first number that counts. */
  readonly again?: ReadonlyMap<string, number>;
  /** Stops whose edit a person takes up: by the ids that they had first, the first part that is as the plan says now. */
  readonly edited?: ReadonlyMap<string, number>;
  /** It follows its plan: what the plan says of later is done as well. */
  readonly follows?: true;
  /** Undefined where no list has the symbol. */
  readonly instrumentOf?: (symbol: string) => Instrument | undefined;
  /** The least size of a symbol, where it is known. */
  readonly minSizeOf?: (symbol: string) => Decimal | undefined;
  /** When the account was read for it, in ms since 1970. */
  readonly checkedAtMs?: number;
  /** The market that was seen then, by symbol. */
  readonly markets?: ReadonlyMap<string, MarketRange>;
  /** What was seen then of the symbols of the plan: it goes before an older look. */
  readonly checkedLook?: AccountLook;
  /** What was found then, and did not refuse it. */
  readonly found?: readonly string[];
  /** This journal has placed the plan before: it may be from before the last parts of one that is followed. */
  readonly wasPlaced?: true;
  /** Unknown orders of earlier runs that hold this one back. */
  readonly earlier?: Earlier;
}

export const nameOf = ({ name, generation }: Plan): PlanName => ({
  plan: name,
  generation,
});
