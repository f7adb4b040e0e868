/** The story of a run from its records. Pure. */
import { defined } from '../../model/defined.ts';
import type { OrderOutcome, RunEvent } from '../../model/event.ts';
import { NO_ANSWER, NOT_STARTED, type OrderState, type Verdict } from '../../model/outcome.ts';
import { sentOf, type SentNumbers } from '../../model/order-changes.ts';
import type { LaterState, RunBy, SentInAll, Story, TimedEvent } from '../../model/story.ts';
import { CUT, headlinesOf, notSent, notSentBy, partsKnown, reckoned } from './cut-run.ts';
import type { CutRun, KeptRun, TellLeft } from './kept-run.ts';
import type { KeptCheck } from '../records/run-record.ts';
import type { BudgetGauges } from '../records/request.ts';
import { passedBetween } from '../records/moment.ts';
import { isEnding, type LogRecord } from '../records/record-log.ts';
import { saidOf, type Said } from '../records/record-schema.ts';
import type { AccountName } from '../records/scope.ts';
import { emptyJournal, sentSize } from '../records/state.ts';
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

/** An order that was sent. */
type Sent = Exclude<OrderOutcome, { outcome: 'withheld' }>;

const outcomeKey = (event: OrderOutcome): string => `${event.id}/${('part' in event && event.part) || 1}`;

/** What an order can come to once it was placed. */
const ENDS: ReadonlySet<OrderState> = new Set(['accepted', 'rejected', 'absent', 'cancelled', 'filled', 'closed']);

class Telling {
  readonly #run: KeptRun;
  readonly #begun: LogRecord;
  readonly #events: TimedEvent[] = [];
  /** For each planned call, the ids that the plan gave its orders. */
  readonly #names = new Map<number, readonly string[]>();
  readonly #intents = new Map<number, Said['intent']>();
  /** By the ids that its orders had first, what the plan calls them. */
  readonly #planned: ReadonlyMap<string, string>;
  /** The newest outcome of each order, or part of one, by its id in the plan. */
  readonly #outcomes = new Map<string, OrderOutcome>();
  /** Calls that a stop overtook: nobody was told that they were sent. */
  readonly #neverStarted = new Set<number>();
  #inFlight = 0;

  constructor(run: KeptRun, begun: LogRecord) {
    this.#run = run;
    this.#begun = begun;
    const { announced = [] } = run;
    this.#planned = new Map(headlinesOf(announced).map(({ id, was = id }) => [was, id]));
    // Whoever follows a plan numbers the calls as they come to be due.
    for (const event of this.#isFollow ? [] : announced)
      if (event.event === 'call-planned') this.#names.set(event.call, event.orders);
    for (const { record } of run.records) {
      if (record.kind === 'intent') this.#intents.set(record.id, saidOf('intent', record));
      else if (saidOf('ending', record).message === NOT_STARTED) this.#neverStarted.add(record.about ?? 0);
    }
  }

  get #isFollow(): boolean {
    return saidOf('run', this.#begun).isFollow === true;
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
    this.#sinceItBegan(since);
    return since;
  }

  /** The same of what earlier runs had placed, where this one followed the plan and was killed. */
  #sinceItBegan(since: Map<string, LaterState>): void {
    const { left, before = emptyJournal, now = emptyJournal, announced = [] } = this.#run;
    if (left === undefined) return;
    for (const headline of headlinesOf(announced))
      for (const [at, { clientOid, state: stood }] of partsKnown(headline, before).entries()) {
        const order = partsKnown(headline, now)[at];
        if (order?.clientOid !== clientOid || order.state === stood || !ENDS.has(order.state)) continue;
        const { state, orderId, later, message = later?.message, changedAtMs: atMs } = order;
        const id = at === 0 ? headline.id : `${headline.id}/${at + 1}`;
        since.set(id, { state, atMs, ...defined({ message: later?.message ?? message, orderId }) });
      }
  }

  #add(atMs: number, event: RunEvent): void {
    this.#events.push({ atMs: Math.max(atMs, this.#events.at(-1)?.atMs ?? 0), event });
    if (event.event === 'order-outcome') this.#outcomes.set(outcomeKey(event), event);
  }

  #tell(told: Said['finished']['told'][number] | undefined): void {
    if (told !== undefined) this.#add(told[1], told[2]);
  }

  #named({ call, orders }: Said['intent'], at: number): string | undefined {
    const planned = this.#names.get(call)?.[at];
    return planned ?? this.#planName(orders[at]?.[0] ?? '');
  }

  /** `stop/2` of what the plan calls `stop` now. */
  #planName(known: string): string {
    const [id = known, part] = known.split('/');
    const name = this.#planned.get(id) ?? id;
    return part === undefined ? name : `${name}/${part}`;
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
    return verdicts.map((verdict, at) => ({ ...this.#outcomeOf(intent, at, verdict), ...defined({ latencyMs }) }));
  }

  #outcomeOf(intent: Said['intent'], at: number, verdict: Verdict): Sent {
    return {
      event: 'order-outcome',
      ...partOf(this.#named(intent, at) ?? '', intent, at),
      clientOid: intent.orders[at]?.[1] ?? '',
      call: intent.call,
      ...verdict,
      ...restOf(intent, at),
    };
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
    for (const event of [...this.#found(), ...this.#unanswered()]) this.#add(atMs, event);
    const cancels = this.#cancelEnds();
    for (const end of cancels) this.#add(atMs, end);
    const told = new Set([...this.#outcomes.values()].map(({ id }) => id));
    const isTold = (id: string): boolean => told.has(id);
    const rest = known === undefined ? notSent(announced, isTold) : notSentBy(announced, before, isTold);
    for (const event of rest) this.#add(atMs, event);
    for (const event of known === undefined ? [] : tellLeft(known, this.#said())) this.#add(atMs, event);
    const { target = 'live' } = announced.find((event) => event.event === 'run-started') ?? {};
    const reckon = reckoned(this.#outcomes.values());
    const isUnknown = cancels.some(({ outcome }) => outcome === 'unknown');
    // A follow that was killed is never done: somebody has to follow its plan.
    const isOver = known === undefined || reckon.exitCode !== EXIT.done;
    const exitCode = isUnknown ? EXIT.unknown : isOver ? reckon.exitCode : EXIT.incomplete;
    this.#finish({ mode: 'execute', target, ...reckon, exitCode, elapsedMs: atMs });
  }

  /** What it sent, and has no answer to. */
  #unanswered(): OrderOutcome[] {
    const ended = new Set(this.#run.records.map(({ record }) => (isEnding(record.kind) ? record.about : undefined)));
    const open = [...this.#intents].flatMap(([id, intent]) => (ended.has(id) ? [] : [intent]));
    const none = { outcome: 'unknown', message: NO_ANSWER, rule: 'no-record' } as const;
    const events = open.flatMap((intent) => intent.orders.map((_, at) => this.#outcomeOf(intent, at, none)));
    return events.filter((event) => !this.#outcomes.has(outcomeKey(event)));
  }

  /** Orders whose answer was lost, and that a look found while it followed its plan: it told each once more. */
  #found(): OrderOutcome[] {
    const { settled, goneAt = 0, left } = this.#run;
    return settled.flatMap(({ intent, at, step, orderId = '', rule, record }): OrderOutcome[] => {
      const call = this.#intents.get(intent);
      if (left === undefined || call === undefined || step !== 'settle-accepted') return [];
      if (record > goneAt || rule === 'by-person') return [];
      return [this.#outcomeOf(call, at, { outcome: 'accepted', orderId, rule: 'found' })];
    });
  }

  #cancelEnds(): ReturnType<KeptRun['off']['ends']> {
    const { off, goneAt = 0, now = emptyJournal } = this.#run;
    const orderIds = new Map([...now.values()].map(({ clientOid, orderId }) => [clientOid, orderId]));
    const named = (known: string): { id: string; part?: number } => {
      const [id = '', part] = this.#planName(known).split('/');
      return { id, ...(part !== undefined && { part: Number(part) }) };
    };
    return off.ends(goneAt, named, (clientOid) => orderIds.get(clientOid));
  }

  /** An answer comes so long after its request was signed. */
  #said(): CutRun {
    const { listed, announced = [], records } = this.#run;
    const answeredMs = new Map<string, number>();
    for (const { record } of records) {
      const intent = isEnding(record.kind) ? this.#intents.get(record.about ?? 0) : undefined;
      const { latencyMs = 0 } = intent === undefined ? {} : saidOf('ending', record);
      for (const [, clientOid] of intent?.orders ?? [])
        answeredMs.set(clientOid, (intent?.signedAtMs ?? 0) + latencyMs);
    }
    return { startedAtMs: listed.startedAtMs, announced, answeredMs };
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
