/**
 * What was spent lately at one origin, by the records of a store: IP weight of every account through one egress, UID weight and
 * order calls of one. A fold over records; what this claim spends itself is counted by its budget, and left out here.
 */
import { TIMESTAMP_TOLERANCE_MS, type Cost } from '../../model/call.ts';
import type { OthersSpend } from '../../budget/weight-budget.ts';
import type { AccountName } from '../records/scope.ts';
import { passedSince, type Moment } from '../records/moment.ts';
import { isEnding, type EndingKind, type LogRecord } from '../records/record-log.ts';
import { saidOf } from '../records/record-schema.ts';

interface Spend {
  /** Read only once it may count: a journal has very many that do not. */
  readonly record: LogRecord;
  readonly isOurs: boolean;
  readonly begun: Moment;
  ended?: Moment & { readonly how: EndingKind };
}

interface Spent {
  readonly cost: Cost;
  /** At most so many orders, where an account's windows count those; and whether it was sent by such an interface for certain. */
  readonly orders: number;
  readonly isCounted: boolean;
  readonly egress: string | undefined;
}

/** What is older than the longest window by so much more, as of another record, counts nowhere any more: whatever a clock did. */
const LONG_AFTER_MS = 3_600_000;

interface Window {
  readonly longestMs: number;
  /** The account's windows count orders: whatever it was that the interface of a request counted. */
  readonly countsOrders: boolean;
  /** Undefined: that of all who name none. */
  readonly egress: string | undefined;
}

export class Spending {
  readonly #account: AccountName;
  /** Accounts at the origin, and whether each is ours. */
  readonly #accounts = new Map<number, boolean>();
  readonly #spends = new Map<number, Spend>();
  readonly #own = new Set<number>();
  readonly #keptMs: number;
  #isStale = true;

  /** `longestMs`: the longest window that is asked about. */
  constructor(account: AccountName, longestMs = Number.POSITIVE_INFINITY) {
    this.#account = account;
    this.#keptMs = longestMs + LONG_AFTER_MS;
  }

  /** `isOwn`: what it spends, this claim counts itself. */
  take(record: LogRecord, isOwn = false): void {
    const { id, kind, weight } = record;
    if (kind === 'account') this.#addAccount(id, saidOf('account', record));
    else if (weight !== undefined && isOwn) this.#own.add(id);
    else if (weight !== undefined) this.#addSpend(record);
    else if (isEnding(kind)) this.#end(record, kind);
  }

  #addSpend(record: LogRecord): void {
    const { id, account = 0, atMs, uptimeMs } = record;
    const isOurs = this.#accounts.get(account);
    if (isOurs === undefined) return;
    this.#isStale = true;
    const begun = { wallMs: atMs, uptimeMs };
    this.#dropOld(begun);
    this.#spends.set(id, { record, isOurs, begun });
  }

  /** The oldest come first. An answer counts from when it came, however late that is. */
  #dropOld(now: Moment): void {
    for (const [id, spend] of this.#spends) {
      if (spend.ended === undefined) continue;
      if (ageOf(spend, now) < this.#keptMs) return;
      this.#spends.delete(id);
    }
  }

  #end({ about = 0, atMs, uptimeMs }: LogRecord, how: EndingKind): void {
    if (this.#own.delete(about)) return;
    this.#isStale = true;
    const spend = this.#spends.get(about);
    if (spend === undefined) return;
    if (how === 'not-sent') this.#spends.delete(about);
    else spend.ended = { wallMs: atMs, uptimeMs, how };
  }

  /**
   * All that others spent and that may still count at this egress, the oldest first; undefined: nothing has changed since it
   * was asked last.
   */
  changed(now: Moment, { longestMs, countsOrders, egress }: Window): readonly OthersSpend[] | undefined {
    if (!this.#isStale) return undefined;
    const recent: OthersSpend[] = [];
    let isOpen = false;
    for (const [id, spend] of this.#spends) {
      const ageMs = ageOf(spend, now);
      if (ageMs >= longestMs) {
        this.#spends.delete(id);
        continue;
      }
      const spent = spentBy(spend);
      const ip = spent.egress === egress ? spent.cost.ip : 0;
      const weight = { ...spent.cost, ip, ...(countsOrders && { uid: spent.orders, orderCalls: spent.orders }) };
      const uncounted = countsOrders && !spent.isCounted ? ({ isUncounted: true } as const) : {};
      if (spend.ended !== undefined) recent.push({ weight, ageMs, ...uncounted });
      else {
        isOpen = true;
        recent.push({ weight, ageMs, isOpen: true, ...uncounted });
      }
    }
    this.#isStale = isOpen;
    return recent.toSorted((a, b) => b.ageMs - a.ageMs);
  }

  /** What others spent is to be told once more, though nothing has changed. */
  again(): void {
    this.#isStale = true;
  }

  #addAccount(id: number, { origin, name }: AccountName): void {
    if (origin === this.#account.origin) this.#accounts.set(id, name === this.#account.name);
  }
}

function spentBy({ record, isOurs }: Spend): Spent {
  const { kind, weight = { ip: 0, uid: 0 } } = record;
  const orderCalls = kind === 'question' || !isOurs ? 0 : 1;
  const cost = { ip: weight.ip, uid: isOurs ? weight.uid : 0, orderCalls } as const;
  const { egress } = saidOf('question', record);
  const counted = isOurs && kind === 'intent' ? ordersIn(record, weight.uid) : { orders: 0, isCounted: true };
  return { cost, ...counted, egress };
}

/**
 * How many orders a call may be counted as. No record names the interface: a call of one order counts as one by each, and a batch as
 * its orders or as its weight, whichever is more. A question or a cancel is no order.
 */
function ordersIn(record: LogRecord, uid: number): Pick<Spent, 'orders' | 'isCounted'> {
  const { kind, orders } = saidOf('intent', record);
  if (kind === 'batch') return { orders: Math.max(uid, orders.length), isCounted: false };
  return { orders: Math.min(uid, orders.length), isCounted: uid === orders.length };
}

/** A request without an answer may be counted until its timestamp has expired. */
function ageOf({ begun, ended }: Spend, now: Moment): number {
  const expiredMs = passedSince(begun.wallMs, begun.uptimeMs, now) - TIMESTAMP_TOLERANCE_MS;
  if (ended === undefined || ended.how === 'unrecorded') return expiredMs;
  const endedMs = passedSince(ended.wallMs, ended.uptimeMs, now);
  return ended.how === 'lost' ? Math.min(endedMs, expiredMs) : endedMs;
}
