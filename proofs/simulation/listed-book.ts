/**
 * What the exchange's lists show of the orders it took. They may show too much or too little: an order that stands twice,
 * one under the order id of another, one of another symbol, side or size. The ledger of the venue stays the truth.
 */
import type { ListQuery } from '../../src/model/listing.ts';
import type { Random } from '../random.ts';
import type { AliveOrder, OrderFacts, TrueState } from './cancels/alive-order.ts';
import { stateFields } from './cancels/told-state.ts';
import type { Handled } from './reply.ts';
import type { Told, Wire } from './wires/wire.ts';

/** How the lists of one seed are: how often they go wrong about an order, and how they write what it is. */
export interface ListNature {
  readonly doubles: number;
  readonly mistold: number;
  readonly shared: number;
  readonly words: 'none' | 'digits' | 'words' | 'capitals';
  readonly pads: boolean;
  /** Records say at which prices their orders are, as a look needs it. */
  readonly tellsPrices?: boolean;
}

/** What an order says in the body that places it. */
interface SentWords {
  readonly type: string;
  readonly size: string;
  readonly [field: string]: string | number;
}

/** One record of a page that went out, and whether it says what was sent. */
export interface ToldRecord {
  readonly clientOid: string;
  readonly orderId: string;
  readonly isTrue: boolean;
  /** How it is told to stand, where this exchange tells that. */
  readonly state?: TrueState;
}

/** An order that stands. */
export interface Taken extends Handled {
  readonly orderId: string;
  readonly symbol: string;
  readonly isTrigger: boolean;
  readonly atMs: number;
  readonly visibleMs: number;
  readonly pastMs: number;
  /** Of a limit order, in tenths. */
  readonly price?: number;
}

type Words = Readonly<Record<'symbol' | 'type' | 'size', string>>;

/** The prices of an order, in the fields of a record; 0 is the market. */
const pricesOf = (sent: SentWords, isTrigger: boolean): object => ({
  price: String((isTrigger ? sent['execute_price'] : sent['price']) ?? '0'),
  ...(isTrigger && { triggerPrice: sent['trigger_price'] }),
  ...(sent['presetStopLossPrice'] !== undefined && { presetStopLossPrice: sent['presetStopLossPrice'] }),
});

interface Listed extends Taken {
  readonly words: Partial<Words>;
  /** What the order said of its prices, where this exchange tells them. */
  readonly prices?: object;
  readonly isTrue: boolean;
  /** What befalls it, where anything does. */
  readonly alive?: AliveOrder | undefined;
  /** It is shown under the order id of this one wherever a page has both. */
  readonly sharesWith?: Listed;
}

const SIDE_WORDS = ['open_long', 'open_short', 'close_long', 'close_short'];
/** With more, an order that ends while a list is read may move another from one page to the one before. */
const MOST_SURE = 100;
const PAGE_SIZE = 100;

export class ListedBook {
  readonly #nature: ListNature;
  readonly #wire: Wire;
  readonly #random: Random;
  readonly #all: Listed[] = [];
  readonly #doubles = new Map<string, Listed>();
  /** Where orders end in time: begins what befalls one. */
  live: ((facts: OrderFacts) => AliveOrder) | undefined;

  constructor(nature: ListNature, wire: Wire, random: Random) {
    this.#nature = nature;
    this.#wire = wire;
    this.#random = random;
  }

  /** `fresh` makes an order id. */
  take(taken: Taken, sent: SentWords, nowMs: number, fresh: () => string): void {
    const random = this.#random;
    const words = this.#words(taken.symbol, sent);
    const isMistold = this.#nature.words !== 'none' && random.chance(this.#nature.mistold);
    const partner = this.#all.findLast((one) => isLike(one, taken) && one.sharesWith === undefined && isOurs(one));
    const isAtMarket = taken.isTrigger && Number(sent['execute_price']) === 0;
    const isShared = random.chance(this.#nature.shared) && partner !== undefined;
    const listed: Listed = {
      ...taken,
      words: isMistold ? this.#spoilt(words, sent) : words,
      isTrue: !isMistold,
      ...(this.#nature.tellsPrices === true && { prices: pricesOf(sent, taken.isTrigger) }),
      alive: this.live?.({ ...taken, owner: 'plan', size: sent.size, type: sent.type, isAtMarket }),
      ...(isShared && { sharesWith: partner }),
    };
    this.#all.push(listed);
    if (!random.chance(this.#nature.doubles)) return;
    // As the one rests, the other may be over.
    const pastMs = random.chance(0.5) ? nowMs : nowMs + random.int(0, 60_000);
    const bare = { ...taken, orderId: fresh(), visibleMs: nowMs, pastMs, words };
    const double: Listed = {
      ...bare,
      isTrue: true,
      alive: this.live?.({ ...bare, owner: 'plan', size: sent.size, type: sent.type, isAtMarket }),
    };
    this.#all.push(double);
    this.#doubles.set(taken.clientOid, double);
  }

  /** An order that is not of the plan: it is told as it is. */
  takeBeside(alive: AliveOrder, { atMs, type }: { readonly atMs: number; readonly type: string }): void {
    const { size, symbol, isTrigger, price, isAtMarket } = alive.facts;
    // One of somebody else has a price of its own.
    const at = price === undefined ? (isAtMarket === true ? '0' : '500') : String(price / 10);
    const said = { size, type, price: at, execute_price: at, trigger_price: at };
    const words = this.#words(symbol, { type, size });
    const prices = this.#nature.tellsPrices === true ? { prices: pricesOf(said, isTrigger) } : {};
    this.#all.push({ ...alive.facts, atMs, visibleMs: 0, pastMs: 0, words, ...prices, isTrue: true, alive });
  }

  #words(symbol: string, { type, size }: SentWords): Partial<Words> {
    const { words, pads } = this.#nature;
    if (words === 'none') return {};
    const word = SIDE_WORDS[Number(type) - 1] as string;
    return {
      symbol,
      type: words === 'digits' ? type : words === 'words' ? word : word.toUpperCase(),
      size: pads && size.includes('.') ? `${size}000` : size,
    };
  }

  #spoilt(words: Partial<Words>, { type, size }: SentWords): Partial<Words> {
    const lies: Words = { symbol: 'cmt_xrpusdt', type: String((Number(type) % 4) + 1), size: `1${size}` };
    const key = this.#random.pick(['symbol', 'type', 'size'] as const);
    return { ...words, [key]: lies[key] };
  }

  /** Whether the order stands under this order id, its first or its second. */
  standsAs(clientOid: string, orderId: string | undefined): boolean {
    return this.#all.some((one) => one.clientOid === clientOid && one.orderId === orderId && isOurs(one));
  }

  /** Whether two orders were made of one. */
  hasDouble(clientOid: string): boolean {
    return this.#doubles.has(clientOid);
  }

  /** The truth of the order of that order id. */
  aliveAs(orderId: string | undefined): AliveOrder | undefined {
    return this.#all.find((one) => one.orderId === orderId)?.alive;
  }

  /**
   * What there is last of the order of that order id. Where two triggers were made of one sending and this one fired, also what the
   * other became: both have its client order id, and nothing says which trigger an order was.
   */
  lastsOf(clientOid: string, orderId: string | undefined): readonly AliveOrder[] {
    const named = this.aliveAs(orderId);
    if (named === undefined) return [];
    const isFired = named.became !== undefined && this.hasDouble(clientOid);
    return [named, ...(isFired ? this.twinsOf(clientOid, orderId) : [])].map(({ last }) => last);
  }

  /** What else was made of the request that the order of that order id was made of. */
  twinsOf(clientOid: string, orderId: string | undefined): readonly AliveOrder[] {
    const twins = this.#all.filter((one) => one.clientOid === clientOid && isOurs(one) && one.orderId !== orderId);
    return twins.flatMap(({ alive }) => alive ?? []);
  }

  /** Whether lists that are read to their end from `sinceMs` on must show two orders. */
  standsTwice(clientOid: string, sinceMs: number): boolean {
    const both = [this.#all.find((one) => one.clientOid === clientOid), this.#doubles.get(clientOid)];
    return this.#all.length <= MOST_SURE && both.every((one) => one !== undefined && isSettled(one, sinceMs));
  }

  page({ list, symbol, page, fromMs, toMs }: ListQuery, nowMs: number): { text: string; told: readonly ToldRecord[] } {
    const isTrigger = list === 'open-triggers' || list === 'trigger-history';
    const isOpen = list === 'open' || list === 'open-triggers';
    const shown = this.#all
      .filter(
        (order) =>
          order.symbol === (symbol ?? order.symbol) &&
          order.isTrigger === isTrigger &&
          order.visibleMs <= nowMs &&
          isShownIn(order, isOpen, nowMs) &&
          order.atMs >= fromMs &&
          order.atMs <= toMs,
      )
      .toReversed();
    const from = this.#wire.isPaged(list) ? page * PAGE_SIZE : 0;
    const orders = shown.slice(from, from + PAGE_SIZE);
    const told = orders.map((order): ToldRecord => {
      const state = order.alive?.shownIn(isOpen, nowMs)?.state;
      return { ...toldOf(order, orders), ...(state !== undefined && { state }) };
    });
    const records = orders.map(({ atMs, words, prices, alive }, at) => {
      const state = alive?.shownIn(isOpen, nowMs);
      const fields = state === undefined || alive === undefined ? {} : stateFields(state, alive, this.#nature.words);
      return recordOf(told[at] as ToldRecord, words, { createTime: String(atMs), ...prices, ...fields });
    });
    // What a trigger became has its client order id, and is another order.
    const ofOrders = told.filter((_, at) => orders[at]?.alive?.facts.owner !== 'fired');
    return { text: this.#wire.page(records, list, this.#random), told: ofOrders };
  }
}

const isOurs = ({ alive }: Listed): boolean => alive === undefined || alive.facts.owner === 'plan';

/** Where nothing befalls an order, it is past at a moment that was drawn. */
const isShownIn = ({ alive, pastMs }: Listed, isOpen: boolean, nowMs: number): boolean =>
  alive === undefined ? pastMs > nowMs === isOpen : alive.shownIn(isOpen, nowMs) !== undefined;

/** Nothing moves from one list to the other for longer than this. */
const MOST_LAG_MS = 1500;

/** Whether one list or the other has it from then on. */
const isSettled = ({ visibleMs, alive }: Listed, sinceMs: number): boolean =>
  visibleMs <= sinceMs && (alive === undefined || alive.now.atMs <= sinceMs - MOST_LAG_MS);

const isLike = (a: Taken, b: Taken): boolean => a.symbol === b.symbol && a.isTrigger === b.isTrigger;

const recordOf = ({ clientOid, orderId }: ToldRecord, words: Partial<Words>, when: object): Told => ({
  ...words,
  ...when,
  client_oid: clientOid,
  order_id: orderId,
});

/** Within one page only: nobody could see through an order id that is shown for two orders at different times. */
const toldOf = ({ clientOid, orderId, isTrue, sharesWith }: Listed, page: readonly Listed[]): ToldRecord => {
  const isShared = sharesWith !== undefined && page.includes(sharesWith);
  return { clientOid, orderId: isShared ? sharesWith.orderId : orderId, isTrue };
};
