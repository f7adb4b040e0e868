/**
 * Turns the exchange's list of contracts into instruments (docs/exchange.md#contracts). Precision is money, so nothing is
 * guessed: a contract whose fields are missing, or contradict each other, is left out, with the reason.
 *
 * - tick = `priceEndStep` × 10^-`tick_size`. `tick_size` counts decimals and is not a step. The documents do not say what a
 *   missing `priceEndStep` means.
 * - step = `contract_val` if it is above zero, else `minOrderSize`, and a multiple of 10^-`size_increment`. That power
 *   alone is not the step: DOGE goes in hundreds with no decimals.
 *
 * Fields come as strings or numbers. Java writes 0.0000001 as `1E-7` and may write 100 as `1E+2`: both are read exactly.
 */
import { BOOK } from './book.ts';
import { Decimal } from '../../model/decimal.ts';
import { defined } from '../../model/defined.ts';
import type { ContractList, Instrument, LeftOut } from '../../model/instrument.ts';
import { err, ok, type Result } from '../../model/result.ts';
import { safeText } from '../../model/safe-text.ts';
import { isObject, readBody, textOf, type JsonObject } from '../answers/answers.ts';
import { errorEnvelope, statusAndError } from '../answers/envelope.ts';
import type { Body, Json } from '../../model/evidence.ts';
import type { Received } from '../../model/evidence.ts';

const failed = (message: string): ContractList => ({ kind: 'failed', message });

/** Reads an answer. Anything but a bare list of contracts is a failure, never an empty list. */
export function readContracts({ status, text, retryAfterMs }: Received): ContractList {
  const body: Body = text.ok ? readBody(text.value) : { kind: 'unreadable', why: text.error };
  const envelope = body.kind === 'json' ? errorEnvelope(body.value, BOOK) : undefined;
  const said = statusAndError(status, envelope);
  if (status === 429 || status === 418 || BOOK.rateCodes.has(envelope?.code ?? '')) {
    return { kind: 'rate-refused', message: said, ...defined({ retryAfterMs }) };
  }
  if (status >= 300 && status < 400) return failed(`status ${status}, and a redirect is not followed`);
  if (status !== 200 || envelope !== undefined) return failed(said);
  if (body.kind === 'unreadable') return failed(`the answer is ${body.why}`);
  if (!Array.isArray(body.value)) return failed('the answer is not a list');
  return readList(body.value as readonly Json[]);
}

function readList(records: readonly Json[]): ContractList {
  const instruments: Instrument[] = [];
  const leftOut: LeftOut[] = [];
  const seen = new Set<string>();
  for (const [index, record] of records.entries()) {
    const named = isObject(record) ? textOf(record['symbol']) : undefined;
    if (named !== undefined && seen.has(named)) return failed(`the list has ${named} twice`);
    if (named !== undefined) seen.add(named);
    const read = isObject(record) ? readContract(record) : err('it is not an object');
    if (read.ok) instruments.push(read.value);
    else leftOut.push({ symbol: named ?? `entry ${index + 1}`, why: read.error });
  }
  return { kind: 'list', instruments: instruments.toSorted(bySymbol), leftOut };
}

/** By code units and not by a locale, so that every machine sorts alike. */
const bySymbol = (a: Instrument, b: Instrument): number => (a.symbol < b.symbol ? -1 : a.symbol > b.symbol ? 1 : 0);

/** A symbol as plans spell it (schemas/plan.schema.json). */
const SYMBOL = /^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/;

function readContract(record: JsonObject): Result<Instrument, string> {
  const { symbol } = record;
  if (typeof symbol !== 'string') return err('`symbol` is missing');
  if (!SYMBOL.test(symbol)) return err('no plan can name such a symbol');
  const tick = tickOf(record);
  if (!tick.ok) return tick;
  const step = stepOf(record);
  if (!step.ok) return step;
  const sizes = sizesOf(record, step.value);
  return sizes.ok ? ok({ symbol, tick: tick.value, step: step.value, ...sizes.value }) : sizes;
}

function tickOf(record: JsonObject): Result<Decimal, string> {
  const places = placesOf(record, 'tick_size');
  if (!places.ok) return places;
  const endStep = aboveZero(record, 'priceEndStep');
  if (!endStep.ok) return endStep;
  if (!endStep.value.isMultipleOf(tenTo(0)))
    return err(`\`priceEndStep\` ${endStep.value.toString()} is not a whole number`);
  const tick = plain(endStep.value.times(tenTo(-places.value)));
  return tick === undefined ? err('its tick has too many digits') : ok(tick);
}

function stepOf(record: JsonObject): Result<Decimal, string> {
  const faceValue = decimalOf(record, 'contract_val');
  if (!faceValue.ok) return faceValue;
  const step = faceValue.value?.isZero === false ? ok(faceValue.value) : aboveZero(record, 'minOrderSize');
  if (!step.ok) return step;
  const places = placesOf(record, 'size_increment');
  if (!places.ok) return places;
  const unit = tenTo(-places.value);
  if (step.value.isMultipleOf(unit)) return step;
  return err(
    `its step ${step.value.toString()} is not a multiple of ${unit.toString()}, which \`size_increment\` comes to`,
  );
}

/** The limits of a size. A minimum off the step would mean that the step was read wrongly. */
function sizesOf(record: JsonObject, step: Decimal): Result<Pick<Instrument, 'minSize' | 'maxSize'>, string> {
  const min = aboveZero(record, 'minOrderSize');
  if (!min.ok) return min;
  if (!min.value.isMultipleOf(step))
    return err(`\`minOrderSize\` ${min.value.toString()} is not a multiple of its step ${step.toString()}`);
  const max = decimalOf(record, 'maxOrderSize');
  if (!max.ok) return max;
  if (max.value === undefined) return ok({ minSize: min.value });
  if (max.value.compare(min.value) < 0)
    return err(`\`maxOrderSize\` ${max.value.toString()} is below \`minOrderSize\` ${min.value.toString()}`);
  return ok({ minSize: min.value, maxSize: max.value });
}

function aboveZero(record: JsonObject, name: string): Result<Decimal, string> {
  const read = decimalOf(record, name);
  if (!read.ok) return read;
  if (read.value === undefined) return err(`\`${name}\` is missing`);
  return read.value.isZero ? err(`\`${name}\` is 0`) : ok(read.value);
}

const NUMBER = /^(?<mantissa>[0-9.]+)(?:[eE](?<exponent>[+-]?[0-9]{1,2}))?$/;

/** The exact value of a field, in its canonical spelling; undefined if there is none (absent, null or empty). */
function decimalOf(record: JsonObject, name: string): Result<Decimal | undefined, string> {
  const field = record[name];
  if (field === undefined || field === null || field === '') return ok(undefined);
  const text = textOf(field);
  if (text === undefined) return err(`\`${name}\` is not a number`);
  const { mantissa = '', exponent = '0' } = NUMBER.exec(text)?.groups ?? {};
  const power = Math.abs(Number(exponent)) > MOST_PLACES ? undefined : tenTo(Number(exponent));
  const value = power === undefined ? undefined : Decimal.parse(mantissa)?.times(power);
  const exact = value === undefined ? undefined : plain(value);
  return exact === undefined ? err(`\`${name}\` is ${safeText(text, 60)}, no decimal that can be used`) : ok(exact);
}

/** More than any price or size has, and so few that the digits of a product are never cut off. */
const MOST_PLACES = 30;

/** A field that counts decimals. A negative count means zeros before the point: -1 stands for tens. */
function placesOf(record: JsonObject, name: string): Result<number, string> {
  const field = record[name];
  if (field === undefined || field === null || field === '') return err(`\`${name}\` is missing`);
  const text = textOf(field) ?? '';
  const isCount = /^-?[0-9]{1,2}$/.test(text) && Math.abs(Number(text)) <= MOST_PLACES;
  return isCount ? ok(Number(text)) : err(`\`${name}\` is ${safeText(text, 60) || 'no number'}, no count of decimals`);
}

const tenTo = (exponent: number): Decimal =>
  Decimal.of(exponent < 0 ? `0.${'1'.padStart(-exponent, '0')}` : `1${'0'.repeat(exponent)}`);

/** The same value in its canonical spelling; undefined if that has more digits than a decimal may have. */
const plain = (value: Decimal): Decimal | undefined => Decimal.parse(value.canonical());
