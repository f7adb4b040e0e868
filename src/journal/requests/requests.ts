/** The requests of one claim: the weight they take, their records, and how they end. */
import { defined } from '../../model/defined.ts';
import { WeightBudget } from '../../budget/weight-budget.ts';
import { TIMESTAMP_TOLERANCE_MS, type Cost, type Limits } from '../../model/call.ts';
import type { CancelStep, Verdict } from '../../model/outcome.ts';
import type { AccountBooks, RecordFields } from '../account/account-log.ts';
import { JournalError } from '../records/journal-error.ts';
import type { KnownAttempt } from '../account/known-attempt.ts';
import type { OrderIdOwner } from '../records/ledger.ts';
import {
  isExit,
  opens,
  type Attempt,
  type Begun,
  type BudgetGauges,
  type CancelIntent,
  type Ending,
  type LedgerRequest,
} from '../records/request.ts';
import { addedCosts } from '../account/reserves.ts';
import { keptByOthers, OwnReserve } from './own-reserve.ts';
import type { KeptReserve } from '../records/reserve.ts';
import { intentRecord, type CurrentRun } from './intent-record.ts';
import { placeOf } from './recovery.ts';
import { said, type Egress } from '../records/record-schema.ts';
import { withoutTakenIds } from '../account/taken-ids.ts';

/** How soon who waits behind others looks whether they are gone. */
const BEHIND_OTHERS_MS = 100;

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
  /** What it keeps for itself. */
  #own: OwnReserve | undefined;
  /** Numbers of attempts that are on no record are below zero. */
  readonly #unrecorded = new Set<number>();
  /** Attempts that are of what it keeps for itself. */
  readonly #uses = new Map<number, 'look' | 'exit'>();
  #lastUnrecorded = 0;
  /** Whether others still hold the plans for which they keep weight, asked before each request. */
  readonly #askHeld: () => Promise<void>;

  constructor(books: AccountBooks, limits: Limits, askHeld: () => Promise<void> = () => Promise.resolve()) {
    this.#books = books;
    this.#askHeld = askHeld;
    this.#limits = limits;
    this.#budget = new WeightBudget(limits);
  }

  /** From here on it keeps that much: it is on record, so others count it. */
  keep(reserve: KeptReserve | undefined): void {
    this.#uses.clear();
    this.#own = reserve && new OwnReserve(reserve, this.#limits, this.#books.machine.monotonicMs());
  }

  async intend(requests: readonly LedgerRequest[]): Promise<Begun> {
    const taken: Attempt[] = [];
    // That a look cannot be taken up says nothing of an outcome that is to be written.
    const isTrial = requests.every((one) => 'isLook' in one);
    try {
      await this.#askHeld();
      const begun = await this.#books.write((append) => this.#admit(requests, taken, append), { isTrial });
      for (const { id } of taken)
        if (id < 0) this.#unrecorded.add(id);
        else this.#awaited.add(id);
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
    for (const { cost, id } of attempts) this.#free(id, (budget) => budget.notSent(cost, id));
  }

  /** In every budget that it was taken of. */
  #free(id: number, free: (budget: WeightBudget) => void): void {
    free(this.#budget);
    const use = this.#uses.get(id);
    if (use !== undefined && this.#own !== undefined) free(this.#own.budgetOf(use));
    this.#uses.delete(id);
  }

  #admit(requests: readonly LedgerRequest[], attempts: Attempt[], append: (record: RecordFields) => number): Begun {
    this.#undo(attempts.splice(0));
    const nowMs = this.#books.machine.monotonicMs();
    this.#hearOthers(nowMs);
    const ahead = this.#books.waiting?.ahead();
    // Who waits behind others hears of them only by asking.
    const longestMs = ahead === undefined || ahead.uid === 0 ? Number.POSITIVE_INFINITY : BEHIND_OTHERS_MS;
    const { halt: halted } = this.#books.memory;
    for (const request of requests) {
      if (halted !== undefined && opens(request)) return { attempts, halted };
      const cost = costOf(request);
      const use = this.#useOf(request, nowMs);
      this.#budget.setAhead(use === undefined ? this.#aheadOf(nowMs, ahead) : NOTHING);
      const waitMs = this.#budget.waitMs(nowMs, cost) ?? longestMs;
      if (waitMs > 0) return { attempts, waitMs };
      const id = use === 'look' ? --this.#lastUnrecorded : append(this.#recordOf(request));
      this.#budget.take(nowMs, cost, id);
      if (use !== undefined) this.#take(use, { id, cost, atMs: nowMs });
      if (use !== 'look') this.#own?.recorded(nowMs);
      attempts.push({ id, cost, atMs: nowMs });
    }
    return { attempts };
  }

  /** Of what it keeps for itself; undefined: of what all share. */
  #useOf(request: LedgerRequest, nowMs: number): 'look' | 'exit' | undefined {
    const cost = costOf(request);
    if ('isLook' in request && this.#own?.hasLook(nowMs, cost) === true) return 'look';
    return isExit(request) && this.#own?.hasExit(nowMs, cost) === true ? 'exit' : undefined;
  }

  #take(use: 'look' | 'exit', { id, cost, atMs }: Attempt): void {
    this.#own?.budgetOf(use).take(atMs, cost, id);
    this.#uses.set(id, use);
  }

  /** What has to fit beside a request that is of what all share: those who came first, and this run's own looks and exits. */
  #aheadOf(nowMs: number, ahead: Required<Cost> = NOTHING): Required<Cost> {
    return this.#own === undefined ? ahead : addedCosts(ahead, this.#own.left(nowMs));
  }

  #hearOthers(nowMs: number): void {
    const { spending, reserves } = this.#books;
    const now = this.#books.now();
    const countsOrders = this.#limits.countsOrders === true;
    const window = { longestMs: longestWindow(this.#limits), countsOrders, egress: this.#limits.egress };
    // What is kept holds for a moment, as that of an open request does.
    if (reserves.isAny) spending.again();
    const others = spending.changed(now, window);
    if (others === undefined) return;
    const kept = keptByOthers(reserves, now, { limits: this.#limits, except: this.run?.id, ownRoom: this.#own?.room });
    this.#budget.setOthers(nowMs, [...others, ...kept]);
  }

  conclude(attempt: Attempt, ending: Ending): Promise<readonly Verdict[]> {
    if (this.#unrecorded.delete(attempt.id)) {
      this.#giveBack(attempt, ending);
      return Promise.resolve([]);
    }
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
    if (how === 'not-sent') return this.#free(id, (budget) => budget.notSent(cost, id));
    const countedMs = how === 'lost' ? Math.max(nowMs, atMs + TIMESTAMP_TOLERANCE_MS) : nowMs;
    this.#free(id, (budget) => budget.answered(countedMs, cost));
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

const NOTHING: Required<Cost> = { ip: 0, uid: 0, orderCalls: 0 };

function costOf(request: LedgerRequest): Cost {
  if ('call' in request) return request.call.weight;
  return 'cancel' in request ? request.cancel.weight : request.weight;
}

export const longestWindow = ({ ip, uid, orderCalls }: Limits): number =>
  Math.max(ip.windowMs, uid.windowMs, orderCalls.windowMs);
