/**
 * Past runs of a plan, told from the records of a store alone: the same events as whoever saw the run happen was told, with
 * their times. A fold over records, in the order in which they were written.
 */
import type { Story } from '../../model/story.ts';
import { headText } from '../records/head.ts';
import type { Awaiting, Ledger } from '../records/ledger.ts';
import { isEnding, type LogRecord, type OnRecord } from '../records/record-log.ts';
import { saidOf, type Look, type PlacedAt } from '../records/record-schema.ts';
import type { AccountName, PlanName } from '../records/scope.ts';
import { AccountMemory } from '../account/account-memory.ts';
import { CancelsKept, placeOf, type TakenOffName } from './cut-cancels.ts';
import type { KeptRun, LaterEnd, LeftAtCut, RunListed, TellLeft } from './kept-run.ts';
import { toldRun } from './told-run.ts';
import { WindowsHeld } from './windows-held.ts';

/** Finds the account's plans of that name, in every generation. */
class PlansNamed {
  readonly #account: AccountName;
  readonly #plan: string;
  readonly #found = new Map<number, PlanName>();
  #id: number | undefined;

  constructor(account: AccountName, plan: string) {
    this.#account = account;
    this.#plan = plan;
  }

  take(record: LogRecord): void {
    if (record.kind === 'account') {
      const { origin, name } = saidOf('account', record);
      if (origin === this.#account.origin && name === this.#account.name) this.#id = record.id;
    } else if (record.kind === 'plan' && record.account === this.#id) {
      const name = saidOf('plan', record);
      if (name.plan === this.#plan) this.#found.set(record.id, name);
    }
  }

  of({ plan = 0 }: LogRecord): PlanName | undefined {
    return this.#found.get(plan);
  }
}

/** The executions of a plan, the oldest first. */
export class RunList {
  readonly runs: RunListed[] = [];
  readonly #plans: PlansNamed;

  constructor(account: AccountName, plan: string) {
    this.#plans = new PlansNamed(account, plan);
  }

  readonly take: OnRecord = (record) => {
    this.#plans.take(record);
    if (record.kind !== 'run') return;
    const name = this.#plans.of(record);
    const { isLookUp, isCancel } = saidOf('run', record);
    if (name === undefined || isLookUp === true || isCancel === true) return;
    this.runs.push({ ...name, run: this.runs.length + 1, record: record.id, startedAtMs: record.atMs });
  };
}

/** Keeps the records of the runs that are wanted. */
export class RunsKept {
  /** By the number of their records. */
  readonly runs = new Map<number, KeptRun>();
  readonly #account: AccountName;
  readonly #use: WindowsHeld;
  /** What is known of the account so far, for what a run left that was killed. */
  readonly #memory: AccountMemory;
  #last: Pick<LogRecord, 'id' | 'atMs'> = { id: 0, atMs: 0 };
  /** The intents of all runs, for the names of what a run takes off. */
  readonly #intents = new Map<number, LogRecord>();
  /** The run that took an order off last, by where the order was placed. */
  readonly #offBy = new Map<string, KeptRun>();
  readonly #byCall = new Map<number, KeptRun>();
  /** The record of each plan's newest run. */
  readonly #newest = new Map<number, number>();
  /** When the newest run that followed each plan began. */
  readonly #followed = new Map<number, number>();

  constructor(account: AccountName, wanted: readonly RunListed[]) {
    this.#account = account;
    this.#use = new WindowsHeld(account);
    this.#memory = new AccountMemory(account);
    for (const listed of wanted)
      this.runs.set(listed.record, { listed, records: [], cancels: [], off: new CancelsKept(), settled: [] });
  }

  /** In the order in which they were wanted; `awaiting`: who has their plans now, whose newest run still goes on. */
  stories(awaiting: Awaiting, tellLeft: TellLeft): Story[] {
    for (const run of this.runs.values()) {
      this.#leaves(run);
      run.now = this.#memory.state(run.listed);
    }
    return [...this.runs.values()].map((run) => toldRun(run, this.#account, this.#isOpen(run, awaiting), tellLeft));
  }

  /** Nothing that came after the next run of its plan began is of what it left. */
  #leaves(run: KeptRun): void {
    if (run.begun === undefined || run.finished !== undefined || run.goneAt !== undefined) return;
    run.goneAt = this.#last.id;
    if (saidOf('run', run.begun).isFollow !== true) return;
    const { plan, generation } = run.listed;
    const look = this.#memory.looks.newest();
    const left: LeftAtCut = { plan, generation, account: this.#memory.account(), atMs: this.#last.atMs };
    run.left = look === undefined ? left : { ...left, look };
  }

  /** Whoever holds the plan may not have sent anything yet: then the newest run is of somebody who is gone. */
  #isOpen({ begun, listed }: KeptRun, awaiting: Awaiting): boolean {
    const holder = awaiting(listed.plan);
    if (begun === undefined || holder === undefined) return false;
    const { host, pid } = saidOf('run', begun);
    return this.#newest.get(begun.plan ?? 0) === begun.id && host === holder.host && pid === holder.pid;
  }

  readonly take: OnRecord = (record, sum) => {
    this.#use.take(record);
    const { kind, id, plan = 0, about = 0 } = record;
    if (kind === 'run') {
      const before = this.runs.get(this.#newest.get(plan) ?? 0);
      if (before !== undefined) this.#leaves(before);
      this.#newest.set(plan, id);
    }
    this.#memory.take(record);
    this.#last = record;
    if (kind === 'intent') this.#intents.set(id, record);
    const run = this.runs.get(kind === 'run' ? id : about);
    if (kind === 'run' && saidOf('run', record).isFollow === true) this.#follows(run, record);
    if (kind === 'settled') this.#settled(record, saidOf('settled', record).orders);
    else if (kind === 'seen') this.#seen(record, saidOf('seen', record).orders);
    else if (run !== undefined) this.#ofRun(run, record, sum);
    else if (isEnding(kind)) this.#called(this.#byCall.get(about), record);
  };

  /** One follow may have several lives. */
  #follows(run: KeptRun | undefined, { plan = 0, atMs }: LogRecord): void {
    const before = this.#followed.get(plan);
    if (run !== undefined && before !== undefined) run.goesOnFromMs = before;
    this.#followed.set(plan, atMs);
  }

  #ofRun(run: KeptRun, record: LogRecord, sum: string | undefined): void {
    const { kind, id } = record;
    run.last = record;
    if (kind === 'run') this.#begins(run, record);
    else if (kind === 'announced') run.announced = saidOf('announced', record).events;
    else if (kind === 'finished') {
      run.finished = saidOf('finished', record);
      if (sum !== undefined) run.head = headText({ record: id, sum });
    } else if (kind === 'cancel') {
      this.#byCall.set(id, run);
      run.cancels.push(record);
      run.off.sent(record, this.#placedAt);
      for (const place of saidOf('cancel', record).orders) this.#offBy.set(placeOf(place), run);
    } else if (kind === 'intent' && saidOf('intent', record).isAdopted !== true) {
      this.#byCall.set(id, run);
      this.#called(run, record);
    }
  }

  #begins(run: KeptRun, record: LogRecord): void {
    run.begun = record;
    if (saidOf('run', record).isFollow === true) run.before = new Map(this.#memory.state(run.listed));
  }

  readonly #placedAt = ({ intent, at }: PlacedAt): TakenOffName => {
    const record = this.#intents.get(intent);
    const [id = '', clientOid = ''] = (record && saidOf('intent', record).orders[at]) ?? [];
    return [id, clientOid];
  };

  /** A call of the run begins or ends; what both windows hold then is known only now. */
  #called(run: KeptRun | undefined, record: LogRecord): void {
    if (run === undefined) return;
    run.last = record;
    if (isEnding(record.kind)) run.off.answered(record);
    const started = run.announced?.find((event) => event.event === 'run-started');
    const gauges = started === undefined ? undefined : this.#use.gauges(record, started.limits);
    run.records.push({ record, ...(gauges !== undefined && { gauges }) });
  }

  #settled({ id: record, atMs }: LogRecord, ends: readonly LaterEnd[]): void {
    for (const end of ends) this.#byCall.get(end.intent)?.settled.push({ ...end, atMs, record });
  }

  #seen(record: LogRecord, looks: readonly Look[]): void {
    for (const look of looks) this.#offBy.get(placeOf(look))?.off.seen(record.id, look);
    this.#settled(record, looks.filter(isEnd));
  }
}

/** A look that an order ended by: that it stands still is no news of a run that placed it. */
const isEnd = (look: Look): look is Look & LaterEnd => look.step !== undefined && look.step !== 'stands';

/** What a ledger has of a plan's executions, the oldest first. */
export async function listRuns(
  ledger: Pick<Ledger, 'records'>,
  account: AccountName,
  plan: string,
): Promise<readonly RunListed[]> {
  const list = new RunList(account, plan);
  await ledger.records(list.take);
  return list.runs;
}

/** The stories of these runs, in their order. */
export async function storiesOf(
  ledger: Pick<Ledger, 'records' | 'holder'>,
  account: AccountName,
  wanted: readonly RunListed[],
  tellLeft: TellLeft,
): Promise<Story[]> {
  // Before the records: what ends meanwhile has its end in them.
  const plans = [...new Set(wanted.map(({ plan }) => plan))];
  const holders = new Map(
    await Promise.all(plans.map(async (plan) => [plan, await ledger.holder(account, plan)] as const)),
  );
  const kept = new RunsKept(account, wanted);
  await ledger.records(kept.take);
  return kept.stories((plan) => holders.get(plan), tellLeft);
}
