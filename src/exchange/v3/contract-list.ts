/**
 * Turns version 3's list of contracts into instruments (docs/exchange-v3.md#contracts).
 *
 * - tick = 10^-`pricePrecision`: version 3 tells no other.
 * - step = the coarser of `contractVal` and 10^-`quantityPrecision`, which are the same wherever both were seen.
 */
import type { Decimal } from '../../model/decimal.ts';
import type { Received } from '../../model/evidence.ts';
import type { ContractList } from '../../model/instrument.ts';
import { err, ok, type Result } from '../../model/result.ts';
import { isObject, type JsonObject } from '../answers/answers.ts';
import { aboveZero, placesOf, readContractsBy, tenTo } from '../answers/contract-records.ts';
import { BOOK } from './book.ts';

const NAMES = { symbol: 'symbol', minSize: 'minOrderSize', maxSize: 'maxOrderSize' };

/** Reads an answer: an object with a list of symbols. */
export const readContracts = (received: Received): ContractList =>
  readContractsBy(
    { book: BOOK, names: NAMES, listIn: (body) => (isObject(body) ? body['symbols'] : undefined), tickOf, stepOf },
    received,
  );

function tickOf(record: JsonObject): Result<Decimal, string> {
  const places = placesOf(record, 'pricePrecision');
  return places.ok ? ok(tenTo(-places.value)) : places;
}

function stepOf(record: JsonObject): Result<Decimal, string> {
  const value = aboveZero(record, 'contractVal');
  if (!value.ok) return value;
  const places = placesOf(record, 'quantityPrecision');
  if (!places.ok) return places;
  const unit = tenTo(-places.value);
  const [coarse, fine] = unit.compare(value.value) > 0 ? [unit, value.value] : [value.value, unit];
  if (coarse.isMultipleOf(fine)) return ok(coarse);
  return err(`\`contractVal\` ${value.value.toString()} and \`quantityPrecision\` do not fit together`);
}
