/** Journals of real files in folders that go with the test, intents for them, and child processes that are always ended. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import type { Ledger } from '../../src/journal/records/ledger.ts';
import type { Attempt, Intent, NotTaken } from '../../src/journal/records/request.ts';
import type { PlanName, PlanScope } from '../../src/journal/records/scope.ts';
import { AccountBooks } from '../../src/journal/account/account-log.ts';
import { stateOf } from '../../src/journal/records/known-account.ts';
import { LogClaim } from '../../src/journal/requests/log-claim.ts';
import { longestWindow } from '../../src/model/call.ts';
import { openLedger } from '../../src/journal/open.ts';
import { SqliteStore } from '../../src/journal/sqlite/sqlite-log.ts';
import type { JournalState } from '../../src/journal/records/state.ts';
import { sqliteUrl } from '../../src/journal/url.ts';
import type { CallKind, Limits } from '../../src/model/call.ts';
import { OPERATIONS } from '../../src/exchange/v2/requests.ts';
import { orderContent, type Order } from '../../src/model/order.ts';
import type { OrderState, Verdict } from '../../src/model/outcome.ts';
import { PLAN, someOrders } from './plan-builder.ts';
import { WALL_START_MS } from '../../proofs/support/sim-clock.ts';
import { accepted, rejected, unknown } from './sim-exchange.ts';

export function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'ordo-journal-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

export const newFile = (): string => join(folder(), 'journal.db');

const AMPLE = { amount: 1e9, windowMs: 10_000 };
export const ROOMY: Limits = { ip: AMPLE, uid: AMPLE, orderCalls: AMPLE, inFlight: 8 };

export interface JournalOptions extends PlanScope {
  readonly file: string;
  readonly wallMs: () => number;
  readonly uptimeMs?: () => number;
  readonly monotonicMs?: () => number;
  readonly limits?: Limits;
  readonly lockFile?: string;
}

export const optionsFor = (file: string, changes: Partial<JournalOptions> = {}): JournalOptions => ({
  file,
  account: { origin: 'http://127.0.0.1:1', name: 'main' },
  plan: PLAN.name,
  generation: PLAN.generation,
  wallMs: () => WALL_START_MS,
  ...changes,
});

/** A journal that takes whatever comes at once, and each write in a commit of its own. */
export class OpenJournal extends LogClaim {
  readonly plan: PlanName;

  private constructor(books: AccountBooks, { plan, generation, limits = ROOMY }: JournalOptions) {
    super(books, limits, () => {});
    this.plan = { plan, generation };
  }

  static async open(options: JournalOptions): Promise<OpenJournal> {
    const { file, account, wallMs, uptimeMs, lockFile } = options;
    const store = new SqliteStore({ file, wallMs, ...(lockFile !== undefined && { lockFile }) });
    const machine = {
      self: { host: 'here', user: 'tester', pid: 7 },
      monotonicMs: options.monotonicMs ?? wallMs,
      wallMs,
      defer: (act: () => void) => act(),
      ...(uptimeMs !== undefined && { uptimeMs }),
    };
    const { limits = ROOMY } = options;
    return new OpenJournal(await AccountBooks.open(store, account, machine, longestWindow(limits)), options);
  }

  async recordIntent(intent: Intent): Promise<Attempt> {
    const { attempts } = await this.intend([intent]);
    return attempts[0] as Attempt;
  }

  recordVerdicts(attempt: Attempt, verdicts: readonly Verdict[], latencyMs: number, isLost = false): Promise<unknown> {
    return this.conclude(attempt, { how: isLost ? 'lost' : 'answered', verdicts, latencyMs });
  }

  recordNotTaken(attempt: Attempt, how: NotTaken, message: string, latencyMs: number): Promise<unknown> {
    return this.conclude(attempt, { how, message, latencyMs });
  }

  known(): Promise<JournalState> {
    return this.state(this.plan);
  }
}

/** A ledger on the file, as a process that only reads has it. */
export const reader = (file: string, wallMs = (): number => WALL_START_MS, uptimeMs?: () => number): Ledger =>
  openLedger(sqliteUrl(file), {
    self: { host: 'here', user: 'tester', pid: 8, since: '' },
    monotonicMs: wallMs,
    wallMs,
    defer: (act) => act(),
    ...(uptimeMs !== undefined && { uptimeMs }),
  });

export async function readState(file: string, changes: Partial<JournalOptions> = {}): Promise<JournalState> {
  const options = optionsFor(file, changes);
  return stateOf(await reader(file).account(options.account), options);
}

/** An open journal with its run begun; closed when the test ends. */
export async function openJournal(file: string, changes: Partial<JournalOptions> = {}): Promise<OpenJournal> {
  const journal = await OpenJournal.open(optionsFor(file, changes));
  onTestFinished(async () => {
    try {
      await journal.release();
    } catch {
      // The test has closed it.
    }
  });
  await journal.begin({ ...journal.plan, planFile: 'plan.yaml', digest: 'd' });
  return journal;
}

export const intentOf = (
  orders: readonly Order[],
  number = 1,
  kind: CallKind = orders.length === 1 ? 'single' : 'batch',
): Intent => ({
  call: {
    number,
    kind,
    ...OPERATIONS[kind],
    body: `{"n":${number}}`,
    orders: orders.map(({ id, clientOid }) => ({ id, clientOid })),
  },
  signedAtMs: WALL_START_MS,
  orders: orders.map((order) => ({
    id: order.id,
    clientOid: order.clientOid,
    lineage: order.lineage,
    content: orderContent(order),
  })),
});

/** Accepted under an order id that no float can hold. */
export const taken = accepted('596471064624628269');

/** A batch accepted, rejected and unknown, a single without an answer, and one that did not leave. */
export async function fill(file: string): Promise<void> {
  const orders = someOrders(5);
  const journal = await openJournal(file);
  const batch = await journal.recordIntent(intentOf(orders.slice(0, 3)));
  await journal.recordVerdicts(batch, [taken, rejected, unknown], 12.5);
  await journal.recordIntent(intentOf(orders.slice(3, 4), 2));
  const vain = await journal.recordIntent(intentOf(orders.slice(4), 3));
  await journal.recordNotTaken(vain, 'not-sent', 'no connection', 1);
  await journal.release();
}
export const FILLED = { o1: 'accepted', o2: 'rejected', o3: 'unknown', o4: 'in-flight', o5: 'never-sent' };

export const statesIn = (state: JournalState): Record<string, OrderState> =>
  Object.fromEntries([...state].map(([id, order]) => [id, order.state]));
export const statesOf = async (journal: OpenJournal): Promise<Record<string, OrderState>> =>
  statesIn(await journal.known());

export interface Child {
  readonly process: ChildProcess;
  /** The next line that it writes; undefined when it ended. */
  line(): Promise<string | undefined>;
  say(line: string): void;
  readonly ended: Promise<void>;
}

/** Starts a script of `children/`; killed when the test ends, whatever became of it. */
export function startChild(script: string, ...args: string[]): Child {
  const path = new URL(`../journal/children/${script}`, import.meta.url).pathname;
  const child = spawn(process.execPath, [path, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    process: child,
    line: async () => {
      const { value, done } = await lines.next();
      return done === true ? undefined : value;
    },
    say: (line) => void child.stdin.write(`${line}\n`),
    ended,
  };
}

export async function kill({ process: child, ended }: Child): Promise<void> {
  child.kill('SIGKILL');
  await ended;
}
