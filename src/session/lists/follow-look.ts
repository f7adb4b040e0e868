/**
 * Looks for the state of a followed plan's orders: what is open, then the trades of what was filled or left. An exit follows
 * from these alone, so the history, which says of what left that it is over, is read once no exit waits: `ended`. Only of what fired
 * the histories come first, as they tell what it became. Presence in a list proves; that an order is in none is nothing new.
 *
 * What is open is read before what is over, and trades last: an order that ends in between is in the later list.
 */
import { Decimal } from '../../model/decimal.ts';
import { isOpening, type Side } from '../../model/order.ts';
import type { ListedOrder, ListName, TellingRecord } from '../../model/listing.ts';
import { Rational } from '../../model/rational.ts';
import type { Fill, LastSeen } from '../../model/standing.ts';
import type { Sighting } from '../../journal/records/ledger.ts';
import type { LookPart } from '../../journal/records/request.ts';
import { mayRest, type KeptTrade, type KnownOrder } from '../../journal/records/state.ts';
import { hasFired } from '../../journal/records/apply-record.ts';
import type { Clock } from '../../ports.ts';
import { becameOf, onlyOne, type Became } from './became.ts';
import { filledByTrades, isLost, isOver, isSettled, keptFills } from './followed-parts.ts';
import type { ListReader } from './list-reader.ts';
import { lookedAt } from './lookup-keys.ts';
import { sightingOf } from './sighting-of.ts';
import { standByRecord, standOf, TOLD_AVERAGE, type LookedAt, type Stand } from './stand.ts';

type Part = Exclude<LookPart, 'last'>;

export interface FollowLooking {
  readonly reader: (part: Part) => Pick<ListReader, 'readList' | 'fills'>;
  readonly clock: Clock;
  /** Whether an order of the exchange is one of the journal's, by either of its ids. */
  readonly isOurs: (record: Pick<ListedOrder, 'orderId' | 'clientOid'>) => boolean;
}

export interface FollowLooked {
  /** What the journal does not have yet. */
  readonly news: readonly Sighting[];
  /** Client order ids of what the lists showed as open. */
  readonly open: ReadonlySet<string>;
  /** Client order ids of what no list has, though all were read to their end. */
  readonly missing: ReadonlySet<string>;
  /** What left the open orders, and of which no history was read yet. */
  readonly left: readonly KnownOrder[];
  /** What did not answer, in words. */
  readonly unread: readonly string[];
  /** Orders that fired, and of which nobody knows what they became: why, by client order id. */
  readonly lost: ReadonlyMap<string, string>;
}

/** One order on its way through a look. */
interface Asked {
  readonly known: KnownOrder;
  readonly order: LookedAt;
  readonly records: TellingRecord[];
}

export class FollowLook {
  readonly #looking: FollowLooking;
  readonly #open = new Set<string>();
  readonly #missing = new Set<string>();
  readonly #left: KnownOrder[] = [];
  readonly #unread: string[] = [];
  readonly #lost = new Map<string, string>();
  /** Another order has their order id: no trade under it is known to be theirs. */
  readonly #strangers = new Set<KnownOrder>();

  constructor(looking: FollowLooking) {
    this.#looking = looking;
  }

  /** At all of these that were placed and are not settled. Rejects with JournalError where a question cannot be recorded. */
  async look(orders: readonly KnownOrder[]): Promise<FollowLooked> {
    const asked = orders.filter((one) => one.orderId !== undefined && !isSettled(one));
    const news: Sighting[] = [];
    for (const group of Map.groupBy(asked, ({ content }) => content['symbol'] ?? '').values())
      news.push(...(await this.#symbol(group)));
    return this.#looked(news);
  }

  /** At what left the open orders: whether it is over. */
  async ended(orders: readonly KnownOrder[]): Promise<FollowLooked> {
    const news: Sighting[] = [];
    for (const group of Map.groupBy(orders, ({ content }) => content['symbol'] ?? '').values()) {
      const asked = group.map((known): Asked => ({ known, order: lookedAt(known), records: [] }));
      await this.#read('history', asked, 'ended');
      if (this.#unread.length === 0) this.#miss(asked);
      news.push(...(await this.#judged(asked.filter((one) => !isMissing(one)).map(withCutSize))));
    }
    return this.#looked(news);
  }

  #looked(news: readonly Sighting[]): FollowLooked {
    const [open, missing, left, unread, lost] = [this.#open, this.#missing, this.#left, this.#unread, this.#lost];
    return { news, open, missing, left, unread, lost };
  }

  #miss(asked: readonly Asked[]): void {
    for (const { known } of asked.filter(isMissing)) this.#missing.add(known.clientOid);
  }

  async #symbol(all: readonly KnownOrder[]): Promise<Sighting[]> {
    const asked = all.map((known): Asked => ({ known, order: lookedAt(known), records: [] }));
    const triggers = asked.filter(({ order }) => order.isTrigger);
    await this.#read('open-triggers', triggers, 'open');
    await this.#read('trigger-history', triggers.filter(isMissing), 'news');
    if (this.#unread.length === 0) this.#miss(triggers);
    const fired = triggers.filter(({ known, records }) => isLost(known) || records.some(hasFiredBy));
    const plain = asked.filter(({ order }) => !order.isTrigger);
    // What a trigger became is looked for among all orders of its symbol.
    const told: TellingRecord[] = [];
    await this.#read('open', plain, 'open', { fired, told });
    if (fired.length === 0) this.#left.push(...plain.filter(isMissing).map(({ known }) => known));
    else {
      await this.#read('history', plain.filter(isMissing), 'news', { fired, told });
      if (this.#unread.length === 0) this.#miss(plain);
    }
    const { isOurs } = this.#looking;
    const guesses = fired.map((one) => ({ ...triggerOf(one), one, became: becameOf({ ...one, told, isOurs }) }));
    const ours = [...guesses, ...triggers.filter((one) => !fired.includes(one)).map(triggerOf)];
    const became = guesses.map((guess) => this.#became(guess.one, told, onlyOne(guess, ours)));
    return this.#judged([...plain.map(withCutSize), ...triggers.filter((one) => !fired.includes(one)), ...became]);
  }

  /** What a trigger became; itself where that is not known. */
  #became(one: Asked, told: readonly TellingRecord[], became: Became): Asked {
    const { known, order } = one;
    if (became.kind !== 'known') {
      this.#lost.set(known.clientOid, became.why);
      return one;
    }
    const { orderId } = became;
    const own = told.filter(({ record }) => record.orderId === orderId);
    if (own.length === 0) {
      this.#lost.set(known.clientOid, `it became order ${orderId}, which no list has yet`);
      return one;
    }
    return withCutSize({ known, order: { ...order, isTrigger: false, orderId, firedAs: orderId }, records: own });
  }

  /** Of what fired, all that the list tells. */
  async #read(
    list: ListName,
    asked: readonly Asked[],
    part: Part,
    { fired, told }: OfFired = { fired: [], told: [] },
  ): Promise<void> {
    const walked = [...asked, ...fired].map(({ order }) => order);
    if (walked.length === 0) return;
    const byId = new Map(asked.map((one) => [one.order.orderId, one]));
    const missing = new Set(asked);
    const isOpenList = list === 'open' || list === 'open-triggers';
    const failure = await this.#looking.reader(part).readList(list, walked, {
      take: (records) => {
        for (const record of records) {
          const telling = { list, record };
          told.push(telling);
          const one = byId.get(record.orderId);
          if (one === undefined) continue;
          if (isStranger(one, record)) {
            this.#strangers.add(one.known);
            continue;
          }
          one.records.push(telling);
          missing.delete(one);
          if (isOpenList) this.#open.add(one.known.clientOid);
        }
      },
      ...(fired.length === 0 && { isAllThere: () => missing.size === 0 }),
    });
    if (failure !== undefined) this.#unread.push(`the ${list} list: ${failure}`);
  }

  async #judged(judged: readonly Asked[]): Promise<Sighting[]> {
    const { reader, clock } = this.#looking;
    const asked = judged.filter(({ known }) => !this.#strangers.has(known));
    const wanting = asked.filter(wantsTrades);
    const areWanting = new Set(wanting);
    // Of an order that was filled as far as its record or its size allows, no page has more.
    const areEnough = (told: readonly Fill[]): boolean => {
      const own = byOrder(told);
      return wanting.every((one) => isExplained(one, own.get(one.order.orderId)));
    };
    const { fills = [], failure } = await reader('news').fills(
      wanting.map(({ order }) => order),
      areEnough,
    );
    if (failure !== undefined) this.#unread.push(`trades: ${failure}`);
    const atMs = clock.wallMs();
    const told = byOrder(fills);
    return asked.flatMap((one) => {
      const own = told.get(one.order.orderId);
      const trades = newTrades(one.known, own);
      const kept = keptFills(one.known, one.order.orderId);
      const all =
        own === undefined ? kept : [...kept, ...own.filter(({ id }) => trades.some(([known]) => known === id))];
      const wasAsked = !areWanting.has(one) || failure === undefined;
      const read = { records: one.records, unread: [], fills: wasAsked ? all : undefined, fillsFailure: failure, atMs };
      const before = one.known.seen?.filledSize;
      const stand = standByRecord(one.order, { ...read, fills: all }, before) ?? standOf(one.order, read);
      return newsOf(one, asCut(one, stand), trades);
    });
  }
}

const byOrder = (fills: readonly Fill[]): ReadonlyMap<string, readonly Fill[]> =>
  Map.groupBy(fills, ({ orderId }) => orderId);

interface OfFired {
  readonly fired: readonly Asked[];
  readonly told: TellingRecord[];
}

/** What a close became when it fired is as large as was allowed by then (docs/exchange.md#close-without-position). */
const withCutSize = (one: Asked): Asked =>
  one.order.firedAs === undefined || isOpening(one.order.side as Side)
    ? one
    : { ...one, order: { ...one.order, size: smallest(one.order.size, one.records) } };

/**
 * An exchange that lost its state gives order ids out again. What a trigger became may have another client order id, or none
 * (docs/exchange.md#fired-trigger).
 */
const isStranger = ({ known, order }: Asked, { clientOid }: ListedOrder): boolean =>
  order.firedAs === undefined && clientOid !== '' && clientOid !== known.clientOid;

const triggerOf = ({ order, known: { content } }: Asked): { order: LookedAt; at: string | undefined } => ({
  order,
  at: content['trigger'],
});

const isMissing = ({ records }: Asked): boolean => records.length === 0;
const hasFiredBy = ({ record }: TellingRecord): boolean => record.status === 'triggered';

/**
 * It left the open orders, or its record says that more was filled than its trades come to, or that it is over and not how much was
 * filled.
 */
function wantsTrades(asked: Asked): boolean {
  if (asked.order.isTrigger) return false;
  const filled = mostFilled(asked);
  return filled === undefined || filled.compare(filledByTrades(asked.known)) > 0;
}

/** No trade is missing of what records say that was filled, or of the whole order. */
function isExplained(asked: Asked, own: readonly Fill[] | undefined): boolean {
  const filled = mostFilled(asked);
  const more = newTrades(asked.known, own).reduce(
    (sum, [, size]) => sum.plus(Decimal.of(size)),
    filledByTrades(asked.known),
  );
  return filled !== undefined && more.compare(filled) >= 0;
}

/** By its records, and by what was seen before; all of it where no list has it; undefined where a record does not tell. */
function mostFilled({ known: { seen }, order, records }: Asked): Decimal | undefined {
  let most = records.length === 0 ? Decimal.of(order.size) : Decimal.of(seen?.filledSize ?? '0');
  for (const { record } of records) {
    const told = Decimal.parse(record.filledSize ?? (record.status === 'filled' ? order.size : ''));
    if (told === undefined) return undefined;
    if (told.compare(most) > 0) most = told;
  }
  return most;
}

function newTrades({ trades = [] }: KnownOrder, told: readonly Fill[] = []): KeptTrade[] {
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
function asCut({ known, order }: Asked, stand: Stand): Stand {
  if (stand.kind !== 'seen' || stand.seen.state !== 'filled' || order.size === lookedAt(known).size) return stand;
  return { ...stand, seen: { ...stand.seen, state: 'cancelled' } };
}

/** What of a look the journal does not have. */
function newsOf({ known, order }: Asked, stand: Stand, trades: readonly KeptTrade[]): Sighting[] {
  const more = trades.length > 0 ? { trades } : {};
  const [sighting] = stand.kind === 'seen' && !isLate(known, stand.seen) ? sightingOf({ order, stand }) : [];
  if (sighting === undefined) {
    const words = stand.kind === 'failed' ? stand.message : 'its trades';
    return trades.length === 0 ? [] : [{ clientOid: known.clientOid, ...more, rule: 'seen-trades', message: words }];
  }
  const { step, ...seen } = sighting;
  const isStep = step !== undefined && mayRest(known);
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
