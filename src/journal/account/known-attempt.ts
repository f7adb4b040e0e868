/** A call that was begun, and the steps of its orders that its ending records. */
import type { Verdict } from '../../model/outcome.ts';
import type { IntendedOrder } from '../records/request.ts';
import type { LogRecord } from '../records/record-log.ts';
import type { PlacedAt, Said } from '../records/record-schema.ts';
import type { OrderStep } from '../records/apply-record.ts';

/** An order of a call. */
export interface SentOrder extends IntendedOrder {
  /** From 0: how often it went under this lineage before. */
  readonly again: number;
}

/** A call that was begun. */
export interface KnownAttempt {
  readonly id: number;
  /** The number of the plan's record; undefined for a question. */
  readonly plan: number | undefined;
  readonly orders: readonly SentOrder[];
  /** For a cancel: where each of its orders was placed. */
  readonly cancels?: readonly PlacedAt[];
  readonly atMs: number;
  readonly uptimeMs: number | null;
  readonly signedAtMs: number;
}

export function intentOf(
  { id, plan = 0, atMs, uptimeMs }: LogRecord,
  { orders, contents, marks, signedAtMs }: Said['intent'],
): KnownAttempt {
  const sent = orders.map(([order, clientOid, lineage, again], at): SentOrder => {
    const marked = marks?.[at];
    return { id: order, clientOid, lineage, again, content: contents[at] ?? {}, ...(marked && { marks: marked }) };
  });
  return { id, plan, orders: sent, atMs, uptimeMs, signedAtMs };
}

/** A question carries no order. */
export const questionOf = ({ id, atMs, uptimeMs }: LogRecord): KnownAttempt => ({
  id,
  plan: undefined,
  orders: [],
  atMs,
  uptimeMs,
  signedAtMs: atMs,
});

/** A cancel carries no order: it is about orders that were placed. */
export const cancelOf = (record: LogRecord, { orders, signedAtMs }: Said['cancel']): KnownAttempt => ({
  ...questionOf(record),
  plan: record.plan,
  cancels: orders,
  signedAtMs,
});

/** What names the order in a step. */
export const keysOf = ({ id, clientOid, lineage }: SentOrder): Pick<SentOrder, 'id' | 'clientOid' | 'lineage'> => ({
  id,
  clientOid,
  lineage,
});

export function notSent(order: SentOrder, atMs: number, message = ''): OrderStep {
  return { ...keysOf(order), step: 'not-sent', atMs, message };
}

export function concluded({ id, clientOid, lineage }: SentOrder, atMs: number, verdict: Verdict): OrderStep {
  const { rule } = verdict;
  switch (verdict.outcome) {
    case 'accepted':
      return { id, clientOid, lineage, step: 'accepted', atMs, orderId: verdict.orderId, rule };
    case 'rejected':
      return { id, clientOid, lineage, step: 'rejected', atMs, code: verdict.code, message: verdict.message, rule };
    case 'unknown':
      return { id, clientOid, lineage, step: 'unknown', atMs, message: verdict.message, rule };
  }
}
