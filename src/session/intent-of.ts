import type { Intent } from '../ledger/request.ts';
import { marksOf } from '../ledger/order-marks.ts';
import type { Call } from '../model/call.ts';
import { identityOf, wholeContent, type Order } from '../model/order.ts';

/** What the ledger has to know of a call before its first byte leaves. */
export function intentOf(call: Call, signedAtMs: number, orderOf: (clientOid: string) => Order): Intent {
  const orders = call.orders.map(({ clientOid }) => {
    const order = orderOf(clientOid);
    const [id, marks] = [identityOf(order), marksOf(order)];
    return { id, clientOid, lineage: order.lineage, content: wholeContent(order), ...(marks && { marks }) };
  });
  return { call, signedAtMs, orders };
}
