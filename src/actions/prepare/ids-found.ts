/**
 * Open orders of the plan that this journal did not place: client order ids are derived, so what an exchange's list has of them says
 * that another journal placed the plan too. Of each order the lineages are looked for that could come next.
 */
import { clientOrderId } from '../../model/ids.ts';
import type { ListedOrder } from '../../model/listing.ts';
import { identityOf } from '../../model/order.ts';
import { count, someOf } from '../../model/count.ts';
import { isOurForm } from '../../session/lists/lineages.ts';
import { refuse } from '../../refusal.ts';
import type { AccountChecked } from '../../session/account-check.ts';
import { wayOn } from './found-elsewhere.ts';
import { nameOf, type PreparedRun } from './prepared-run.ts';

/** So many lineages behind the known one. */
const LINEAGES_AHEAD = 8;

type Looked = Pick<PreparedRun, 'plan' | 'known' | 'account' | 'planFile' | 'options'>;

/** Refuses (exit 5), whatever else is only warned of: the same orders would be placed twice. */
export function refuseIdsFound({ symbols }: AccountChecked, run: Looked): void {
  const strangers = strangersIn(
    [...symbols.values()].flatMap(({ listed }) => listed),
    run,
  );
  if (strangers.size === 0) return;
  const found = [...candidates(run)].flatMap(({ id, clientOid, isKnown }) => {
    const record = strangers.get(clientOid);
    return record === undefined ? [] : [{ id, orderId: record.orderId, isKnown }];
  });
  if (found.length === 0) return;
  const words = found.map(({ id, orderId }) => `${id} (order ${orderId})`);
  const placed = found.some(({ isKnown }) => isKnown)
    ? undefined
    : found.map(({ id, orderId }) => `--placed ${id}=${orderId}`);
  refuse(
    'plan/elsewhere',
    `the exchange has ${count(found.length, 'open order')} of this plan that this journal did not place: ${someOf(words)}`,
    `nothing was sent; run it ${wayOn(placed, { planPath: run.planFile, options: run.options })}`,
  );
}

/** Records under a client order id of our form that no order of this journal has. */
function strangersIn(listed: readonly ListedOrder[], { account = [] }: Looked): ReadonlyMap<string, ListedOrder> {
  const ours = new Set<string>();
  for (const { orders } of account)
    for (const order of orders.values())
      for (const { clientOid } of [order, ...(order.earlier ?? [])]) ours.add(clientOid);
  const others = listed.filter(({ clientOid }) => isOurForm(clientOid) && !ours.has(clientOid));
  return new Map(others.map((record) => [record.clientOid, record]));
}

/** For an order that this journal placed, only lineages behind its newest: what came before may be its own. */
function* candidates({
  plan,
  known,
}: Looked): Generator<{ readonly id: string; readonly clientOid: string; readonly isKnown: boolean }> {
  const { plan: name, generation } = nameOf(plan);
  for (const order of plan.orders) {
    const lineage = known.get(order.id)?.lineage ?? -1;
    const isKnown = lineage >= 0;
    for (let ahead = 1; ahead <= LINEAGES_AHEAD + (isKnown ? 0 : 1); ahead++)
      yield { id: order.id, clientOid: clientOrderId(name, generation, identityOf(order), lineage + ahead), isKnown };
  }
}
