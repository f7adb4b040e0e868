/**
 * Orders to body bytes, and cancels to targets (docs/exchange-v3.md#orders). Every value is a string with the digits as written.
 * No margin mode is written: on version 3 it is a setting of the account and the symbol.
 */
import type { CallKind } from '../../model/call.ts';
import type { CancelTarget } from '../../model/cancel.ts';
import { isOpening, type Order, type TimeInForce } from '../../model/order.ts';
import type { Calls } from '../dialect.ts';
import { CANCELS, MAX_BATCH, MOST_CANCELS, PLACES } from './requests.ts';
import { onWire } from './symbols.ts';

const TIMES: Readonly<Record<TimeInForce, string>> = {
  normal: 'GTC',
  'post-only': 'POST_ONLY',
  fok: 'FOK',
  ioc: 'IOC',
};

type Fields = Record<string, string>;

/** Opening a long and closing a short are bought. */
const sides = ({ side }: Order): Fields => {
  const isLong = side.endsWith('long');
  return { side: isLong === isOpening(side) ? 'BUY' : 'SELL', positionSide: isLong ? 'LONG' : 'SHORT' };
};

function plain(order: Order): Fields {
  const { price, takeProfit, stopLoss } = order;
  return {
    symbol: onWire(order.symbol),
    ...sides(order),
    ...(price.kind === 'market'
      ? { type: 'MARKET' }
      : { type: 'LIMIT', timeInForce: TIMES[order.timeInForce], price: price.at.toString() }),
    quantity: order.size.toString(),
    newClientOrderId: order.clientOid,
    ...(takeProfit && { tpTriggerPrice: takeProfit.toString() }),
    ...(stopLoss && { slTriggerPrice: stopLoss.toString() }),
  };
}

/** Which trigger it is. Two clients differ about one that opens below the market; that a STOP does it was seen live. */
const triggerType = ({ price }: Order): string => (price.kind === 'market' ? 'STOP_MARKET' : 'STOP');

function trigger(order: Order): Fields {
  const { price, takeProfit, stopLoss } = order;
  return {
    symbol: onWire(order.symbol),
    ...sides(order),
    type: triggerType(order),
    quantity: order.size.toString(),
    ...(price.kind === 'limit' && { price: price.at.toString() }),
    triggerPrice: (order.trigger as NonNullable<Order['trigger']>).toString(),
    clientAlgoId: order.clientOid,
    ...(takeProfit && { presetTakeProfitPrice: takeProfit.toString() }),
    ...(stopLoss && { presetStopLossPrice: stopLoss.toString() }),
  };
}

function placeBody(kind: CallKind, orders: readonly Order[]): string {
  const first = orders[0] as Order;
  if (kind === 'batch') return JSON.stringify({ batchOrders: orders.map(plain) });
  return JSON.stringify(kind === 'trigger' ? trigger(first) : plain(first));
}

/** The list takes numbers. They have more digits than a program keeps, so they are written as they are; any other id stays a text. */
const idText = (orderId: string): string => (/^[1-9][0-9]*$/.test(orderId) ? orderId : JSON.stringify(orderId));

/** One order is named in the query of a DELETE without a body; a batch has a body. A trigger order is known by its own id alone. */
function writeCancel(kind: CallKind, targets: readonly CancelTarget[]): ReturnType<Calls['cancel']['write']> {
  const method = 'DELETE';
  const { path } = CANCELS[kind];
  const ids = targets.flatMap(({ orderId }) => orderId ?? []);
  const clientOids = targets.map(({ clientOid }) => clientOid);
  if (kind === 'batch') {
    const list = ids.length > 0 ? `"orderIdList":[${ids.map(idText).join(',')}]` : undefined;
    return {
      method,
      path,
      body: list === undefined ? JSON.stringify({ origClientOrderIdList: clientOids }) : `{${list}}`,
    };
  }
  const query = ids[0] === undefined ? { origClientOrderId: clientOids[0] ?? '' } : { orderId: ids[0] };
  return { method, path: `${path}?${new URLSearchParams(query).toString()}`, body: '' };
}

/**
 * A batch that places counts as five orders, so it never costs less than single orders. One that cancels costs 5 and a single 1:
 * it pays from six.
 */
export const CALLS: Calls = {
  place: {
    most: MAX_BATCH,
    batchPaysFrom: MAX_BATCH,
    weight: (kind) => PLACES[kind].weight,
    write: (kind, orders) => ({ path: PLACES[kind].path, body: placeBody(kind, orders) }),
  },
  cancel: {
    most: MOST_CANCELS,
    batchPaysFrom: 6,
    weight: (kind) => CANCELS[kind].weight,
    write: writeCancel,
  },
};

/** The very text of an order's entry in a batch's body; undefined where the body has none, as a damaged journal may hold. */
export function batchEntry(body: string, clientOid: string): string | undefined {
  try {
    const { batchOrders } = JSON.parse(body) as { readonly batchOrders: readonly Fields[] };
    const found = batchOrders.find((one) => one['newClientOrderId'] === clientOid);
    // A body of ours has no blanks, so an entry written again is the same text.
    const text = JSON.stringify(found ?? {});
    return found !== undefined && body.includes(text) ? text : undefined;
  } catch {
    return undefined;
  }
}

/** Client order ids in a body that places, in the order of its entries. */
export const clientOidsIn = (body: string): string[] =>
  [...body.matchAll(/"(?:newClientOrderId|clientAlgoId)":"([A-Za-z0-9]+)"/g)].map(([, id = '']) => id);
