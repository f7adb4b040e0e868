/**
 * Reads the journal of a simulation as another process does, by rules of its own: what the program's own reader mistakes must
 * not be mistaken here too.
 */
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { RunList, RunsKept } from '../../src/journal/history/past-runs.ts';
import { isEnding, type OnRecord, type RecordKind } from '../../src/journal/records/record-log.ts';
import { recordOf } from '../../src/journal/records/record-row.ts';
import { recordRows, rowsOf } from '../../src/journal/sqlite/record-rows.ts';
import type { OrderState } from '../../src/model/outcome.ts';
import type { Story } from '../../src/model/story.ts';

/** One order as the journal's last step has it. */
export interface JournaledOrder {
  readonly id: string;
  readonly clientOid: string;
  readonly lineage: number;
  readonly state: OrderState;
  readonly orderId: string | undefined;
  /** No answer told its order id: a list did, or a person. */
  readonly isSettled?: true;
}

const STATE_AFTER: Readonly<Record<string, OrderState>> = {
  intent: 'in-flight',
  'not-sent': 'never-sent',
  accepted: 'accepted',
  rejected: 'rejected',
  unknown: 'unknown',
  'settle-accepted': 'accepted',
  'settle-rejected': 'rejected',
  'settle-absent': 'absent',
  'settle-closed': 'closed',
  cancel: 'cancelling',
  'cancel-unplaced': 'unknown',
  stands: 'accepted',
  'cancel-unknown': 'cancel-unknown',
  cancelled: 'cancelled',
  filled: 'filled',
};

const ENDS = ['cancelled', 'filled'];

/** The table of the journal in words of its own: which steps may follow a state. */
const NEXT: Readonly<Record<OrderState | 'nothing', readonly string[]>> = {
  nothing: ['intent'],
  'never-sent': ['intent'],
  'in-flight': ['not-sent', 'accepted', 'rejected', 'unknown'],
  accepted: ['cancel', 'cancel-unknown', 'settle-closed', ...ENDS],
  rejected: [],
  unknown: ['settle-accepted', 'settle-rejected', 'settle-absent', 'cancel-unplaced'],
  absent: [],
  cancelling: ['cancel', 'stands', 'cancel-unknown', ...ENDS],
  'cancel-unknown': ['cancel', 'stands', ...ENDS],
  cancelled: ['settle-closed'],
  filled: ['settle-closed'],
  closed: [],
};

/** The last that was written of one order. */
export interface LastStep {
  readonly step: string;
  readonly attempt: number;
}

/** An order of a record, by where it was placed. */
interface Later {
  readonly intent: number;
  readonly at: number;
  readonly step?: string;
  readonly orderId?: string;
}

/** One record as it is, its words still a text. */
export interface RecordRow {
  readonly id: number;
  readonly kind: string;
  readonly said: string;
}

type Words = Readonly<Record<string, unknown>>;

/** A connection of its own to the file, which the seeds that share the file share too. */
interface Reading {
  readonly database: DatabaseSync;
  readonly account: StatementSync;
  readonly records: StatementSync;
  readonly whole: StatementSync;
}

let reading: Reading | undefined;

function readFrom(path: string): Reading {
  const database = new DatabaseSync(path, { readOnly: true });
  return {
    database,
    account: database.prepare(`select id from record where kind = 'account' and said ->> '$.origin' = ?`),
    records: database.prepare(
      'select id, kind, about, said, plan from record where account = ? and id > ? order by id',
    ),
    whole: recordRows(database),
  };
}

/** Before the file goes or is put back to what it was. */
export function closeObserver(): void {
  reading?.database.close();
  reading = undefined;
}

/** What the journal says of one account. */
export class JournalObserver {
  readonly #file: string;
  readonly #origin: string;
  readonly #planName: string;
  readonly #records: RecordRow[] = [];
  /** As read after the last commit, up to the record of that number. */
  #orders = new Map<string, JournaledOrder>();
  readonly #steps = new Map<string, LastStep>();
  /** The record of the last cancel of each client order id that was not seen to be refused. */
  readonly #cancels = new Map<string, number>();
  readonly #calls = new Map<number, readonly string[]>();
  #plan: number | undefined;
  #offTable: string | undefined;
  #read = 0;
  #account: number | undefined;

  constructor(file: string, origin: string, plan = 'sim') {
    this.#file = file;
    this.#origin = origin;
    this.#planName = plan;
  }

  /** Every record of the account so far. */
  records(): readonly RecordRow[] {
    this.#readOn();
    return this.#records;
  }

  /** The state of every client order id of the account, the newest lineage of an order last. */
  orders(): ReadonlyMap<string, JournaledOrder> {
    this.#readOn();
    return this.#orders;
  }

  /** The first step that the table does not have. */
  offTable(): string | undefined {
    this.#readOn();
    return this.#offTable;
  }

  /** The last step of one client order id. */
  lastStep(clientOid: string): LastStep | undefined {
    this.#readOn();
    return this.#steps.get(clientOid);
  }

  /** The records of the last cancels, by client order id; none of one that stands in spite of it. */
  lastCancels(): ReadonlyMap<string, number> {
    this.#readOn();
    return this.#cancels;
  }

  /** The newest run of a plan as the program's own reader tells it again; undefined: there is none. */
  lastStory(plan: string): Story | undefined {
    const account = { origin: this.#origin, name: 'default' };
    const read = (onRecord: OnRecord): void => {
      for (const row of rowsOf(this.#reading()?.whole.iterate() ?? [])) onRecord(recordOf(row));
    };
    const list = new RunList(account, plan);
    read(list.take);
    const newest = list.runs.at(-1);
    if (newest === undefined) return undefined;
    const kept = new RunsKept(account, [newest]);
    read(kept.take);
    return kept.stories(
      () => undefined,
      () => [],
    )[0];
  }

  /** The file is no longer what it was: the account itself may be lost with the power. */
  forget(): void {
    this.#orders = new Map();
    this.#steps.clear();
    this.#cancels.clear();
    this.#calls.clear();
    this.#plan = undefined;
    this.#records.length = 0;
    this.#read = 0;
    closeObserver();
    this.#account = undefined;
  }

  /** Takes in what was written since. A new map each time: who holds the one before keeps what it said. */
  #readOn(): void {
    const rows = this.#reading()?.records.all(this.#account as number, this.#read) ?? [];
    if (rows.length === 0) return;
    this.#orders = new Map(this.#orders);
    for (const row of rows) {
      const id = Number(row['id']);
      this.#records.push({ id, kind: String(row['kind']), said: String(row['said']) });
      if (row['kind'] === 'plan') this.#takePlan(id, JSON.parse(String(row['said'])) as Words);
      else if (row['plan'] === null || Number(row['plan']) === this.#plan)
        this.#take(id, row['kind'] as RecordKind, Number(row['about']), JSON.parse(String(row['said'])) as Words);
      this.#read = id;
    }
  }

  /** Only of the plan under test is anything told. */
  #takePlan(id: number, { plan }: Words): void {
    if (plan === this.#planName) this.#plan = id;
  }

  #take(id: number, kind: RecordKind, about: number, said: Words): void {
    if (kind === 'intent') {
      const orders = said['orders'] as [id: string, clientOid: string, lineage: number, again: number][];
      this.#calls.set(
        id,
        orders.map(([, clientOid]) => clientOid),
      );
      for (const [order, clientOid, lineage] of orders) this.#step(id, 'intent', { id: order, clientOid, lineage });
    } else if (kind === 'settled' || kind === 'cancel' || kind === 'seen') {
      this.#takeLater(id, kind, said['orders'] as Later[]);
    } else if (isEnding(kind)) {
      const verdicts = said['verdicts'] as Words[] | undefined;
      for (const [at, clientOid] of (this.#calls.get(about) ?? []).entries()) {
        const { outcome, orderId } = (verdicts?.[at] ?? { outcome: 'not-sent' }) as {
          outcome: string;
          orderId?: string;
        };
        this.#step(about, outcome, { clientOid, ...(orderId !== undefined && { orderId }) });
      }
    }
  }

  /** What came after its placing: a word, a look, or a cancel that is about to leave. */
  #takeLater(id: number, kind: RecordKind, orders: readonly Later[]): void {
    for (const { intent, at, step, orderId } of orders) {
      const clientOid = this.#calls.get(intent)?.[at];
      if (clientOid === undefined || step === undefined) continue;
      this.#step(kind === 'cancel' ? id : intent, step, { clientOid, ...(orderId !== undefined && { orderId }) });
    }
  }

  #step(attempt: number, step: string, order: Partial<JournaledOrder> & { readonly clientOid: string }): void {
    const { clientOid } = order;
    const from = this.#orders.get(clientOid)?.state ?? 'nothing';
    if (!NEXT[from].includes(step)) this.#offTable ??= `${clientOid} went on from ${from} by ${step}`;
    const before = this.#orders.get(clientOid) ?? { id: '', lineage: 0, orderId: undefined };
    // An order that goes again is the newest again.
    if (step === 'intent') this.#orders.delete(clientOid);
    const settled = step === 'settle-accepted' ? ({ isSettled: true } as const) : {};
    this.#orders.set(clientOid, { ...before, ...order, ...settled, state: STATE_AFTER[step] as OrderState });
    this.#steps.set(clientOid, { step, attempt });
    if (step === 'cancel' || step === 'cancel-unplaced') this.#cancels.set(clientOid, attempt);
    else if (step === 'stands') this.#cancels.delete(clientOid);
  }

  /** Undefined as long as the account is in no journal. */
  #reading(): Reading | undefined {
    if (this.#account === undefined) {
      reading ??= readFrom(this.#file);
      const row = reading.account.get(this.#origin);
      if (row === undefined) return undefined;
      this.#account = Number(row['id']);
    }
    return reading;
  }
}
