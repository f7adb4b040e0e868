/** Asks for a page of the account's trades, and reads it (docs/exchange-v3.md#trades). */
import { defined } from '../../model/defined.ts';
import type { Evidence, Json } from '../../model/evidence.ts';
import type { Unanswered } from '../../model/listing.ts';
import type { Fill, FillsPage, FillsQuery } from '../../model/standing.ts';
import { isObject, orderIdOf, textOf, type JsonObject } from '../answers/answers.ts';
import { decimalTextOf, listIn, signedTextOf, timeMsOf, toldBy } from '../answers/told.ts';
import { BOOK } from './book.ts';
import { FILLS, PAGE_SIZE } from './requests.ts';
import { onWire } from './symbols.ts';

/** The path and query of a page. */
export function fillsTarget({ symbol, fromMs, toMs }: FillsQuery): string {
  const [startTime, endTime] = [String(Math.trunc(fromMs)), String(Math.trunc(toMs))];
  const query = new URLSearchParams({ symbol: onWire(symbol), startTime, endTime, limit: String(PAGE_SIZE) });
  return `${FILLS.path}?${query.toString()}`;
}

/** Reads a page from an answer. Anything but a list is a failure, never an empty page. */
export function readFills(evidence: Evidence, clean: (words: string) => string): FillsPage | Unanswered {
  const told = toldBy(evidence, BOOK);
  if (told.kind !== 'told') return told;
  const records = listIn(told.payload);
  if (records === undefined) return { kind: 'failed', message: 'an answer without a list' };
  const fills = records.map((record) => fillOf(record, clean)).filter((fill) => fill !== undefined);
  return { kind: 'page', fills, unreadable: records.length - fills.length };
}

/** The trade of a record; an id that contains a credential is not an id. */
function fillOf(record: Json, clean: (words: string) => string): Fill | undefined {
  if (!isObject(record)) return undefined;
  const [id, orderId] = [orderIdOf(record['id']), orderIdOf(record['orderId'])];
  const [size, value] = [decimalTextOf(record['qty']), decimalTextOf(record['quoteQty'])];
  const createdMs = timeMsOf(record['time']);
  if (id === undefined || orderId === undefined || size === undefined) return undefined;
  if (value === undefined || createdMs === undefined) return undefined;
  const told = {
    id,
    orderId,
    size,
    value,
    ...defined({ fee: feeIn(record), realised: signedTextOf(record['realizedPnl']) }),
  };
  return Object.values(told).every((text) => clean(text) === text) ? { ...told, createdMs } : undefined;
}

/** The quote coin of every contract. */
const QUOTE_COIN = 'USDT';

/** A fee in another coin cannot be added to any. */
const feeIn = ({ commission, commissionAsset }: JsonObject): string | undefined =>
  (textOf(commissionAsset) ?? QUOTE_COIN) === QUOTE_COIN ? signedTextOf(commission) : undefined;
