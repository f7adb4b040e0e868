/** What is shown of an order or a ladder, with what a ledger has of its sendings. */
import type { Ledger } from '../../journal/records/ledger.ts';
import type { PlanScope } from '../../journal/records/scope.ts';
import { identityOf, type Plan } from '../../model/order.ts';
import { renderExplanation } from '../../report/explain/order-lines.ts';
import { renderLadder } from '../../report/explain/rung-lines.ts';
import { explainedLadder, explainedOrder, type Gathered } from './gather.ts';

/** Where the sendings of a plan's orders stand. */
export interface SendingsOf extends PlanScope {
  readonly ledger: Pick<Ledger, 'sendings'>;
}

/** `id` is one of the plan's orders or ladders. Rejects with JournalError where the ledger cannot be read. */
export async function explanation(
  gathered: Gathered,
  id: string,
  style: { readonly width: number; readonly color: boolean },
  sendings?: SendingsOf,
): Promise<string> {
  const ladder = gathered.plan.ladders.find(({ name }) => name === id);
  if (ladder !== undefined) return renderLadder(explainedLadder(gathered, ladder), style);
  const sent = sendings === undefined ? [] : await sendings.ledger.sendings(sendings, identityIn(gathered.plan, id));
  return renderExplanation(explainedOrder(gathered, id, sent), style);
}

function identityIn({ orders }: Plan, id: string): string {
  const order = orders.find((one) => one.id === id);
  return order === undefined ? id : identityOf(order);
}
