/** Asks for a page of the account's trades, and reads it (docs/exchange.md#fills). */
import { Decimal } from '../../model/decimal.ts';
import { defined } from '../../model/defined.ts';
import type { Evidence, Json } from '../../model/evidence.ts';
import type { Unanswered } from '../../model/listing.ts';
import type { Fill, FillsPage, FillsQuery } from '../../model/standing.ts';
import { BOOK } from './book.ts';
import { FILLS, MOST_FILLS } from './requests.ts';
import { isObject, orderIdOf, type JsonObject } from '../answers/answers.ts';
import { decimalTextOf, listIn, signedTextOf, timeMsOf, toldBy } from '../answers/told.ts';

/** The path and query of a page. */
export function fillsTarget({ symbol, fromMs, toMs }: FillsQuery): string {
  const [startTime, endTime] = [String(Math.trunc(fromMs)), String(Math.trunc(toMs))];
  const query = new URLSearchParams({ symbol, startTime, endTime, limit: String(MOST_FILLS) });
  return `${FILLS.path}?${query.toString()}`;
}

/** Reads a page from an answer. Anything but a list is a failure, never an empty page. */
export function readFills(evidence: Evidence, clean: (words: string) => string): FillsPage | Unanswered {
  const told = toldBy(evidence, BOOK);
  if (told.kind !== 'told') return told;
  const { payload } = told;
  // It is documented as an object and was read live as a bare list, or as `data` of an envelope whose code nobody noted.
  const records = listIn(payload) ?? (isObject(payload) ? listIn(payload['data'] ?? null) : undefined);
  if (records === undefined) return { kind: 'failed', message: 'an answer without a list' };
  const fills = records.map((record) => fillOf(record, clean)).filter((fill) => fill !== undefined);
  return { kind: 'page', fills, unreadable: records.length - fills.length };
}

/** The trade of a record; an id that contains a credential is not an id. */
function fillOf(record: Json, clean: (words: string) => string): Fill | undefined {
  if (!isObject(record)) return undefined;
  const id = orderIdOf(record['tradeId']);
  const orderId = orderIdOf(record['orderId']);
  const size = decimalTextOf(record['fillSize']);
  const value = decimalTextOf(record['fillValue']);
  const createdMs = timeMsOf(record['createdTime']);
  if (id === undefined || orderId === undefined || size === undefined) return undefined;
  if (value === undefined || createdMs === undefined) return undefined;
  const told = {
    id,
    orderId,
    size,
    value,
    ...defined({ fee: feeIn(record), realised: signedTextOf(record['realizePnl']) }),
  };
  return Object.values(told).every((text) => clean(text) === text) ? { ...told, createdMs } : undefined;
}

/** With what a liquidation cost, where the record tells one. */
function feeIn({ fillFee, liquidateFee }: JsonObject): string | undefined {
  const [fee, more] = [signedTextOf(fillFee), signedTextOf(liquidateFee ?? '0')].map((text) =>
    Decimal.parseSigned(text ?? ''),
  );
  return fee === undefined || more === undefined ? undefined : fee.plus(more).canonical();
}
