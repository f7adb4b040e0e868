/** A checked plan to its calls, as data. Pure: the same plan, journal and choice give the same bytes. */
import type { Schedule } from '../compile/compile-plan.ts';
import type { WithheldOrder } from '../compile/select-pending.ts';
import { emptyJournal, type JournalState } from '../journal/records/state.ts';
import type { Call, Weight } from '../model/call.ts';
import { defined } from '../model/defined.ts';
import type { Withheld } from '../model/outcome.ts';
import { inPlanNames } from '../model/plan-names.ts';
import type { Result } from '../model/result.ts';
import type { Refusal } from '../refusal.ts';
import { compileUnder, withPlaces } from '../actions/prepare/compile-under.ts';
import { asValueNow } from './failure.ts';
import type { CheckedPlan } from './load.ts';

export interface CompileOptions {
  /** What the journal knows of the plan (`session.state`); by default nothing. */
  readonly known?: JournalState;
  /** Only these orders, by id or by a ladder's name; by default all. */
  readonly only?: readonly string[];
  /** Rejected orders, or orders settled as absent, that are placed again, by id or by a ladder's name. */
  readonly again?: readonly string[];
}

/** One request, complete but for its headers. `body` is the very text that is sent. */
export interface CompiledCall extends Call {
  readonly method: 'POST';
}

/** An order that would not be sent, and why. */
export interface CompiledWithheld extends Omit<Withheld, 'outcome'> {
  readonly id: string;
  readonly clientOid: string;
}

/** What placing a plan would send, and what not. Numbers of weight are those of the exchange's two windows. */
export interface CompiledPlan {
  readonly checked: CheckedPlan;
  readonly known: JournalState;
  readonly only: readonly string[];
  readonly again: readonly string[];
  /** In order of sending. */
  readonly calls: readonly CompiledCall[];
  readonly withheld: readonly CompiledWithheld[];
  readonly weight: Weight;
  /** What the same orders weigh at least, however they are sent. */
  readonly lowerBound: Weight;
  /** What they weigh one by one. */
  readonly naive: Weight;
  /** How long the sending takes at least under the limits, in ms. */
  readonly forecastMs: number;
  /** SHA-256 over the calls' paths and bodies. */
  readonly digest: string;
}

/** Err (exit code 2) where `only` or `again` name what the plan does not have, or what may not be placed again. */
export function compilePlan(checked: CheckedPlan, options: CompileOptions = {}): Result<CompiledPlan, Refusal> {
  const { only = [], again = [] } = options;
  const known = inPlanNames(options.known ?? emptyJournal, checked.plan.orders);
  return asValueNow(() => {
    const choice = { known, only, again };
    const { calls, withheld, weight, lowerBound, naive, forecastMs, digest } = scheduleOf(checked, choice);
    const sums = { weight, lowerBound, naive, forecastMs, digest };
    return { checked, ...choice, calls: calls.map(callOf), withheld: withheld.map(withheldOf), ...sums };
  });
}

const callOf = (call: Call): CompiledCall => ({ ...call, method: 'POST' });

const withheldOf = ({ order: { id, clientOid }, outcome }: WithheldOrder): CompiledWithheld => {
  const { reason, message, orderId } = outcome;
  return { id, clientOid, reason, ...defined({ message, orderId }) };
};

/** The schedule that a session sends. Throws RefusalError. */
export const scheduleOf = (
  { plan, config, file }: CheckedPlan,
  { known, only, again }: Required<CompileOptions>,
): Schedule => withPlaces(compileUnder(config, plan, known, { planPath: file, only, again }), file);
