/**
 * Judges a batch answer entry by entry. Entries belong to orders by client order id alone, never by position, and an entry
 * that names no order of ours decides nothing (docs/exchange.md#batch-answer; faults 37 to 45 of docs/exchange.md#faults).
 */
import type { Verdict } from '../../model/outcome.ts';
import type { AnswerBook } from './answer-book.ts';
import type { CallResult } from './call-result.ts';
import { isObject, orderIdOf, textOf, type JsonObject } from './answers.ts';
import type { Json } from '../../model/evidence.ts';
import { namesOrder, provesRefusal, saysFailed } from './refusal-proof.ts';
import type { Judged, Rule } from './row.ts';

/** What each rule of this file means. */
export const ENTRY_RULES: readonly Rule[] = [
  {
    rule: 'entry-accepted',
    outcomes: ['accepted'],
    meaning: 'the entry says success, gives an order id, and has no error',
  },
  {
    rule: 'entry-rejected',
    outcomes: ['rejected'],
    meaning: 'the entry says failure with a code that is known to refuse, and nothing in it looks like an order',
  },
  {
    rule: 'entry-ambiguous',
    outcomes: ['unknown'],
    meaning: 'the entry says failure, but its error does not prove a refusal',
  },
  { rule: 'entry-contradicts', outcomes: ['unknown'], meaning: 'the entry is not clear' },
  { rule: 'entries-conflict', outcomes: ['unknown'], meaning: 'two entries name the order, and they differ' },
  { rule: 'entry-missing', outcomes: ['unknown'], meaning: 'no entry names the order' },
  {
    rule: 'order-id-shared',
    outcomes: ['unknown'],
    meaning: 'the answer gives one order id to more than one order',
  },
  { rule: 'batch-without-entries', outcomes: ['unknown'], meaning: 'the answer to a batch has no list of orders' },
];

export function classifyBatch(payload: Json, call: Judged, book: AnswerBook): CallResult {
  const list = isObject(payload) ? payload[book.names.entries] : book.names.isBareList ? payload : undefined;
  if (!Array.isArray(list)) {
    return {
      kind: 'answered',
      verdicts: call.orders.map(() => unknown('batch-without-entries', 'the answer has no list of orders')),
    };
  }
  const entries = (list as readonly Json[]).map((entry) => (isObject(entry) ? entry : {}));
  const named = byClientOid(entries, book);
  const shared = sharedOrderIds(entries, book);
  const verdicts = call.orders.map(({ clientOid }) => entriesVerdict(named.get(clientOid) ?? [], shared, book));
  const ours = new Set(call.orders.map(({ clientOid }) => clientOid));
  const foreign = [...named.keys()].filter((clientOid) => !ours.has(clientOid));
  return {
    kind: 'answered',
    verdicts,
    ...(foreign.length > 0 && { halt: 'the exchange answered about orders that are not ours' }),
  };
}

function byClientOid(entries: readonly JsonObject[], { names }: AnswerBook): Map<string, JsonObject[]> {
  const named = new Map<string, JsonObject[]>();
  for (const entry of entries) {
    const clientOid = textOf(entry[names.clientOid]);
    if (clientOid === undefined || clientOid === '') continue;
    const same = named.get(clientOid);
    if (same === undefined) named.set(clientOid, [entry]);
    else same.push(entry);
  }
  return named;
}

/** Order ids that are given to more than one order. An entry without a client order id counts as an order of its own. */
function sharedOrderIds(entries: readonly JsonObject[], { names }: AnswerBook): Set<string> {
  const owners = new Map<string, string>();
  const shared = new Set<string>();
  for (const entry of entries) {
    const orderId = orderIdOf(entry[names.orderId]);
    if (orderId === undefined) continue;
    const owner = textOf(entry[names.clientOid]) ?? '';
    if (owners.has(orderId) && owners.get(orderId) !== owner) shared.add(orderId);
    owners.set(orderId, owner);
  }
  return shared;
}

const unknown = (rule: string, message: string): Verdict => ({ outcome: 'unknown', message, rule });

/** The verdict on one order: all entries that name it must agree. */
function entriesVerdict(entries: readonly JsonObject[], shared: ReadonlySet<string>, book: AnswerBook): Verdict {
  const [first, ...rest] = entries.map((entry) => entryVerdict(entry, book));
  if (first === undefined) return unknown('entry-missing', 'the answer does not name this order');
  if (rest.some((other) => JSON.stringify(other) !== JSON.stringify(first))) {
    return unknown('entries-conflict', 'the answer names this order more than once, and differently');
  }
  if (first.outcome === 'accepted' && shared.has(first.orderId)) {
    return unknown('order-id-shared', `order id ${first.orderId} is given to more than one order`);
  }
  return first;
}

export function entryVerdict(entry: JsonObject, book: AnswerBook): Verdict {
  const { names } = book;
  const result = entry[names.result];
  const orderId = orderIdOf(entry[names.orderId]);
  const code = textOf(entry[names.errorCode]) ?? '';
  const message = textOf(entry[names.errorMessage]) ?? '';
  const isFaultless = (entry[names.errorCode] ?? '') === '' && !saysFailed(entry, names);
  if (result === true && orderId !== undefined && isFaultless) {
    return { outcome: 'accepted', orderId, rule: 'entry-accepted' };
  }
  if (result === false && !namesOrder(entry, names) && provesRefusal({ code, message }, book)) {
    return { outcome: 'rejected', code, message, rule: 'entry-rejected' };
  }
  const said = [code, message].filter((part) => part !== '').join(' ');
  if (result === false && !namesOrder(entry, names) && code !== '') {
    return unknown('entry-ambiguous', `${said}: this error does not prove a refusal`);
  }
  return unknown('entry-contradicts', `the entry is not clear${said === '' ? '' : `: ${said}`}`);
}
