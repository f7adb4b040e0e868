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
import { WeightBudget } from '../budget/weight-budget.ts';
import type { Limits } from '../model/call.ts';
import { LISTS, TIME, type ListAnswer, type ListName, type ListQuery } from '../model/listing.ts';
import type { Clock, Journal, OrderLists, Question } from '../ports.ts';
import { Gate } from './gate.ts';
import { ListWalk } from './list-walk.ts';

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
  /** Something for a person to hear while it waits. */
  readonly note: (message: string) => void;
}

type Tell = (order: Sought, finding: Finding) => void;
type Told = Extract<ListAnswer, { kind: 'page' | 'failed' }>;

export class Settler {
  readonly #options: SettlerOptions;
  readonly #gate: Gate;
  #asked = 0;
  #isClockAsked = false;
  #stopped: string | undefined;

  constructor(options: SettlerOptions) {
    this.#options = options;
    const { ip, uid, orderCalls } = options.limits;
    const longestMs = Math.max(ip.windowMs, uid.windowMs, orderCalls.windowMs);
    const budget = new WeightBudget(options.limits);
    const now = options.clock.monotonicMs();
    for (const { weight, ageMs } of options.journal.recentSpend(longestMs)) budget.spentBefore(now, weight, ageMs);
    this.#gate = new Gate(budget, options.clock);
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
      const answer = await this.#question(LISTS[query.list], () => lists.list(query));
      if (answer === undefined) return failed(this.#stopped ?? 'stopped');
      if (answer.kind === 'clock-refused') {
        if (!(await this.#setClock())) return failed(answer.message);
      } else if (answer.kind === 'rate-refused') {
        if (refusals++ >= rateRefusals) return failed(`refused by the rate limit: ${answer.message}`);
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
    return (await this.#question(TIME, () => this.#options.lists.syncClock())) === true;
  }

  /** Undefined where the stop came first. */
  async #question<T>({ path, weight }: Question, ask: () => Promise<T>): Promise<T | undefined> {
    const { journal, clock } = this.#options;
    const request = { number: ++this.#asked, weight };
    if (!(await this.#gate.pass(request))) return undefined;
    const attempt = journal.recordQuestion({ path, weight });
    const askedMs = clock.monotonicMs();
    const answer = await ask();
    this.#gate.answered(request);
    journal.recordVerdicts(attempt, [], clock.monotonicMs() - askedMs);
    return answer;
  }
}

const failed = (message: string): Told => ({ kind: 'failed', message });
