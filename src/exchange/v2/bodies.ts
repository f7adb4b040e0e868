/**
 * Orders to body bytes, field by field as the exchange names them (docs/exchange.md#operations,
 * docs/contract.md#wire). Every value is a string with the digits as written; marginMode alone is an integer, and always
 * written.
 */
import type { CallKind } from '../../model/call.ts';
import type { CancelTarget } from '../../model/cancel.ts';
import { MARGIN_MODES, SIDES, TIMES_IN_FORCE, type MarginMode, type Order } from '../../model/order.ts';
import type { Calls } from '../dialect.ts';
import { CANCELS, MAX_BATCH, MOST_CANCELS, OPERATIONS } from './requests.ts';

const SIDE_CODES = Object.fromEntries(SIDES.map((side, index) => [side, String(index + 1)]));
const TIME_IN_FORCE_CODES = Object.fromEntries(TIMES_IN_FORCE.map((word, index) => [word, String(index)]));
const MARGIN_MODE_CODES: Readonly<Record<MarginMode, 1 | 3>> = { [MARGIN_MODES[0]]: 1, [MARGIN_MODES[1]]: 3 };

type Fields = Record<string, string | number>;

/** What a batch entry and a single order have in common. A market order omits `price` (docs/exchange.md#market-price). */
const entry = (order: Order): Fields => ({
  client_oid: order.clientOid,
  size: order.size.toString(),
  type: SIDE_CODES[order.side] as string,
  order_type: TIME_IN_FORCE_CODES[order.timeInForce] as string,
  match_price: order.price.kind === 'market' ? '1' : '0',
  ...(order.price.kind === 'limit' && { price: order.price.at.toString() }),
  ...(order.takeProfit && { presetTakeProfitPrice: order.takeProfit.toString() }),
  ...(order.stopLoss && { presetStopLossPrice: order.stopLoss.toString() }),
});

const trigger = (order: Order): Fields => ({
  symbol: order.symbol,
  client_oid: order.clientOid,
  size: order.size.toString(),
  type: SIDE_CODES[order.side] as string,
  match_type: order.price.kind === 'market' ? '1' : '0',
  execute_price: order.price.kind === 'market' ? '0' : order.price.at.toString(),
  trigger_price: (order.trigger as NonNullable<Order['trigger']>).toString(),
  marginMode: MARGIN_MODE_CODES[order.marginMode],
});

/** The exact body of a call. The orders of a batch share symbol and margin mode. */
export function callBody(kind: CallKind, orders: readonly Order[]): string {
  const first = orders[0] as Order;
  switch (kind) {
    case 'single':
      return JSON.stringify({ symbol: first.symbol, ...entry(first), marginMode: MARGIN_MODE_CODES[first.marginMode] });
    case 'batch':
      return JSON.stringify({
        symbol: first.symbol,
        marginMode: MARGIN_MODE_CODES[first.marginMode],
        orderDataList: orders.map(entry),
      });
    case 'trigger':
      return JSON.stringify(trigger(first));
  }
}

/** The very text of an order's entry in a batch's body; undefined where the body has none, as a damaged journal may hold. */
export function batchEntry(body: string, clientOid: string): string | undefined {
  try {
    const { orderDataList } = JSON.parse(body) as { readonly orderDataList: readonly Fields[] };
    const found = orderDataList.find((one) => one['client_oid'] === clientOid);
    // A body of ours has no blanks, so an entry written again is the same text.
    const text = JSON.stringify(found ?? {});
    return found !== undefined && body.includes(text) ? text : undefined;
  } catch {
    return undefined;
  }
}

/** Client order ids in a body that places, in the order of its entries (docs/contract.md#wire). */
export const clientOidsIn = (body: string): string[] =>
  [...body.matchAll(/"client_oid":"([A-Za-z0-9]+)"/g)].map(([, id = '']) => id);

/** Requests of a cancel are in camelCase (docs/exchange.md#cancel). */
function cancelBody(kind: CallKind, targets: readonly CancelTarget[]): string {
  const ids = targets.flatMap(({ orderId }) => orderId ?? []);
  const clientOids = targets.map(({ clientOid }) => clientOid);
  if (kind === 'batch') return JSON.stringify(ids.length > 0 ? { ids } : { cids: clientOids });
  return JSON.stringify(ids.length > 0 ? { orderId: ids[0] } : { clientOid: clientOids[0] });
}

/**
 * A batch that places costs 5/10 and a single 2/5: it pays from three orders on, as two singles cost as much UID weight and less
 * IP weight. One that cancels costs 5/10 and a single 2/3: it pays from four.
 */
export const CALLS: Calls = {
  place: {
    most: MAX_BATCH,
    batchPaysFrom: 3,
    weight: (kind) => OPERATIONS[kind].weight,
    write: (kind, orders) => ({ path: OPERATIONS[kind].path, body: callBody(kind, orders) }),
  },
  cancel: {
    most: MOST_CANCELS,
    batchPaysFrom: 4,
    weight: (kind) => CANCELS[kind].weight,
    write: (kind, targets) => ({ path: CANCELS[kind].path, body: cancelBody(kind, targets) }),
  },
};
