/**
 * What a run looks like after the events so far: the one thing that screen, lines and summary are drawn from.
 *
 * Invariants
 * 1. It decides nothing: the same events in the same order give the same view, and time comes in with each event.
 * 2. Every text in a view has passed `safeText`, so whatever is drawn from one cannot drive the terminal.
 * 3. An event costs what it names, not what the plan holds. Views therefore share their orders and calls, and only the
 *    newest may be read.
 */
import type { Limits } from '../../model/call.ts';
import type {
  Assumption,
  Gauge,
  GivenOption,
  LiveFacts,
  PublicEvent,
  RunEvent,
  RunStarted,
} from '../../model/event.ts';
import type { Ladder } from '../../model/order.ts';
import { unreachable } from '../../model/result.ts';
import { safeText } from '../../model/safe-text.ts';
import { onceEach } from './once-each.ts';
import { count } from '../text/phrases.ts';
import { CallList, type CallRows } from './call-list.ts';
import { OrderList, type OrderNews, type OrderRows } from './order-list.ts';

type PublicEventOf<Name extends PublicEvent['event']> = Extract<PublicEvent, { event: Name }>;
export type Finished = Omit<PublicEventOf<'run-finished'>, 'event'>;
export type Compiled = Omit<PublicEventOf<'plan-compiled'>, 'event'>;
export type DiagnosticView = Omit<PublicEventOf<'diagnostic'>, 'event'>;

export interface RunView {
  /** When the first event came. */
  readonly startedAtMs?: number;
  readonly plan?: {
    readonly name: string;
    readonly generation: number;
    readonly digest: string;
    readonly approval?: string;
  };
  readonly run?: {
    readonly planFile: string;
    readonly description?: string;
    readonly mode: RunStarted['mode'];
    readonly target: RunStarted['target'];
    readonly exchange: string;
    readonly live?: LiveFacts;
    readonly limits: Limits;
    readonly ladders: readonly Ladder[];
    /** Orders by their ids, and a ladder all of whose rungs are among them by its name. */
    readonly namesOf: (ids: readonly string[]) => readonly string[];
    readonly options: readonly GivenOption[];
  };
  readonly orders: OrderRows;
  readonly calls: CallRows;
  readonly compiled?: Compiled;
  readonly budget?: { readonly ip: Gauge; readonly uid: Gauge; readonly inFlight: number; readonly atMs: number };
  readonly pause?: {
    readonly why: 'rate-limit' | 'not-sent';
    readonly call: number;
    readonly message: string;
    readonly untilMs: number;
  };
  readonly stopping?: { readonly why: string; readonly inFlight: number };
  readonly assumptions: readonly Assumption[];
  /** The newest few. */
  readonly notes: readonly string[];
  /** The newest few; `errors` and `warnings` count them all. */
  readonly diagnostics: readonly DiagnosticView[];
  readonly errors: number;
  readonly warnings: number;
  readonly finished?: Finished;
}

/** The view's own side of its orders and calls. */
type Folding = Omit<RunView, 'orders' | 'calls'> & { readonly orders: OrderList; readonly calls: CallList };

/** How many notes and diagnostics a view keeps, so that none of them costs more than the one before. */
const KEPT = 20;

export const emptyView = (): RunView => fresh();

const fresh = (): Folding => ({
  orders: new OrderList(),
  calls: new CallList(),
  assumptions: [],
  notes: [],
  diagnostics: [],
  errors: 0,
  warnings: 0,
});

/** The view after one more event, which came at `atMs`. What begins a new run after the last has finished begins a new view. */
export function fold(before: RunView, event: RunEvent, atMs: number): RunView {
  // Every view is made here, by `fresh` or from one that was.
  const last = before as Folding;
  const again = last.finished !== undefined && BEGINNINGS.has(event.event);
  const view: Folding = again ? fresh() : last;
  return apply(view.startedAtMs === undefined ? { ...view, startedAtMs: atMs } : view, event, atMs);
}

const BEGINNINGS: ReadonlySet<RunEvent['event']> = new Set(['plan-loaded', 'run-started', 'diagnostic']);

function apply(view: Folding, event: RunEvent, atMs: number): RunView {
  switch (event.event) {
    case 'plan-loaded':
      return {
        ...view,
        plan: {
          name: safeText(event.plan),
          generation: event.generation,
          digest: safeText(event.digest),
          ...(event.approval !== undefined && { approval: safeText(event.approval) }),
        },
      };
    case 'run-started':
      return runStarted(view, event);
    case 'diagnostic':
      return diagnosed(view, event);
    case 'assumptions-stated':
      return { ...view, assumptions: event.assumptions.map(safeAssumption) };
    case 'call-planned':
      view.orders.plan(event.call, event.orders);
      view.calls.plan({ number: event.call, kind: event.kind, orders: event.orders });
      return view;
    case 'plan-compiled': {
      view.orders.inOrderOfSending();
      const { event: _, ...compiled } = event;
      return { ...view, compiled };
    }
    case 'call-sent':
      view.orders.sent(view.calls.send(event.call, atMs));
      return without(view, 'pause');
    case 'order-outcome':
      return concluded(view, event);
    case 'budget-changed':
      return { ...view, budget: { ip: event.ip, uid: event.uid, inFlight: event.inFlight, atMs } };
    case 'sending-paused':
      view.orders.notTaken(view.calls.goesAgain(event.call));
      return {
        ...view,
        pause: { why: event.why, call: event.call, message: safeText(event.message), untilMs: atMs + event.forMs },
      };
    case 'run-stopping':
      return { ...without(view, 'pause'), stopping: { why: safeText(event.why), inFlight: event.inFlight } };
    case 'note':
      return { ...view, notes: [...view.notes, safeText(event.message)].slice(-KEPT) };
    case 'run-finished': {
      const { event: _, ...finished } = event;
      return { ...without(view, 'pause'), finished };
    }
    default:
      return unreachable(event);
  }
}

function without(view: Folding, key: 'pause'): Folding {
  if (view[key] === undefined) return view;
  const { [key]: _, ...rest } = view;
  return rest;
}

function runStarted(
  view: Folding,
  { orders, mode, target, limits, ladders, options = [], ...words }: RunStarted,
): RunView {
  view.orders.describe(orders);
  const description = words.description === undefined ? {} : { description: safeText(words.description) };
  const safeLadders = ladders.map((ladder) => ({
    ...ladder,
    name: safeText(ladder.name),
    orders: ladder.orders.map((id) => safeText(id)),
    words: ladder.words.map((sentence) => safeText(sentence)),
  }));
  const run = {
    mode,
    target,
    limits,
    ladders: safeLadders,
    namesOf: onceEach((ids) => namesAmong(ids, safeLadders)),
    options: options.map(({ name, value }) => ({ name, value: safeText(value) })),
    planFile: safeText(words.planFile),
    exchange: safeText(words.exchange),
    ...(words.live !== undefined && {
      live: {
        account: safeText(words.live.account),
        config: safeText(words.live.config),
        journal: safeText(words.live.journal),
      },
    }),
    ...description,
  };
  return { ...view, run };
}

function namesAmong(ids: readonly string[], ladders: readonly Ladder[]): string[] {
  const left = new Set(ids);
  const whole = ladders.filter(({ orders }) => orders.every((id) => left.has(id)));
  for (const { orders } of whole) for (const id of orders) left.delete(id);
  return [...left, ...whole.map(({ name, orders }) => `${name} (${count(orders.length, 'order')})`)];
}

function diagnosed(view: Folding, found: PublicEventOf<'diagnostic'>): RunView {
  const { severity, code, line, column, hint } = found;
  const words = {
    message: safeText(found.message),
    file: safeText(found.file),
    ...(hint === undefined ? {} : { hint: safeText(hint) }),
  };
  const diagnostics = [...view.diagnostics, { severity, code: safeText(code), line, column, ...words }].slice(-KEPT);
  return severity === 'error'
    ? { ...view, diagnostics, errors: view.errors + 1 }
    : { ...view, diagnostics, warnings: view.warnings + 1 };
}

const safeAssumption = ({ name, value, change }: Assumption): Assumption => ({
  name: safeText(name),
  value: safeText(value),
  change: safeText(change),
});

function concluded(view: Folding, event: PublicEventOf<'order-outcome'>): RunView {
  const before = view.orders.conclude(event.id, news(event));
  if (before.state === 'sending' && before.call !== undefined) view.calls.answered(before.call);
  return view;
}

function news(event: PublicEventOf<'order-outcome'>): OrderNews {
  const latencyMs = 'latencyMs' in event && event.latencyMs !== undefined ? { latencyMs: event.latencyMs } : {};
  switch (event.outcome) {
    case 'accepted':
      return { state: 'accepted', orderId: safeText(event.orderId), ...latencyMs };
    case 'rejected':
      return { state: 'rejected', code: safeText(event.code), message: safeText(event.message), ...latencyMs };
    case 'unknown':
      return { state: 'unknown', message: safeText(event.message), ...latencyMs };
    case 'withheld':
      return {
        state: 'withheld',
        reason: event.reason,
        ...(event.message === undefined ? {} : { message: safeText(event.message) }),
        ...(event.orderId === undefined ? {} : { orderId: safeText(event.orderId) }),
      };
    default:
      return unreachable(event);
  }
}
