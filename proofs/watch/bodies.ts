/** The orders in the body of a call, read without the program's help, and held against the files. */
import type { RunEvent } from '../../src/model/event.ts';
import type { DraftOrder } from './drafts.ts';
import type { Said } from './standing-files.ts';

export type PlannedCall = Extract<RunEvent, { event: 'call-planned' }>;

type SentOrder = Pick<DraftOrder, 'symbol' | 'price' | 'size'> & { readonly type: string };

/** Every order of these proofs opens a long. */
const OPEN_LONG = '1';

function ordersIn(body: string): SentOrder[] {
  const sent = JSON.parse(body) as SentOrder & { readonly orderDataList?: readonly SentOrder[] };
  const { symbol } = sent;
  return (sent.orderDataList ?? [sent]).map(({ type, price, size }) => ({ symbol, type, price, size }));
}

/** Where the orders of a call are not those of the files, each in a sentence. */
export function* differences(call: PlannedCall, orders: Said['orders']): Generator<string> {
  for (const [index, sent] of ordersIn(call.body).entries()) {
    const id = call.orders[index] ?? '';
    const order = orders.get(id);
    const is = JSON.stringify([sent.symbol, sent.type, sent.price, sent.size]);
    const said = order === undefined ? 'nothing' : JSON.stringify([order.symbol, OPEN_LONG, order.price, order.size]);
    if (is !== said) yield `${id} goes as ${is}, and the files say ${said}`;
  }
}
