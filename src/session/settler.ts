/**
 * Looks unknown orders up in the exchange's lists, under the same weight budget as orders.
 *
 * Invariants
 * 1. Finding is proof as sightings.ts has it. Nothing else decides: an order in no list may exist all the same (late
 *    visibility, short retention), so "not found" leaves it unknown.
 * 2. Both lists of an order's kind are read to their end, though it was found before: it may stand once more behind that.
 *    A list counts as looked through only if every record of every page of it was read; otherwise that is said.
 * 3. Nothing is told before all lists were read: what a later one tells may contradict what was found.
 * 4. Weight first, then the question on disk, then its first byte: the next run knows what was spent.
 */
import type { Limits } from '../model/call.ts';
import { LISTS, TIME, type ListAnswer, type ListName, type ListQuery } from '../model/listing.ts';
import type { Clock, Journal, OrderLists, Question } from '../ports.ts';
import type { Gate } from './gate.ts';
import { ListWalk } from './list-walk.ts';
import { Pacer, type Asked } from './pacer.ts';
import { Sightings, type Finding, type OrderIdOwner, type Sought } from './sightings.ts';

export interface SettlerOptions {
  readonly lists: OrderLists;
  readonly journal: Pick<Journal, 'recentSpend' | 'recordQuestion' | 'recordVerdicts'>;
  readonly clock: Clock;
  readonly limits: Limits;
  /** How often a question that the rate limit refused is asked again. */
  readonly rateRefusals: number;
  /** A longer wait ends the looking. */
  readonly maxPauseMs: number;
  readonly orderIdOwner: OrderIdOwner;
  /** Something for a person to hear while it waits. */
  readonly note: (message: string) => void;
}

type Tell = (order: Sought, finding: Finding) => void;
type Told = Extract<ListAnswer, { kind: 'page' | 'failed' }>;

export class Settler {
  readonly #options: SettlerOptions;
  readonly #pacer: Pacer;
  readonly #gate: Gate;
  #asked = 0;
  #isClockAsked = false;
  #stopped: string | undefined;

  constructor(options: SettlerOptions) {
    this.#options = options;
    const { journal, clock, limits, maxPauseMs } = options;
    const onTooLong = (ms: number): void =>
      this.stop(`the next question would have to wait ${Math.round(ms / 1000)} s`);
    this.#pacer = new Pacer({ journal, clock, limits, maxPauseMs, onTooLong });
    this.#gate = this.#pacer.gate;
  }

  /** Tells a finding of each order. Throws JournalError where a question cannot be recorded. */
  async look(orders: readonly Sought[], tell: Tell): Promise<void> {
    const sightings = new Sightings(orders, this.#options.orderIdOwner);
    const groups = Map.groupBy(orders, ({ symbol, isTrigger }) => `${String(isTrigger)} ${symbol}`);
    const read: { group: readonly Sought[]; lists: readonly ListName[]; unread: readonly string[] }[] = [];
    for (const group of groups.values()) {
      // What rests before what is over: an order that ends in between is then in the second list.
      const lists: ListName[] =
        group[0]?.isTrigger === true ? ['open-triggers', 'trigger-history'] : ['open', 'history'];
      const unread: string[] = [];
      for (const list of lists) {
        const failure = await this.#readList(list, group, sightings);
        if (failure !== undefined) unread.push(`${list}: ${failure}`);
      }
      read.push({ group, lists, unread });
    }
    for (const { group, lists, unread } of read)
      for (const order of group) tell(order, sightings.finding(order, lists, unread));
  }

  /** Nothing more is asked from here on; what was not looked up says so. */
  stop(why: string): void {
    this.#stopped ??= why;
    this.#gate.stop();
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

  /** A page, or why there is none. Goes again after a refusal by the rate limit, and once under the server's clock. */
  async #ask(query: ListQuery): Promise<Told> {
    const { lists, limits, rateRefusals, note } = this.#options;
    for (let refusals = 0; ;) {
      const answer = await this.#question(LISTS[query.list], async () => {
        const told = await lists.list(query);
        return { answer: told, isLost: told.kind === 'failed' && told.isLost === true };
      });
      if (answer === undefined) return failed(this.#stopped ?? 'stopped');
      if (answer.kind === 'clock-refused') {
        if (!(await this.#setClock())) return failed(answer.message);
      } else if (answer.kind === 'rate-refused') {
        if (!answer.again) {
          this.stop(`the exchange bans this address: ${answer.message}`);
          continue;
        }
        const forMs = Math.max(limits.ip.windowMs, limits.uid.windowMs, answer.retryAfterMs ?? 0);
        this.#gate.pause(forMs);
        // The next list is asked after the pause as well.
        if (refusals++ >= rateRefusals) return failed(`refused by the rate limit: ${answer.message}`);
        note(`refused by the rate limit: asking again in ${forMs / 1000} s`);
      } else return answer;
    }
  }

  /** Whether asking again makes sense: once, and only under the server's own time. */
  async #setClock(): Promise<boolean> {
    if (this.#isClockAsked) return false;
    this.#isClockAsked = true;
    return (
      (await this.#question(TIME, async () => {
        const answer = await this.#options.lists.syncClock();
        return { answer, isLost: !answer };
      })) === true
    );
  }

  /** Undefined where the stop came first. */
  #question<T>({ path, weight }: Question, ask: () => Promise<Asked<T>>): Promise<T | undefined> {
    return this.#pacer.question({ number: ++this.#asked, weight }, { path, weight }, ask);
  }
}

const failed = (message: string): Told => ({ kind: 'failed', message });
