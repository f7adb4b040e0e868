/**
 * What a screen shows that outlives a run: one fold over all runs of a command. Of one run alone it is that run's view.
 *
 * Invariants
 * 1. A plan is shown until another one was compiled, or an execution of one begins: what a broken or refused save says comes
 *    next to it.
 * 2. It decides nothing, and time comes in with each event, as in the view of a run.
 * 3. The cost of an event depends on the orders that it names. It changes in place.
 */
import { type BudgetChanged, type OrderOutcome, type PublicEvent, type RunEvent } from '../../model/event.ts';
import {
  isOfWatch,
  type MarketMoved,
  type ProblemsFramed,
  type SimulationStated,
  type WatchEvent,
  type WatchStated,
  type OrderFilled,
} from '../../model/watch-event.ts';
import { defined } from '../../model/defined.ts';
import { unreachable } from '../../model/result.ts';
import type { Simulated } from '../../model/simulated.ts';
import { RunFold } from './run-fold.ts';
import type { RunView } from './run-view.ts';
import { Decimal } from '../../model/decimal.ts';

type PlanChange = Omit<Extract<PublicEvent, { event: 'plan-changed' }>, 'event'>;

export interface SaveChange {
  readonly change: PlanChange;
  /** Its changed orders by their ids. */
  readonly fields: ReadonlyMap<string, PlanChange['changed'][number]['fields']>;
  readonly added: ReadonlySet<string>;
  readonly before: RunView;
}

/** What became of an order when this command sent it. */
interface OrderAnswer {
  readonly outcome: OrderOutcome;
  /** The call that it went in, and its body, exactly. */
  readonly body: string;
  readonly orders: readonly string[];
}

/** What becomes of the orders on the prices that are given, save by save. */
export interface SimulationView {
  /** The newest save is simulated at this moment. */
  readonly isRunning: boolean;
  /** The figures of the newest save that has any. */
  readonly now?: Omit<Extract<SimulationStated, { is: 'done' }>, 'event' | 'is'>;
  /** The figures of the save before that. */
  readonly before?: Simulated;
  /** Why it cannot be found out of the newest save. */
  readonly why?: string;
}

export interface WatchView {
  /** The plan that is shown: of the newest dry run that was compiled, or of the execution since. */
  readonly run: RunView;
  /** Whether calls of it are being sent. */
  readonly isPlacing: boolean;
  /** Where the watch stands; undefined where nothing is watched. */
  readonly watch: Omit<WatchStated, 'event'> | undefined;
  /** What is wrong with the newest save. */
  readonly problems: Omit<ProblemsFramed, 'event'> | undefined;
  readonly save: SaveChange | undefined;
  /** The execution that placed the newest save, once it has finished. */
  readonly placed: RunView | undefined;
  readonly budget: (Omit<BudgetChanged, 'event'> & { readonly atMs: number }) | undefined;
  /** The newest outcome of each order that this command sent, whichever run it was. */
  readonly answers: ReadonlyMap<string, OrderAnswer>;
  readonly fills: FillsOf;
  readonly market: Omit<MarketMoved, 'event'> | undefined;
  /** Undefined where no prices are given. */
  readonly simulation: SimulationView | undefined;
  /** Whether a person holds the sending. */
  readonly isHeld: boolean;
}

type Watching = { -readonly [Key in keyof WatchView]: WatchView[Key] } & {
  readonly answers: Map<string, OrderAnswer>;
  readonly fills: Fills;
};

/** Events that may precede the start of a run; if the run never starts, they are dropped. */
const AHEAD: ReadonlySet<RunEvent['event']> = new Set(['plan-changed', 'plan-loaded', 'diagnostic', 'warnings-framed']);

export class WatchFold {
  #shown = new RunFold();
  /** A run that is not shown yet, with what came before its beginning. */
  #next: RunFold | undefined;
  #change: PlanChange | undefined;
  readonly #view: Watching = {
    run: this.#shown.view,
    isPlacing: false,
    watch: undefined,
    problems: undefined,
    save: undefined,
    placed: undefined,
    budget: undefined,
    answers: new Map(),
    fills: new Fills(),
    market: undefined,
    simulation: undefined,
    isHeld: false,
  };

  /** It changes with every event. */
  get view(): WatchView {
    return this.#view;
  }

  /** `atMs`: when the event came, on the clock of whoever draws. */
  apply(event: RunEvent, atMs: number): void {
    if (isOfWatch(event)) return this.#ofWatch(event);
    if (event.event === 'plan-changed') this.#change = event;
    if (event.event === 'budget-changed') this.#view.budget = { ...event, atMs };
    if (event.event === 'order-state' && event.clientOid !== undefined)
      this.#view.fills.names(event.id, event.clientOid);
    const fold = this.#foldFor(event);
    if (fold === undefined) return;
    fold.apply(event, atMs);
    if (event.event === 'order-outcome') this.#concluded(event, fold.view);
    if (fold === this.#next && isShowable(fold.view)) this.#show(fold);
    if (event.event === 'run-finished') this.#change = this.#next = undefined;
    this.#view.run = this.#shown.view;
    this.#view.isPlacing = isOpen(this.#shown.view) && this.#shown.view.run?.mode === 'execute';
  }

  /** Whose event it is: of the run that is shown until it has finished, then of the next; of none, where no run is. */
  #foldFor({ event }: RunEvent): RunFold | undefined {
    if (this.#next !== undefined) return this.#next;
    const { view } = this.#shown;
    if (view.run === undefined || isOpen(view) || event === 'note') return this.#shown;
    return event === 'run-started' || AHEAD.has(event) ? (this.#next = new RunFold()) : undefined;
  }

  #show(fold: RunFold): void {
    const before = this.#shown.view;
    const wasPlacing = before.run?.mode === 'execute';
    if (wasPlacing) this.#view.placed = before;
    // How an order stood that the execution does not send.
    else if (fold.view.run?.mode === 'execute') fold.goesOnFrom(before);
    this.#shown = fold;
    this.#next = undefined;
    const change = this.#change;
    this.#change = undefined;
    // What follows a placing reads the same save again.
    if (change === undefined || (wasPlacing && isEmpty(change))) return;
    const fields = new Map(change.changed.map((one) => [one.id, one.fields]));
    this.#view.save = { change, fields, added: new Set(change.added), before };
    this.#view.placed = undefined;
  }

  #concluded(event: OrderOutcome, run: RunView): void {
    this.#view.fills.names(event.id, event.clientOid);
    if (event.outcome === 'withheld' || event.call === undefined) return;
    const call = run.calls.byNumber(event.call);
    this.#view.answers.set(event.id, { outcome: event, body: call?.body ?? '', orders: call?.orders ?? [] });
  }

  /** Takes in what belongs to no run. */
  #ofWatch(event: WatchEvent): void {
    const view = this.#view;
    switch (event.event) {
      case 'watch-stated':
        view.watch = event;
        return;
      case 'problems-framed':
        view.problems = event;
        return;
      case 'sending-held':
        view.isHeld = event.held;
        return;
      case 'order-filled':
        view.fills.add(event);
        return;
      case 'market-moved':
        view.market = event;
        return;
      case 'simulation-stated':
        view.simulation = simulationAfter(view.simulation, event);
        return;
      default:
        unreachable(event);
    }
  }
}

/** Figures stay until others have come. */
function simulationAfter({ now, before }: Partial<SimulationView> = {}, event: SimulationStated): SimulationView {
  if (event.is === 'running') return { isRunning: true, ...defined({ now, before }) };
  if (event.is === 'failed') return { isRunning: false, why: event.why, ...defined({ now, before }) };
  const { savedAtMs, simulated, notes } = event;
  return { isRunning: false, now: { savedAtMs, simulated, notes }, ...defined({ before: now?.simulated }) };
}

const isOpen = ({ run, finished }: RunView): boolean => run !== undefined && finished === undefined;

/** A dry run is shown once all its orders and calls are known. */
const isShowable = ({ run, compiled }: RunView): boolean => run?.mode === 'execute' || compiled !== undefined;

const isEmpty = ({ added, removed, changed }: PlanChange): boolean =>
  added.length + removed.length + changed.length === 0;

/** What the paper market traded of one order. */
interface OrderFills {
  /** The newest few, the oldest first. */
  readonly newest: readonly OrderFilled[];
  /** Base coin of its own fills; what its presets closed is not in it. */
  readonly size: Decimal;
  /** How many there were. */
  readonly amount: number;
}

interface FillsOf {
  byId(id: string): OrderFills | undefined;
}

/** Fills that are kept of one order. */
const KEPT = 20;

/** The fills of all orders by the order that they are of; what a preset closes is a fill of the order that carries it. */
class Fills implements FillsOf {
  readonly #byClientOid = new Map<string, OrderFills>();
  readonly #clientOids = new Map<string, string>();

  /** The client order id that an order has now. */
  names(id: string, clientOid: string): void {
    this.#clientOids.set(id, clientOid);
  }

  byId(id: string): OrderFills | undefined {
    return this.#byClientOid.get(this.#clientOids.get(id) ?? '');
  }

  add(fill: OrderFilled): void {
    const { newest = [], size = Decimal.zero, amount = 0 } = this.#byClientOid.get(fill.clientOid) ?? {};
    const own = isPreset(fill) ? Decimal.zero : (Decimal.parse(fill.size) ?? Decimal.zero);
    this.#byClientOid.set(fill.clientOid, {
      newest: [...newest, fill].slice(-KEPT),
      size: size.plus(own),
      amount: amount + 1,
    });
  }
}

const isPreset = ({ why }: OrderFilled): boolean => why === 'take-profit' || why === 'stop-loss';
