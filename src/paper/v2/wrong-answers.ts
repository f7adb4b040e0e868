/** The faults of an answer: in its content, in what it claims to have happened, and in how it arrives. */
import { envelope, html, noMargin, refused, TOO_FREQUENT, type Answer, type Delivery } from './order/refusals.ts';
import type { CancelFaultName } from '../cancel-faults.ts';
import type { FaultName, Hand } from '../faults.ts';
import type { WireFaultName } from '../wire-faults.ts';
import type { OrderInfo, PaperPlaced } from './operations.ts';

type Faults = ReadonlySet<FaultName>;

/** Applies the faults in the content of a successful answer; `earlierIds` belong to the orders before the call. */
export function garble(placed: PaperPlaced, { faults, pick }: Hand, earlierIds: readonly string[]): PaperPlaced {
  if (!('order_info' in placed)) {
    if (faults.has('no-order-id')) return { client_oid: placed.client_oid };
    return faults.has('order-id-again') ? underId(placed, earlierIds[0]) : placed;
  }
  const chosen = Math.floor(pick * placed.order_info.length);
  let entries: readonly OrderInfo[] = placed.order_info;
  if (faults.has('order-id-again')) {
    entries = entries.map((entry, index) => (entry.result ? underId(entry, earlierIds[index]) : entry));
  }
  if (faults.has('no-order-id')) {
    entries = entries.map((entry, index) => (index === chosen ? withoutOrderId(entry) : entry));
  }
  if (faults.has('missing')) entries = entries.toSpliced(chosen, 1);
  if (faults.has('reorder')) entries = entries.toReversed();
  return { order_info: entries, result: placed.result };
}

const underId = <T extends object>(info: T, orderId: string | undefined): T =>
  orderId === undefined ? info : { ...info, order_id: orderId };

function withoutOrderId(entry: OrderInfo): OrderInfo {
  const { order_id: _left, ...rest } = entry;
  return rest;
}

/** The false answer about orders that were accepted; undefined if none was accepted, or the answer is true. */
export function misreport(
  placed: PaperPlaced,
  faults: Faults,
  businessStatus: number,
  wallMs: number,
): Answer | undefined {
  const infos = 'order_info' in placed ? placed.order_info : [placed];
  const named = infos.filter(({ order_id: id }) => id !== '').map(({ order_id: orderId }) => ({ orderId }));
  if (named.length === 0) return undefined;
  const data = 'order_info' in placed ? named : named[0];
  if (faults.has('error-unlisted')) return unlisted(businessStatus, wallMs);
  if (faults.has('error-with-order')) return envelope(businessStatus, noMargin, wallMs, data);
  if (faults.has('zeros-with-order')) return envelope(200, { code: '000000', message: 'Success' }, wallMs, data);
  return faults.has('rate-with-order') ? envelope(429, TOO_FREQUENT, wallMs, data) : undefined;
}

/** For an order call of either kind, by either version. */
export type AnyFaults = ReadonlySet<FaultName | CancelFaultName | WireFaultName>;

/** The false answer about cancels of which one was taken on at least; undefined if the answer is true. */
export const misreportCancel = (faults: AnyFaults, businessStatus: number, wallMs: number): Answer | undefined =>
  faults.has('error-unlisted') ? unlisted(businessStatus, wallMs) : undefined;

const unlisted = (businessStatus: number, wallMs: number): Answer =>
  refused({ code: '45001', message: 'Unknown error' }, businessStatus, wallMs);

/** How an answer arrives; `misreported`, if given, replaces it. */
export function faultAfter(delivery: Delivery, faults: AnyFaults, misreported: Answer | undefined): Delivery {
  if (faults.has('drop-after')) return { kind: 'cut' };
  if (faults.has('stall-after')) return { kind: 'stall' };
  if (!('answer' in delivery)) return delivery;
  if (faults.has('http-502-after')) return { kind: 'answer', answer: html(502, 'Bad Gateway') };
  if (misreported !== undefined) return { kind: 'answer', answer: misreported };
  if (faults.has('garbage')) return { kind: 'answer', answer: { ...delivery.answer, body: 'upstream said: {"order_' } };
  return faults.has('truncate') ? { kind: 'truncate', answer: delivery.answer } : delivery;
}
