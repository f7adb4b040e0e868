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
import type { Questions } from '../ledger/ledger.ts';
import type { Limits } from '../model/call.ts';
import type { ListName, ListQuery, ListRead } from '../model/listing.ts';
import type { Clock, Exchange } from '../ports.ts';
import { Line } from './line.ts';
import { ListWalk } from './list-walk.ts';
import { tooLong } from './obedience.ts';
import { Sightings, type Finding, type OwnerOf, type Sought } from './sightings.ts';

export interface LookUpOptions {
  readonly exchange: Pick<Exchange, 'operations' | 'send'>;
  readonly ledger: Pick<Questions, 'intend' | 'conclude'>;
  readonly clock: Clock;
  readonly limits: Limits;
  /** How often a question that the rate limit refused is asked again. */
  readonly rateRefusals: number;
  /** A longer wait ends the looking. */
  readonly maxPauseMs: number;
  readonly ownerOf: OwnerOf;
  /** Something for a person to hear while it waits. */
  readonly note: (message: string) => void;
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
  readonly #line: Line;
  #asked = 0;

  constructor(options: LookUpOptions) {
    this.#options = options;
    const { ledger, exchange, clock, limits, rateRefusals, maxPauseMs } = options;
    this.#line = new Line({
      ledger,
      exchange,
      clock,
      limits,
      rateRefusals,
      maxPauseMs,
      notSentPausesMs: [],
      tooLong: (ms) => tooLong('the next question', ms),
    });
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
    this.#line.stop({ reason: 'stopped', why });
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
      const answer = await this.#ask(query);
      if (answer.kind === 'failed') return answer.message;
      sightings.take(list, answer.orders);
      walk.take(answer);
    }
    return walk.failure;
  }

  /** A page, or why there is none. */
  async #ask(query: ListQuery): Promise<ListRead> {
    const { exchange, note } = this.#options;
    const sent = await this.#line.send({
      operation: exchange.operations.list[query.list],
      asked: query,
      number: ++this.#asked,
      giveUp: (refusal) => {
        if (refusal.kind !== 'rate-refused' || refusal.again) return;
        this.stop(`the exchange bans this address: ${refusal.message}`);
      },
      paused: ({ forMs }) => note(`refused by the rate limit: asking again in ${forMs / 1000} s`),
    });
    if (sent.kind === 'stopped') return failed(this.#line.stopped?.why ?? 'stopped');
    if (sent.kind === 'given-up') {
      if (!sent.recorded.ok) throw sent.recorded.error;
      const { kind, message } = sent.refusal;
      return failed(
        kind === 'rate-refused' ? (this.#line.stopped?.why ?? `refused by the rate limit: ${message}`) : message,
      );
    }
    if (!sent.recorded.ok) throw sent.recorded.error;
    return sent.value;
  }
}

const failed = (message: string): ListRead => ({ kind: 'failed', message });
