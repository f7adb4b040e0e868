/**
 * Looks for the state of a followed plan's orders: what is open, then the trades of what was filled or left. An exit follows
 * from these alone, so the history, which says of what left that it is over, is read once no exit waits: `ended`. Only of what fired
 * the histories come first, as they tell what it became. Presence in a list proves; that an order is in none is nothing new.
 *
 * What is open is read before what is over, and trades last: an order that ends in between is in the later list.
 */
import type { Sighting } from '../../journal/records/ledger.ts';
import type { Moment } from '../../journal/records/moment.ts';
import type { LookPart } from '../../journal/records/request.ts';
import type { KnownOrder } from '../../journal/records/state.ts';
import type { ListedOrder, ListName, TellingRecord } from '../../model/listing.ts';
import type { Fill } from '../../model/standing.ts';
import type { Clock } from '../../ports.ts';
import { becameOf, onlyOne, type Became } from './became.ts';
import { isLost, isSettled, keptFills } from './followed-parts.ts';
import type { ListReader } from './list-reader.ts';
import { restingStops } from './preset-look.ts';
import { NO_PRESETS, type PresetsListed } from './preset-watch.ts';
import {
  asCut,
  isExplained,
  isMissing,
  newsOf,
  newTrades,
  restsAsBefore,
  wantsTrades,
  withCutSize,
  type AskedAbout,
} from './look-news.ts';
import { lookedAt } from './lookup-keys.ts';
import { isCancelDead } from './sighting-of.ts';
import { standByRecord, standOf, type LookedAt } from './stand.ts';

type Part = Exclude<LookPart, 'last'>;

export interface FollowLooking {
  readonly reader: (part: Part) => Pick<ListReader, 'readList' | 'fills'>;
  readonly clock: Clock;
  /** Before anything is asked. */
  readonly now: Moment;
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
  readonly presets: PresetsListed;
}

export class FollowLook {
  readonly #looking: FollowLooking;
  readonly #open = new Set<string>();
  readonly #missing = new Set<string>();
  readonly #left: KnownOrder[] = [];
  readonly #unread: string[] = [];
  readonly #lost = new Map<string, string>();
  #presets = NO_PRESETS;
  /** Another order has their order id: no trade under it is known to be theirs. */
  readonly #strangers = new Set<KnownOrder>();

  constructor(looking: FollowLooking) {
    this.#looking = looking;
  }

  /**
   * At all of these that were placed and are not settled; `carrying`: entries whose `stopLoss` is to be among the open triggers. Rejects
   * with JournalError where a question cannot be recorded.
   */
  async look(orders: readonly KnownOrder[], carrying: readonly KnownOrder[] = []): Promise<FollowLooked> {
    const asked = orders.filter((one) => one.orderId !== undefined && !isSettled(one));
    const news: Sighting[] = [];
    const [own, entries] = [Map.groupBy(asked, symbolOf), Map.groupBy(carrying, symbolOf)];
    for (const symbol of new Set([...own.keys(), ...entries.keys()]))
      news.push(...(await this.#symbol(own.get(symbol) ?? [], entries.get(symbol) ?? [])));
    return this.#looked(news);
  }

  /** At what left the open orders: whether it is over. */
  async ended(orders: readonly KnownOrder[]): Promise<FollowLooked> {
    const news: Sighting[] = [];
    for (const group of Map.groupBy(orders, symbolOf).values()) {
      const asked = group.map((known): AskedAbout => ({ known, order: lookedAt(known), records: [] }));
      await this.#read('history', asked, 'ended');
      if (this.#unread.length === 0) this.#miss(asked);
      news.push(...(await this.#judged(asked.filter((one) => !isMissing(one)).map(withCutSize))));
    }
    return this.#looked(news);
  }

  #looked(news: readonly Sighting[]): FollowLooked {
    const [open, missing, left, unread, lost] = [this.#open, this.#missing, this.#left, this.#unread, this.#lost];
    return { news, open, missing, left, unread, lost, presets: this.#presets };
  }

  #miss(asked: readonly AskedAbout[]): void {
    for (const { known } of asked.filter(isMissing)) this.#missing.add(known.clientOid);
  }

  async #symbol(all: readonly KnownOrder[], carrying: readonly KnownOrder[]): Promise<Sighting[]> {
    const { now } = this.#looking;
    const asked = all.map((known): AskedAbout => {
      const one = { known, order: lookedAt(known), records: [] };
      return isCancelDead(known, now) ? { ...one, isCancelDead: true } : one;
    });
    const triggers = asked.filter(({ order }) => order.isTrigger);
    await this.#read('open-triggers', triggers, 'open', { ...NONE_FIRED, carrying });
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
  #became(one: AskedAbout, told: readonly TellingRecord[], became: Became): AskedAbout {
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

  /** Of what fired, all that the list tells. None of those that are asked for was told by a list before. */
  async #read(
    list: ListName,
    asked: readonly AskedAbout[],
    part: Part,
    { fired, told, carrying = [] }: OfFired = NONE_FIRED,
  ): Promise<void> {
    const walked = [...[...asked, ...fired].map(({ order }) => order), ...carrying.map(lookedAt)];
    const beside: ListedOrder[] = [];
    if (walked.length === 0) return;
    const byId = new Map(asked.map((one) => [one.order.orderId, one]));
    let missing = asked.length;
    const isOpenList = list === 'open' || list === 'open-triggers';
    const failure = await this.#looking.reader(part).readList(list, walked, {
      take: (records) => {
        for (const record of records) {
          const telling = { list, record };
          if (fired.length > 0) told.push(telling);
          const one = byId.get(record.orderId);
          if (one === undefined) {
            beside.push(record);
            continue;
          }
          if (isStranger(one, record)) {
            this.#strangers.add(one.known);
            continue;
          }
          if (isMissing(one)) missing -= 1;
          one.records = isMissing(one) ? [telling] : [...one.records, telling];
          if (isOpenList) this.#open.add(one.known.clientOid);
        }
      },
      // That a preset is not there only the whole list says.
      ...(fired.length === 0 && carrying.length === 0 && { isAllThere: () => missing === 0 }),
    });
    if (failure !== undefined) this.#unread.push(`the ${list} list: ${failure}`);
    else if (carrying.length > 0) this.#takePresets(carrying, beside);
  }

  #takePresets(carrying: readonly KnownOrder[], beside: readonly ListedOrder[]): void {
    const { asked, resting, others } = this.#presets;
    const found = restingStops(carrying, beside, this.#looking.isOurs);
    this.#presets = {
      asked: asked.union(new Set(carrying.map(({ clientOid }) => clientOid))),
      resting: resting.union(found.resting),
      others: [...others, ...found.others],
    };
  }

  async #judged(judged: readonly AskedAbout[]): Promise<Sighting[]> {
    const { reader, clock } = this.#looking;
    const asked = judged.filter(({ known }) => !this.#strangers.has(known));
    // Of thousands that work few have news: of the others nothing is made.
    const stirred = asked.filter((one) => !restsAsBefore(one));
    const wanting = stirred.filter(wantsTrades);
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
    return (told.size === 0 ? stirred : asked).flatMap((one) => {
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

const symbolOf = ({ content }: KnownOrder): string => content['symbol'] ?? '';

interface OfFired {
  readonly fired: readonly AskedAbout[];
  readonly told: TellingRecord[];
  readonly carrying?: readonly KnownOrder[];
}

const NONE_FIRED: OfFired = { fired: [], told: [] };

/**
 * An exchange that lost its state gives order ids out again. What a trigger became may have another client order id, or none
 * (docs/exchange.md#fired-trigger).
 */
const isStranger = ({ known, order }: AskedAbout, { clientOid }: ListedOrder): boolean =>
  order.firedAs === undefined && clientOid !== '' && clientOid !== known.clientOid;

const triggerOf = ({ order, known: { content } }: AskedAbout): { order: LookedAt; at: string | undefined } => ({
  order,
  at: content['trigger'],
});

const hasFiredBy = ({ record }: TellingRecord): boolean => record.status === 'triggered';
