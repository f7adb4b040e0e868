/**
 * Makes the view of a run from its events.
 *
 * Invariants
 * 1. It decides nothing: the same events in the same order give the same view, and time comes in with each event.
 * 2. Its texts are as they came. Escapes, widths and words of ours are added where they are drawn.
 * 3. The cost of an event depends on the orders that it names, not on the size of the plan: it changes the view in place.
 */
import { defined } from '../../model/defined.ts';
import {
  type AssumptionsStated,
  type EndAsked,
  type EarlierStated,
  type PlannedWithheld,
  type ProtectionStated,
  type RunEvent,
  type StandingStated,
  type WarningsFramed,
} from '../../model/event.ts';
import { isOfWatch, type WatchEvent } from '../../model/watch-event.ts';
import type { BlindStated, FollowStated } from '../../model/follow-stated.ts';
import { unreachable } from '../../model/result.ts';
import { CallList } from './call-list.ts';
import { OrderList, newsOf } from './order-list.ts';
import { runOf } from './run-facts.ts';
import type { CancelView, DiagnosticView, OrderStateView, PublicEventOf, RunView, StepView } from './run-view.ts';

/** How many notes and diagnostics a view keeps, so that the thousandth costs no more than the first. */
const KEPT = 20;

type Folding = { -readonly [Key in keyof RunView]: RunView[Key] } & {
  readonly orders: OrderList;
  readonly calls: CallList;
  readonly states: OrderStateView[];
  readonly withheld: PlannedWithheld[];
  readonly cancels: CancelView[];
  readonly steps: StepView[];
};

const fresh = (): Folding => ({
  startedAtMs: undefined,
  plan: undefined,
  run: undefined,
  orders: new OrderList(),
  calls: new CallList(),
  compiled: undefined,
  steps: [],
  following: undefined,
  blind: undefined,
  budget: undefined,
  pause: undefined,
  endAskedUntilMs: undefined,
  stopping: undefined,
  earlier: undefined,
  assumptions: [],
  states: [],
  withheld: [],
  standing: [],
  seen: undefined,
  notes: [],
  diagnostics: [],
  errors: 0,
  warnings: 0,
  framed: [],
  cancels: [],
  protection: undefined,
  protectionAsOfMs: undefined,
  toldGroups: [],
  finished: undefined,
});

/** Events that begin a new run where the last one has finished. */
const BEGINNINGS: ReadonlySet<RunEvent['event']> = new Set([
  'plan-changed',
  'plan-loaded',
  'run-started',
  'diagnostic',
  'warnings-framed',
]);

type OfRun = Exclude<RunEvent, WatchEvent>;

/** Makes a view from events. Each event changes the view in place; a new run begins with a new view. */
export class RunFold {
  #view = fresh();

  /** The run so far. It changes with every event: whoever needs an earlier state keeps what it read. */
  get view(): RunView {
    return this.#view;
  }

  /** Takes over how the orders stand to the journal from a dry run of the same plan. */
  goesOnFrom({ orders }: RunView): void {
    for (const { journal } of [...orders, ...orders.removed])
      if (journal !== undefined) this.#view.orders.compare(journal);
  }

  /** `atMs`: when the event came, on the clock of whoever draws. What belongs to no run leaves the view as it is. */
  apply(event: RunEvent, atMs: number): void {
    if (isOfWatch(event)) return;
    if (this.#view.finished !== undefined && BEGINNINGS.has(event.event)) this.#view = fresh();
    this.#view.startedAtMs ??= atMs;
    apply(this.#view, event, atMs);
  }
}

// oxlint-disable-next-line eslint/complexity -- an exhaustive switch over the events
function apply(view: Folding, event: OfRun, atMs: number): void {
  switch (event.event) {
    case 'plan-loaded':
      view.plan = planOf(event);
      return;
    case 'run-started':
      view.orders.describe(event.orders);
      view.run = runOf(event);
      return;
    case 'diagnostic':
      return diagnosed(view, event);
    case 'assumptions-stated':
    case 'standing-stated':
    case 'protection-stated':
    case 'earlier-stated':
    case 'plan-compiled':
      return stated(view, event);
    case 'follow-stated':
    case 'blind-stated':
    case 'end-asked':
      return followed(view, event, atMs);
    case 'order-state':
      return compared(view, event);
    case 'warnings-framed':
      return warned(view, event);
    case 'call-planned':
    case 'step-planned':
      return planned(view, event);
    case 'openings-held-back':
      return view.orders.holdBack(event);
    case 'call-sent':
      view.orders.sent(view.calls.send(event.call, atMs));
      view.pause = undefined;
      return;
    case 'order-outcome':
      return concluded(view, event);
    case 'cancel-outcome':
      return tookOff(view, event);
    case 'budget-changed':
      view.budget = { ip: event.ip, uid: event.uid, inFlight: event.inFlight, atMs };
      return;
    case 'sending-paused':
      return paused(view, event, atMs);
    case 'run-stopping':
      return void Object.assign(view, { pause: undefined, stopping: stoppingOf(event) });
    case 'note':
      view.notes = newest(view.notes, event.message);
      return;
    case 'run-finished':
      return void Object.assign(view, { pause: undefined, finished: event });
    case 'protection':
    case 'plan-changed':
    case 'candles-read':
    case 'order-simulated':
    case 'simulation-finished':
      // Between two plans, or of a simulation: whoever has those shows it.
      return;
    default:
      unreachable(event);
  }
}

/** What a later look has seen of a cancel stands in the place of that its end was not known. */
function tookOff({ cancels, calls }: Folding, event: PublicEventOf<'cancel-outcome'>): void {
  const at = cancels.findIndex(({ clientOid, outcome }) => clientOid === event.clientOid && outcome === 'unknown');
  cancels.splice(at < 0 ? cancels.length : at, 1, event);
  if (event.call !== undefined) calls.cancelled(event.call);
}

const stoppingOf = ({ why, inFlight, cause }: Extract<RunEvent, { event: 'run-stopping' }>): RunView['stopping'] => ({
  why,
  inFlight,
  ...defined({ cause }),
});

const planOf = ({ plan: name, generation, digest, approval }: PublicEventOf<'plan-loaded'>): RunView['plan'] => ({
  name,
  generation,
  digest,
  ...defined({ approval }),
});

type Stated = AssumptionsStated | StandingStated | ProtectionStated | EarlierStated | PublicEventOf<'plan-compiled'>;

function stated(view: Folding, event: Stated): void {
  if (event.event === 'assumptions-stated') view.assumptions = event.assumptions;
  // What stands is told before the run, the line once more after it.
  else if (event.event === 'protection-stated') {
    view.protection = { ...event, ...defined({ stands: event.stands ?? view.protection?.stands }) };
    view.protectionAsOfMs = undefined;
    view.toldGroups = view.following?.groups ?? [];
  } else if (event.event === 'earlier-stated') view.earlier = event;
  else if (event.event === 'plan-compiled') view.compiled = event;
  else [view.standing, view.seen] = [event.orders, event.seen];
}

function planned({ orders, calls, steps }: Folding, event: PublicEventOf<'call-planned' | 'step-planned'>): void {
  if (event.event === 'step-planned') {
    steps.push(event);
    return;
  }
  const isCancel = event.operation === 'cancel';
  if (!isCancel) orders.plan(event.call, event.orders);
  calls.plan({ ...event, number: event.call, ...(isCancel && { isCancel }) });
}

function warned(view: Folding, { amount, text }: WarningsFramed): void {
  view.warnings += amount;
  view.framed = newest(view.framed, text);
}

function compared(view: Folding, event: PublicEventOf<'order-state'>): void {
  const { id, withheld: reason, message } = event;
  view.states.push(event);
  view.orders.compare(event);
  if (reason !== undefined) view.withheld.push({ id, reason, ...defined({ message }) });
}

function paused(view: Folding, { why, call, forMs, message }: PublicEventOf<'sending-paused'>, atMs: number): void {
  view.orders.notTaken(view.calls.goesAgain(call));
  view.pause = { why, call, message, untilMs: atMs + forMs };
}

function followed(view: Folding, event: FollowStated | BlindStated | EndAsked, atMs: number): void {
  if (event.event === 'blind-stated') {
    view.blind = { sinceMs: event.sinceMs, atMs: atMs - event.forMs };
    return;
  }
  if (event.event === 'end-asked') {
    view.endAskedUntilMs = atMs + event.withinMs;
    return;
  }
  const { orders, groups, lookedAgoMs, lineAsOfMs, atMs: exchangeMs } = event;
  for (const told of orders) view.orders.follow(told);
  const lookedAtMs = lookedAgoMs === undefined ? undefined : atMs - lookedAgoMs;
  view.protectionAsOfMs = lineAsOfMs ?? view.protectionAsOfMs;
  view.following = { groups, exchangeMs, atMs, ...defined({ lookedAtMs }) };
  if (view.blind !== undefined && lookedAtMs !== undefined && lookedAtMs > view.blind.atMs) view.blind = undefined;
}

const newest = <Item>(items: readonly Item[], item: Item): readonly Item[] => [...items, item].slice(-KEPT);

function diagnosed(view: Folding, found: DiagnosticView): void {
  view.diagnostics = newest(view.diagnostics, found);
  if (found.severity === 'error') view.errors += 1;
  else view.warnings += 1;
}

function concluded(view: Folding, event: PublicEventOf<'order-outcome'>): void {
  const before = view.orders.conclude(event.id, newsOf(event));
  const { headline } = before;
  // Of a plan that is followed, the headline has all its parts.
  const isPart = view.run?.followed !== undefined;
  if (isPart && event.outcome !== 'withheld') {
    const { part = 1, size, price, trigger } = event;
    view.orders.keepPart(event.id, { ...newsOf(event), part, ...defined({ size, price, trigger }) });
  }
  if (!isPart && 'size' in event && event.size !== undefined && headline !== undefined && headline.size !== event.size)
    view.orders.describe([{ ...headline, size: event.size }]);
  if (before.state !== 'sending' || before.call === undefined) return;
  view.calls.answered(before.call, event.outcome, 'latencyMs' in event ? event.latencyMs : undefined);
}
