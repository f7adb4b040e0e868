/** What the journal and the last look know of a plan's orders, as `due` takes it. Pure. */
import { Decimal } from '../../model/decimal.ts';
import { defined } from '../../model/defined.ts';
import { partName } from '../../compile/follow/part-view.ts';
import type { PartEnd, PartState, PartTrade, PlacedPart } from '../../model/followed.ts';
import { identityOf, type PlannedOrder } from '../../model/order.ts';
import type { OrderState } from '../../model/outcome.ts';
import type { Fill } from '../../model/standing.ts';
import type { KnownAccount } from '../../journal/records/known-account.ts';
import { wasNeverThere, sentSize, type JournalState, type KnownOrder } from '../../journal/records/state.ts';
import { hasFired } from '../../journal/records/apply-record.ts';

/** What looks saw since this run began; each is seen again by the run after it. */
export interface SeenOfPart {
  /** The last look has it among what is open. */
  readonly isOpen?: boolean;
  /** No list has it, for more than a look. */
  readonly isMissing?: boolean;
  readonly lackedBy?: number;
  readonly priceLooks?: PlacedPart['priceLooks'];
}

type SeenOf = (clientOid: string) => SeenOfPart;

/** By the plan's ids, with all that was placed of each, in the order of their numbers. */
export function placedOf(
  orders: readonly Named[],
  journal: JournalState,
  seenOf: SeenOf,
): ReadonlyMap<string, readonly PlacedPart[]> {
  const placed = new Map<string, readonly PlacedPart[]>();
  for (const order of orders) {
    const numbered = partsOf(order, journal);
    const [only] = numbered;
    const isOne = only !== undefined && numbered.length === 1;
    const parts = isOne ? madeOf(only, seenOf) : numbered.flatMap((one) => madeOf(one, seenOf));
    if (parts.length > 0) placed.set(order.id, parts);
  }
  return placed;
}

interface Made {
  readonly number: number;
  readonly seen: SeenOfPart;
  /** Itself, or nothing. */
  readonly parts: readonly PlacedPart[];
}

/** As each was made last. What the journal knows of an order is another object once anything of it has changed. */
const made = new WeakMap<KnownOrder, Made>();

/** Each look asks for all of them again, and few have changed. */
function madeOf({ known, number }: NumberedPart, seenOf: SeenOf): readonly PlacedPart[] {
  const seen = seenOf(known.clientOid);
  const last = made.get(known);
  if (last !== undefined && last.number === number && isSameSeen(last.seen, seen)) return last.parts;
  const part = partOf(known, number, seen);
  const parts = part === undefined ? [] : [part];
  made.set(known, { number, seen, parts });
  return parts;
}

const isSameSeen = (one: SeenOfPart, other: SeenOfPart): boolean =>
  one.isOpen === other.isOpen &&
  one.isMissing === other.isMissing &&
  one.lackedBy === other.lackedBy &&
  one.priceLooks === other.priceLooks;

/** What the names of its parts are made of. */
type Named = Pick<PlannedOrder, 'id' | 'was' | 'exit'>;

interface NumberedPart {
  readonly known: KnownOrder;
  readonly number: number;
}

/** Of an exit its parts, else its lineages: the number is what the next one follows. */
export function partsOf(order: Named, journal: JournalState): readonly NumberedPart[] {
  if (order.exit === undefined) {
    const first = journal.get(identityOf(order));
    if (first === undefined) return [];
    const { earlier } = first;
    if (earlier === undefined) return [{ known: first, number: first.lineage + 1 }];
    return [...earlier, first].map((known) => ({ known, number: known.lineage + 1 }));
  }
  const parts: NumberedPart[] = [];
  for (let number = 1; ; number++) {
    const known = journal.get(partName(order, number));
    // No number is left out: the next part is the highest and 1.
    if (known === undefined) return parts;
    parts.push({ known, number });
  }
}

/** Field by field. */
function partOf(known: KnownOrder, number: number, seen: SeenOfPart): PlacedPart | undefined {
  const { content, because, cancel, signedAtMs = known.sentAtMs, firedAtMs } = known;
  // What provably did not leave goes under the same number.
  if (known.state === 'never-sent') return undefined;
  const state = stateOf(known, seen.isOpen === true);
  const wasAnswered = state !== 'intended' && state !== 'unknown';
  const trades = tradesOf(known);
  const trigger = Decimal.parse(content['trigger'] ?? '');
  const price = Decimal.parse(content['price'] ?? '');
  return {
    ...idsOf(known),
    number,
    size: Decimal.of(sentSize(known)),
    ...(trigger !== undefined && { trigger }),
    ...(price !== undefined && { price }),
    ...(because !== undefined && { because }),
    ...lookFacts(seen),
    state,
    sentMs: signedAtMs,
    ...(wasAnswered && { answeredMs: signedAtMs }),
    trades,
    ...recordedOf(known),
    ...(firedAtMs !== undefined && { firedMs: firstTrade(trades) ?? firedAtMs }),
    ...(isLost(known) && { isFrozen: true }),
    ...endFacts(known, state),
    ...(cancel !== undefined && {
      cancel: { by: cancel.by, answer: cancel.answer, ms: cancel.signedAtMs, tries: cancel.tries },
    }),
  };
}

const idsOf = ({ clientOid, orderId }: KnownOrder): Pick<PlacedPart, 'clientOid' | 'orderId'> =>
  orderId === undefined ? { clientOid } : { clientOid, orderId };

const lookFacts = ({ isMissing, lackedBy, priceLooks }: SeenOfPart): Partial<PlacedPart> => ({
  ...(isMissing === true && { isMissing }),
  ...(lackedBy !== undefined && { lackedBy }),
  ...(priceLooks !== undefined && { priceLooks }),
});

/** Only where its trades come to more than its size. */
function recordedOf(known: KnownOrder): Pick<PlacedPart, 'recordedSize'> {
  const { trades = [], seen } = known;
  if (trades.length === 0 || !isAboveSize(known)) return {};
  const recordedSize = Decimal.parse(seen?.filledSize ?? '');
  return recordedSize === undefined ? {} : { recordedSize };
}

const isAboveSize = (known: KnownOrder): boolean =>
  filledByTrades(known).compare(Decimal.parse(sentSize(known)) ?? Decimal.zero) > 0;

/** What was filled of it for certain: where its trades come to more than its size, what its record says, and no more than that size. */
export function surelyFilledOf(known: KnownOrder): Decimal {
  if (!isAboveSize(known)) return filledByTrades(known);
  const size = Decimal.of(sentSize(known));
  const { recordedSize = size } = recordedOf(known);
  return recordedSize.compare(size) < 0 ? recordedSize : size;
}

function endFacts(known: KnownOrder, state: PartState): Pick<PlacedPart, 'end' | 'endedMs' | 'isEnded'> {
  if (state === 'over') return { end: endOf(known), ...endedOf(known) };
  return isOver(known) && !mayStillFill(known) ? { isEnded: true } : {};
}

const firstTrade = (trades: ReadonlyMap<string, PartTrade>): number | undefined =>
  trades.size === 0 ? undefined : Math.min(...[...trades.values()].map(({ ms }) => ms));

const NO_TRADES: ReadonlyMap<string, PartTrade> = new Map();

const tradesOf = ({ trades = [] }: KnownOrder): ReadonlyMap<string, PartTrade> =>
  trades.length === 0
    ? NO_TRADES
    : new Map(
        trades.map(([id, size, price, ms]) => [id, { size: Decimal.of(size), price: Decimal.of(price), ms }] as const),
      );

const BY_STATE: Readonly<Partial<Record<OrderState, PartState>>> = {
  'in-flight': 'intended',
  unknown: 'unknown',
  absent: 'absent',
  rejected: 'rejected',
};

function stateOf(known: KnownOrder, isOpen: boolean): PartState {
  const state = BY_STATE[known.state];
  if (state !== undefined) return state;
  if (known.state === 'closed') return 'over';
  if (isOver(known)) return tradesAgree(known) ? 'over' : 'accepted';
  return isOpen ? 'works' : 'accepted';
}

/** As its record said. */
export const isOver = ({ state }: KnownOrder): boolean => state === 'filled' || state === 'cancelled';

/** Nothing more has to be learned of it: its record says that it is over, and its trades come to what that says. */
export const isSettled = (known: KnownOrder): boolean =>
  wasNeverThere(known) || known.state === 'closed' || (isOver(known) && tradesAgree(known));

/** What its record says was filled is there by trades. A trigger that fired counts by what it became, whatever its own record says. */
function tradesAgree(known: KnownOrder): boolean {
  const { seen, state } = known;
  if (isLost(known) || mayStillFill(known)) return false;
  const filled = seen?.filledSize ?? (state === 'filled' ? sentSize(known) : undefined);
  return filled !== undefined && filledByTrades(known).compare(Decimal.of(filled)) >= 0;
}

/** A trigger at market is told as filled once it fired. What it became may rest all the same. */
export const mayStillFill = ({ seen }: KnownOrder): boolean =>
  seen?.firedAs !== undefined && (seen.state === 'open' || seen.state === 'partly-filled');

export const filledByTrades = ({ trades = [] }: Pick<KnownOrder, 'trades'>): Decimal =>
  trades.reduce((sum, [, size]) => sum.plus(Decimal.of(size)), Decimal.zero);

/** Its trigger fired, and the order that it became is not known. */
export const isLost = ({ seen, state, content }: KnownOrder): boolean =>
  content['trigger'] !== undefined &&
  seen !== undefined &&
  hasFired(seen) &&
  seen.firedAs === undefined &&
  state !== 'closed';

/** Orders that a follower placed, and that fired into nobody knows what: once each, by id. */
export const lostIds = (known: JournalState): readonly string[] => [
  ...new Set([...known.values()].flatMap((one) => (one.because !== undefined && isLost(one) ? [one.id] : []))),
];

/** A cancel of ours that was refused took nothing off. */
function endOf({ state, cancel }: KnownOrder): PartEnd {
  if (state === 'filled') return 'filled';
  if (state === 'closed') return 'person';
  return cancel === undefined || cancel.answer === 'refused' ? 'other' : cancel.by;
}

/** A look sees an end some time after it. */
function endedOf({ cancel, seen }: KnownOrder): Pick<PlacedPart, 'endedMs'> {
  const wasAsked = cancel !== undefined && cancel.answer !== 'refused';
  return defined({ endedMs: wasAsked ? cancel.signedAtMs : seen?.atMs });
}

/** Of all orders of the account, and of what their triggers became. */
export function ownIds(account: KnownAccount): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const { orders } of account)
    for (const order of orders.values())
      for (const id of [order.clientOid, order.orderId, order.seen?.firedAs]) if (id !== undefined) ids.add(id);
  return ids;
}

/** The trades that the journal has, as a list tells them. */
export const keptFills = ({ trades = [] }: KnownOrder, orderId: string): Fill[] =>
  trades.map(([id, size, price, createdMs]) => ({
    id,
    orderId,
    size,
    value: Decimal.of(size).times(Decimal.of(price)).canonical(),
    createdMs,
  }));
