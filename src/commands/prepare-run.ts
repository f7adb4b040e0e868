import type { Schedule } from '../compile/compile-plan.ts';
import { compilePlan } from '../compile/compile-plan.ts';
import { PLACED_AGAIN_AFTER, type JournalState } from '../journal/journal-state.ts';
import type { Config } from '../model/config.ts';
import type { OrderHeadline, RunEvent } from '../model/event.ts';
import { EXIT } from '../model/exit-code.ts';
import type { Plan, PlannedOrder } from '../model/order.ts';
import type { EventSink } from '../ports.ts';
import { closest } from 'fastest-levenshtein';
import { assumptions } from './assumptions.ts';
import { refuse } from './refusal.ts';

export interface PreparedRun {
  readonly plan: Plan;
  readonly config: Config;
  readonly schedule: Schedule;
  readonly planFile: string;
  readonly mode: 'dry-run' | 'execute';
  readonly target: 'paper' | 'live';
  /** Origin of the exchange, or what stands for it before there is one. */
  readonly exchange: string;
  readonly precision: string;
}

/** Which orders a person picked. */
export interface Chosen {
  readonly only: readonly string[];
  readonly again: readonly string[];
}

/** Plan and journal to schedule, under the config's rules and a person's choice. */
export function compileUnder(config: Config, plan: Plan, known: JournalState, chosen: Chosen): Schedule {
  const { only } = chosen;
  for (const id of only) mustBeOf(plan, '--only', id);
  const again = placedAgain(plan, known, chosen.again);
  return compilePlan(plan, known, {
    batchPresets: config.exchange.batchPresets,
    maxOrdersPerCall: config.execution.maxOrdersPerCall,
    limits: config.exchange.limits,
    again,
    ...(only.length > 0 && { only: new Set(only) }),
  });
}

function mustBeOf(plan: Plan, option: string, id: string): void {
  const ids = plan.orders.map((order) => order.id);
  if (!ids.includes(id))
    refuse(EXIT.usage, `${option} ${id}: the plan has no such order`, `did you mean ${closest(id, ids)}?`);
}

/** `rejected` stands for every rejected order, unless an order is called so. */
function placedAgain(plan: Plan, known: JournalState, asked: readonly string[]): ReadonlySet<string> {
  const ids = asked.flatMap((word) => {
    if (word !== 'rejected' || plan.orders.some(({ id }) => id === word)) return [word];
    return plan.orders.map(({ id }) => id).filter((id) => known.get(id)?.state === 'rejected');
  });
  for (const id of ids) {
    mustBeOf(plan, '--again', id);
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
    limits: run.config.exchange.limits,
    orders: plan.orders.map(headline),
  });
  emit({
    event: 'plan-loaded',
    plan: plan.name,
    generation: plan.generation,
    orders: plan.orders.length,
    digest: schedule.digest,
  });
  emit({ event: 'assumptions-stated', assumptions: assumptions(run.config, run.precision) });
  for (const call of schedule.calls) {
    emit({
      event: 'call-planned',
      call: call.number,
      kind: call.kind,
      method: 'POST',
      path: call.path,
      body: call.body,
      orders: call.orders.map(({ id }) => id),
      weight: call.weight,
    });
  }
  const { calls, weight, lowerBound, naive, forecastMs } = schedule;
  emit({ event: 'plan-compiled', calls: calls.length, weight, lowerBound, naive, forecastMs } satisfies RunEvent);
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
    line: order.line,
  };
}
