/** The story of a run from its records. Pure. */
import { defined } from '../../model/defined.ts';
import type { OrderOutcome, RunEvent } from '../../model/event.ts';
import { NOT_STARTED, type OrderState } from '../../model/outcome.ts';
import { sentOf, type SentNumbers } from '../../model/order-changes.ts';
import type { LaterState, RunBy, SentInAll, Story, TimedEvent } from '../../model/story.ts';
import { CUT, leftOpen, notSentBy, reckoned } from './cut-run.ts';
import type { KeptRun, TellLeft } from './kept-run.ts';
import type { KeptCheck } from '../records/run-record.ts';
import type { BudgetGauges } from '../records/request.ts';
import { passedBetween } from '../records/moment.ts';
import { isEnding, type LogRecord } from '../records/record-log.ts';
import { saidOf, type Said } from '../records/record-schema.ts';
import type { AccountName } from '../records/scope.ts';
import { sentSize } from '../records/state.ts';
import { sentInAll } from './sent-in-all.ts';
import { EXIT } from '../../model/exit-code.ts';

/** `isOpen`: whoever placed it still holds the account. */
export function toldRun(run: KeptRun, account: AccountName, isOpen: boolean, tellLeft: TellLeft): Story {
  const { listed, begun } = run;
  if (begun === undefined) throw new Error(`run ${listed.run} has no beginning`);
  const { record: _, ...named } = listed;
  const telling = new Telling(run, begun);
  const end = run.finished !== undefined ? 'finished' : isOpen ? 'open' : 'cut';
  return {
    ...named,
    account,
    by: byOf(saidOf('run', begun)),
    events: telling.events(end, tellLeft),
    end,
    ...(saidOf('run', begun).isFollow === true && { sent: telling.sent() }),
    ...defined({ goesOnFromMs: run.goesOnFromMs }),
    since: telling.since(),
  };
}

const byOf = ({ host, user, pid, planFile, tool = '', digest, commit, approval, checked }: Said['run']): RunBy => ({
  host,
  user,
  pid,
  planFile,
  tool,
  digest,
  ...defined({ commit, approval, checked: heldAt(checked) }),
});

const heldAt = ({ atMs = 0, held }: Partial<KeptCheck> = {}): RunBy['checked'] =>
  held && { atMs, held: held.map(([symbol, positions]) => ({ symbol, positions })) };

class Telling {
  readonly #run: KeptRun;
  readonly #begun: LogRecord;
  readonly #events: TimedEvent[] = [];
  /** For each planned call, the ids that the plan gave its orders. */
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

  events(end: Story['end'], tellLeft: TellLeft): readonly TimedEvent[] {
    const {
      announced = [],
      finished,
      listed: { run, startedAtMs },
    } = this.#run;
    const told = [...(finished?.told ?? [])];
    const again = new Set(told.map(([, , event]) => (event.event === 'order-outcome' ? event.id : undefined)));
    for (const event of announced) {
      if (event.event === 'run-started') this.#add(0, { ...event, past: { run, startedAtMs } });
      // What was to be withheld may have been found to stand.
      else if (event.event !== 'order-outcome' || !again.has(event.id)) this.#add(0, event);
    }
    for (const { record, gauges } of this.#inOrder()) {
      while ((told[0]?.[0] ?? record.id) < record.id) this.#tell(told.shift());
      this.#ofRecord(record, gauges);
    }
    for (const one of told) this.#tell(one);
    if (finished !== undefined) this.#finish(finished.end);
    else if (end === 'cut') this.#cut(tellLeft);
    return this.#events;
  }

  /** With its cancels, of which nobody said that they were sent where the run has no end on record. */
  #inOrder(): KeptRun['records'] {
    const { records, cancels, finished } = this.#run;
    if (finished !== undefined || cancels.length === 0) return records;
    return [...records, ...cancels.map((record) => ({ record }))].toSorted(
      (one, other) => one.record.id - other.record.id,
    );
  }

  sent(): SentInAll {
    return sentInAll(this.#run, this.#neverStarted);
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
    const atMs = passedBetween(this.#begun, record);
    if (record.kind === 'cancel') {
      if (!this.#neverStarted.has(record.id))
        this.#add(atMs, { event: 'call-sent', call: saidOf('cancel', record).call });
      return;
    }
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
      ...partOf(this.#named(intent, at) ?? '', intent, at),
      clientOid: intent.orders[at]?.[1] ?? '',
      call: intent.call,
      ...verdict,
      ...restOf(intent, at),
      ...defined({ latencyMs }),
    }));
  }

  #finish(end: Said['finished']['end']): void {
    const { head } = this.#run;
    const live = end.target === 'live' ? defined({ journalHead: head }) : {};
    this.#add(end.elapsedMs, { event: 'run-finished', ...end, ...live });
  }

  /** It was killed: the journal has no end of it. */
  #cut(tellLeft: TellLeft): void {
    const atMs = this.#events.at(-1)?.atMs ?? 0;
    this.#add(atMs, { event: 'note', message: CUT });
    const { announced = [], left: known } = this.#run;
    const ended = new Set(this.#run.records.map(({ record }) => (isEnding(record.kind) ? record.about : undefined)));
    const open = [...this.#intents].flatMap(([id, intent]) => (ended.has(id) ? [] : [intent]));
    for (const left of leftOpen(announced, open)) if (!this.#outcomes.has(left.id)) this.#add(atMs, left);
    if (known !== undefined) {
      for (const left of notSentBy(announced)) if (!this.#outcomes.has(left.id)) this.#add(atMs, left);
      for (const event of tellLeft(known)) this.#add(atMs, event);
    }
    const { target = 'live' } = announced.find((event) => event.event === 'run-started') ?? {};
    const reckon = reckoned(this.#outcomes.values());
    // A follow that was killed is never done: somebody has to follow its plan.
    const exitCode = known !== undefined && reckon.exitCode === EXIT.done ? EXIT.incomplete : reckon.exitCode;
    this.#finish({ mode: 'execute', target, ...reckon, exitCode, elapsedMs: atMs });
  }
}

/** Of a run that follows its plan, which part of which order it is, and why it was placed. No id of a plan has a `/`. */
function partOf(
  name: string,
  { marks }: Said['intent'],
  at: number,
): Pick<Extract<OrderOutcome, { outcome: 'accepted' }>, 'id' | 'part' | 'because'> {
  const because = marks?.[at]?.because;
  if (because === undefined) return { id: name };
  const [id = name, part] = name.split('/');
  return { id, because, ...(part !== undefined && { part: Number(part) }) };
}

/** What was sent of an order that was filled in part before, or of an exit, which comes in parts. */
const restOf = ({ contents, marks }: Said['intent'], at: number): Partial<SentNumbers> => {
  const { filled, filledIn } = marks?.[at] ?? {};
  const content = contents[at] ?? {};
  if (filledIn?.includes('size') === true) return sentOf(content);
  return filled === undefined ? {} : { size: sentSize({ content, filled }) };
};
