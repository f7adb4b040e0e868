/** One execution in virtual time: a real journal in memory, a scripted exchange, and one log of every effect in its order. */
import { compilePlan, type CompileRules, type Schedule } from '../../src/compile/compile-plan.ts';
import { Executor } from '../../src/session/executor.ts';
import type { Tally } from '../../src/session/tally.ts';
import { JournalError } from '../../src/ledger/journal-error.ts';
import { SqliteJournal } from '../../src/ledger/sqlite/sqlite-journal.ts';
import type { Call, Limits } from '../../src/model/call.ts';
import { defaultConfig, type ExecutionSettings } from '../../src/model/config.ts';
import type { RunEvent } from '../../src/model/event.ts';
import type { Order } from '../../src/model/order.ts';
import { err, ok } from '../../src/model/result.ts';
import type { AsideVerdict, AttemptId, CallResult, Exchange, Fits, Intent, Journal } from '../../src/ports.ts';
import { aPlan, limits, PLAN } from '../support/plan-builder.ts';
import { SimClock } from '../../proofs/support/sim-clock.ts';
import { SimExchange, type Script } from '../support/sim-exchange.ts';

export type OrderOutcome = Extract<RunEvent, { event: 'order-outcome' }>;

/** What happened, in the order it happened. */
export type Effect =
  | { readonly what: 'intent' | 'placed' | 'returned' | 'recorded'; readonly call: number }
  | { readonly what: 'failed'; readonly call: number; readonly write: Write }
  | { readonly what: 'told'; readonly id: string }
  | { readonly what: 'paused'; readonly untilMs: number }
  | { readonly what: 'stopping' };

export type Write = 'intent' | 'outcome';

/** The k-th write of its kind (from 1) fails, alone or with all that follow. */
export interface JournalFault {
  readonly write: Write;
  readonly at: number;
  readonly fromThenOn?: boolean;
}

class RecordingJournal implements Journal {
  readonly #journal: Journal;
  readonly #log: Effect[];
  readonly #fault: JournalFault | undefined;
  readonly #calls = new Map<AttemptId, number>();
  readonly #questions = new Set<AttemptId>();
  readonly #writes: Record<Write, number> = { intent: 0, outcome: 0 };
  #broken = false;

  constructor(journal: Journal, log: Effect[], fault: JournalFault | undefined) {
    this.#journal = journal;
    this.#log = log;
    this.#fault = fault;
  }

  state: Journal['state'] = () => this.#journal.state();
  beginRun: Journal['beginRun'] = (run) => this.#journal.beginRun(run);
  recentSpend: Journal['recentSpend'] = (longest) => this.#journal.recentSpend(longest);
  bindKey: Journal['bindKey'] = (...words) => this.#journal.bindKey(...words);
  orderIdOwner: Journal['orderIdOwner'] = (orderId) => this.#journal.orderIdOwner(orderId);
  liveRequests: Journal['liveRequests'] = (clientOids) => this.#journal.liveRequests(clientOids);
  recordApproval: Journal['recordApproval'] = (approval) => this.#journal.recordApproval(approval);
  approvals: Journal['approvals'] = () => this.#journal.approvals();
  history: Journal['history'] = () => this.#journal.history();
  recordQuestion: Journal['recordQuestion'] = (question, fits) => {
    const attempt = this.#journal.recordQuestion(question, fits);
    if (attempt !== undefined) this.#questions.add(attempt);
    return attempt;
  };
  recover: Journal['recover'] = (aside) => this.#journal.recover(aside);
  recordSettled: Journal['recordSettled'] = (clientOid, settled) => this.#journal.recordSettled(clientOid, settled);
  close: Journal['close'] = () => this.#journal.close();

  recordIntent(intent: Intent, fits: Fits): AttemptId | undefined {
    this.#mayFail('intent', intent.call.number);
    const attempt = this.#journal.recordIntent(intent, fits);
    if (attempt === undefined) return undefined;
    this.#calls.set(attempt, intent.call.number);
    this.#log.push({ what: 'intent', call: intent.call.number });
    return attempt;
  }

  recordVerdicts: Journal['recordVerdicts'] = (attempt, ...rest) =>
    this.#questions.has(attempt)
      ? this.#journal.recordVerdicts(attempt, ...rest)
      : this.#outcome(attempt, () => this.#journal.recordVerdicts(attempt, ...rest));

  recordNotTaken: Journal['recordNotTaken'] = (attempt, ...rest) =>
    this.#outcome(attempt, () => this.#journal.recordNotTaken(attempt, ...rest));

  #outcome(attempt: AttemptId, write: () => void): void {
    const call = this.#calls.get(attempt) as number;
    this.#mayFail('outcome', call);
    write();
    this.#log.push({ what: 'recorded', call });
  }

  #mayFail(write: Write, call: number): void {
    this.#writes[write] += 1;
    const fails = this.#fault?.write === write && this.#fault.at === this.#writes[write];
    if (fails) this.#broken = true;
    if (!fails && !(this.#broken && this.#fault?.fromThenOn === true)) return;
    this.#log.push({ what: 'failed', call, write });
    throw new JournalError('the disk is full', 'make room');
  }
}

class LoggingExchange implements Exchange {
  readonly #exchange: Exchange;
  readonly #log: Effect[];

  constructor(exchange: Exchange, log: Effect[]) {
    this.#exchange = exchange;
    this.#log = log;
  }

  timestampMs: Exchange['timestampMs'] = () => this.#exchange.timestampMs();
  keyFingerprint: Exchange['keyFingerprint'] = (salt) => this.#exchange.keyFingerprint(salt);

  async place(call: Call, timestampMs: number): Promise<CallResult> {
    this.#log.push({ what: 'placed', call: call.number });
    const result = await this.#exchange.place(call, timestampMs);
    this.#log.push({ what: 'returned', call: call.number });
    return result;
  }

  syncClock: Exchange['syncClock'] = () => this.#exchange.syncClock();
  close: Exchange['close'] = () => this.#exchange.close();
}

export interface RigOptions {
  readonly orders: readonly Order[];
  readonly script?: Script;
  readonly limits?: Partial<Limits>;
  readonly settings?: Partial<ExecutionSettings>;
  /** From the start of the run. */
  readonly validForMs?: number;
  readonly fault?: JournalFault;
  readonly only?: ReadonlySet<string>;
  /** What ran before, on the same journal. */
  readonly after?: Rig;
  readonly batchPresets?: boolean;
  readonly asideFails?: boolean;
  /** Whether the server tells its time; it does where nothing is said. */
  readonly tellsTime?: boolean;
}

export interface Rig {
  readonly clock: SimClock;
  readonly exchange: SimExchange;
  readonly journal: SqliteJournal;
  readonly schedule: Schedule;
  readonly executor: Executor;
  readonly log: Effect[];
  readonly events: RunEvent[];
  /** What was kept beside the journal. */
  readonly aside: AsideVerdict[];
  outcomes(): OrderOutcome[];
  /** `id outcome` or `id withheld: reason`, in the plan's order. */
  said(): string[];
  run(): Promise<Tally>;
}

export function rig(options: RigOptions): Rig {
  const clock = options.after?.clock ?? new SimClock();
  const log: Effect[] = [];
  const events: RunEvent[] = [];
  const aside: AsideVerdict[] = [];
  const journal =
    options.after?.journal ??
    new SqliteJournal({
      file: ':memory:',
      account: { origin: 'http://127.0.0.1', name: 'main' },
      plan: PLAN.name,
      generation: PLAN.generation,
      self: { host: 'here', user: 'tester', pid: 1 },
      wallMs: () => clock.wallMs(),
    });
  journal.recover(options.after?.aside ?? []);
  const bounds = limits(options.limits);
  const settings = { ...defaultConfig.execution, ...options.settings };
  const rules: CompileRules = {
    batchPresets: options.batchPresets ?? false,
    maxOrdersPerCall: settings.maxOrdersPerCall,
    limits: bounds,
    ...(options.only !== undefined && { only: options.only }),
  };
  const schedule = compilePlan(aPlan(options.orders), journal.state(), rules);
  journal.beginRun({ planFile: 'plan.yaml', digest: schedule.digest });
  const exchange = new SimExchange(clock, options.script, options.tellsTime);
  const executor = new Executor(schedule, {
    exchange: new LoggingExchange(exchange, log),
    journal: new RecordingJournal(journal, log, options.fault),
    clock,
    emit: (event) => {
      events.push(event);
      if (event.event === 'order-outcome') log.push({ what: 'told', id: event.id });
      if (event.event === 'sending-paused') log.push({ what: 'paused', untilMs: clock.monotonicMs() + event.forMs });
      if (event.event === 'run-stopping') log.push({ what: 'stopping' });
    },
    limits: bounds,
    settings,
    aside: (verdicts) => {
      aside.push(...verdicts);
      return options.asideFails === true ? err('the disk is full') : ok('journal.db.aside');
    },
    ...(options.validForMs !== undefined && { validUntilMs: clock.wallMs() + options.validForMs }),
  });
  const outcomes = (): OrderOutcome[] => events.filter((event) => event.event === 'order-outcome');
  const place = new Map(options.orders.map(({ id }, index) => [id, index]));
  return {
    clock,
    exchange,
    journal,
    schedule,
    executor,
    log,
    events,
    aside,
    outcomes,
    said: () =>
      outcomes()
        .toSorted((a, b) => (place.get(a.id) as number) - (place.get(b.id) as number))
        .map((one) => `${one.id} ${one.outcome === 'withheld' ? `withheld: ${one.reason}` : one.outcome}`),
    run: () => clock.run(executor.run()),
  };
}
