/**
 * How a placed order stands on the exchange, by its records in the lists and by its trades. Pure.
 *
 * Invariants
 * 1. Only a record under the order's own order id is evidence of it, and only where all that it says agrees with what was sent.
 *    Where that id is a person's word, the record has to have the order's client order id.
 * 2. Its trades say how much of it was filled (docs/exchange.md#fills); its record is held against them. Where the two
 *    contradict each other nothing is told: the exchange has not finished writing, or one of them is wrong.
 * 3. An order in no list is not found. That proves nothing about it.
 */
import { Decimal } from '../../model/decimal.ts';
import { safeText } from '../../model/safe-text.ts';
import type { ListedOrder, ListName, TellingRecord } from '../../model/listing.ts';
import { Rational } from '../../model/rational.ts';
import type { Fill, LastSeen, RecordStatus } from '../../model/standing.ts';
import type { Sought } from './list-matches.ts';
import { differences, MOST_SHOWN } from './record-differences.ts';

/** An order that was placed, as far as it can be recognised. */
export interface LookedAt extends Omit<Sought, 'claimedAs' | 'elsewhere'> {
  readonly orderId: string;
  /** Its order id is a person's word: only its client order id is evidence of it. */
  readonly isClaimed?: true;
  /** Its order id is that of the one order that a list had under its client order id: the exchange may have made another of it. */
  readonly isFound?: true;
  /** A trigger that becomes a market order, which does not rest. */
  readonly isAtMarket?: true;
  /** Its order id is that of the limit order that its trigger became. */
  readonly firedAs?: string;
}

export type Stand =
  /** `isOver`: it is on the exchange no more. A trigger at a price that fired is not: the limit order that it became may rest. */
  | {
      readonly kind: 'seen';
      readonly seen: LastSeen;
      readonly isOver: boolean;
      readonly lists: readonly ListName[];
      /** Why it is not known how much was filled, where that was asked for and not answered. */
      readonly unsized?: string;
    }
  /** Every list was read to its end, and none has it. */
  | { readonly kind: 'not-found'; readonly atMs: number }
  /** What was read does not tell how it stands; `twin`: the order id of another order that has its client order id. */
  | { readonly kind: 'failed'; readonly message: string; readonly twin?: string };

/** What was read for an order. */
interface StandRead {
  readonly records: readonly TellingRecord[];
  /** The lists that were not read to their end, and why. */
  readonly unread: readonly string[];
  /** Its own trades; undefined where they were not read to their end. */
  readonly fills: readonly Fill[] | undefined;
  /** Why they were not read. */
  readonly fillsFailure?: string | undefined;
  /** When the last of it came, in ms since 1970. */
  readonly atMs: number;
}

export function standOf(order: LookedAt, { records, unread, fills, fillsFailure, atMs }: StandRead): Stand {
  if (records.length === 0) return unread.length > 0 ? failed(unread.join('; ')) : { kind: 'not-found', atMs };
  const told = records.map(({ record }) => record);
  for (const record of told) {
    const [against] = contradictions(order, record);
    if (against !== undefined) return failed(`its record says ${against}`);
  }
  const status = statusOf(told);
  if (status === undefined) return failed('its record does not say its state');
  const filled = filledOf(order, status, told, fills);
  if (typeof filled === 'string') return failed(filled);
  const state = stateOf(order, status, filled);
  const { firedAs } = order;
  const seen = { state, ...filledWords(filled), ...(firedAs !== undefined && { firedAs }), atMs };
  const isOver = state === 'triggered' ? order.isAtMarket === true : IS_OVER.has(state);
  const unsized = filled === undefined && fillsFailure !== undefined ? { unsized: `its trades: ${fillsFailure}` } : {};
  const lists = [...new Set(records.map(({ list }) => list))];
  return { kind: 'seen', seen, isOver, lists, ...unsized };
}

/**
 * How one stands whose trades come to more than its size: its records alone say it, and what was known before. Undefined where its trades
 * do not contradict it so, or its records do not tell.
 */
export function standByRecord(
  order: LookedAt,
  { records, fills = [], atMs }: Pick<StandRead, 'records' | 'fills' | 'atMs'>,
  before = '0',
): Stand | undefined {
  const told = records.map(({ record }) => record);
  const whole = Decimal.parse(order.size);
  const traded = sumOf(fills.map((fill) => fill.size));
  const [status, isNone] = [statusOf(told), told.length === 0 || order.isTrigger];
  if (isNone || whole === undefined || status === undefined || traded.compare(whole) <= 0) return undefined;
  if (told.some((record) => contradictions(order, record).length > 0)) return undefined;
  const most = greatest([before, ...told.map((one) => one.filledSize ?? (one.status === 'filled' ? order.size : '0'))]);
  const size = isAbove(most, whole) ? whole : Decimal.of(most);
  const state = stateOf(order, status, { size });
  const { firedAs } = order;
  const seen = { state, filledSize: size.canonical(), ...(firedAs !== undefined && { firedAs }), atMs };
  return { kind: 'seen', seen, isOver: IS_OVER.has(state), lists: [...new Set(records.map(({ list }) => list))] };
}

/**
 * Where the exchange made a second order of the request of one that lists alone have named: how it stands is not known while that one
 * may rest, or may have been filled. Undefined where there is no such order.
 */
export function twinOf(
  { orderId, clientOid, isFound, isTrigger }: LookedAt,
  records: readonly TellingRecord[],
): Stand | undefined {
  if (isFound !== true) return undefined;
  const twin = records.find(({ record }) => {
    const isOther = record.clientOid === clientOid && record.orderId !== orderId;
    // A trigger that was cancelled has become no order, so nothing of it was filled, whatever its record lacks.
    const isNothing = record.status === 'cancelled' && (isTrigger || isZero(record.filledSize ?? ''));
    return isOther && !isNothing;
  });
  if (twin === undefined) return undefined;
  const other = twin.record.orderId;
  return { ...failed(`the lists have it as order ${orderId}, and as order ${other}`), twin: other };
}

/** Whether its trades have to be read: the record does not say that nothing was filled of an order that rests. */
export const needsFills = ({ status, filledSize }: ListedOrder): boolean =>
  status === 'filled' || status === 'cancelled' || filledSize === undefined || !isZero(filledSize);

const failed = (message: string): Extract<Stand, { kind: 'failed' }> => ({ kind: 'failed', message });
const isZero = (size: string): boolean => Decimal.parse(size)?.isZero === true;

const IS_OVER: ReadonlySet<LastSeen['state']> = new Set(['filled', 'cancelled']);
const FINAL: ReadonlySet<RecordStatus> = new Set(['filled', 'cancelled', 'triggered']);

function contradictions(order: LookedAt, record: ListedOrder): string[] {
  const { clientOid, orderId } = record;
  if (orderId !== order.orderId) return [`it is order ${orderId}, not ${order.orderId}`];
  // What a trigger became may have a client order id that the exchange made.
  const isNamed = clientOid !== '' && order.firedAs !== orderId;
  const isForeign = clientOid !== order.clientOid && (isNamed || order.isClaimed === true);
  const told = differences(order, record);
  if (!isForeign) return told;
  const whose = clientOid === '' ? 'it has no client order id' : `it is ${safeText(clientOid, MOST_SHOWN)}`;
  return [`${whose}, not ${order.clientOid}`, ...told];
}

/** What rests was read before what is over: an order that ended in between stands in both. Undefined: they do not agree. */
function statusOf(records: readonly ListedOrder[]): RecordStatus | undefined {
  let last: RecordStatus | undefined;
  let final: RecordStatus | undefined;
  for (const { status } of records) {
    last = status;
    if (status === undefined || !FINAL.has(status)) continue;
    if (final !== undefined && final !== status) return undefined;
    final = status;
  }
  return final ?? last;
}

/** How much of it was filled, and what that cost in quote coin. */
interface Filled {
  readonly size: Decimal;
  readonly value?: Decimal;
}

/** What was filled; undefined where it is not known; a text where trades and record contradict each other. */
function filledOf(
  { size, isTrigger }: LookedAt,
  status: RecordStatus,
  records: readonly ListedOrder[],
  fills: readonly Fill[] | undefined,
): Filled | string | undefined {
  // A trigger is filled in nothing; what it became is told by its own record.
  if (isTrigger) return status === 'triggered' ? undefined : { size: Decimal.zero };
  const record = records.findLast((one) => one.status === status);
  if (record !== undefined && !needsFills(record)) return { size: Decimal.zero };
  if (fills === undefined) return undefined;
  const sum = sumOf(fills.map((fill) => fill.size));
  // A filled order is filled whole; another at least as far as any record of it says.
  const least = status === 'filled' ? size : greatest(records.map((one) => one.filledSize ?? '0'));
  if (isAbove(least, sum)) return `${least} filled, and its trades say ${sum.canonical()}`;
  // A record that tells no size is no check on trades that lag: a history may lack it, and that is not zero.
  if (status === 'cancelled' && records.every((one) => one.filledSize === undefined)) return undefined;
  if (!isAbove(sum.canonical(), Decimal.parse(size) ?? sum))
    return { size: sum, value: sumOf(fills.map((fill) => fill.value)) };
  return `size ${size}, and its trades say ${sum.canonical()}`;
}

const isAbove = (size: string, than: Decimal): boolean => (Decimal.parse(size)?.compare(than) ?? 0) > 0;

const greatest = (sizes: readonly string[]): string =>
  sizes.reduce((most, size) => (isAbove(size, Decimal.parse(most) ?? Decimal.zero) ? size : most), '0');

const sumOf = (sizes: readonly string[]): Decimal =>
  sizes.reduce((sum, size) => sum.plus(Decimal.parse(size) ?? Decimal.zero), Decimal.zero);

function stateOf({ size }: LookedAt, status: RecordStatus, filled: Filled | undefined): LastSeen['state'] {
  if (status === 'triggered' || status === 'filled') return status;
  const whole = Decimal.parse(size);
  if (filled !== undefined && whole !== undefined && filled.size.compare(whole) >= 0) return 'filled';
  if (status === 'cancelled') return status;
  return filled !== undefined && !filled.size.isZero ? 'partly-filled' : 'open';
}

/** Decimals of an average that is told. */
export const TOLD_AVERAGE = Decimal.of('0.00000001');

function filledWords(filled: Filled | undefined): Pick<LastSeen, 'filledSize' | 'averagePrice'> {
  if (filled === undefined) return {};
  const { size, value } = filled;
  const filledSize = size.canonical();
  if (size.isZero || value === undefined) return { filledSize };
  const average = Rational.of(value).dividedBy(Rational.of(size));
  return { filledSize, averagePrice: average.nearest(TOLD_AVERAGE).canonical() };
}
