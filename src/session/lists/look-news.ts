/** One order on its way through a look: what its records and trades say of it, and what of that is news. Pure. */
import { hasFired } from '../../journal/records/apply-record.ts';
import type { Sighting } from '../../journal/records/ledger.ts';
import { mayRest, type KeptTrade, type KnownOrder } from '../../journal/records/state.ts';
import { Decimal } from '../../model/decimal.ts';
import type { TellingRecord } from '../../model/listing.ts';
import { isOpening, type Side } from '../../model/order.ts';
import { Rational } from '../../model/rational.ts';
import type { Fill, LastSeen } from '../../model/standing.ts';
import { filledByTrades, isOver } from './followed-parts.ts';
import { lookedAt } from './lookup-keys.ts';
import { sightingOf } from './sighting-of.ts';
import { needsFills, TOLD_AVERAGE, type LookedAt, type Stand } from './stand.ts';

export interface AskedAbout {
  readonly known: KnownOrder;
  readonly order: LookedAt;
  /** How its cancel ended is not known, and nothing that was sent can take it off any more. */
  readonly isCancelDead?: boolean;
  /** What lists told of it. */
  records: readonly TellingRecord[];
}

/** What a close became when it fired is as large as was allowed by then (docs/exchange.md#close-without-position). */
export const withCutSize = (one: AskedAbout): AskedAbout =>
  one.order.firedAs === undefined || isOpening(one.order.side as Side)
    ? one
    : { ...one, order: { ...one.order, size: smallest(one.order.size, one.records) } };

export const isMissing = ({ records }: AskedAbout): boolean => records.length === 0;

/**
 * Its one record says that it rests and that nothing of it was filled, which is what the journal has. Unless a trade of it is told, it
 * has no news, whatever else that record says.
 */
export function restsAsBefore({ known, order, records, isCancelDead }: AskedAbout): boolean {
  const { seen, trades = [] } = known;
  const record = records[0]?.record;
  return (
    isCancelDead !== true &&
    records.length === 1 &&
    record?.status === 'open' &&
    seen?.state === 'open' &&
    seen.filledSize === '0' &&
    trades.length === 0 &&
    order.firedAs === undefined &&
    (order.isTrigger || !needsFills(record))
  );
}

/**
 * It left the open orders, or its record says that more was filled than its trades come to, or that it is over and not how much was
 * filled.
 */
export function wantsTrades(asked: AskedAbout): boolean {
  if (asked.order.isTrigger) return false;
  const filled = mostFilled(asked);
  return filled === undefined || filled.compare(filledByTrades(asked.known)) > 0;
}

/** No trade is missing of what records say that was filled, or of the whole order. */
export function isExplained(asked: AskedAbout, own: readonly Fill[] | undefined): boolean {
  const filled = mostFilled(asked);
  const more = newTrades(asked.known, own).reduce(
    (sum, [, size]) => sum.plus(Decimal.of(size)),
    filledByTrades(asked.known),
  );
  return filled !== undefined && more.compare(filled) >= 0;
}

/** By its records, and by what was seen before; all of it where no list has it; undefined where a record does not tell. */
function mostFilled({ known: { seen }, order, records }: AskedAbout): Decimal | undefined {
  let most = records.length === 0 ? Decimal.of(order.size) : Decimal.of(seen?.filledSize ?? '0');
  for (const { record } of records) {
    const told = Decimal.parse(record.filledSize ?? (record.status === 'filled' ? order.size : ''));
    if (told === undefined) return undefined;
    if (told.compare(most) > 0) most = told;
  }
  return most;
}

export function newTrades({ trades = [] }: KnownOrder, told: readonly Fill[] = []): KeptTrade[] {
  if (told.length === 0) return [];
  const ids = new Set(trades.map(([id]) => id));
  return told.flatMap(({ id, size, value, createdMs }): KeptTrade[] => {
    const [amount, worth] = [Decimal.parse(size), Decimal.parse(value)];
    if (ids.has(id) || amount === undefined || worth === undefined || amount.isZero) return [];
    const price = Rational.of(worth).dividedBy(Rational.of(amount));
    return [[id, size, (price.toDecimal() ?? price.nearest(TOLD_AVERAGE)).canonical(), createdMs]];
  });
}

/** The record of what a close became says that it is filled, and it closed less than was sent: the rest was never placed. */
export function asCut({ known, order }: AskedAbout, stand: Stand): Stand {
  if (stand.kind !== 'seen' || stand.seen.state !== 'filled' || order.size === lookedAt(known).size) return stand;
  return { ...stand, seen: { ...stand.seen, state: 'cancelled' } };
}

/** What of a look the journal does not have. */
export function newsOf(
  { known, order, isCancelDead = false }: AskedAbout,
  stand: Stand,
  trades: readonly KeptTrade[],
): Sighting[] {
  const more = trades.length > 0 ? { trades } : {};
  const [sighting] =
    stand.kind === 'seen' && !isLate(known, stand.seen) ? sightingOf({ order, stand, isCancelDead }) : [];
  if (sighting === undefined) {
    const words = stand.kind === 'failed' ? stand.message : 'its trades';
    return trades.length === 0 ? [] : [{ clientOid: known.clientOid, ...more, rule: 'seen-trades', message: words }];
  }
  const { step, ...seen } = sighting;
  // What is in flight has a step once its answer is there.
  const isStep = step !== undefined && mayRest(known) && known.state !== 'in-flight';
  if (!isStep && trades.length === 0 && isAsBefore(known, sighting)) return [];
  return [{ ...seen, ...(isStep && { step }), ...more }];
}

/** A list that is late shows an order that is over as it was, with less filled: what its end said stays. */
const isLate = (known: KnownOrder, now: LastSeen): boolean =>
  isOver(known) &&
  (!isEnd(now) || Decimal.of(now.filledSize ?? '0').compare(Decimal.of(known.seen?.filledSize ?? '0')) < 0);

const isEnd = ({ state }: LastSeen): boolean => state === 'filled' || state === 'cancelled';

const isAsBefore = ({ seen }: KnownOrder, { seen: now }: Sighting): boolean =>
  seen !== undefined &&
  now !== undefined &&
  seen.state === now.state &&
  seen.filledSize === now.filledSize &&
  seen.firedAs === now.firedAs &&
  hasFired(seen) === hasFired(now);

function smallest(sent: string, records: readonly TellingRecord[]): string {
  const whole = Decimal.of(sent);
  const told = records.flatMap(({ record }) => Decimal.parse(record.size ?? '') ?? []);
  return told.reduce((least, one) => (one.compare(least) < 0 ? one : least), whole).canonical();
}
