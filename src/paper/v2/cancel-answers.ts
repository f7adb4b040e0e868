/** The answers of the cancel calls, in both spellings of a refusal (docs/exchange.md#cancel-failures). */
import { noSuchOrder, type Refusal } from './order/refusals.ts';

/** A cancel that is refused is told by status and code, or in a body of success. Entries of a batch always stand in its body. */
export type CancelSpelling = 'status' | 'body';

export interface CancelOutcome {
  /** Empty if the order was named by a client order id that no order has. */
  readonly orderId: string;
  /** As the call named it; empty if it named the order by the exchange's id. */
  readonly clientOid: string;
  /** Undefined: the cancel was taken on. */
  readonly refusal?: Refusal;
}

interface OneAnswer {
  readonly order_id: string | null;
  readonly client_oid: null;
  readonly result: boolean;
  readonly err_code?: string;
  readonly err_msg: string | null;
}

interface CancelEntry {
  readonly err_code?: string;
  readonly err_msg: string;
  readonly order_id: string;
  readonly client_oid: string;
  readonly result: boolean;
}

interface ManyAnswer {
  readonly result: boolean;
  readonly orderIds: readonly string[];
  readonly clientOids: readonly string[];
  readonly cancelOrderResultList: readonly CancelEntry[];
  readonly failInfos: readonly CancelEntry[];
}

export type CancelReply = OneAnswer | ManyAnswer;

export const isTaken = (answer: CancelReply): boolean => answer.result;

/** The one word that is known of a body's codes. */
const wordOf = (refusal: Refusal): { readonly err_code?: string } =>
  refusal === noSuchOrder ? { err_code: 'order_no_exist_error' } : {};

/** The client order id is not echoed. */
export const oneAnswer = ({ orderId, refusal }: CancelOutcome): OneAnswer => ({
  order_id: orderId === '' ? null : orderId,
  client_oid: null,
  result: refusal === undefined,
  ...(refusal !== undefined && wordOf(refusal)),
  err_msg: refusal?.message ?? null,
});

/** A refused entry stands in both lists. `result` on top is false only if all of them were refused. */
export function manyAnswer(outcomes: readonly CancelOutcome[], spelling: CancelSpelling): ManyAnswer {
  const entries = outcomes.map(({ orderId, clientOid, refusal }): CancelEntry => ({
    ...(refusal !== undefined && spelling === 'body' && wordOf(refusal)),
    err_msg: refusal?.message ?? '',
    order_id: orderId,
    client_oid: clientOid,
    result: refusal === undefined,
  }));
  const taken = entries.filter(({ result }) => result);
  return {
    result: taken.length > 0 || entries.length === 0,
    orderIds: taken.filter((entry) => entry.client_oid === '').map((entry) => entry.order_id),
    clientOids: taken.map((entry) => entry.client_oid).filter((clientOid) => clientOid !== ''),
    cancelOrderResultList: entries,
    failInfos: entries.filter(({ result }) => !result),
  };
}
