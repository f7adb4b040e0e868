/** What `ordo diff` has to tell: two plans, and what lies between them. */
import type { Weight } from '../../model/call.ts';
import type { LooserLimit } from '../../model/config.ts';
import type { GivenOption } from '../../model/event.ts';
import type { Plan, PlannedOrder } from '../../model/order.ts';
import type { PlanChanges } from '../../model/plan-changes.ts';
import type { NotSimulated, SimulatedSides } from './simulated.ts';

export interface DiffSide {
  /** As a person names it: a path, or `REF:path`. */
  readonly name: string;
  /** Undefined where nothing is there: then it has no orders. */
  readonly plan?: Pick<Plan, 'name' | 'generation'>;
  readonly orders: readonly PlannedOrder[];
  /** For the whole plan, as if nothing was sent yet; undefined where that is not known. */
  readonly whole?: WholePlan;
}

export interface WholePlan {
  readonly calls: number;
  readonly weight: Weight;
  /** When the last call can start, in ms after the first; undefined where the windows are not known. */
  readonly forecastMs?: number;
  readonly digest: string;
}

/** For a plan and its schedule, as if nothing was sent yet. */
export const planSide = (
  name: string,
  { name: plan, generation, orders }: Plan,
  { calls, weight, forecastMs, digest }: Omit<Required<WholePlan>, 'calls'> & { readonly calls: readonly unknown[] },
): DiffSide => ({
  name,
  plan: { name: plan, generation },
  orders,
  whole: { calls: calls.length, weight, forecastMs, digest },
});

/** How the plan behind is executed, as it is now. */
export interface NextRun {
  /** The digest of what would be sent. */
  readonly digest: string;
  /** Only for a live run. */
  readonly approval?: string;
  /** Why a live run would be refused, in words. */
  readonly refusal?: string;
  readonly isLive: boolean;
  /** The plan, or the reviewed plan, as a word of the command. */
  readonly file: string;
  readonly options: readonly GivenOption[];
  /** What has to be checked out first. */
  readonly ref?: string;
}

export interface PlanWarning {
  /** The file, as a person names it, and its line. */
  readonly place: string;
  readonly code: string;
  readonly message: string;
}

export interface Difference {
  readonly before: DiffSide;
  readonly after: DiffSide;
  readonly changes: PlanChanges;
  /** Undefined where a side is a reviewed plan, which does not hold its limits. */
  readonly looser?: readonly LooserLimit[];
  /** Undefined where the plan behind is a reviewed plan, or is not there. */
  readonly warnings?: readonly PlanWarning[];
  /** Undefined where there is no plan behind. */
  readonly next?: NextRun;
  /** On the candles that the config behind names; undefined where it names none. */
  readonly simulated?: SimulatedSides | NotSimulated;
}

/** Name and generation, where they differ: with either, every order is another to the exchange. */
export function identityChanges({ before, after }: Difference): LooserLimit[] {
  if (before.plan === undefined || after.plan === undefined) return [];
  const [was, is] = [before.plan, after.plan];
  return [
    ...(was.name === is.name ? [] : [{ name: 'name', before: was.name, after: is.name }]),
    ...(was.generation === is.generation
      ? []
      : [{ name: 'generation', before: String(was.generation), after: String(is.generation) }]),
  ];
}

/** Whether both would be sent in other calls, as if nothing was sent yet. */
export const haveOtherCalls = ({ before, after }: Difference): boolean =>
  before.whole !== undefined && after.whole !== undefined && before.whole.digest !== after.whole.digest;

export function areSame(difference: Difference): boolean {
  const { added, removed, changed } = difference.changes;
  const lists: readonly (readonly unknown[])[] = [added, removed, changed, difference.looser ?? []];
  return (
    lists.every(({ length }) => length === 0) &&
    identityChanges(difference).length === 0 &&
    (difference.before.plan === undefined) === (difference.after.plan === undefined) &&
    !haveOtherCalls(difference)
  );
}
