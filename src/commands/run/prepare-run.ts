import type { Schedule } from '../../compile/compile-plan.ts';
import { compilePlan } from '../../compile/compile-plan.ts';
import { PLACED_AGAIN_AFTER, removedAfterSend, type JournalState, type KnownOrder } from '../../ledger/state.ts';
import type { Call } from '../../model/call.ts';
import type { Config } from '../../model/config.ts';
import type { GivenOption, LiveFacts, OrderHeadline, RunEvent } from '../../model/event.ts';
import { EXIT } from '../../model/exit-code.ts';
import { formulaWords } from '../../model/formula.ts';
import type { Plan, PlannedOrder } from '../../model/order.ts';
import { isQuiet } from '../../model/outcome.ts';
import { count } from '../../model/count.ts';
import type { WithheldOrder } from '../../compile/select-pending.ts';
import type { Approval } from '../../ledger/ledger.ts';
import type { EventSink } from '../../ports.ts';
import { assumptions } from './assumptions.ts';
import { refuse, suggestion } from '../command-line/refusal.ts';

export interface PreparedRun {
  readonly plan: Plan;
  readonly config: Config;
  readonly schedule: Schedule;
  readonly planFile: string;
  readonly mode: 'dry-run' | 'execute';
  readonly target: 'paper' | 'live';
  /** Origin of the exchange, or what stands for it before there is one. */
  readonly exchange: string;
  /** Of a live run or its dry run. */
  readonly live?: LiveFacts;
  readonly approval?: Approval;
  readonly precision: string;
  /** What the journal knew before. */
  readonly known: JournalState;
  readonly options: readonly GivenOption[];
}

/** Which orders a person picked. */
export interface Chosen {
  readonly planPath: string;
  readonly only: readonly string[];
  readonly again: readonly string[];
}

/** Plan and journal to schedule, under the config's rules and a person's choice. */
export function compileUnder(config: Config, plan: Plan, known: JournalState, chosen: Chosen): Schedule {
  const only = chosen.only.flatMap((name) => idsOf(plan, '--only', name));
  const again = placedAgain(plan, known, chosen.again);
  return compilePlan(plan, known, {
    batchPresets: config.exchange.batchPresets,
    maxOrdersPerCall: config.execution.maxOrdersPerCall,
    limits: config.exchange.limits,
    again,
    ...(only.length > 0 && { only: new Set(only) }),
  });
}

/** The same schedule for a run to report: what is withheld says where in the plan it is written. */
export const withPlaces = (schedule: Schedule, planPath: string): Schedule => ({
  ...schedule,
  withheld: schedule.withheld.map((one) => atItsLine(one, planPath)),
});

/** Where the plan and what was sent before disagree, the message begins with the order's place in the plan. */
function atItsLine({ order, outcome }: WithheldOrder, planPath: string): WithheldOrder {
  if (isQuiet(outcome.reason)) return { order, outcome };
  const place = `${planPath}:${order.line}`;
  return {
    order,
    outcome: { ...outcome, message: outcome.message === undefined ? place : `${place}: ${outcome.message}` },
  };
}

/** The order of that id, or all rungs of the ladder of that name. */
function idsOf(plan: Plan, option: string, name: string): readonly string[] {
  const ladder = plan.ladders.find((one) => one.name === name);
  if (ladder !== undefined) return ladder.orders;
  const ids = plan.orders.map((order) => order.id);
  if (ids.includes(name)) return [name];
  return refuse(
    EXIT.usage,
    `${option} ${name}: the plan has no such order`,
    `${suggestion(name, [...ids, ...plan.ladders.map((one) => one.name)])}a dry run lists its orders`,
  );
}

/** `rejected` stands for every rejected order, unless an order is called so. */
function placedAgain(plan: Plan, known: JournalState, asked: readonly string[]): ReadonlySet<string> {
  const ids = asked.flatMap((word) => {
    const isName = plan.orders.some(({ id }) => id === word) || plan.ladders.some(({ name }) => name === word);
    if (word !== 'rejected' || isName) return idsOf(plan, '--again', word);
    return plan.orders.map(({ id }) => id).filter((id) => known.get(id)?.state === 'rejected');
  });
  for (const id of ids) {
    const state = known.get(id)?.state ?? 'never-sent';
    if (PLACED_AGAIN_AFTER.includes(state)) continue;
    const hint =
      state === 'unknown'
        ? 'settle it first: ordo settle'
        : state === 'never-sent'
          ? 'it goes without --again'
          : 'raise the plan’s generation to place accepted orders once more';
    refuse(
      EXIT.usage,
      `--again ${id}: it is ${state}, and only a rejected order, or one settled as absent, is placed again`,
      hint,
    );
  }
  return new Set(ids);
}

/** What is about to happen, before any of it does: the same words for a dry run and an execution. */
export function announce(emit: EventSink, run: PreparedRun): void {
  const { plan, schedule } = run;
  emit({
    event: 'run-started',
    planFile: run.planFile,
    ...(plan.description !== undefined && { description: plan.description }),
    mode: run.mode,
    target: run.target,
    exchange: run.exchange,
    ...(run.live !== undefined && { live: run.live }),
    limits: run.config.exchange.limits,
    // Only a dry run tells how numbers came about.
    orders: plan.orders.map((order) => (run.mode === 'dry-run' ? computedHeadline(order) : headline(order))),
    ladders: plan.ladders,
    options: run.options,
  });
  emit({
    event: 'plan-loaded',
    plan: plan.name,
    generation: plan.generation,
    orders: plan.orders.length,
    digest: schedule.digest,
    ...(run.mode === 'dry-run' && run.approval !== undefined && { approval: run.approval.code }),
  });
  emit({ event: 'assumptions-stated', assumptions: assumptions(run.config, run.precision) });
  for (const call of schedule.calls) emit(callPlanned(call));
  const removed = removedAfterSend(
    run.known,
    plan.orders.map(({ id }) => id),
  );
  if (removed.length > 0) emit({ event: 'note', message: removedWords(removed) });
  const { calls, weight, lowerBound, naive, forecastMs } = schedule;
  emit({ event: 'plan-compiled', calls: calls.length, weight, lowerBound, naive, forecastMs } satisfies RunEvent);
}

export const callPlanned = ({ number, kind, path, body, orders, weight }: Call): RunEvent => ({
  event: 'call-planned',
  call: number,
  kind,
  method: 'POST',
  path,
  body,
  orders: orders.map(({ id }) => id),
  weight,
});

/** How many removed orders a note names. */
const MOST_NAMED = 5;

function removedWords(removed: readonly KnownOrder[]): string {
  const named = removed
    .slice(0, MOST_NAMED)
    .map(({ id, orderId }) => (orderId === undefined ? `${id} may be live` : `${id} is live (order ${orderId})`));
  const more = removed.length - named.length;
  const all = `${named.join(', ')}${more > 0 ? `, and ${more} more` : ''}`;
  return `${count(removed.length, 'order')} removed from the plan after being sent: ${all}. ordo status tells of each`;
}

export function headline(order: PlannedOrder): OrderHeadline {
  return {
    id: order.id,
    symbol: order.symbol,
    side: order.side,
    size: order.size.toString(),
    price: order.price.kind === 'market' ? 'market' : order.price.at.toString(),
    ...(order.trigger !== undefined && { trigger: order.trigger.toString() }),
    ...(order.takeProfit !== undefined && { takeProfit: order.takeProfit.toString() }),
    ...(order.stopLoss !== undefined && { stopLoss: order.stopLoss.toString() }),
    marginMode: order.marginMode,
    timeInForce: order.timeInForce,
    ...(order.after !== undefined && { after: order.after }),
    ...(order.ladder !== undefined && { ladder: order.ladder }),
    line: order.line,
  };
}

function computedHeadline(order: PlannedOrder): OrderHeadline {
  if (order.formulas === undefined) return headline(order);
  const told = Object.entries(order.formulas).map(([field, formula]) => [field, formulaWords(formula)]);
  return { ...headline(order), formulas: Object.fromEntries(told) as NonNullable<OrderHeadline['formulas']> };
}
