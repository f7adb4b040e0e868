/** What the exchange charges for each request, in figures of its own: a mistake in the program's must show. */
import type { Cost } from '../../src/model/call.ts';
import type { ListName } from '../../src/model/listing.ts';

/** By path. */
export const CALL_COSTS: Readonly<Record<string, Cost>> = {
  '/capi/v2/order/placeOrder': { ip: 2, uid: 5, orderCalls: 1 },
  '/capi/v2/order/batchOrders': { ip: 5, uid: 10, orderCalls: 1 },
  '/capi/v2/order/plan_order': { ip: 2, uid: 5, orderCalls: 1 },
};

export const CANCEL_COSTS: Readonly<Record<string, Cost>> = {
  '/capi/v2/order/cancel_order': { ip: 2, uid: 3, orderCalls: 1 },
  '/capi/v2/order/cancel_batch_orders': { ip: 5, uid: 10, orderCalls: 1 },
  '/capi/v2/order/cancel_plan': { ip: 2, uid: 3, orderCalls: 1 },
};

export const FILLS_COST: Cost = { ip: 5, uid: 5, orderCalls: 0 };

export const LIST_COSTS: Readonly<Record<ListName, Cost>> = {
  open: { ip: 2, uid: 2, orderCalls: 0 },
  history: { ip: 10, uid: 10, orderCalls: 0 },
  'open-triggers': { ip: 3, uid: 3, orderCalls: 0 },
  'trigger-history': { ip: 5, uid: 10, orderCalls: 0 },
};

export const TIME_COST: Cost = { ip: 1, uid: 0, orderCalls: 0 };
