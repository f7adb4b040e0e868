/** Asks for a page of a list, and reads it. A list proves only presence: an order that is not in it may still exist. */
import { CLOCK_CODE, RATE_CODE } from '../../model/answer-codes.ts';
import { defined } from '../../model/defined.ts';
import { isPaged, LISTS, PAGE_SIZE, type ListAnswer, type ListedOrder, type ListQuery } from '../../model/listing.ts';
import { SIDES } from '../../model/order.ts';
import {
  envelopeWords,
  errorEnvelope,
  isObject,
  lettersOf,
  orderIdOf,
  payloadOf,
  textOf,
  type ErrorEnvelope,
} from './answers.ts';
import type { Answer, Evidence, Json } from './evidence.ts';

/** The path and query of a page; each list names its parameters differently (docs/exchange.md#lists). */
export function listTarget({ list, symbol, page, fromMs, toMs }: ListQuery): string {
  const size = String(PAGE_SIZE);
  const [from, to] = [String(Math.trunc(fromMs)), String(Math.trunc(toMs))];
  const query: Readonly<Record<string, string>> = isPaged(list)
    ? { symbol, limit: size, page: String(page) }
    : list === 'history'
      ? { symbol, pageSize: size, createDate: from, endCreateDate: to }
      : { symbol, startTime: from, endTime: to, pageSize: size };
  return `${LISTS[list].path}?${new URLSearchParams(query).toString()}`;
}

/** Reads a page from an answer. Anything but a list is a failure, never an empty page. */
export function readList(evidence: Evidence): ListAnswer {
  if (evidence.kind === 'no-answer')
    return { kind: 'failed', message: evidence.message, ...(evidence.mayHaveLeft && { isLost: true }) };
  const { status, body } = evidence;
  const envelope = body.kind === 'json' ? errorEnvelope(body.value) : undefined;
  if (status === 429 || status === 418 || envelope?.code === RATE_CODE) return rateRefused(evidence, envelope);
  if (body.kind === 'unreadable') return { kind: 'failed', message: `status ${status}, body ${body.why}` };
  if (envelope !== undefined) {
    return { kind: envelope.code === CLOCK_CODE ? 'clock-refused' : 'failed', message: envelopeWords(envelope) };
  }
  const payload = payloadOf(body.value);
  const list = isObject(payload) ? payload['list'] : payload;
  if (status !== 200 || !Array.isArray(list)) return { kind: 'failed', message: `status ${status}, and no list` };
  const records = list as readonly Json[];
  const orders = records.map(listed).filter((order) => order !== undefined);
  return { kind: 'page', orders, unreadable: records.length - orders.length };
}

const rateRefused = ({ status, retryAfterMs }: Answer, envelope: ErrorEnvelope | undefined): ListAnswer => ({
  kind: 'rate-refused',
  message: envelope === undefined ? `status ${status}` : envelopeWords(envelope),
  again: status !== 418,
  ...defined({ retryAfterMs }),
});

function listed(record: Json): ListedOrder | undefined {
  if (!isObject(record)) return undefined;
  const orderId = orderIdOf(record['order_id']);
  if (orderId === undefined) return undefined;
  const created = textOf(record['createTime']);
  const type = textOf(record['type']);
  return {
    clientOid: textOf(record['client_oid']) ?? '',
    orderId,
    ...defined({
      // The history writes it with a capital (docs/exchange.md#records).
      symbol: textOf(record['symbol']) ?? textOf(record['Symbol']),
      side: type === undefined ? undefined : sideOf(type),
      size: textOf(record['size']),
      createdMs: created !== undefined && /^[0-9]{13}$/.test(created) ? Number(created) : undefined,
    }),
  };
}

/** A side from `1` to `4` or from words; live trigger lists write the words in capitals (docs/exchange.md#record-words). */
const sideOf = (type: string): string =>
  SIDES.find((side, at) => type === String(at + 1) || lettersOf(side) === lettersOf(type)) ?? type;

/** The answer with `change` applied to every text of the exchange but the order ids. */
export function withListWords(answer: ListAnswer, change: (words: string) => string): ListAnswer {
  if (answer.kind !== 'page') return { ...answer, message: change(answer.message) };
  const changed = (text: string | undefined): string | undefined => (text === undefined ? undefined : change(text));
  const orders = answer.orders.map(({ symbol, side, size, ...order }) => ({
    ...order,
    ...defined({ symbol: changed(symbol), side: changed(side), size: changed(size) }),
  }));
  return { ...answer, orders };
}

/** The server's time from an answer of market/time, in ms since 1970; undefined if it has none. */
export function readTime(evidence: Evidence): number | undefined {
  if (evidence.kind !== 'answer' || evidence.status !== 200 || evidence.body.kind !== 'json') return undefined;
  const payload = payloadOf(evidence.body.value);
  const text = isObject(payload) ? textOf(payload['timestamp']) : undefined;
  return text !== undefined && /^[0-9]{13}$/.test(text) ? Number(text) : undefined;
}
