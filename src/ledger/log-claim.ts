/** A claim on a store that is a log on this machine: the account's memory, the weight it may spend, and its writes. */
import { WeightBudget } from '../budget/weight-budget.ts';
import { TIMESTAMP_TOLERANCE_MS, REQUEST_DEAD_AFTER_MS, type Cost, type Limits } from '../model/call.ts';
import type { Verdict } from '../model/outcome.ts';
import { err, ok, type Result } from '../model/result.ts';
import { AccountMemory, type KnownAttempt } from './account-memory.ts';
import { JournalError } from './journal-error.ts';
import type {
  AccountName,
  Approval,
  Attempt,
  Begun,
  BudgetGauges,
  Claim,
  Decision,
  Ending,
  Intent,
  JournalHistory,
  KeyRefusal,
  LedgerRequest,
  LiveRequest,
  OrderIdOwner,
  PlanName,
  Recovered,
  RunRecord,
  SpooledVerdict,
} from './ledger.ts';
import { passedSince, type Moment } from './moment.ts';
import type { Append, LogRecord, NewRecord, RecordLog, RecordStore } from './record-log.ts';
import { isKnown, recovery, settledOrders } from './recovery.ts';
import { said } from './said.ts';
import { Spending } from './spending.ts';
import type { JournalState } from './state.ts';
import { withoutTakenIds } from './taken-ids.ts';
import { Writer, type Defer } from './writer.ts';

/** What a claim needs of this machine. */
export interface Machine {
  /** Who runs, for the record. */
  readonly self: { readonly host: string; readonly user: string; readonly pid: number };
  /** Milliseconds that only go forward. */
  readonly monotonicMs: () => number;
  /** Milliseconds since 1970. */
  readonly wallMs: () => number;
  /** Milliseconds since the machine started; where it is not known, ages go by the wall clock alone. */
  readonly uptimeMs?: () => number;
  readonly defer: Defer;
}

type Fields = Omit<NewRecord, 'atMs' | 'uptimeMs'>;
type Write<T> = (append: (record: Fields) => number) => T;

export class LogClaim implements Claim {
  readonly #machine: Machine;
  readonly #limits: Limits;
  readonly #memory: AccountMemory;
  readonly #spending: Spending;
  readonly #budget: WeightBudget;
  readonly #log: RecordLog;
  readonly #writer: Writer;
  readonly #release: () => void;
  /** Order ids of verdicts that may not be on record yet. */
  readonly #given = new Map<string, OrderIdOwner>();
  /** Attempts of this claim without an ending. */
  readonly #awaited = new Set<number>();
  #run: { readonly id: number; readonly plan: PlanName } | undefined;

  /** Opens the store and reads it. Throws JournalError where it cannot be used. `release` lets go of the account. */
  constructor(store: RecordStore, account: AccountName, limits: Limits, machine: Machine, release: () => void) {
    this.#machine = machine;
    this.#limits = limits;
    this.#memory = new AccountMemory(account);
    this.#spending = new Spending(account);
    this.#budget = new WeightBudget(limits);
    this.#release = release;
    this.#log = store.open((record: LogRecord) => {
      this.#memory.take(record);
      this.#spending.take(record);
    });
    this.#writer = new Writer(this.#log, machine.defer);
    if (this.#memory.id === undefined) this.#addAccount(account);
  }

  /** Another process may have added it since it was looked for. */
  #addAccount({ origin, name }: AccountName): void {
    this.#log.transact((append) => {
      if (this.#memory.id === undefined)
        append(this.#stamped({ kind: 'account', said: said<'account'>({ origin, name }) }));
    });
  }

  state(plan: PlanName): Promise<JournalState> {
    return Promise.resolve(new Map(this.#memory.state(plan)));
  }

  history(plan: PlanName): Promise<JournalHistory> {
    return Promise.resolve(this.#memory.history(plan));
  }

  approvals(plan: PlanName): Promise<readonly Approval[]> {
    return Promise.resolve(this.#memory.approvals(plan));
  }

  orderIdOwner(orderId: string): Promise<OrderIdOwner | undefined> {
    return Promise.resolve(this.#memory.orderIdOwner(orderId));
  }

  /** How long ago each was signed goes by both clocks, whichever says less: a wall clock that was put forward kills no request. */
  liveRequests(clientOids: readonly string[]): Promise<readonly LiveRequest[]> {
    const now = this.#now();
    const live = clientOids.flatMap((clientOid) => {
      const attempt = this.#memory.lastSent(clientOid)?.attempt;
      if (attempt === undefined) return [];
      const deadInMs = REQUEST_DEAD_AFTER_MS - passedSince(attempt.atMs, attempt.uptimeMs, now);
      return deadInMs <= 0 ? [] : [{ clientOid, signedAtMs: attempt.signedAtMs, deadInMs }];
    });
    return Promise.resolve(live);
  }

  async recover(spooled: readonly SpooledVerdict[]): Promise<Recovered> {
    const { taken, unknown, refused } = await this.#write((append) => {
      const found = recovery(this.#memory, spooled);
      for (const { attempt, verdicts } of found.endings) {
        append({ kind: 'unrecorded', ...this.#of(attempt.plan), about: attempt.id, said: said({ verdicts }) });
      }
      if (found.settled.length > 0) append({ kind: 'settled', ...this.#of(), said: said({ orders: found.settled }) });
      return found;
    });
    return { taken, unknown, refused: refused.filter((one) => !isKnown(this.#memory, one)) };
  }

  bindKey(fingerprint: (salt: Uint8Array) => string, rebind: boolean): Promise<Result<void, KeyRefusal>> {
    return this.#write((append) => {
      const { salt } = this.#memory;
      if (salt === undefined) throw new Error('a store without its first record');
      const own = fingerprint(salt);
      const refusal = this.#memory.keyRefusal(own);
      if (refusal === undefined) return ok(undefined);
      if (refusal !== 'new' && !rebind) return err(refusal);
      append({ kind: 'key', ...this.#of(), said: said({ ...this.#by, fingerprint: own }) });
      return ok(undefined);
    });
  }

  async approve(plan: PlanName, approval: Approval): Promise<void> {
    await this.#write((append) => {
      const of = this.#ofPlan(append, plan);
      append({ kind: 'approval', ...of, said: said({ ...this.#by, ...approval }) });
    });
  }

  async begin({ planFile, digest, plan, generation }: RunRecord): Promise<void> {
    const name = { plan, generation };
    const { pid } = this.#machine.self;
    const id = await this.#write((append) => {
      const of = this.#ofPlan(append, name);
      return append({ kind: 'run', ...of, said: said({ ...this.#by, planFile, digest, pid }) });
    });
    this.#run = { id, plan: name };
  }

  async settle(decisions: readonly Decision[]): Promise<void> {
    const orders = settledOrders(this.#memory, decisions);
    await this.#write((append) => void append({ kind: 'settled', ...this.#of(), said: said({ orders }) }));
  }

  async intend(requests: readonly LedgerRequest[]): Promise<Begun> {
    const taken: Attempt[] = [];
    try {
      const begun = await this.#writer.add((append) => this.#admit(requests, taken, append), { despite: false });
      for (const { id } of taken) this.#awaited.add(id);
      return begun;
    } catch (error) {
      for (const { cost } of taken) this.#budget.notSent(cost);
      throw error;
    }
  }

  #admit(requests: readonly LedgerRequest[], attempts: Attempt[], append: Append): Begun {
    const nowMs = this.#machine.monotonicMs();
    const others = this.#spending.changed(this.#now(), longestWindow(this.#limits));
    if (others !== undefined) this.#budget.setOthers(nowMs, others);
    for (const request of requests) {
      const cost = costOf(request);
      const waitMs = this.#budget.waitMs(nowMs, cost) ?? Number.POSITIVE_INFINITY;
      if (waitMs > 0) return { attempts, waitMs };
      const id = append(this.#stamped(this.#recordOf(request)));
      this.#spending.own(id);
      this.#budget.take(nowMs, cost);
      attempts.push({ id, cost, atMs: nowMs });
    }
    return { attempts };
  }

  conclude(attempt: Attempt, ending: Ending): Promise<readonly Verdict[]> {
    const known = this.#memory.open.get(attempt.id);
    if (known === undefined || !this.#awaited.delete(attempt.id)) {
      return Promise.reject(new Error(`no attempt ${attempt.id} is open`));
    }
    this.#giveBack(attempt, ending);
    const { how, latencyMs } = ending;
    const verdicts = 'verdicts' in ending ? this.#withoutTakenIds(ending.verdicts, known) : [];
    const what = 'message' in ending ? { latencyMs, message: ending.message } : { latencyMs, verdicts };
    const record = { kind: how, ...this.#of(known.plan), about: attempt.id, said: said<'ending'>(what) };
    return this.#writer.add(
      (append) => {
        append(this.#stamped(record));
        return verdicts;
      },
      { despite: true },
    );
  }

  #withoutTakenIds(verdicts: readonly Verdict[], { plan = 0, orders }: KnownAttempt): readonly Verdict[] {
    const stand = withoutTakenIds(
      verdicts,
      orders,
      (orderId) => this.#memory.orderIdOwner(orderId) ?? this.#given.get(orderId),
    );
    for (const [at, verdict] of stand.entries()) {
      const order = orders[at];
      if (verdict.outcome !== 'accepted' || order === undefined) continue;
      this.#given.set(verdict.orderId, { plan: this.#memory.planName(plan), id: order.id, clientOid: order.clientOid });
    }
    return stand;
  }

  gauges(): BudgetGauges {
    return this.#budget.gauges(this.#machine.monotonicMs());
  }

  release(): Promise<void> {
    try {
      this.#writer.flush();
    } finally {
      this.#log.close();
      this.#release();
    }
    return Promise.resolve();
  }

  /** The exchange counted it by now, or, where no whole answer came, at the latest when its timestamp expires. */
  #giveBack({ cost, atMs }: Attempt, { how }: Ending): void {
    const nowMs = this.#machine.monotonicMs();
    if (how === 'not-sent') this.#budget.notSent(cost);
    else this.#budget.answered(how === 'lost' ? Math.max(nowMs, atMs + TIMESTAMP_TOLERANCE_MS) : nowMs, cost);
  }

  #recordOf(request: LedgerRequest): Fields {
    if (!('call' in request)) {
      return { kind: 'question', ...this.#of(), weight: request.weight, said: said({ path: request.path }) };
    }
    if (this.#run === undefined) throw new JournalError('an intent without a run', 'this is a bug of ordo');
    return intentRecord(request, this.#memory, this.#run, this.#of(this.#memory.planId(this.#run.plan)));
  }

  /** A write of its own, which is not tried after a failure. */
  #write<T>(write: Write<T>): Promise<T> {
    return this.#writer.add((append) => write((fields) => append(this.#stamped(fields))), { despite: false });
  }

  #stamped(fields: Fields): NewRecord {
    const { wallMs: atMs, uptimeMs } = this.#now();
    return { ...fields, atMs, uptimeMs };
  }

  #of(plan?: number): { account: number; plan?: number } {
    const { id } = this.#memory;
    if (id === undefined) throw new Error('the store opens with the account in it');
    return { account: id, ...(plan !== undefined && { plan }) };
  }

  #ofPlan(append: (record: Fields) => number, plan: PlanName): { account: number; plan: number } {
    const { account } = this.#of();
    const id =
      this.#memory.planId(plan) ??
      append({ kind: 'plan', account, said: said({ plan: plan.plan, generation: plan.generation }) });
    return { account, plan: id };
  }

  get #by(): { host: string; user: string } {
    const { host, user } = this.#machine.self;
    return { host, user };
  }

  #now(): Moment {
    return { wallMs: this.#machine.wallMs(), uptimeMs: this.#machine.uptimeMs?.() ?? null };
  }
}

function intentRecord(
  { call, orders, signedAtMs }: Intent,
  memory: AccountMemory,
  run: { readonly id: number; readonly plan: PlanName },
  of: { account: number; plan?: number },
): Fields {
  const { number, kind, path, body, weight } = call;
  const sent = orders.map((order) => {
    const { id, clientOid, lineage } = order;
    return [id, clientOid, lineage, memory.timesSent(run.plan, order)] as const;
  });
  const contents = orders.map(({ content }) => content);
  return {
    kind: 'intent',
    ...of,
    about: run.id,
    weight: { ip: weight.ip, uid: weight.uid },
    said: said({ call: number, kind, path, body, signedAtMs, orders: sent, contents }),
  };
}

const costOf = (request: LedgerRequest): Cost => ('call' in request ? request.call.weight : request.weight);

const longestWindow = ({ ip, uid, orderCalls }: Limits): number =>
  Math.max(ip.windowMs, uid.windowMs, orderCalls.windowMs);
