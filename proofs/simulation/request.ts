/** A call as the exchange receives it: a path and a text, and nothing of what the program thinks of them. */

import { tenthsOf } from './cancels/alive-order.ts';

/** One order in the exchange's own field names. */
export type Entry = Readonly<Record<string, string | number>> & {
  readonly client_oid: string;
  readonly size: string;
  readonly type: string;
};

export interface PlacedRequest {
  readonly path: string;
  readonly body: string;
  readonly isBatch: boolean;
  readonly isTrigger: boolean;
  /** The fields that all orders share, and for a request of one order that order's own as well. */
  readonly shared: Readonly<Record<string, string | number>> & { readonly symbol: string };
  readonly entries: readonly Entry[];
  /** Fields that this wire has no place for. */
  readonly unsaid?: ReadonlySet<string>;
}

/** What tells a call from every other: one that cancels may have no body. */
export const textOf = ({ path, body }: { readonly path: string; readonly body: string }): string => `${path} ${body}`;

type Whole = Entry & { readonly symbol: string; readonly orderDataList?: readonly Entry[] };

const BATCH_PATH = '/capi/v2/order/batchOrders';
const TRIGGER_PATH = '/capi/v2/order/plan_order';

export function readRequest(path: string, body: string): PlacedRequest {
  const whole = JSON.parse(body) as Whole;
  return {
    path,
    body,
    isBatch: path === BATCH_PATH,
    isTrigger: path === TRIGGER_PATH,
    shared: whole,
    entries: whole.orderDataList ?? [whole],
  };
}

/** The price of a limit order, or at which a trigger becomes one. */
export function limitOf({ price, execute_price: then }: Entry): { readonly price?: number } {
  const at = tenthsOf(String(price ?? then ?? 0));
  return at === 0 ? {} : { price: at };
}
