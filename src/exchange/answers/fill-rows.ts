/** A page of the account's trades, whatever the version calls their parts. */
import { defined } from '../../model/defined.ts';
import type { Evidence, Json } from '../../model/evidence.ts';
import type { Unanswered } from '../../model/listing.ts';
import { SIDES, type Side } from '../../model/order.ts';
import type { Fill, FillsPage } from '../../model/standing.ts';
import type { AnswerBook } from './answer-book.ts';
import { isObject, orderIdOf, type JsonObject } from './answers.ts';
import { decimalTextOf, signedTextOf, timeMsOf, toldBy } from './told.ts';

/** Where a version has the trades in its answer, and how it names these parts of one. */
interface FillRows {
  readonly book: AnswerBook;
  readonly recordsIn: (payload: Json) => readonly Json[] | undefined;
  readonly names: Readonly<Record<'id' | 'size' | 'value' | 'createdMs' | 'realised', string>>;
  readonly feeIn: (record: JsonObject) => string | undefined;
  /** The side that its words come to, where they come to one. */
  readonly sideIn: (record: JsonObject) => string | undefined;
}

/** Reads a page from an answer. Anything but a list is a failure, never an empty page. */
export function fillsIn(evidence: Evidence, clean: (words: string) => string, rows: FillRows): FillsPage | Unanswered {
  const told = toldBy(evidence, rows.book);
  if (told.kind !== 'told') return told;
  const records = rows.recordsIn(told.payload);
  if (records === undefined) return { kind: 'failed', message: 'an answer without a list' };
  const fills = records.map((record) => fillOf(record, clean, rows)).filter((fill) => fill !== undefined);
  return { kind: 'page', fills, unreadable: records.length - fills.length };
}

/** The trade of a record; an id that contains a credential is not an id. */
function fillOf(record: Json, clean: (words: string) => string, { names, feeIn, sideIn }: FillRows): Fill | undefined {
  if (!isObject(record)) return undefined;
  const [id, orderId] = [orderIdOf(record[names.id]), orderIdOf(record['orderId'])];
  const [size, value] = [decimalTextOf(record[names.size]), decimalTextOf(record[names.value])];
  const createdMs = timeMsOf(record[names.createdMs]);
  if (id === undefined || orderId === undefined || size === undefined) return undefined;
  if (value === undefined || createdMs === undefined) return undefined;
  const texts = defined({ fee: feeIn(record), realised: signedTextOf(record[names.realised]) });
  const told = { id, orderId, size, value, ...texts };
  if (!Object.values(told).every((text) => clean(text) === text)) return undefined;
  return { ...told, ...defined({ side: knownSide(sideIn(record)) }), createdMs };
}

const knownSide = (words: string | undefined): Side | undefined => SIDES.find((side) => side === words);

/** Of which side of the book a trade was, and of which position. */
const SIDES_OF: Readonly<Record<string, Side>> = {
  'BUY LONG': SIDES[0],
  'SELL SHORT': SIDES[1],
  'SELL LONG': SIDES[2],
  'BUY SHORT': SIDES[3],
};

/** A side of ours, where both of its words are known. */
export const sideOfWords = (side: string, position: string): Side | undefined =>
  SIDES_OF[`${side} ${position}`.toUpperCase()];
