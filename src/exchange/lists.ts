/** Asks for a page of a list and reads it. Reading proves presence only: what a list does not tell may exist all the same. */
import { LISTS, PAGE_SIZE, type ListAnswer, type ListedOrder, type ListQuery } from '../model/listing.ts';
import { errorEnvelope, isObject, orderIdOf, payloadOf, textOf } from './answers.ts';
import type { Evidence, Json } from './evidence.ts';

/** Path and query of a page; the parameters' names differ from list to list (exchange-facts section 7). */
export function listTarget({ list, symbol, page, fromMs, toMs }: ListQuery): string {
  const size = String(PAGE_SIZE);
  const [from, to] = [String(Math.trunc(fromMs)), String(Math.trunc(toMs))];
  const query: Readonly<Record<string, string>> =
    list === 'history'
      ? { symbol, pageSize: size, createDate: from, endCreateDate: to }
      : list === 'trigger-history'
        ? { symbol, startTime: from, endTime: to, pageSize: size }
        : { symbol, startTime: from, endTime: to, limit: size, page: String(page) };
  return `${LISTS[list].path}?${new URLSearchParams(query).toString()}`;
}

/** A page out of an answer. Whatever is no list is a failure, never an empty page. */
export function readList(evidence: Evidence): ListAnswer {
  if (evidence.kind === 'no-answer') return { kind: 'failed', message: evidence.message };
  const { status, body, retryAfterMs } = evidence;
  if (status === 429 || status === 418) {
    return { kind: 'rate-refused', message: `status ${status}`, ...(retryAfterMs !== undefined && { retryAfterMs }) };
  }
  if (body.kind === 'unreadable') return { kind: 'failed', message: `status ${status}, body ${body.why}` };
  const envelope = errorEnvelope(body.value);
  if (envelope !== undefined) return { kind: 'failed', message: `${envelope.code} ${envelope.message}`.trim() };
  const payload = payloadOf(body.value);
  const list = isObject(payload) ? payload['list'] : payload;
  if (status !== 200 || !Array.isArray(list)) return { kind: 'failed', message: `status ${status}, and no list` };
  const records = list as readonly Json[];
  return { kind: 'page', orders: records.flatMap(listed), told: records.length };
}

function listed(record: Json): ListedOrder[] {
  if (!isObject(record)) return [];
  const clientOid = textOf(record['client_oid']);
  const orderId = orderIdOf(record['order_id']);
  if (clientOid === undefined || clientOid === '' || orderId === undefined) return [];
  const created = textOf(record['createTime']);
  return [
    { clientOid, orderId, ...(created !== undefined && /^[0-9]{13}$/.test(created) && { createdMs: Number(created) }) },
  ];
}

/** Server time in ms since 1970 out of market/time's answer, or undefined. */
export function readTime(evidence: Evidence): number | undefined {
  if (evidence.kind !== 'answer' || evidence.status !== 200 || evidence.body.kind !== 'json') return undefined;
  const payload = payloadOf(evidence.body.value);
  const text = isObject(payload) ? textOf(payload['timestamp']) : undefined;
  return text !== undefined && /^[0-9]{13}$/.test(text) ? Number(text) : undefined;
}
