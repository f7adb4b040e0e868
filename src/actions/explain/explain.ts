/** One order or ladder of a plan, with what a ledger has of its sendings. */
import type { Ledger } from '../../journal/records/ledger.ts';
import type { PlanScope } from '../../journal/records/scope.ts';
import { identityOf } from '../../model/order.ts';
import type { Explained } from './explained.ts';
import { explainedLadder, explainedOrder, type Gathered } from './gather.ts';

/** Where the sendings of a plan's orders stand. */
interface SendingsOf extends PlanScope {
  readonly ledger: Pick<Ledger, 'sendings'>;
}

/** `id` is one of the plan's orders or ladders. Rejects with JournalError where the ledger cannot be read. */
export async function explain(gathered: Gathered, id: string, sendings?: SendingsOf): Promise<Explained> {
  const { ladders, orders } = gathered.plan;
  const ladder = ladders.find(({ name }) => name === id);
  if (ladder !== undefined) return explainedLadder(gathered, ladder);
  const order = orders.find((one) => one.id === id);
  const identity = order === undefined ? id : identityOf(order);
  return explainedOrder(gathered, id, (await sendings?.ledger.sendings(sendings, identity)) ?? []);
}
