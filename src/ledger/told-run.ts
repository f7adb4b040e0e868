/** The story of a run from its records. Pure. */
import { defined } from '../model/defined.ts';
import type { RunEvent } from '../model/event.ts';
import { EXIT } from '../model/exit-code.ts';
import {
  isQuiet,
  NOT_STARTED,
  NO_ANSWER,
  type Outcome,
  type OutcomeName,
  type OrderState,
  type SightStep,
} from '../model/outcome.ts';
import type { LaterState, RunBy, Story, TimedEvent } from '../model/story.ts';
import type { BudgetGauges } from './ledger.ts';
import { isEnding, type LogRecord } from './record-log.ts';
import { saidOf, type Said, type Settlement } from './said.ts';
import type { AccountName, PlanName } from './scope.ts';

/** A run of the plan, as it is counted and chosen. */
export interface RunListed extends PlanName {
  /** From 1, over the plan's generations. */
  readonly run: number;
  /** The number of its record. */
  readonly record: number;
  readonly startedAtMs: number;
}

/** What an order came to after its call: by a settlement, or by a look at the exchange. */
export interface LaterEnd extends Pick<Settlement, 'intent' | 'at' | 'message' | 'orderId'> {
  readonly step: Settlement['step'] | Exclude<SightStep, 'stands'>;
}

/** With when that was. */
export type LaterSettlement = LaterEnd & { readonly atMs: number };

/** What the store has of a run. */
export interface KeptRun {
  readonly listed: RunListed;
  /** Its calls and their ends, each with what both windows held then. */
  readonly records: { readonly record: LogRecord; readonly gauges?: BudgetGauges }[];
  /** What settled its orders later. */
  readonly settled: LaterSettlement[];
  begun?: LogRecord;
  announced?: readonly RunEvent[];
  finished?: Said['finished'];
  /** Of the journal, when the run had ended. */
  head?: string;
}

/** `isOpen`: whoever placed it still holds the account. */
export function toldRun(run: KeptRun, account: AccountName, isOpen: boolean): Story {
  const { listed, begun } = run;
  if (begun === undefined) throw new Error(`run ${listed.run} has no beginning`);
  const telling = new Telling(run, begun);
  const end = run.finished !== undefined ? 'finished' : isOpen ? 'open' : 'cut';
  return {
    run: listed.run,
    plan: listed.plan,
    generation: listed.generation,
    account,
    startedAtMs: listed.startedAtMs,
    by: byOf(saidOf('run', begun)),
    events: telling.events(end),
    end,
    since: telling.since(),
  };
}

const pastOf = ({ run, startedAtMs }: RunListed): { run: number; startedAtMs: number } => ({ run, startedAtMs });

const byOf = ({ host, user, pid, planFile, tool = '', digest, commit, approval }: Said['run']): RunBy => ({
  host,
  user,
  pid,
  planFile,
  tool,
  digest,
  ...defined({ commit, approval }),
});

type OrderOutcome = Extract<RunEvent, { event: 'order-outcome' }>;

class Telling {
  readonly #run: KeptRun;
  readonly #begun: LogRecord;
  readonly #events: TimedEvent[] = [];
  /** Of each planned call, the ids that the plan gave its orders. */
  readonly #names = new Map<number, readonly string[]>();
  readonly #intents = new Map<number, Said['intent']>();
  /** The newest outcome of each order, by its id in the plan. */
  readonly #outcomes = new Map<string, OrderOutcome>();
  /** Calls that a stop overtook: nobody was told that they were sent. */
  readonly #neverStarted = new Set<number>();
  #inFlight = 0;

  constructor(run: KeptRun, begun: LogRecord) {
    this.#run = run;
    this.#begun = begun;
    for (const event of run.announced ?? [])
      if (event.event === 'call-planned') this.#names.set(event.call, event.orders);
    for (const { record } of run.records) {
      if (record.kind === 'intent') this.#intents.set(record.id, saidOf('intent', record));
      else if (saidOf('ending', record).message === NOT_STARTED) this.#neverStarted.add(record.about ?? 0);
    }
  }

  events(end: Story['end']): readonly TimedEvent[] {
    const { announced = [], records, finished, listed } = this.#run;
    const told = [...(finished?.told ?? [])];
    const again = new Set(told.map(([, , event]) => (event.event === 'order-outcome' ? event.id : undefined)));
    for (const event of announced) {
      if (event.event === 'run-started') this.#add(0, { ...event, past: pastOf(listed) });
      // What was to be withheld may have been found to stand.
      else if (event.event !== 'order-outcome' || !again.has(event.id)) this.#add(0, event);
    }
    for (const { record, gauges } of records) {
      while ((told[0]?.[0] ?? record.id) < record.id) this.#tell(told.shift());
      this.#ofRecord(record, gauges);
    }
    for (const one of told) this.#tell(one);
    if (finished !== undefined) this.#finish(finished.end);
    else if (end === 'cut') this.#cut();
    return this.#events;
  }

  /** What was decided of its orders later, by the ids that the plan gave them. */
  since(): ReadonlyMap<string, LaterState> {
    const since = new Map<string, LaterState>();
    for (const { intent, at, step, orderId, message, atMs } of this.#run.settled) {
      const call = this.#intents.get(intent);
      const id = call === undefined ? undefined : this.#named(call, at);
      const state = step.replace('settle-', '') as OrderState;
      if (id !== undefined) since.set(id, { state, message, atMs, ...defined({ orderId }) });
    }
    return since;
  }

  #add(atMs: number, event: RunEvent): void {
    this.#events.push({ atMs: Math.max(atMs, this.#events.at(-1)?.atMs ?? 0), event });
    if (event.event === 'order-outcome') this.#outcomes.set(event.id, event);
  }

  #tell(told: Said['finished']['told'][number] | undefined): void {
    if (told !== undefined) this.#add(told[1], told[2]);
  }

  #named({ call, orders }: Said['intent'], at: number): string | undefined {
    return this.#names.get(call)?.[at] ?? orders[at]?.[0];
  }

  #ofRecord(record: LogRecord, gauges: BudgetGauges | undefined): void {
    const atMs = passedMs(this.#begun, record);
    const intent = isEnding(record.kind) ? (record.about ?? 0) : record.id;
    const call = this.#intents.get(intent);
    if (call === undefined || this.#neverStarted.has(intent)) return;
    this.#inFlight += record.kind === 'intent' ? 1 : -1;
    if (record.kind === 'intent') this.#add(atMs, { event: 'call-sent', call: call.call });
    else for (const event of this.#outcomesOf(call, saidOf('ending', record))) this.#add(atMs, event);
    if (gauges !== undefined) this.#add(atMs, { event: 'budget-changed', ...gauges, inFlight: this.#inFlight });
  }

  #outcomesOf(intent: Said['intent'], { verdicts = [], latencyMs }: Said['ending']): OrderOutcome[] {
    return verdicts.map((verdict, at) => ({
      event: 'order-outcome',
      id: this.#named(intent, at) ?? '',
      clientOid: intent.orders[at]?.[1] ?? '',
      call: intent.call,
      ...verdict,
      ...defined({ latencyMs }),
    }));
  }

  #finish(end: Said['finished']['end']): void {
    const { head } = this.#run;
    const live = end.target === 'live' ? defined({ journalHead: head }) : {};
    this.#add(end.elapsedMs, { event: 'run-finished', ...end, ...live });
  }

  /** It was killed: what is in flight has no answer on record, what has no intent was not sent. */
  #cut(): void {
    const atMs = this.#events.at(-1)?.atMs ?? 0;
    this.#add(atMs, {
      event: 'note',
      message: 'the journal has no end of this run: it was killed, or its machine was',
    });
    const open = new Map<string, Said['intent']>();
    for (const [id, intent] of this.#intents) if (!this.#hasEnded(id)) open.set(String(intent.call), intent);
    for (const event of this.#run.announced ?? []) {
      if (event.event !== 'call-planned' || event.operation === 'cancel') continue;
      for (const [at, id] of event.orders.entries())
        if (!this.#outcomes.has(id)) this.#add(atMs, this.#leftOpen(id, event, at, open.get(String(event.call))));
    }
    const { target = 'live' } = this.#run.announced?.find((event) => event.event === 'run-started') ?? {};
    this.#finish({ mode: 'execute', target, ...this.#reckoned(), elapsedMs: atMs });
  }

  #hasEnded(intent: number): boolean {
    return this.#run.records.some(({ record }) => isEnding(record.kind) && record.about === intent);
  }

  #leftOpen(
    id: string,
    { call, body }: Extract<RunEvent, { event: 'call-planned' }>,
    at: number,
    sent: Said['intent'] | undefined,
  ): OrderOutcome {
    const order = { event: 'order-outcome', id } as const;
    if (sent === undefined) {
      const clientOid = clientOidsIn(body)[at] ?? '';
      return { ...order, clientOid, outcome: 'withheld', reason: 'stopped', message: 'the run ended before its turn' };
    }
    const clientOid = sent.orders[at]?.[1] ?? '';
    return { ...order, clientOid, call, outcome: 'unknown', message: NO_ANSWER, rule: 'no-record' };
  }

  /** Counts and exit code by what its orders came to. */
  #reckoned(): { counts: Record<OutcomeName, number>; exitCode: number } {
    const counts = { accepted: 0, rejected: 0, unknown: 0, withheld: 0 };
    let isIncomplete = false;
    for (const event of this.#outcomes.values()) {
      counts[event.outcome] += 1;
      isIncomplete ||= needsALook(event);
    }
    return { counts, exitCode: counts.unknown > 0 ? EXIT.unknown : isIncomplete ? EXIT.incomplete : EXIT.done };
  }
}

const needsALook = (outcome: Outcome): boolean =>
  outcome.outcome === 'rejected' || (outcome.outcome === 'withheld' && !isQuiet(outcome.reason));

/** Client order ids in a body, in the order of its entries (docs/contract.md#wire). */
const clientOidsIn = (body: string): string[] =>
  [...body.matchAll(/"client_oid":"([A-Za-z0-9]+)"/g)].map(([, id = '']) => id);

/** The wall clock may have been put on meanwhile: then it goes by how long the machine was up. */
function passedMs(from: LogRecord, to: LogRecord): number {
  const wallMs = to.atMs - from.atMs;
  if (from.uptimeMs === null || to.uptimeMs === null || to.uptimeMs < from.uptimeMs) return Math.max(0, wallMs);
  const upMs = to.uptimeMs - from.uptimeMs;
  return Math.round(Math.abs(upMs - wallMs) > 1000 ? upMs : Math.max(0, wallMs));
}
