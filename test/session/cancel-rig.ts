/** Orders placed and taken off by a real session, over real HTTP, on a real journal, against the paper exchange. */
import { onTestFinished } from 'vitest';
import { compileCancels } from '../../src/compile/cancel-calls.ts';
import { compilePlan } from '../../src/compile/compile-plan.ts';
import { NO_SPOOL } from '../../src/journal/files/spool.ts';
import type { Ledger } from '../../src/journal/records/ledger.ts';
import type { AccountName } from '../../src/journal/records/scope.ts';
import { openLedger } from '../../src/journal/open.ts';
import { sqliteUrl } from '../../src/journal/url.ts';
import type { JournalState } from '../../src/journal/records/state.ts';
import type { Limits, Rate } from '../../src/model/call.ts';
import { defaultConfig, type ExecutionSettings } from '../../src/model/config.ts';
import type { RunEvent } from '../../src/model/event.ts';
import type { ExitCode } from '../../src/model/exit-code.ts';
import { callsDigest } from '../../src/model/ids.ts';
import type { Order } from '../../src/model/order.ts';
import type { PaperOrder } from '../../src/paper/book.ts';
import type { FaultName } from '../../src/paper/faults.ts';
import { startPaperExchange, type PaperExchange, type PaperOptions } from '../../src/paper/server.ts';
import type { Exchange } from '../../src/ports.ts';
import type { Transmitted } from '../../src/exchange/dialect.ts';
import { realClock } from '../../src/system/clock.ts';
import { selectCancels } from '../../src/actions/prepare/cancel-selection.ts';
import type { CancelCounts } from '../../src/session/cancel/cancel-end.ts';
import { openSession, type Session } from '../../src/session/session.ts';
import { newFile } from '../support/journal-files.ts';
import { listedOrder, paperClient } from '../support/listed-orders.ts';
import { AMPLE, anOrder, aPlan, limits, PLAN } from '../support/plan-builder.ts';
import { failing, type LedgerFault } from './failing-ledger.ts';
import { SPELLINGS, type Spelling } from '../support/spellings.ts';

type CancelOutcome = Extract<RunEvent, { event: 'cancel-outcome' }>;

interface CancelRigOptions {
  readonly orders: readonly Order[];
  /** Version 2 where nothing is said. */
  readonly spoken?: Spelling;
  readonly paper?: PaperOptions;
  /** Of the placing alone. */
  readonly placingFaults?: Partial<Record<FaultName, number>>;
  readonly settings?: Partial<ExecutionSettings>;
  readonly limits?: Partial<Limits>;
  /** What is between the session and the exchange from the cancel on. */
  readonly connect?: (paper: PaperExchange) => Promise<Exchange> | Exchange;
}

export interface CancelRun {
  readonly told: readonly CancelOutcome[];
  readonly events: readonly RunEvent[];
  readonly counts: CancelCounts;
  readonly exitCode: ExitCode;
}

interface Cancelling {
  /** Most orders of a batch. */
  readonly most?: number;
  readonly only?: readonly string[];
  readonly signal?: AbortSignal;
  /** What the ledger fails at. */
  readonly fault?: LedgerFault;
}

export interface CancelRig {
  readonly paper: PaperExchange;
  readonly file: string;
  readonly ledger: Ledger;
  cancel(how?: Cancelling): Promise<CancelRun>;
  /** In a session of its own, which asks by way of `connect`. */
  during<T>(work: (session: Session) => Promise<T>): Promise<T>;
  readonly account: AccountName;
  state(): Promise<JournalState>;
  /** The order on the exchange, by its id in the plan. */
  order(id: string): PaperOrder;
  isWhole(): Promise<boolean>;
}

const ROOM: Rate = { ...AMPLE, windowMs: 20 };
const NAME = { plan: PLAN.name, generation: PLAN.generation } as const;
const machine = {
  self: { host: 'here', user: 'tester', pid: 1, since: '' },
  ...realClock,
  defer: (act: () => void) => void setImmediate(act),
};

/** Places the orders; a cancel is a session of its own. */
export async function cancelRig(options: CancelRigOptions): Promise<CancelRig> {
  const faults = { ...options.placingFaults };
  const ample = { ipWeight: AMPLE, uidWeight: AMPLE, orderCalls: AMPLE, orderCallsPerMinute: AMPLE };
  const paper = await startPaperExchange({ ...ample, ...options.paper, faults });
  onTestFinished(() => paper.close());
  const file = newFile();
  const ledger = openLedger(sqliteUrl(file), machine);
  const account = { origin: paper.origin, name: 'main' };
  const { spoken = SPELLINGS.v2 } = options;
  const { operations } = spoken;
  const bounds = limits({ ...spoken.limits, ip: ROOM, uid: ROOM, orderCalls: ROOM, ...options.limits });
  const settings = { ...defaultConfig.execution, onUnknown: 'continue' as const, cancelWaitMs: 0, ...options.settings };
  const held = async <T>(
    { exchange, kept, events }: { exchange: Exchange; kept: Ledger; events: RunEvent[] },
    work: (session: Session) => Promise<T>,
  ): Promise<T> => {
    const opened = await openSession({
      ledger: kept,
      scope: { account },
      limits: bounds,
      settings,
      clock: realClock,
      spool: NO_SPOOL,
      emit: (event) => void events.push(event),
    });
    if (!opened.ok) throw new Error('held');
    try {
      // Behind a proxy the paper exchange's key is that of another account.
      await opened.value.connect(() => Promise.resolve(exchange), true);
      return await work(opened.value);
    } finally {
      await opened.value.close();
    }
  };
  await held({ exchange: paperClient(paper, { operations }), kept: ledger, events: [] }, (session) =>
    placed(session, options.orders, bounds, spoken),
  );
  for (const name of Object.keys(faults) as FaultName[]) delete faults[name];
  const state = async (): Promise<JournalState> =>
    (await ledger.account(account)).find(({ plan }) => plan === NAME.plan)?.orders ?? new Map();
  const connect = options.connect ?? ((at: PaperExchange) => paperClient(at, { operations }));
  const clientOidOf = new Map(options.orders.map(({ id, clientOid }) => [id, clientOid]));
  return {
    paper,
    file,
    ledger,
    account,
    state,
    during: async (work) => held({ exchange: await connect(paper), kept: ledger, events: [] }, work),
    order: (id) => paper.orders.find(({ clientOid }) => clientOid === clientOidOf.get(id)) as PaperOrder,
    isWhole: async () => (await ledger.verify()).kind === 'whole',
    cancel: async (how = {}) => {
      const events: RunEvent[] = [];
      const exchange = await connect(paper);
      const { fault } = how;
      const kept = fault === undefined ? ledger : failing(ledger, fault);
      const tally = await held({ exchange, kept, events }, (session) => takenOff(session, how, spoken));
      const told = events.filter((event) => event.event === 'cancel-outcome');
      return { told, events, counts: tally.counts, exitCode: tally.exitCode(undefined) };
    },
  };
}

async function placed(session: Session, orders: readonly Order[], bounds: Limits, { calls }: Spelling): Promise<void> {
  const rules = { batchPresets: false, maxOrdersPerCall: calls.place.most, limits: bounds };
  const schedule = compilePlan(calls, aPlan(orders), await session.state(NAME), rules);
  await session.place({ ...NAME, planFile: 'plan.yaml', schedule, signal: new AbortController().signal });
}

async function takenOff(
  session: Session,
  { most = 10, only = [], signal = new AbortController().signal }: Cancelling,
  spoken: Spelling,
): Promise<Awaited<ReturnType<Session['cancel']>>> {
  const { asked, resting } = selectCancels(await session.state(NAME), { only, removed: false });
  const { calls } = compileCancels(spoken.calls.cancel, resting, most);
  const digest = callsDigest(calls);
  return session.cancel({ ...NAME, planFile: 'plan.yaml', digest, orders: asked, calls, signal });
}

/** Orders of somebody else, which nothing of ours may touch. */
export function foreignOrders({ orders }: PaperExchange, count = 3): readonly PaperOrder[] {
  const foreign = Array.from({ length: count }, (_, index) => listedOrder(index, { clientOid: `somebody${index}` }));
  (orders as PaperOrder[]).push(...foreign);
  return foreign;
}

const CANCELS = /\/cancel_/;

/** Every cancel request that arrived, as `path body`, or `path query` where there is no body. */
export const cancelRequests = ({ requests }: PaperExchange): string[] =>
  requests
    .filter(({ method, path }) => method === 'DELETE' || CANCELS.test(path))
    .map(({ path, body, query }) => `${path.split('/').at(-1)} ${body === '' ? query : body}`);

/** `id outcome`, in the order of telling. */
export const words = ({ told }: CancelRun): string[] => told.map(({ id, outcome }) => `${id} ${outcome}`);

/** The exchange, asked before each cancel, the first of which is time 1: what it gives is what comes of it, without a request. */
export function withCancels(
  exchange: Exchange,
  before: (time: number) => Transmitted<never> | boolean | void,
): Exchange {
  let time = 0;
  return {
    operations: exchange.operations,
    keyFingerprint: (salt) => exchange.keyFingerprint(salt),
    close: () => exchange.close(),
    send: (operation, asked, timestampMs) => {
      const came = operation.name.startsWith('cancel-') ? before(++time) : undefined;
      return typeof came === 'object' ? Promise.resolve(came) : exchange.send(operation, asked, timestampMs);
    },
  };
}

export const REST = { price: '60000' };
export const STOP = { side: 'close-long', price: 'market', trigger: '50000' } as const;
export const ONE = [anOrder({ id: 'one', ...REST })];
/** The cancel of one order by its order id. */
export const BY_ID = /^(?:cancel_order \{"orderId":"[0-9]{18}"\}|order \??orderId=[0-9]{18})$/;

/** One order that rests. */
export const one = (paper: PaperOptions = {}, cancelWaitMs = 0, spoken = SPELLINGS.v2): Promise<CancelRig> =>
  cancelRig({ orders: ONE, paper, settings: { cancelWaitMs }, spoken });

/** What the journal has of each order. */
export const journal = async (rig: CancelRig): Promise<string[]> =>
  [...(await rig.state()).values()].map(({ id, state }) => `${id} ${state}`);
