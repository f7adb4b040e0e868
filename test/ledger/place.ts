/** Journals of real files in folders that go with the test, intents for them, and child processes that are always ended. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import { SqliteJournal, type JournalOptions } from '../../src/ledger/sqlite/sqlite-journal.ts';
import { OPERATIONS, type CallKind } from '../../src/model/call.ts';
import { orderContent, type Order } from '../../src/model/order.ts';
import type { OrderState } from '../../src/model/outcome.ts';
import type { AttemptId, Fits, Intent, Journal, Question } from '../../src/ports.ts';
import { PLAN, someOrders } from '../support/plan-builder.ts';
import { WALL_START_MS } from '../../proofs/support/sim-clock.ts';
import { accepted, rejected, unknown } from '../support/sim-exchange.ts';

export function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'ordo-journal-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

export const newFile = (): string => join(folder(), 'journal.db');

export const optionsFor = (file: string, changes: Partial<JournalOptions> = {}): JournalOptions => ({
  file,
  account: { origin: 'http://127.0.0.1:1', name: 'main' },
  plan: PLAN.name,
  generation: PLAN.generation,
  self: { host: 'here', user: 'tester', pid: 7 },
  wallMs: () => WALL_START_MS,
  ...changes,
});

/** A journal whose requests fit, unless a test says otherwise. */
export class RoomyJournal extends SqliteJournal {
  override recordIntent(intent: Intent, fits: Fits = () => true): AttemptId {
    return super.recordIntent(intent, fits) as AttemptId;
  }

  override recordQuestion(question: Question, fits: Fits = () => true): AttemptId {
    return super.recordQuestion(question, fits) as AttemptId;
  }
}

/** An open journal with its run begun; closed when the test ends. */
export function openJournal(file: string, changes: Partial<JournalOptions> = {}): RoomyJournal {
  const journal = new RoomyJournal(optionsFor(file, changes));
  onTestFinished(() => {
    try {
      journal.close();
    } catch {
      // The test has closed it.
    }
  });
  journal.beginRun({ planFile: 'plan.yaml', digest: 'd' });
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
export function fill(file: string): void {
  const orders = someOrders(5);
  const journal = openJournal(file);
  const batch = journal.recordIntent(intentOf(orders.slice(0, 3)));
  journal.recordVerdicts(batch, [taken, rejected, unknown], 12.5);
  journal.recordIntent(intentOf(orders.slice(3, 4), 2));
  const vain = journal.recordIntent(intentOf(orders.slice(4), 3));
  journal.recordNotTaken(vain, 'not-sent', 'no connection', 1);
  journal.close();
}
export const FILLED = { o1: 'accepted', o2: 'rejected', o3: 'unknown', o4: 'in-flight', o5: 'never-sent' };

export const statesOf = (journal: Pick<Journal, 'state'>): Record<string, OrderState> =>
  Object.fromEntries([...journal.state()].map(([id, { state }]) => [id, state]));

export interface Child {
  readonly process: ChildProcess;
  /** The next line that it writes; undefined when it ended. */
  line(): Promise<string | undefined>;
  say(line: string): void;
  readonly ended: Promise<void>;
}

/** Starts a script of `children/`; killed when the test ends, whatever became of it. */
export function startChild(script: string, ...args: string[]): Child {
  const path = new URL(`children/${script}`, import.meta.url).pathname;
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
