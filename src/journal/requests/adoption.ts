/** What takes in orders that were placed from elsewhere: an intent without a call. */
import type { AccountBooks } from '../account/account-log.ts';
import type { AdoptedOrder } from '../records/ledger.ts';
import type { Said } from '../records/record-schema.ts';
import type { PlanName } from '../records/scope.ts';

export function adoption(books: AccountBooks, plan: PlanName, orders: readonly AdoptedOrder[]): Said['intent'] {
  const { memory } = books;
  const known = memory.state(plan);
  return {
    call: 0,
    kind: 'single',
    path: '',
    body: '',
    signedAtMs: Math.min(books.now().wallMs, ...orders.flatMap(({ sentAtMs = [] }) => sentAtMs)),
    orders: orders.map((order) => [order.id, order.clientOid, order.lineage, memory.timesSent(known, order)]),
    contents: orders.map(({ content }) => content),
    marks: orders.map(({ marks = {} }) => marks),
    isAdopted: true,
  };
}
