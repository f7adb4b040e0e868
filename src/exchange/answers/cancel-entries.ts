/**
 * Judges what an answer to a cancel says of each order. An entry belongs to the order that it names, by order id, else by
 * client order id, never by its place (docs/exchange.md#cancel-batch; docs/exchange.md#cancel-faults). What stands on top of a batch,
 * `result`, `orderIds` or `clientOids`, proves nothing of an order.
 */
import type { CancelAnswer } from '../../model/cancel.ts';
import { defined } from '../../model/defined.ts';
import type { Json } from '../../model/evidence.ts';
import { givenAs, isObject, orderIdOf, textOf, type JsonObject } from './answers.ts';
import { envelopeWords } from './envelope.ts';
import type { AnswerBook } from './answer-book.ts';
import type { CallResult } from './call-result.ts';
import { refusalOfCancel } from './cancel-proof.ts';
import { affirms, errorBeside, saysFailed } from './refusal-proof.ts';
import { allOf, type Judged, type Rule } from './row.ts';

type Orders = Judged['orders'];

/** What each rule of this file means. */
export const CANCEL_ENTRY_RULES: readonly Rule[] = [
  { rule: 'cancel-taken', outcomes: ['taken'], meaning: 'the entry names the order, says true, and has no error' },
  {
    rule: 'cancel-entry-refused',
    outcomes: ['refused'],
    meaning: 'the entry says false, with a code or a word that is known to refuse',
  },
  {
    rule: 'cancel-entry-ambiguous',
    outcomes: ['unknown'],
    meaning: 'the entry says false, but its error does not prove a refusal',
  },
  { rule: 'cancel-entry-contradicts', outcomes: ['unknown'], meaning: 'the entry is not clear' },
  { rule: 'cancel-entries-conflict', outcomes: ['unknown'], meaning: 'two entries name the order, and they differ' },
  {
    rule: 'cancel-missing',
    outcomes: ['unknown'],
    meaning: 'no entry names the order, or a success does not name it as it was asked',
  },
  {
    rule: 'cancel-id-shared',
    outcomes: ['unknown'],
    meaning: 'the answer gives one order id to more than one order',
  },
  {
    rule: 'cancel-without-entries',
    outcomes: ['unknown'],
    meaning: 'the answer to a batch has no list, or one that is not a list',
  },
];

export const unknownCancel = (rule: string, message: string): CancelAnswer => ({ answer: 'unknown', message, rule });

/** Whether a part of an answer holds lists of entries. */
export const hasCancelEntries = (part: JsonObject, { names }: AnswerBook): boolean =>
  names.cancelled.some((name) => givenAs(part, name).length > 0);

/** Which orders of the call a part of an answer names: it counts for every one of them, so that none is believed. */
interface Aim {
  readonly places: readonly number[];
  /** It names an order that is not ours. */
  readonly isForeign: boolean;
  /** All its names are names of one order. */
  readonly isOne: boolean;
}

function aimOf(part: JsonObject, orders: Orders, { names }: AnswerBook): Aim {
  const ids = givenAs(part, names.orderId).map(orderIdOf);
  const oids = names.clientOids.flatMap((name) => givenAs(part, name)).map(textOf);
  // Where the call names an order by its client order id, nobody knows its order id yet: it may be any.
  const byId = orders.every(({ orderId }) => orderId !== undefined)
    ? ids.map((id) => orders.findIndex(({ orderId }) => orderId === id))
    : [];
  const named = [...byId, ...oids.map((oid) => orders.findIndex(({ clientOid }) => clientOid === oid))];
  return {
    places: [...new Set(named)].filter((index) => index >= 0),
    isForeign: named.includes(-1),
    isOne: new Set(named).size <= 1 && new Set(ids).size <= 1 && !ids.includes(undefined),
  };
}

/** Whether a part of an answer names an order that is not ours. */
export const namesForeign = (part: JsonObject, orders: Orders, book: AnswerBook): boolean =>
  aimOf(part, orders, book).isForeign;

/** What the payload of an answer says of each order of its call. */
export function cancelledOf(payload: Json, call: Judged, book: AnswerBook): CallResult<CancelAnswer> {
  const entries = entriesOf(payload, call, book);
  if (entries === undefined) {
    return allOf(call, unknownCancel('cancel-without-entries', 'the answer has no list of orders'));
  }
  const told = call.orders.map((): CancelAnswer[] => []);
  const aimed = entries.map(({ part, isFailure }) => ({ part, isFailure, aim: aimOf(part, call.orders, book) }));
  for (const { part, isFailure, aim } of aimed) {
    for (const at of placesOf(part, aim, call, book)) told[at]?.push(entryAnswer(part, { ...aim, isFailure }, book));
  }
  const verdicts = withoutShared(told.map(agreed));
  const isForeign = aimed.some(({ aim }) => aim.isForeign);
  return {
    kind: 'answered',
    verdicts,
    ...(isForeign && { halt: 'the exchange answered about orders that are not ours' }),
  };
}

interface Entry {
  readonly part: JsonObject;
  /** It stands in the list of what failed. */
  readonly isFailure: boolean;
}

/** The entries of both lists; the payload itself where a call is about one order; undefined where it has no lists. */
function entriesOf(payload: Json, { kind }: Judged, { names }: AnswerBook): readonly Entry[] | undefined {
  if (!isObject(payload)) {
    if (kind !== 'batch') return [];
    return names.isBareList && Array.isArray(payload) ? entriesIn(payload as readonly Json[], false) : undefined;
  }
  if (kind !== 'batch') return [{ part: payload, isFailure: false }];
  const lists = names.cancelled.flatMap((name) =>
    givenAs(payload, name).map((list) => ({ list, isFailure: name === names.failed })),
  );
  if (lists.length === 0 || lists.some(({ list }) => !Array.isArray(list))) return undefined;
  return lists.flatMap(({ list, isFailure }) => entriesIn(list as readonly Json[], isFailure));
}

const entriesIn = (list: readonly Json[], isFailure: boolean): Entry[] =>
  list.filter(isObject).map((part) => ({ part, isFailure }));

/**
 * Which orders of the call a part is about. Where there is only one, a failure needs no name, and a success has to repeat the
 * order id that it was asked by; asked by a client order id it may give any.
 */
function placesOf(
  part: JsonObject,
  { places }: Aim,
  { kind, orders }: Judged,
  { names }: AnswerBook,
): readonly number[] {
  if (kind === 'batch') return places;
  if (part[names.result] !== true || givenAs(part, names.orderId).length > 0) return [0];
  return orders[0]?.orderId === undefined ? places : [];
}

type Manner = Pick<Aim, 'isOne'> & Pick<Entry, 'isFailure'>;

function entryAnswer(part: JsonObject, { isOne, isFailure }: Manner, book: AnswerBook): CancelAnswer {
  const { names } = book;
  const result = part[names.result];
  const error = errorBeside(part, names);
  const said = envelopeWords(error);
  const orderId = orderIdOf(givenAs(part, names.orderId)[0]);
  if (result === true && !saysFailed(part, names) && isOne && !isFailure) {
    return { answer: 'taken', ...defined({ orderId }), rule: 'cancel-taken' };
  }
  if (result !== false || affirms(part, names) || !isOne) {
    return unknownCancel('cancel-entry-contradicts', `the entry is not clear${said === '' ? '' : `: ${said}`}`);
  }
  const refusal = refusalOfCancel(error, book);
  if (refusal !== undefined) return { answer: 'refused', ...refusal, rule: 'cancel-entry-refused' };
  return unknownCancel(
    'cancel-entry-ambiguous',
    `${said === '' ? 'a failure without words' : said}: this does not prove a refusal`,
  );
}

/** What all entries that name an order say of it together. */
function agreed([first, ...rest]: readonly CancelAnswer[]): CancelAnswer {
  if (first === undefined) return unknownCancel('cancel-missing', 'the answer does not name this order');
  if (rest.every((other) => JSON.stringify(other) === JSON.stringify(first))) return first;
  return unknownCancel('cancel-entries-conflict', 'the answer names this order more than once, and differently');
}

/** An order id that is given to more than one order is believed of none of them. */
function withoutShared(answers: readonly CancelAnswer[]): readonly CancelAnswer[] {
  const ids = answers.flatMap((one) => (one.answer === 'taken' && one.orderId !== undefined ? [one.orderId] : []));
  const shared = new Set(ids.filter((id, at) => ids.indexOf(id) !== at));
  return answers.map((one) =>
    one.answer === 'taken' && one.orderId !== undefined && shared.has(one.orderId)
      ? unknownCancel('cancel-id-shared', `order id ${one.orderId} is given to more than one order`)
      : one,
  );
}
