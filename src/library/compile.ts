/** A checked plan to its calls, as data. Pure: the same plan, journal and choice give the same bytes. */
import type { Schedule } from '../compile/compile-plan.ts';
import type { WithheldOrder } from '../compile/select-pending.ts';
import { emptyJournal, type JournalState } from '../journal/records/state.ts';
import type { Call, Weight } from '../model/call.ts';
import type { CancelCall } from '../model/cancel.ts';
import { defined } from '../model/defined.ts';
import type { Withheld } from '../model/outcome.ts';
import { inPlanNames } from '../model/plan-names.ts';
import type { Result } from '../model/result.ts';
import type { Refusal } from '../refusal.ts';
import { compileUnder, withPlaces, type Chosen } from '../actions/prepare/compile-under.ts';
import { asValueNow } from './failure.ts';
import type { CheckedPlan } from './load.ts';

export interface CompileOptions {
  /** What the journal knows of the plan (`session.state`); by default nothing. */
  readonly known?: JournalState;
  /** Only these orders, by id or by a ladder's name; by default all. */
  readonly only?: readonly string[];
  /** Rejected orders, or orders settled as absent, that are placed again, by id or by a ladder's name. */
  readonly again?: readonly string[];
  /** Edited orders that are cancelled first, and whose remainder is placed again; `edited` for all of them. */
  readonly replace?: readonly string[];
  /** Whether orders that the plan no longer has are cancelled first; default false. */
  readonly removed?: boolean;
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
  readonly replace: readonly string[];
  readonly removed: boolean;
  /** What goes off the exchange before anything is placed; empty without `replace` and `removed`. */
  readonly cancels: readonly CancelCall[];
  /** In order of sending. Of an order that replaces another, the size is known once that has ended. */
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

/**
 * Err (exit code 2) where `only`, `again` or `replace` name what the plan does not have, or what may not be placed again or
 * replaced.
 */
export function compilePlan(checked: CheckedPlan, options: CompileOptions = {}): Result<CompiledPlan, Refusal> {
  const { only = [], again = [], replace = [], removed = false } = options;
  const known = inPlanNames(options.known ?? emptyJournal, checked.plan.orders);
  const choice = { checked, only, again, replace, removed };
  return asValueNow(() => {
    const schedule = scheduleOf({ ...choice, known });
    const { calls, cancels, withheld, weight, lowerBound, naive, forecastMs, digest } = schedule;
    const sums = { weight, lowerBound, naive, forecastMs, digest };
    const off = cancels?.calls ?? [];
    return { ...choice, known, cancels: off, calls: calls.map(callOf), withheld: withheld.map(withheldOf), ...sums };
  });
}

const callOf = (call: Call): CompiledCall => ({ ...call, method: 'POST' });

const withheldOf = ({ order: { id, clientOid }, outcome }: WithheldOrder): CompiledWithheld => {
  const { reason, message, orderId } = outcome;
  return { id, clientOid, reason, ...defined({ message, orderId }) };
};

/** A plan, and what a caller chose of it. */
export type Selected = Pick<CompiledPlan, 'checked' | 'only' | 'again'> &
  Partial<Pick<CompiledPlan, 'replace' | 'removed'>>;

export const chosenOf = ({ checked: { file, instruments }, only, again, replace, removed }: Selected): Chosen => ({
  planPath: file,
  only,
  again,
  ...defined({ replace, removed }),
  ...(instruments !== undefined && { minSizeOf: (symbol) => instruments.bySymbol.get(symbol)?.minSize }),
});

/** The schedule that a session sends. Throws RefusalError. */
export function scheduleOf(selected: Selected & Pick<CompiledPlan, 'known'>): Schedule {
  const { plan, config, file } = selected.checked;
  return withPlaces(compileUnder(config, plan, selected.known, chosenOf(selected)), file);
}
