/** What an answer to a cancel obliges the program to: less than one to a placing, as no cancel is an end. */
import type { Answered } from '../answered.ts';
import type { CancelRequest } from '../cancels/cancel-request.ts';
import { byStatus, bareDuty, fieldsOf, stop, type Duty, type Fields } from './duty.ts';

/** Undefined: it obliges to nothing beyond its orders' ends. An unknown cancel stops nothing, and neither does a refused one. */
export function cancelDutyOf({ evidence, reply }: Answered, request: CancelRequest): Duty | undefined {
  if (evidence.kind === 'no-answer')
    return !evidence.mayHaveLeft && evidence.failure === 'tls' ? stop('a certificate that is refused') : undefined;
  if (reply === undefined) throw new Error('an answer comes without its text');
  const duty = byStatus(reply);
  if (duty !== undefined) return duty.kind === 'unknown' ? undefined : duty;
  const fields = fieldsOf(reply.body);
  if (fields === undefined) return undefined;
  const bare = bareDuty(reply, fields);
  if (bare !== undefined) return bare;
  return reply.status === 200 && namesAnother(fieldsOf(withTexts(reply.body)) ?? fields, request)
    ? stop('an answer about an order that is not ours')
    : undefined;
}

/** Whether any number in it is as an order id and none of the request's: in another spelling than the documented one it may end the sending. */
export const mayNameAnother = ({ reply }: Answered, { names }: CancelRequest): boolean =>
  (reply?.body.match(/\d{15,}/g) ?? []).some((id) => !names.includes(id));

/** Order ids that are numbers as texts: they are more than a float holds. */
const withTexts = (body: string): string => body.replaceAll(/"order_id":(\d+)/g, '"order_id":"$1"');

/** Whether a success names an order that the request did not. */
function namesAnother(fields: Fields, { by, names, isBatch }: CancelRequest): boolean {
  if (by !== 'orderId') return false;
  const payload = (fields['data'] ?? fields) as Fields;
  const lists = ['cancelOrderResultList', 'failInfos'].map((key) => payload[key]);
  if (isBatch && !lists.every(Array.isArray)) return false;
  const entries = isBatch ? (lists.flat() as readonly Fields[]) : [payload];
  const isStrange = (id: unknown): boolean => typeof id === 'string' && /^\d{15,}$/.test(id) && !names.includes(id);
  return entries.some((entry) => typeof entry['result'] === 'boolean' && isStrange(entry['order_id']));
}
