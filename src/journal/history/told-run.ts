/** The story of a run from its records. Pure. */
import { defined } from '../../model/defined.ts';
import type { OrderOutcome, RunEvent } from '../../model/event.ts';
import { NOT_STARTED, type OrderState } from '../../model/outcome.ts';
import type { LaterState, RunBy, SentInAll, Story, TimedEvent } from '../../model/story.ts';
import { cancelEnds, cutRun, foundSince, sinceItBegan, unanswered } from './cut-records.ts';
import { CUT, notSent, notSentBy, reckoned } from './cut-run.ts';
import type { KeptRun, TellLeft } from './kept-run.ts';
import type { KeptCheck } from '../records/run-record.ts';
import type { BudgetGauges } from '../records/request.ts';
import { passedBetween } from '../records/moment.ts';
import { isEnding, type LogRecord } from '../records/record-log.ts';
import { saidOf, type Said } from '../records/record-schema.ts';
import type { AccountName } from '../records/scope.ts';
import { emptyJournal } from '../records/state.ts';
import { sentInAll } from './sent-in-all.ts';
import { SentOrders } from './sent-orders.ts';

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

const outcomeKey = (event: OrderOutcome): string => `${event.id}/${('part' in event && event.part) || 1}`;

class Telling {
  readonly #run: KeptRun;
  readonly #begun: LogRecord;
  readonly #events: TimedEvent[] = [];
  readonly #sent: SentOrders;
  /** The newest outcome of each order, or part of one, by its id in the plan. */
  readonly #outcomes = new Map<string, OrderOutcome>();
  /** Calls that a stop overtook: nobody was told that they were sent. */
  readonly #neverStarted = new Set<number>();
  #inFlight = 0;

  constructor(run: KeptRun, begun: LogRecord) {
    this.#run = run;
    this.#begun = begun;
    this.#sent = new SentOrders(run, saidOf('run', begun).isFollow === true);
    for (const { record } of run.records)
      if (record.kind !== 'intent' && saidOf('ending', record).message === NOT_STARTED)
        this.#neverStarted.add(record.about ?? 0);
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
    const since = new Map<string, LaterState>(sinceItBegan(this.#run));
    for (const { intent, at, step, orderId, message, atMs } of this.#run.settled) {
      const call = this.#sent.intents.get(intent);
      const id = call === undefined ? undefined : this.#sent.named(call, at);
      const state = step.replace('settle-', '') as OrderState;
      if (id !== undefined) since.set(id, { state, message, atMs, ...defined({ orderId }) });
    }
    return since;
  }

  #add(atMs: number, event: RunEvent): void {
    this.#events.push({ atMs: Math.max(atMs, this.#events.at(-1)?.atMs ?? 0), event });
    if (event.event === 'order-outcome') this.#outcomes.set(outcomeKey(event), event);
  }

  #tell(told: Said['finished']['told'][number] | undefined): void {
    if (told !== undefined) this.#add(told[1], told[2]);
  }

  #ofRecord(record: LogRecord, gauges: BudgetGauges | undefined): void {
    const atMs = passedBetween(this.#begun, record);
    if (record.kind === 'cancel') {
      if (!this.#neverStarted.has(record.id))
        this.#add(atMs, { event: 'call-sent', call: saidOf('cancel', record).call });
      return;
    }
    const intent = isEnding(record.kind) ? (record.about ?? 0) : record.id;
    const call = this.#sent.intents.get(intent);
    if (call === undefined || this.#neverStarted.has(intent)) return;
    this.#inFlight += record.kind === 'intent' ? 1 : -1;
    if (record.kind === 'intent') this.#add(atMs, { event: 'call-sent', call: call.call });
    else for (const event of this.#sent.outcomesOf(call, saidOf('ending', record))) this.#add(atMs, event);
    if (gauges !== undefined) this.#add(atMs, { event: 'budget-changed', ...gauges, inFlight: this.#inFlight });
  }

  #finish(end: Said['finished']['end']): void {
    const { head } = this.#run;
    const live = end.target === 'live' ? defined({ journalHead: head }) : {};
    this.#add(end.elapsedMs, { event: 'run-finished', ...end, ...live });
  }

  /** It was killed: the journal has no end of it. */
  #cut(tellLeft: TellLeft): void {
    const { announced = [], left: known, last = this.#begun, before = emptyJournal } = this.#run;
    const atMs = Math.max(this.#events.at(-1)?.atMs ?? 0, passedBetween(this.#begun, last));
    this.#add(atMs, { event: 'note', message: CUT });
    const add = (events: readonly RunEvent[]): void => events.forEach((event) => this.#add(atMs, event));
    add(foundSince(this.#run, this.#sent));
    add(unanswered(this.#run, this.#sent));
    const cancels = cancelEnds(this.#run, this.#sent);
    add(cancels);
    const told = new Set([...this.#outcomes.values()].map(({ id }) => id));
    const isTold = (id: string): boolean => told.has(id);
    add(known === undefined ? notSent(announced, isTold) : notSentBy(announced, before, isTold));
    if (known !== undefined) add(tellLeft(known, cutRun(this.#run, this.#sent)));
    const { target = 'live' } = announced.find((event) => event.event === 'run-started') ?? {};
    const reckon = reckoned(this.#outcomes.values(), { cancels, isFollow: known !== undefined });
    this.#finish({ mode: 'execute', target, ...reckon, elapsedMs: atMs });
  }
}
