/** A plan on its way from text to orders: what each step of `loadPlan` is given. */
import type { Faults } from '../../document/faults.ts';
import type { Findings } from '../../document/findings.ts';
import type { PlanDocument } from '../../generated/plan.ts';
import type { Policy } from '../../model/config.ts';
import type { Decimal } from '../../model/decimal.ts';
import type { InstrumentList } from '../../model/instrument.ts';
import type { Variables } from '../expression/variables.ts';
import type { AccountMeant } from './account-meant.ts';
import type { Names } from './names.ts';
import type { DefaultsDraft, OrderDraft } from './order-draft.ts';
import type { OrderReader } from './order-reader.ts';

/** What a plan is judged by, besides its own text. */
export interface Settings {
  readonly instruments: InstrumentList | undefined;
  /** Whether a symbol that the list lacks is an error: it is where the list is the user's own. */
  readonly strictSymbols: boolean;
  /** Whether a trigger order may carry a target and a stop, by the version of the exchange's interface. */
  readonly triggerPresets: boolean;
  readonly policy: Policy;
  /** What its file is called; undefined where it has none. */
  readonly policyFile: string | undefined;
  /** Values of this run for variables of the plan, over its own. */
  readonly given: ReadonlyMap<string, Decimal>;
  /** The account file, which sizes may be a share of. */
  readonly account: AccountMeant;
  /** Milliseconds since 1970; undefined where nobody asks whether the plan is past its time. */
  readonly nowMs: number | undefined;
}

/** A plan without its orders. */
export interface Frame {
  readonly settings: Settings;
  readonly found: Findings;
  /** As written; what has a mistake is in `faults`. */
  readonly document: Partial<PlanDocument>;
  readonly faults: Faults;
  readonly defaults: DefaultsDraft;
  readonly variables: Variables;
  readonly reader: OrderReader;
}

export interface Reading extends Frame {
  /** In the order of the file, the rungs of a ladder in its place. */
  readonly orders: readonly OrderDraft[];
  readonly names: Names;
}
