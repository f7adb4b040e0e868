/** Which orders of a plan are to be taken off the exchange. Pure. */
import { laterParts, mayRest, type JournalState, type KnownOrder } from '../../journal/records/state.ts';
import { orderOfPart } from '../../model/ids.ts';
import type { Plan } from '../../model/order.ts';
import type { OrderState } from '../../model/outcome.ts';
import { refuse, suggestion } from '../../refusal.ts';

export interface CancelChoice {
  /** Only these orders, or the rungs of these ladders; none: all. */
  readonly only: readonly string[];
  /** Only what the plan no longer has. */
  readonly removed: boolean;
  /** Undefined where it cannot be read: then a ladder has no name. */
  readonly plan?: Plan;
}

export interface CancelSelection {
  /** Every order that is asked about: what may rest, and what is over there already. */
  readonly asked: readonly KnownOrder[];
  /** Those of them that may rest. */
  readonly resting: readonly KnownOrder[];
}

const ASKED: ReadonlySet<OrderState> = new Set(['filled', 'cancelled']);
const isAsked = (order: KnownOrder): boolean => mayRest(order) || ASKED.has(order.state);

/** Refuses (exit 2) a name that stands for nothing that was placed. */
export function selectCancels(known: JournalState, { only, removed, plan }: CancelChoice): CancelSelection {
  const inPlan = new Set(plan?.orders.map(({ id }) => id));
  const named = only.length === 0 ? undefined : new Set(only.flatMap((name) => namedBy(name, known, plan)));
  const asked = [...known.values()].filter(
    (order) => isAsked(order) && named?.has(order.id) !== false && !(removed && inPlan.has(orderOfPart(order.id))),
  );
  return { asked, resting: asked.filter(mayRest) };
}

/** A ladder of the plan is its rungs, and an order of that name that the plan has no more. */
function namedBy(name: string, known: JournalState, plan: Plan | undefined): readonly string[] {
  const rungs = plan?.ladders.find((ladder) => ladder.name === name)?.orders ?? [];
  const placed = [name, ...rungs]
    .flatMap((id) => [known.get(id) ?? [], laterParts(known, id)].flat())
    .filter(isAsked)
    .map(({ id }) => id);
  if (placed.length > 0) return placed;
  const isKnown = known.has(name) || rungs.length > 0 || plan?.orders.some(({ id }) => id === name) === true;
  return refuse(
    isKnown ? 'order/not-open' : 'plan/unknown-order',
    isKnown ? `--only ${name}: no part of it is open` : `--only ${name}: the journal knows no such order of this plan`,
    `${isKnown ? '' : suggestion(name, [...known.keys()])}ordo status lists the orders`,
  );
}
