/**
 * Looks unknown orders up in the exchange's lists, under the same weight budget as orders.
 *
 * Invariants
 * 1. A match by client order id is proof that the order was accepted. Nothing else decides: an order in no list may exist
 *    all the same (late visibility, short retention), so "not found" leaves it unknown.
 * 2. A list counts as looked through only if every record of every page of it was read; otherwise its orders were not
 *    looked up, which is said.
 * 3. Weight first, then the question on disk, then its first byte: the next run knows what was spent.
 */
import type { Limits } from '../model/call.ts';
import { LISTS, TIME, type ListAnswer, type ListName, type ListQuery } from '../model/listing.ts';
import type { Clock, Journal, OrderLists, Question } from '../ports.ts';
import type { Gate } from './gate.ts';
import { ListWalk } from './list-walk.ts';
import { Pacer, type Asked } from './pacer.ts';

/** An unknown order, as far as it can be looked for. */
export interface Sought {
  readonly id: string;
  readonly clientOid: string;
  readonly symbol: string;
  readonly isTrigger: boolean;
  readonly sentAtMs: number;
}

export type Finding =
  | { readonly kind: 'found'; readonly orderId: string; readonly list: ListName }
  /** Every list was looked through, and none has it. */
  | { readonly kind: 'not-found'; readonly lists: readonly ListName[] }
  | { readonly kind: 'failed'; readonly message: string };

export interface SettlerOptions {
  readonly lists: OrderLists;
  readonly journal: Pick<Journal, 'recentSpend' | 'recordQuestion' | 'recordVerdicts'>;
  readonly clock: Clock;
  readonly limits: Limits;
  /** How often a question that the rate limit refused is asked again. */
  readonly rateRefusals: number;
  /** A longer wait ends the looking. */
  readonly maxPauseMs: number;
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

  /** Tells a finding of each order, as soon as there is one. Throws JournalError where a question cannot be recorded. */
  async look(orders: readonly Sought[], tell: Tell): Promise<void> {
    const groups = Map.groupBy(orders, ({ symbol, isTrigger }) => `${String(isTrigger)} ${symbol}`);
    for (const group of groups.values()) await this.#lookForGroup(group, tell);
  }

  /** Nothing more is asked from here on; what was not looked up says so. */
  stop(why: string): void {
    this.#stopped ??= why;
    this.#gate.stop();
  }

  async #lookForGroup(group: readonly Sought[], tell: Tell): Promise<void> {
    // What rests before what is over: an order that ends in between is then in the second list.
    const lists: ListName[] = group[0]?.isTrigger === true ? ['open-triggers', 'trigger-history'] : ['open', 'history'];
    const missing = new Map(group.map((order) => [order.clientOid, order]));
    const failures: string[] = [];
    for (const list of lists) {
      if (missing.size === 0) return;
      const failure = await this.#readList(list, missing, tell);
      if (failure !== undefined) failures.push(`${list}: ${failure}`);
    }
    for (const order of missing.values()) {
      tell(
        order,
        failures.length > 0 ? { kind: 'failed', message: failures.join('; ') } : { kind: 'not-found', lists },
      );
    }
  }

  /** Takes what it finds out of `missing`. Undefined when it found all or read the whole list, or why it did neither. */
  async #readList(list: ListName, missing: Map<string, Sought>, tell: Tell): Promise<string | undefined> {
    const walk = new ListWalk(list, [...missing.values()], this.#options.clock.wallMs());
    for (let query = walk.query(); query !== undefined; query = walk.query()) {
      const answer = await this.#ask(query);
      if (answer.kind === 'failed') return answer.message;
      for (const { clientOid, orderId } of answer.orders) {
        const order = missing.get(clientOid);
        if (order === undefined) continue;
        missing.delete(clientOid);
        tell(order, { kind: 'found', orderId, list });
      }
      if (missing.size === 0) return undefined;
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
        if (refusals++ >= rateRefusals) return failed(`refused by the rate limit: ${answer.message}`);
        if (!answer.again) {
          this.stop(`the exchange bans this address: ${answer.message}`);
          continue;
        }
        const forMs = Math.max(limits.ip.windowMs, limits.uid.windowMs, answer.retryAfterMs ?? 0);
        this.#gate.pause(forMs);
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
