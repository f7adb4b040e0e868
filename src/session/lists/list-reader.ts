/**
 * Reads the exchange's lists, each to its proved end, for whoever judges what they told.
 *
 * An order that ends while a list is read page by page moves another from a page that is still to come to one that was read: it is
 * in neither. So where absence counts such a list is read until one reading has every order that the reading before it had; then
 * none had ended in that one, and it skipped none.
 */
import { Decimal } from '../../model/decimal.ts';
import type { ListedOrder, ListName, ListRead } from '../../model/listing.ts';
import type { SettingTold } from '../../model/account-settings.ts';
import type { Fill, FillsQuery, HeldRow, MoneyRow, PositionRead, Prices } from '../../model/standing.ts';
import { Inquiry, type InquiryOptions, type NoReply } from '../send/inquiry.ts';
import { fillsSince, FillsWalk, isBefore, ListWalk, type Walked } from './list-walk.ts';

/** Most readings of a list that changes all the time. */
const MOST_READINGS = 6;

/** What rests before what is over: an order that ends in between is then in the second list. */
export const listsOf = (isTrigger: boolean): readonly ListName[] =>
  isTrigger ? ['open-triggers', 'trigger-history'] : ['open', 'history'];

/** Triggers before what they become. */
export const ALL_LISTS: readonly ListName[] = [...listsOf(true), ...listsOf(false)];

/** What is done with what a list tells. */
export interface Taking {
  readonly take: (orders: readonly ListedOrder[], list: ListName) => void;
  /** Whether nothing that is sought is missing; given, a list is read again until what it did not tell was not there. */
  readonly isEnough?: () => boolean;
  /** For who goes by presence alone: once all that is sought was told, the list is not read on. */
  readonly isAllThere?: () => boolean;
}

/** The trades of a symbol, or why they were not read to their end. */
export type ReadFills =
  | { readonly fills: readonly Fill[]; readonly failure?: undefined }
  | { readonly fills: undefined; readonly failure: string };

/** The trades of a symbol within a time: all of them, those of as many pages as were read, or why they were not told. */
export type TradesRead =
  | { readonly kind: 'all' | 'not-all'; readonly fills: readonly Fill[] }
  | { readonly kind: 'failed'; readonly message: string };

interface Reading {
  readonly failure: string | undefined;
  readonly seen: ReadonlySet<string>;
}

export class ListReader {
  readonly #options: Pick<InquiryOptions, 'exchange' | 'clock'>;
  readonly #inquiry: Inquiry;

  /** `inquiry`: of whoever asks other questions besides. */
  constructor(options: InquiryOptions, inquiry: Inquiry = new Inquiry(options)) {
    this.#options = options;
    this.#inquiry = inquiry;
  }

  /** Nothing more is asked from here on; what was not read says so. */
  stop(why: string): void {
    this.#inquiry.stop(why);
  }

  /** Whether it was sent before what the histories tell. */
  isTooOld(order: Walked): boolean {
    const { longestMs } = this.#options.exchange.operations.list.history;
    return isBefore(order, longestMs, this.#options.clock.wallMs());
  }

  /** The lists that were not read to their end, and why, as a person reads it. */
  async read(lists: readonly ListName[], orders: readonly Walked[], taking: Taking): Promise<string[]> {
    return readAll(lists, (list) => this.readList(list, orders, taking));
  }

  /** Undefined where the list was read to its end, or why it was not. */
  async readList(list: ListName, orders: readonly Walked[], taking: Taking): Promise<string | undefined> {
    const { isEnough } = taking;
    let before = await this.#reading(list, orders, taking);
    if (isEnough === undefined || this.#options.exchange.operations.list[list].reads !== 'pages' || isEnough())
      return before.failure;
    for (let readings = 1; before.failure === undefined && before.seen.size > 0; readings++) {
      if (readings >= MOST_READINGS) return 'orders keep ending while it is read';
      const again = await this.#reading(list, orders, taking);
      if (again.failure === undefined && before.seen.isSubsetOf(again.seen)) return undefined;
      before = again;
    }
    return before.failure;
  }

  /**
   * The trades of a symbol since the first of these orders was sent, until they are enough; none are asked for where there are no
   * orders.
   */
  async fills(
    orders: readonly Walked[],
    areEnough: (fills: readonly Fill[]) => boolean = () => false,
  ): Promise<Partial<ReadFills>> {
    if (orders.length === 0) return {};
    const asked = fillsSince(orders, this.#options.clock.wallMs());
    const told = await this.trades(asked, Number.POSITIVE_INFINITY, areEnough);
    return told.kind === 'failed' ? { fills: undefined, failure: told.message } : { fills: told.fills };
  }

  /** The trades of a symbol within a time, of at most so many pages. */
  async trades(
    asked: FillsQuery,
    mostPages: number,
    areEnough: (fills: readonly Fill[]) => boolean = () => false,
  ): Promise<TradesRead> {
    const operation = this.#options.exchange.operations.fills;
    const walk = new FillsWalk(asked, operation);
    const fills = new Map<string, Fill>();
    for (let query = walk.query(); query !== undefined; query = walk.query()) {
      if (walk.pages >= mostPages) return { kind: 'not-all', fills: [...fills.values()] };
      const answer = await this.#inquiry.ask(operation, query);
      if (answer.kind === 'failed') return answer;
      for (const fill of answer.fills) fills.set(fill.id, fill);
      walk.take(answer);
      if (answer.unreadable === 0 && areEnough([...fills.values()])) break;
    }
    const { failure } = walk;
    return failure === undefined ? { kind: 'all', fills: [...fills.values()] } : { kind: 'failed', message: failure };
  }

  /** What is held of all symbols. */
  positions(): Promise<SettingTold<readonly HeldRow[]>> {
    return this.#inquiry.ask(this.#options.exchange.operations.positions, undefined);
  }

  /** What the account has of each coin. */
  money(): Promise<SettingTold<readonly MoneyRow[]>> {
    return this.#inquiry.ask(this.#options.exchange.operations.money, undefined);
  }

  position(symbol: string): Promise<PositionRead | NoReply> {
    return this.#inquiry.ask(this.#options.exchange.operations.position, { symbol });
  }

  /** From every question of the version that tells some; undefined where one was not answered. */
  async prices(symbol: string): Promise<Prices | undefined> {
    const prices: Partial<Record<keyof Prices, string>> = {};
    for (const operation of this.#options.exchange.operations.market) {
      const answer = await this.#inquiry.ask(operation, { symbol });
      if (answer.kind === 'failed') return undefined;
      Object.assign(prices, answer.prices);
    }
    return prices;
  }

  /**
   * Where the market is now: the last price, or where a version tells none, the middle between bid and ask. It asks no more questions
   * than that takes.
   */
  async lastPrice(symbol: string): Promise<Decimal | undefined> {
    for (const operation of this.#options.exchange.operations.market) {
      const answer = await this.#inquiry.ask(operation, { symbol });
      const prices = answer.kind === 'failed' ? {} : answer.prices;
      const [last, bid, ask] = [prices.last, prices.bid, prices.ask].map((text) => Decimal.parse(text ?? ''));
      if (answer.kind === 'failed') break;
      if (last !== undefined) return last;
      if (bid !== undefined && ask !== undefined) return bid.plus(ask).times(Decimal.of('0.5'));
    }
    return undefined;
  }

  async #reading(list: ListName, orders: readonly Walked[], { take, isAllThere }: Taking): Promise<Reading> {
    const operation = this.#options.exchange.operations.list[list];
    const walk = new ListWalk(list, orders, { operation, nowMs: this.#options.clock.wallMs() });
    for (let query = walk.query(); query !== undefined; query = walk.query()) {
      const answer: ListRead | NoReply = await this.#inquiry.ask(operation, query);
      if (answer.kind === 'failed') return { failure: answer.message, seen: walk.seen };
      take(answer.orders, list);
      walk.take(answer);
      if (isAllThere?.() === true) return { failure: undefined, seen: walk.seen };
    }
    return walk;
  }
}

/** The lists that were not read to their end, and why, as a person reads it. */
export async function readAll(
  lists: readonly ListName[],
  readList: (list: ListName) => Promise<string | undefined>,
): Promise<string[]> {
  const unread: string[] = [];
  for (const list of lists) {
    const failure = await readList(list);
    if (failure !== undefined) unread.push(`the ${list} list: ${failure}`);
  }
  return unread;
}
