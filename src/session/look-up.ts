/**
 * Looks unknown orders up in the exchange's lists, under the same weight budget as orders.
 *
 * Invariants
 * 1. Finding is proof as sightings.ts has it. Nothing else decides: an order in no list may exist all the same (late
 *    visibility, short retention), so "not found" leaves it unknown.
 * 2. Both lists of an order's kind are read to their end, though it was found before: it may stand once more behind that.
 *    A list counts as looked through only if every record of every page of it was read; otherwise that is said.
 * 3. Nothing is told before all lists were read: what a later one tells may contradict what was found.
 * 4. Weight first, then the question on disk, then its first byte: the next run knows what was spent (line.ts).
 */
import type { ListName } from '../model/listing.ts';
import { Inquiry, type InquiryOptions } from './inquiry.ts';
import { ListWalk } from './list-walk.ts';
import { Sightings, type Finding, type OwnerOf, type Sought } from './sightings.ts';

export interface LookUpOptions extends InquiryOptions {
  readonly ownerOf: OwnerOf;
}

/** What was found out about one order. */
export interface LookedUp {
  readonly order: Sought;
  readonly finding: Finding;
}

/** Of one symbol and kind, with the lists that it can stand in. */
interface Group {
  readonly orders: readonly Sought[];
  readonly lists: readonly ListName[];
  /** The lists that were not read to their end, and why. */
  readonly unread: string[];
}

export class LookUp {
  readonly #options: LookUpOptions;
  readonly #inquiry: Inquiry;

  constructor(options: LookUpOptions) {
    this.#options = options;
    this.#inquiry = new Inquiry(options);
  }

  /** A finding for each order. Rejects with JournalError where a question cannot be recorded. */
  async *look(orders: readonly Sought[]): AsyncGenerator<LookedUp> {
    const sightings = new Sightings(orders);
    const groups = Map.groupBy(orders, ({ symbol, isTrigger }) => `${String(isTrigger)} ${symbol}`);
    const read: Group[] = [];
    for (const group of groups.values()) read.push(await this.#readLists(group, sightings));
    for (const { orders: group, lists, unread } of read) {
      for (const order of group) {
        yield { order, finding: await sightings.finding(order, { lists, unread }, this.#options.ownerOf) };
      }
    }
  }

  /** Nothing more is asked from here on; what was not looked up says so. */
  stop(why: string): void {
    this.#inquiry.stop(why);
  }

  async #readLists(orders: readonly Sought[], sightings: Sightings): Promise<Group> {
    // What rests before what is over: an order that ends in between is then in the second list.
    const lists: ListName[] =
      orders[0]?.isTrigger === true ? ['open-triggers', 'trigger-history'] : ['open', 'history'];
    const unread: string[] = [];
    for (const list of lists) {
      const failure = await this.#readList(list, orders, sightings);
      if (failure !== undefined) unread.push(`${list}: ${failure}`);
    }
    return { orders, lists, unread };
  }

  /** Undefined when it read the whole list, or why it did not. */
  async #readList(list: ListName, group: readonly Sought[], sightings: Sightings): Promise<string | undefined> {
    const walk = new ListWalk(list, group, this.#options.clock.wallMs());
    for (let query = walk.query(); query !== undefined; query = walk.query()) {
      const answer = await this.#inquiry.ask(this.#options.exchange.operations.list[list], query);
      if (answer.kind === 'failed') return answer.message;
      sightings.take(list, answer.orders);
      walk.take(answer);
    }
    return walk.failure;
  }
}
