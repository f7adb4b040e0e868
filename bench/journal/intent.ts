import type { Intent, IntendedOrder } from '../../src/journal/records/request.ts';
import type { PlanName } from '../../src/journal/records/scope.ts';
import { OPERATIONS } from '../../src/exchange/v2/requests.ts';
import { clientOrderId } from '../../src/model/ids.ts';

/** A call of so many orders, as a run intends it. */
export function benchIntent({ plan, generation }: PlanName, number: number, size: number): Intent {
  const content = {
    symbol: 'cmt_btcusdt',
    marginMode: 'cross',
    side: 'open-long',
    size: '0.01',
    price: '64000.5',
    timeInForce: 'normal',
  };
  const orders = Array.from({ length: size }, (_, entry): IntendedOrder => {
    const id = `order-${number}-${entry}`;
    return { id, clientOid: clientOrderId(plan, generation, id, 0), lineage: 0, content: { ...content } };
  });
  const list = orders.map(({ clientOid }) => ({
    client_oid: clientOid,
    size: '0.01',
    type: '1',
    order_type: '0',
    match_price: '0',
    price: '64000.5',
  }));
  const kind = size === 1 ? 'single' : 'batch';
  const common = { symbol: 'cmt_btcusdt', marginMode: 1 };
  const body = JSON.stringify(size === 1 ? { ...common, ...list[0] } : { ...common, orderDataList: list });
  return { call: { number, kind, ...OPERATIONS[kind], body, orders }, orders, signedAtMs: Date.now() };
}
