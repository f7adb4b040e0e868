/** The requests of one claim: the weight they take, their records, and how they end. */
import { defined } from '../../model/defined.ts';
import { WeightBudget } from '../../budget/weight-budget.ts';
import { TIMESTAMP_TOLERANCE_MS, type Cost, type Limits } from '../../model/call.ts';
import type { CancelStep, Verdict } from '../../model/outcome.ts';
import type { AccountBooks, RecordFields } from '../account/account-log.ts';
import type { AccountMemory } from '../account/account-memory.ts';
import { JournalError } from '../records/journal-error.ts';
import type { KnownAttempt } from '../account/known-attempt.ts';
import type { OrderIdOwner } from '../records/ledger.ts';
import {
  opens,
  type Attempt,
  type Begun,
  type BudgetGauges,
  type CancelIntent,
  type Ending,
  type Intent,
  type LedgerRequest,
} from '../records/request.ts';
import { placeOf } from './recovery.ts';
import type { PlanName } from '../records/scope.ts';
import { said, type Egress } from '../records/record-schema.ts';
import { withoutTakenIds } from '../account/taken-ids.ts';

/** How soon who waits behind others looks whether they are gone. */
const BEHIND_OTHERS_MS = 100;

/** An execution, and the number of its record. */
export interface CurrentRun {
  readonly id: number;
  readonly plan: PlanName;
}

export class Requests {
  readonly #books: AccountBooks;
  readonly #limits: Limits;
  readonly #budget: WeightBudget;
  /** Order ids of verdicts that may not be on record yet. */
  readonly #given = new Map<string, OrderIdOwner>();
  /** Attempts without an ending. */
  readonly #awaited = new Set<number>();
  /** Undefined: only questions are taken up. */
  run: CurrentRun | undefined;

  constructor(books: AccountBooks, limits: Limits) {
    this.#books = books;
    this.#limits = limits;
    this.#budget = new WeightBudget(limits);
  }

  async intend(requests: readonly LedgerRequest[]): Promise<Begun> {
    const taken: Attempt[] = [];
    try {
      const begun = await this.#books.write((append) => this.#admit(requests, taken, append));
      for (const { id } of taken) this.#awaited.add(id);
      if (begun.waitMs !== undefined)
        await this.#books.waiting?.leave(requests.slice(taken.length).map(costOf), begun.waitMs);
      return begun;
    } catch (error) {
      this.#undo(taken);
      throw error;
    }
  }

  /** They were not written, or others wrote first. */
  #undo(attempts: readonly Attempt[]): void {
    for (const { cost, id } of attempts) this.#budget.notSent(cost, id);
  }

  #admit(requests: readonly LedgerRequest[], attempts: Attempt[], append: (record: RecordFields) => number): Begun {
    this.#undo(attempts.splice(0));
    const nowMs = this.#books.machine.monotonicMs();
    const others = this.#books.spending.changed(this.#books.now(), {
      longestMs: longestWindow(this.#limits),
      countsOrders: this.#limits.countsOrders === true,
      egress: this.#limits.egress,
    });
    if (others !== undefined) this.#budget.setOthers(nowMs, others);
    const ahead = this.#books.waiting?.ahead();
    if (ahead !== undefined) this.#budget.setAhead(ahead);
    // Who waits behind others hears of them only by asking.
    const longestMs = ahead === undefined || ahead.uid === 0 ? Number.POSITIVE_INFINITY : BEHIND_OTHERS_MS;
    const { halt: halted } = this.#books.memory;
    for (const request of requests) {
      if (halted !== undefined && opens(request)) return { attempts, halted };
      const cost = costOf(request);
      const waitMs = this.#budget.waitMs(nowMs, cost) ?? longestMs;
      if (waitMs > 0) return { attempts, waitMs };
      const id = append(this.#recordOf(request));
      this.#budget.take(nowMs, cost, id);
      attempts.push({ id, cost, atMs: nowMs });
    }
    return { attempts };
  }

  conclude(attempt: Attempt, ending: Ending): Promise<readonly Verdict[]> {
    const known = this.#books.memory.open.get(attempt.id);
    if (known === undefined || !this.#awaited.delete(attempt.id)) {
      return Promise.reject(new Error(`no attempt ${attempt.id} is open`));
    }
    this.#giveBack(attempt, ending);
    const { how, latencyMs } = ending;
    const verdicts = 'verdicts' in ending ? this.#withoutTakenIds(ending.verdicts, known) : [];
    const what =
      'message' in ending
        ? { latencyMs, message: ending.message }
        : { latencyMs, ...(ending.answers === undefined ? { verdicts } : { answers: ending.answers }) };
    const record = { kind: how, ...this.#books.of(known.plan), about: attempt.id, said: said<'ending'>(what) };
    return this.#books.write(
      (append) => {
        append(record);
        return verdicts;
      },
      { despite: true },
    );
  }

  #withoutTakenIds(verdicts: readonly Verdict[], { plan = 0, orders }: KnownAttempt): readonly Verdict[] {
    const stand = withoutTakenIds(
      verdicts,
      orders,
      (orderId) => this.#books.memory.orderIdOwner(orderId) ?? this.#given.get(orderId),
    );
    for (const [at, verdict] of stand.entries()) {
      const order = orders[at];
      if (verdict.outcome !== 'accepted' || order === undefined) continue;
      this.#given.set(verdict.orderId, {
        plan: this.#books.memory.planName(plan)?.plan ?? '',
        id: order.id,
        clientOid: order.clientOid,
      });
    }
    return stand;
  }

  gauges(): BudgetGauges {
    return this.#budget.gauges(this.#books.machine.monotonicMs());
  }

  /** The exchange counted it by now, or, where no whole answer came, at the latest when its timestamp expires. */
  #giveBack({ id, cost, atMs }: Attempt, { how, windows }: Ending): void {
    const nowMs = this.#books.machine.monotonicMs();
    if (how === 'not-sent') return this.#budget.notSent(cost, id);
    const countedMs = how === 'lost' ? Math.max(nowMs, atMs + TIMESTAMP_TOLERANCE_MS) : nowMs;
    this.#budget.answered(countedMs, cost);
    this.#budget.hear(nowMs, countedMs, { id, how: how === 'answered' || how === 'lost' ? how : 'refused', windows });
  }

  #recordOf(request: LedgerRequest): RecordFields {
    if ('cancel' in request) return this.#cancelRecord(request);
    if (!('call' in request)) {
      const { weight, path } = request;
      return {
        kind: 'question',
        ...this.#books.of(),
        ...defined({ about: this.run?.id }),
        weight,
        said: said<'question'>({ path, ...this.#egress }),
      };
    }
    const run = this.#begun();
    const of = { ...this.#books.of(this.#books.memory.planId(run.plan)), ...this.#egress };
    return intentRecord(request, this.#books.memory, run, of);
  }

  get #egress(): Egress {
    return defined({ egress: this.#limits.egress });
  }

  #begun(): CurrentRun {
    if (this.run !== undefined) return this.run;
    throw new JournalError('an intent without a run', 'this is a bug of ordo');
  }

  #cancelRecord({ cancel, signedAtMs }: CancelIntent): RecordFields {
    const { number: call, kind, path, body, weight } = cancel;
    const run = this.#begun();
    const { memory } = this.#books;
    const orders = cancel.orders.map(({ clientOid, isReplaced }) => {
      // Its call may name it by its client order id though it was found since the call was made.
      const step: CancelStep = memory.lastSent(clientOid)?.order?.state === 'unknown' ? 'cancel-unplaced' : 'cancel';
      return { ...placeOf(memory, clientOid), step, ...(isReplaced === true && { isReplaced }) };
    });
    return {
      kind: 'cancel',
      ...this.#books.of(memory.planId(run.plan)),
      about: run.id,
      weight: { ip: weight.ip, uid: weight.uid },
      said: said<'cancel'>({ call, kind, path, body, signedAtMs, orders, ...this.#egress }),
    };
  }
}

function intentRecord(
  { call, orders, signedAtMs }: Intent,
  memory: AccountMemory,
  run: CurrentRun,
  { egress, ...of }: { account: number; plan?: number } & Egress,
): RecordFields {
  const { number, kind, path, body, weight } = call;
  const known = memory.state(run.plan);
  const sent = orders.map(
    (order) => [order.id, order.clientOid, order.lineage, memory.timesSent(known, order)] as const,
  );
  const contents = orders.map(({ content }) => content);
  const marks = orders.some((order) => order.marks !== undefined)
    ? { marks: orders.map((order) => order.marks ?? {}) }
    : {};
  return {
    kind: 'intent',
    ...of,
    about: run.id,
    weight: { ip: weight.ip, uid: weight.uid },
    said: said({
      call: number,
      kind,
      path,
      body,
      signedAtMs,
      orders: sent,
      contents,
      ...marks,
      ...defined({ egress }),
    }),
  };
}

function costOf(request: LedgerRequest): Cost {
  if ('call' in request) return request.call.weight;
  return 'cancel' in request ? request.cancel.weight : request.weight;
}

export const longestWindow = ({ ip, uid, orderCalls }: Limits): number =>
  Math.max(ip.windowMs, uid.windowMs, orderCalls.windowMs);
