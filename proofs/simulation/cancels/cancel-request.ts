/** A cancel as the exchange receives it: a path and a text, and nothing of what the program thinks of them. */

export interface CancelRequest {
  readonly path: string;
  readonly body: string;
  readonly isBatch: boolean;
  readonly isTrigger: boolean;
  readonly by: 'orderId' | 'clientOid';
  readonly names: readonly string[];
}

const CANCEL_PATHS = {
  single: '/capi/v2/order/cancel_order',
  batch: '/capi/v2/order/cancel_batch_orders',
  trigger: '/capi/v2/order/cancel_plan',
} as const;

type Body = Readonly<Partial<Record<'orderId' | 'clientOid', string> & Record<'ids' | 'cids', readonly string[]>>>;

export function readCancel(path: string, body: string): CancelRequest {
  const { orderId, clientOid, ids, cids } = JSON.parse(body) as Body;
  const byId = ids ?? (orderId === undefined ? undefined : [orderId]);
  const byClientOid = cids ?? (clientOid === undefined ? [] : [clientOid]);
  return {
    path,
    body,
    isBatch: path === CANCEL_PATHS.batch,
    isTrigger: path === CANCEL_PATHS.trigger,
    by: byId === undefined ? 'clientOid' : 'orderId',
    names: byId ?? byClientOid,
  };
}
