/** The requests of one claim: the weight they take, their records, and how they end. */
import { defined } from '../../model/defined.ts';
import { WeightBudget } from '../../budget/weight-budget.ts';
import {
  longestWindow,
  TIMESTAMP_TOLERANCE_MS,
  type Cost,
  type CostLater,
  type Limits,
  type Weight,
} from '../../model/call.ts';
import type { Verdict } from '../../model/outcome.ts';
import type { AccountBooks, RecordFields } from '../account/account-log.ts';
import { JournalError } from '../records/journal-error.ts';
import type { KnownAttempt } from '../account/known-attempt.ts';
import type { OrderIdOwner } from '../records/ledger.ts';
import {
  costOf,
  isExit,
  isLast,
  leavesOwn,
  opens,
  type Attempt,
  type Begun,
  type BudgetGauges,
  type Ending,
  type LedgerRequest,
} from '../records/request.ts';
import { aheadOf, atOnce, keptByOthers, NOTHING, OwnReserve, type Others, type WantedWeight } from './own-reserve.ts';
import type { KeptReserve } from '../records/reserve.ts';
import { cancelRecord, intentRecord, type CurrentRun } from './intent-record.ts';
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
  /** What others spent by their records, and what they keep beside that. */
  #others: Others = { spent: [], kept: [], isCut: false, atMs: 0 };
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
    const isTrial = requests.every((one) => 'look' in one);
    try {
      await this.#askHeld();
      const begun = await this.#books.write((append) => this.#admit(requests, taken, append), { isTrial });
      if (this.#own !== undefined) this.#countAll();
      for (const { id } of taken)
        if (id < 0) this.#unrecorded.add(id);
        else this.#awaited.add(id);
      if (begun.waitMs !== undefined) await this.#leave(requests.slice(taken.length), begun.waitMs);
      return begun;
    } catch (error) {
      this.#undo(taken);
      throw error;
    }
  }

  async #leave([first, ...more]: readonly LedgerRequest[], forMs: number): Promise<void> {
    if (first === undefined) return;
    await this.#books.waiting?.leave(
      [first, ...more].map((one) => costOf(one, this.#limits)),
      { forMs, isExit: isExit(first) },
    );
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
    const waiting = this.#books.waiting?.ahead(requests.some(isExit));
    // Who waits behind others hears of them only by asking.
    const longestMs = waiting === undefined || waiting.uid === 0 ? Number.POSITIVE_INFINITY : BEHIND_OTHERS_MS;
    const { halt: halted } = this.#books.memory;
    for (const request of requests) {
      if (halted !== undefined && opens(request)) return { attempts, halted };
      const cost = costOf(request, this.#limits);
      const use = this.#useOf(request, nowMs);
      const ahead = use === undefined ? this.#aheadOf(request, nowMs, waiting) : atOnce(NOTHING);
      const waitMs = this.#waitMs(nowMs, { cost, ahead, isKept: use !== undefined }) ?? longestMs;
      if (waitMs > 0) return { attempts, waitMs };
      const id = use === 'look' ? --this.#lastUnrecorded : append(this.#recordOf(request));
      this.#budget.take(nowMs, cost, id);
      this.#takeOwn(request, use, { id, cost, atMs: nowMs });
      attempts.push({ id, cost, atMs: nowMs });
    }
    return { attempts };
  }

  /** Of what it keeps for itself; undefined: of what all share. */
  #useOf(request: LedgerRequest, nowMs: number): 'look' | 'exit' | undefined {
    const own = this.#own;
    const cost = costOf(request, this.#limits);
    if ('look' in request) {
      if (request.look !== 'ended' && own?.hasLook(nowMs, cost) === true) return 'look';
      if (request.look === 'last') return own?.hasExit(nowMs, cost) === true ? 'exit' : undefined;
      return request.look === 'news' && own?.hasNews(nowMs, cost) === true ? 'exit' : undefined;
    }
    return isExit(request) && own?.hasExit(nowMs, cost) === true ? 'exit' : undefined;
  }

  #takeOwn(request: LedgerRequest, use: 'look' | 'exit' | undefined, { id, cost, atMs }: Attempt): void {
    const own = this.#own;
    if (own === undefined) return;
    if (use !== undefined) {
      own.budgetOf(use).take(atMs, cost, id);
      this.#uses.set(id, use);
    }
    // What fitted beside all that it keeps takes nothing of it.
    else if (!leavesOwn(request)) own.isBacked = false;
    if (use !== 'look') own.recorded(atMs);
  }

  /** `isKept`: once what it keeps fitted beside all others, they leave it that much, and what they keep since is no reason to wait. */
  #waitMs(nowMs: number, { cost, ahead, isKept }: WantedWeight): number | undefined {
    const own = this.#own;
    if (own !== undefined) {
      this.#countAll();
      this.#budget.setAhead(NOTHING);
      own.isBacked = !this.#others.isCut && (own.isBacked || this.#budget.waitMs(nowMs, own.left(nowMs)) === 0);
      if (isKept && own.isBacked) this.#budget.setOthers(this.#others.atMs, this.#others.spent);
    }
    return this.#budget.waitMsBeside(nowMs, cost, ahead);
  }

  /**
   * What has to fit beside a request that is of what all share: those who came first, and this run's own looks and exits. Exits go
   * before looks, and looks before all else.
   */
  #aheadOf(request: LedgerRequest, nowMs: number, waiting: Required<Cost> = NOTHING): readonly CostLater[] {
    const own = this.#own;
    if (own === undefined) return atOnce(waiting);
    if (isExit(request) || isLast(request)) return atOnce(NOTHING);
    if (!leavesOwn(request)) return atOnce(own.roomLeft(nowMs));
    if ('look' in request) return atOnce(own.left(nowMs));
    const most = this.#budget.mostBeside(costOf(request, this.#limits));
    return aheadOf(request, { waiting, most, others: this.#others, left: (beside) => own.left(nowMs, beside) });
  }

  #hearOthers(nowMs: number): void {
    const { spending, reserves } = this.#books;
    const now = this.#books.now();
    const { countsOrders = false, egress } = this.#limits;
    // What is kept holds for a moment, as that of an open request does.
    if (reserves.isAny) spending.again();
    const spent = spending.changed(now, { longestMs: longestWindow(this.#limits), countsOrders, egress });
    if (spent === undefined) return;
    const beside = { limits: this.#limits, except: this.run?.id, ownRoom: this.#own?.room };
    this.#others = { spent, ...keptByOthers(reserves, now, beside), atMs: nowMs };
    this.#countAll();
  }

  #countAll(): void {
    const { spent, kept, atMs } = this.#others;
    this.#budget.setOthers(atMs, [...spent, ...kept]);
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

  hasRoom(cost: Weight): boolean {
    const nowMs = this.#books.machine.monotonicMs();
    this.#budget.setAhead(this.#own?.left(nowMs) ?? NOTHING);
    return this.#budget.waitMs(nowMs, { ...cost, orderCalls: 0 }) === 0;
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
    if ('path' in request) {
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
    const { memory } = this.#books;
    const of = { ...this.#books.of(memory.planId(run.plan)), ...this.#egress };
    return 'cancel' in request ? cancelRecord(request, memory, run, of) : intentRecord(request, memory, run, of);
  }

  get #egress(): Egress {
    return defined({ egress: this.#limits.egress });
  }

  #begun(): CurrentRun {
    if (this.run !== undefined) return this.run;
    throw new JournalError('an intent without a run', 'this is a bug of ordo');
  }
}
