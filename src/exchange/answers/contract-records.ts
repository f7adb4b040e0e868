/** Reads the exchange's list of contracts, whatever the version calls its fields. Nothing is guessed: what cannot be read exactly is left out. */
import { Decimal } from '../../model/decimal.ts';
import type { Body, Json, Received } from '../../model/evidence.ts';
import type { ContractList, Instrument, LeftOut } from '../../model/instrument.ts';
import type { FailedRead } from '../../model/listing.ts';
import { err, ok, type Result } from '../../model/result.ts';
import { safeText } from '../../model/safe-text.ts';
import { isObject, readBody, textOf, type JsonObject } from './answers.ts';
import type { AnswerBook, ErrorEnvelope } from './answer-book.ts';
import { errorEnvelope, statusAndError } from './envelope.ts';
import { waitOf } from './told.ts';

/** What a version knows of a contract. */
interface ContractWords {
  readonly book: AnswerBook;
  /** For the fields of a contract. */
  readonly names: { readonly symbol: string; readonly minSize: string; readonly maxSize: string };
  /** The list in the whole answer; undefined where there is none. */
  readonly listIn: (body: Json) => Json | undefined;
  readonly tickOf: (record: JsonObject) => Result<Decimal, string>;
  readonly stepOf: (record: JsonObject) => Result<Decimal, string>;
}

const failed = (message: string): ContractList => ({ kind: 'failed', message });

const accessCause = (error: ErrorEnvelope, { accessCodes, accessWords }: AnswerBook): Pick<FailedRead, 'cause'> =>
  accessCodes.has(error.code) ? { cause: { kind: 'access', ...error, ...accessWords(error) } } : {};

/** Reads an answer. Anything but a bare list of contracts is a failure, never an empty list. */
export function readContractsBy(words: ContractWords, { status, text, retryAfterMs }: Received): ContractList {
  const { book, listIn } = words;
  const body: Body = text.ok ? readBody(text.value) : { kind: 'unreadable', why: text.error };
  const envelope = body.kind === 'json' ? errorEnvelope(body.value, book) : undefined;
  const said = statusAndError(status, envelope);
  if (status === 429 || status === 418 || book.rateCodes.has(envelope?.code ?? '')) {
    return { kind: 'rate-refused', message: said, again: status !== 418, ...waitOf(retryAfterMs, book) };
  }
  if (status >= 300 && status < 400) return failed(`status ${status}, and a redirect is not followed`);
  if (envelope !== undefined) return { kind: 'failed', message: said, ...accessCause(envelope, book) };
  if (status !== 200) return failed(said);
  if (body.kind === 'unreadable') return failed(`the answer is ${body.why}`);
  const list = listIn(body.value);
  if (!Array.isArray(list)) return failed('the answer is not a list');
  return readList(list as readonly Json[], words);
}

function readList(records: readonly Json[], words: ContractWords): ContractList {
  const instruments: Instrument[] = [];
  const leftOut: LeftOut[] = [];
  const seen = new Set<string>();
  for (const [index, record] of records.entries()) {
    const named = isObject(record) ? textOf(record[words.names.symbol]) : undefined;
    if (named !== undefined && seen.has(named)) return failed(`the list has ${named} twice`);
    if (named !== undefined) seen.add(named);
    const read = isObject(record) ? readContract(record, words) : err('it is not an object');
    if (read.ok) instruments.push(read.value);
    else leftOut.push({ symbol: named ?? `entry ${index + 1}`, why: read.error });
  }
  return { kind: 'list', instruments: instruments.toSorted(bySymbol), leftOut };
}

/** By code units and not by a locale, so that every machine sorts alike. */
const bySymbol = (a: Instrument, b: Instrument): number => (a.symbol < b.symbol ? -1 : a.symbol > b.symbol ? 1 : 0);

/** A symbol as plans spell it (schemas/plan.schema.json). */
const SYMBOL = /^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/;

function readContract(record: JsonObject, { names, tickOf, stepOf }: ContractWords): Result<Instrument, string> {
  const symbol = record[names.symbol];
  if (typeof symbol !== 'string') return err(`\`${names.symbol}\` is missing`);
  if (!SYMBOL.test(symbol)) return err('no plan can name such a symbol');
  const tick = tickOf(record);
  if (!tick.ok) return tick;
  const step = stepOf(record);
  if (!step.ok) return step;
  const sizes = sizesOf(record, step.value, names);
  return sizes.ok ? ok({ symbol, tick: tick.value, step: step.value, ...sizes.value }) : sizes;
}

/** The limits of a size. A minimum off the step would mean that the step was read wrongly. */
function sizesOf(
  record: JsonObject,
  step: Decimal,
  { minSize, maxSize }: ContractWords['names'],
): Result<Pick<Instrument, 'minSize' | 'maxSize'>, string> {
  const min = aboveZero(record, minSize);
  if (!min.ok) return min;
  if (!min.value.isMultipleOf(step))
    return err(`\`${minSize}\` ${min.value.toString()} is not a multiple of its step ${step.toString()}`);
  const max = decimalOf(record, maxSize);
  if (!max.ok) return max;
  if (max.value === undefined) return ok({ minSize: min.value });
  if (max.value.compare(min.value) < 0)
    return err(`\`${maxSize}\` ${max.value.toString()} is below \`${minSize}\` ${min.value.toString()}`);
  return ok({ minSize: min.value, maxSize: max.value });
}

export function aboveZero(record: JsonObject, name: string): Result<Decimal, string> {
  const read = decimalOf(record, name);
  if (!read.ok) return read;
  if (read.value === undefined) return err(`\`${name}\` is missing`);
  return read.value.isZero ? err(`\`${name}\` is 0`) : ok(read.value);
}

const NUMBER = /^(?<mantissa>[0-9.]+)(?:[eE](?<exponent>[+-]?[0-9]{1,2}))?$/;

/** The exact value of a field, in its canonical spelling; undefined if there is none (absent, null or empty). */
export function decimalOf(record: JsonObject, name: string): Result<Decimal | undefined, string> {
  const field = record[name];
  if (field === undefined || field === null || field === '') return ok(undefined);
  const text = textOf(field);
  if (text === undefined) return err(`\`${name}\` is not a number`);
  const { mantissa = '', exponent = '0' } = NUMBER.exec(text)?.groups ?? {};
  const power = Math.abs(Number(exponent)) > MOST_PLACES ? undefined : tenTo(Number(exponent));
  const value = power === undefined ? undefined : Decimal.parse(mantissa)?.times(power);
  const exact = value === undefined ? undefined : plain(value);
  return exact === undefined ? err(`\`${name}\` is ${safeText(text, 60)}, not a decimal that can be used`) : ok(exact);
}

/** More than any price or size has, and so few that the digits of a product are never cut off. */
const MOST_PLACES = 30;

/** A field that counts decimals. A negative count means zeros before the point: -1 stands for tens. */
export function placesOf(record: JsonObject, name: string): Result<number, string> {
  const field = record[name];
  if (field === undefined || field === null || field === '') return err(`\`${name}\` is missing`);
  const text = textOf(field) ?? '';
  const isCount = /^-?[0-9]{1,2}$/.test(text) && Math.abs(Number(text)) <= MOST_PLACES;
  return isCount
    ? ok(Number(text))
    : err(`\`${name}\` is ${safeText(text, 60) || 'no number'}, not a count of decimals`);
}

export const tenTo = (exponent: number): Decimal =>
  Decimal.of(exponent < 0 ? `0.${'1'.padStart(-exponent, '0')}` : `1${'0'.repeat(exponent)}`);

/** The same value in its canonical spelling; undefined if that has more digits than a decimal may have. */
export const plain = (value: Decimal): Decimal | undefined => Decimal.parse(value.canonical());
