/** What `--again` names: orders that are placed once more, and exits of which a follower places more. */
import { needsFollow } from '../../compile/follow/later.ts';
import { knownOf, type KnownAccount, type KnownPlan } from '../../journal/records/known-account.ts';
import { isCancelOpen, type JournalState } from '../../journal/records/state.ts';
import type { ExitKind } from '../../model/follow.ts';
import { identityOf, type Plan, type PlannedOrder } from '../../model/order.ts';
import type { OrderState } from '../../model/outcome.ts';
import { refuse } from '../../refusal.ts';
import { placedOf } from '../../session/lists/followed-parts.ts';
import { exitOff } from './exit-off.ts';
import { ordersNamed } from './orders-named.ts';
import { nameOf } from './prepared-run.ts';

/** States that `--again` takes for every order in them, unless an order has that name. */
const AGAIN_STATES: readonly string[] = ['rejected', 'absent', 'cancelled'] satisfies readonly OrderState[];

/** The ids of the orders that `--again` places once more. Of an exit only a follower places more. */
export function placedAgain(
  plan: Plan,
  known: JournalState,
  { again, planPath, placed }: Named & { readonly placed?: ReadonlySet<string> },
): ReadonlySet<string> {
  const exits = exitKinds(plan);
  const due = namedAgain(plan, known, { again, planPath }).filter(
    (id) => !exits.has(id) && placed?.has(known.get(id)?.clientOid ?? '') !== true,
  );
  for (const id of due) {
    const state = known.get(id)?.state ?? 'never-sent';
    if (AGAIN_STATES.includes(state)) continue;
    const hint =
      state === 'unknown'
        ? 'settle it first: ordo settle'
        : state === 'never-sent'
          ? 'it is placed without --again'
          : isCancelOpen({ state })
            ? 'first see how its cancel ended: ordo status --refresh'
            : moreOf(plan);
    refuse(
      'order/not-again',
      `--again ${id}: it is ${state}, and only a rejected or cancelled order, or one settled as absent, is placed again`,
      hint,
    );
  }
  return new Set(due);
}

/** Of a plan that is followed and is at work no higher generation may be placed. */
const moreOf = ({ orders }: Plan): string =>
  orders.some(needsFollow)
    ? 'to place more, add an order with an id of its own'
    : 'raise the plan’s generation to place accepted orders once more';

interface Named {
  readonly planPath: string;
  readonly again: readonly string[];
}

function namedAgain(plan: Plan, known: JournalState, { again, planPath }: Named): readonly string[] {
  const { orders, ladders } = plan;
  const exits = exitKinds(plan);
  return again.flatMap((word) => {
    const isName = orders.some(({ id }) => id === word) || ladders.some(({ name }) => name === word);
    if (!AGAIN_STATES.includes(word) || isName) return ordersNamed(word, { plan, planPath, known, option: '--again' });
    return orders.map(({ id }) => id).filter((id) => !exits.has(id) && known.get(id)?.state === word);
  });
}

const exitKinds = ({ groups = [] }: Plan): ReadonlyMap<string, ExitKind> =>
  new Map(groups.flatMap(({ exits }) => exits.map(({ id, kind }) => [id, kind] as const)));

/**
 * The first number that counts of each order that a person allows again, by the ids that they had first; undefined where no plan is
 * followed. What an earlier run was allowed, and is at work since, is no mistake: the same command goes on after a kill.
 */
export function allowedAgain(
  plan: Plan,
  { account, known }: { readonly account: KnownAccount; readonly known: JournalState },
  chosen: Named,
): ReadonlyMap<string, number> | undefined {
  if (chosen.again.length === 0 || !plan.orders.some(needsFollow)) return undefined;
  const exits = exitKinds(plan);
  const ofPlan = knownOf(account, nameOf(plan));
  const ids = new Set(namedAgain(plan, known, chosen));
  return new Map(
    plan.orders.flatMap((order) => {
      if (!ids.has(order.id)) return [];
      const kind = exits.get(order.id);
      const number = kind === undefined ? (known.get(order.id)?.lineage ?? 0) + 2 : nextOf(order, kind, ofPlan);
      return number === undefined ? [] : [[identityOf(order), number] as const];
    }),
  );
}

/** The number of the next part of an exit, where nothing more would be placed of it. */
function nextOf(exit: PlannedOrder, kind: ExitKind, known: KnownPlan | undefined): number | undefined {
  const { id } = exit;
  if (known !== undefined && exitOff(identityOf(exit), kind, known) !== undefined)
    return (
      (placedOf([exit], known.orders, () => ({}))
        .get(id)
        ?.at(-1)?.number ?? 0) + 1
    );
  if (known?.again?.has(identityOf(exit)) === true) return undefined;
  return refuse(
    'order/not-again',
    `--again ${id}: nothing keeps it from being placed as the plan says`,
    'it is placed without --again',
  );
}
