/**
 * Looks unknown orders up in the exchange's lists, under the same weight budget as orders.
 *
 * Invariants
 * 1. A match by client order id is proof that the order was accepted. Nothing else decides: an order in no list may exist
 *    all the same (late visibility, short retention), so "not found" leaves it unknown.
 * 2. A page that cannot be read is no page: a list counts as looked through only if every page of it was.
 */
import { WeightBudget } from '../budget/weight-budget.ts';
import type { Limits } from '../model/call.ts';
import { LISTS, PAGE_SIZE, type ListedOrder, type ListName, type ListQuery } from '../model/listing.ts';
import type { Clock, OrderLists, RecentSpend } from '../ports.ts';
import { Gate } from './gate.ts';

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
  readonly clock: Clock;
  readonly limits: Limits;
  readonly recentSpend: readonly RecentSpend[];
  readonly rateRefusals: number;
}

/** How much earlier or later than our clock says the exchange may have dated an order. */
const LEEWAY_MS = 5 * 60_000;
/** Most pages of one list; a longer one is not looked through. */
const MOST_PAGES = 200;

export class Settler {
  readonly #options: SettlerOptions;
  readonly #gate: Gate;
  #asked = 0;

  constructor(options: SettlerOptions) {
    this.#options = options;
    const budget = new WeightBudget(options.limits);
    const now = options.clock.monotonicMs();
    for (const { weight, ageMs } of options.recentSpend) budget.spentBefore(now, weight, ageMs);
    this.#gate = new Gate(budget, options.clock);
  }

  /** What the lists say of each order, by client order id. */
  async look(orders: readonly Sought[]): Promise<ReadonlyMap<string, Finding>> {
    const findings = new Map<string, Finding>();
    for (const group of bySymbolAndKind(orders)) await this.#lookForGroup(group, findings);
    return findings;
  }

  async #lookForGroup(group: readonly Sought[], findings: Map<string, Finding>): Promise<void> {
    const lists: ListName[] = group[0]?.isTrigger === true ? ['open-triggers', 'trigger-history'] : ['open', 'history'];
    const missing = new Map(group.map((order) => [order.clientOid, order]));
    const failures: string[] = [];
    for (const list of lists) {
      if (missing.size === 0) break;
      const failure = await this.#readList(list, [...missing.values()], (found) => {
        if (!missing.delete(found.clientOid)) return;
        findings.set(found.clientOid, { kind: 'found', orderId: found.orderId, list });
      });
      if (failure !== undefined) failures.push(`${list}: ${failure}`);
    }
    for (const clientOid of missing.keys()) {
      const failed = failures.length > 0;
      findings.set(clientOid, failed ? { kind: 'failed', message: failures.join('; ') } : { kind: 'not-found', lists });
    }
  }

  /** Every page of a list; undefined when all were read, or why not. */
  async #readList(
    list: ListName,
    orders: readonly Sought[],
    tell: (found: ListedOrder) => void,
  ): Promise<string | undefined> {
    const sent = orders.map(({ sentAtMs }) => sentAtMs);
    const fromMs = Math.min(...sent) - LEEWAY_MS;
    let toMs = this.#options.clock.wallMs() + LEEWAY_MS;
    const symbol = orders[0]?.symbol ?? '';
    for (let page = 0; page < MOST_PAGES; page++) {
      const answer = await this.#ask({ list, symbol, page, fromMs, toMs });
      if (answer.kind !== 'page') return answer.message;
      answer.orders.forEach(tell);
      if (answer.told < PAGE_SIZE) return undefined;
      if (list === 'open' || list === 'open-triggers') continue;
      // A history has no pages: the next one ends where this one's oldest order begins.
      const oldest = Math.min(...answer.orders.map(({ createdMs }) => createdMs ?? Number.POSITIVE_INFINITY));
      if (!(oldest < toMs)) return 'more orders than one page in one millisecond, or without their time';
      toMs = oldest;
    }
    return `more than ${MOST_PAGES} pages`;
  }

  async #ask(query: ListQuery): Promise<Extract<Awaited<ReturnType<OrderLists['list']>>, { kind: 'page' | 'failed' }>> {
    const { lists, limits, rateRefusals } = this.#options;
    for (let refusals = 0; ; refusals++) {
      const request = { number: ++this.#asked, weight: LISTS[query.list].weight };
      await this.#gate.pass(request);
      const answer = await lists.list(query);
      this.#gate.answered(request);
      if (answer.kind !== 'rate-refused') return answer;
      if (refusals >= rateRefusals) return { kind: 'failed', message: `refused by the rate limit: ${answer.message}` };
      this.#gate.pause(Math.max(limits.ip.windowMs, limits.uid.windowMs, answer.retryAfterMs ?? 0));
    }
  }
}

function bySymbolAndKind(orders: readonly Sought[]): Sought[][] {
  return [...Map.groupBy(orders, ({ symbol, isTrigger }) => `${String(isTrigger)} ${symbol}`).values()];
}
