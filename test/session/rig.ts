/** One execution in virtual time: a real journal in memory, a scripted exchange, and one log of every effect in its order. */
import { compilePlan, type CompileRules, type Schedule } from '../../src/compile/compile-plan.ts';
import { JournalError } from '../../src/journal/records/journal-error.ts';
import type { Claim, SpooledVerdict } from '../../src/journal/records/ledger.ts';
import { AccountBooks } from '../../src/journal/account/account-log.ts';
import { LogClaim } from '../../src/journal/requests/log-claim.ts';
import { isEnding, type LogRecord, type NewRecord } from '../../src/journal/records/record-log.ts';
import { saidOf, type Said } from '../../src/journal/records/record-schema.ts';
import type { JournalState } from '../../src/journal/records/state.ts';
import { Placing } from '../../src/session/place/placing.ts';
import type { Tally } from '../../src/session/place/tally.ts';
import type { Call, Limits } from '../../src/model/call.ts';
import { defaultConfig, type ExecutionSettings } from '../../src/model/config.ts';
import type { RunEvent } from '../../src/model/event.ts';
import type { Order } from '../../src/model/order.ts';
import { err, ok } from '../../src/model/result.ts';
import type { Exchange } from '../../src/ports.ts';
import type { Operation, Transmitted } from '../../src/exchange/dialect.ts';
import { KeptStore } from '../support/kept-store.ts';
import { aPlan, limits, PLAN } from '../support/plan-builder.ts';
import { SimClock } from '../../proofs/support/sim-clock.ts';
import { SimExchange, type Script } from '../support/sim-exchange.ts';
import { SPELLINGS, type Spelling } from '../support/spellings.ts';

type OrderOutcome = Extract<RunEvent, { event: 'order-outcome' }>;

/** What happened, in the order it happened. */
export type Effect =
  | { readonly what: 'intent' | 'placed' | 'returned' | 'recorded'; readonly call: number }
  | { readonly what: 'failed'; readonly call: number; readonly write: Write }
  | { readonly what: 'told'; readonly id: string }
  | { readonly what: 'paused'; readonly untilMs: number }
  | { readonly what: 'stopping' };

type Write = 'intent' | 'outcome';

/** The k-th write of its kind (from 1) fails, alone or with all that follow. */
export interface JournalFault {
  readonly write: Write;
  readonly at: number;
  readonly fromThenOn?: boolean;
}

/** Logs what a store commits, and fails the writes that the fault names. */
class Faults {
  readonly #log: Effect[];
  readonly #fault: JournalFault | undefined;
  readonly #calls = new Map<number, number>();
  readonly #writes: Record<Write, number> = { intent: 0, outcome: 0 };
  #broken = false;

  constructor(log: Effect[], fault: JournalFault | undefined) {
    this.#log = log;
    this.#fault = fault;
  }

  readonly beforeCommit = (records: readonly NewRecord[]): void => {
    const writes = this.#writesOf(records);
    const isHit = writes.filter(({ write }) => this.#isHit(write)).length > 0;
    if (isHit) this.#broken = true;
    if (!isHit && !(this.#broken && this.#fault?.fromThenOn === true && writes.length > 0)) return;
    for (const { write, call } of writes) this.#log.push({ what: 'failed', call, write });
    throw new JournalError('the disk is full', 'make room');
  };

  readonly committed = (records: readonly LogRecord[]): void => {
    for (const { write, call } of this.#writesOf(records.map((record) => ({ ...record, said: record.said() })))) {
      this.#log.push({ what: write === 'intent' ? 'intent' : 'recorded', call });
    }
    for (const record of records) {
      if (record.kind === 'intent') this.#calls.set(record.id, saidOf('intent', record).call);
    }
  };

  #isHit(write: Write): boolean {
    this.#writes[write] += 1;
    return this.#fault?.write === write && this.#fault.at === this.#writes[write];
  }

  #writesOf(records: readonly NewRecord[]): { readonly write: Write; readonly call: number }[] {
    return records.flatMap((record): { readonly write: Write; readonly call: number }[] => {
      if (record.kind === 'intent') return [{ write: 'intent', call: (record.said as Said['intent']).call }];
      const call = isEnding(record.kind) ? this.#calls.get(record.about ?? 0) : undefined;
      return call === undefined ? [] : [{ write: 'outcome', call }];
    });
  }
}

class LoggingExchange implements Exchange {
  readonly operations: Exchange['operations'];
  readonly #exchange: Exchange;
  readonly #log: Effect[];

  constructor(exchange: Exchange, log: Effect[]) {
    this.operations = exchange.operations;
    this.#exchange = exchange;
    this.#log = log;
  }

  keyFingerprint: Exchange['keyFingerprint'] = (salt) => this.#exchange.keyFingerprint(salt);

  async send<Asked, Value>(
    operation: Operation<Asked, Value>,
    asked: Asked,
    timestampMs: number,
  ): Promise<Transmitted<Value>> {
    const call = operation.name === 'time' ? undefined : (asked as Call).number;
    if (call !== undefined) this.#log.push({ what: 'placed', call });
    const result = await this.#exchange.send(operation, asked, timestampMs);
    if (call !== undefined) this.#log.push({ what: 'returned', call });
    return result;
  }

  close: Exchange['close'] = () => this.#exchange.close();
}

export interface RigOptions {
  readonly orders: readonly Order[];
  /** Version 2 where nothing is said. */
  readonly spoken?: Spelling;
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
  /** How long the journal takes to say what it has recorded of an answer. */
  readonly awayMs?: number;
}

export interface Rig {
  readonly clock: SimClock;
  readonly exchange: SimExchange;
  readonly store: KeptStore;
  readonly claim: Claim;
  /** What the store's records say of the plan. */
  readonly journal: { state(): JournalState };
  readonly schedule: Schedule;
  readonly placing: Placing;
  readonly log: Effect[];
  readonly events: RunEvent[];
  /** What was kept beside the journal. */
  readonly aside: SpooledVerdict[];
  outcomes(): OrderOutcome[];
  /** `id outcome` or `id withheld: reason`, in the plan's order. */
  said(): string[];
  run(): Promise<Tally>;
}

const ACCOUNT = { origin: 'http://127.0.0.1', name: 'main' };

export async function rig(options: RigOptions): Promise<Rig> {
  const { calls, operations, limits: counting } = options.spoken ?? SPELLINGS.v2;
  const clock = options.after?.clock ?? new SimClock();
  const log: Effect[] = [];
  const events: RunEvent[] = [];
  const aside: SpooledVerdict[] = [];
  const bounds = limits({ ...counting, ...options.limits });
  const settings = { ...defaultConfig.execution, ...options.settings };
  const store = options.after?.store ?? new KeptStore(() => clock.wallMs());
  store.beforeCommit = () => {};
  store.committed = () => {};
  const claim = new LogClaim(
    await AccountBooks.open(store, ACCOUNT, {
      self: { host: 'here', user: 'tester', pid: 1 },
      monotonicMs: () => clock.monotonicMs(),
      wallMs: () => clock.wallMs(),
      defer: (act) => clock.defer(act),
    }),
    bounds,
    () => {},
  );
  const plan = { plan: PLAN.name, generation: PLAN.generation };
  const rules: CompileRules = {
    batchPresets: options.batchPresets ?? false,
    maxOrdersPerCall: settings.maxOrdersPerCall,
    limits: bounds,
    ...(options.only !== undefined && { only: options.only }),
  };
  const schedule = await clock.run(
    (async () => {
      await claim.recover(options.after?.aside ?? []);
      const compiled = compilePlan(calls, aPlan(options.orders), await claim.state(plan), rules);
      await claim.begin({ ...plan, planFile: 'plan.yaml', digest: compiled.digest });
      return compiled;
    })(),
  );
  const faults = new Faults(log, options.fault);
  store.beforeCommit = faults.beforeCommit;
  store.committed = faults.committed;
  const exchange = new SimExchange(clock, options.script, { tellsTime: options.tellsTime, operations });
  const placing = new Placing(schedule, {
    exchange: new LoggingExchange(exchange, log),
    claim: away(claim, clock, options.awayMs ?? 0),
    clock,
    emit: (event) => {
      events.push(event);
      if (event.event === 'order-outcome') log.push({ what: 'told', id: event.id });
      if (event.event === 'sending-paused') log.push({ what: 'paused', untilMs: clock.monotonicMs() + event.forMs });
      if (event.event === 'run-stopping') log.push({ what: 'stopping' });
    },
    limits: bounds,
    settings,
    spool: (verdicts) => {
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
    store,
    claim,
    journal: { state: () => store.stateOf(ACCOUNT, plan) },
    schedule,
    placing,
    log,
    events,
    aside,
    outcomes,
    said: () =>
      outcomes()
        .toSorted((a, b) => (place.get(a.id) as number) - (place.get(b.id) as number))
        .map((one) => `${one.id} ${one.outcome === 'withheld' ? `withheld: ${one.reason}` : one.outcome}`),
    run: () => clock.run(placing.run()),
  };
}

const away = (claim: LogClaim, clock: SimClock, awayMs: number): Claim =>
  new Proxy<Claim>(claim, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      if (name !== 'conclude' || awayMs === 0) return value.bind(target) as unknown;
      return async (...args: Parameters<Claim['conclude']>) => {
        const recorded = await target.conclude(...args);
        await clock.sleep(awayMs);
        return recorded;
      };
    },
  });
