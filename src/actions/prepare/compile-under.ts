import type { Schedule } from '../../compile/compile-plan.ts';
import { compilePlan, withCheck } from '../../compile/compile-plan.ts';
import { dialectOf } from '../../exchange/spoken.ts';
import { accountCheckOf } from '../../model/config.ts';
import { removedAfterSend, type JournalState } from '../../journal/records/state.ts';
import type { Config } from '../../model/config.ts';
import type { Decimal } from '../../model/decimal.ts';
import { defined } from '../../model/defined.ts';
import type { Plan } from '../../model/order.ts';
import { isQuiet } from '../../model/outcome.ts';
import { SymbolMap } from '../../model/symbol.ts';
import { inPlanNames } from '../../model/plan-names.ts';
import type { WithheldOrder } from '../../compile/select-pending.ts';
import { opensAny } from './halted.ts';
import { ordersNamed } from './orders-named.ts';
import { placedAgain } from './again.ts';
import { replaced } from './replaced.ts';
import { withStopsFirst } from './stops-first.ts';

/** The orders that a person selected. */
export interface Chosen {
  readonly planPath: string;
  readonly only: readonly string[];
  readonly again: readonly string[];
  /** Orders to replace, or `edited` for all that were edited. */
  readonly replace?: readonly string[];
  /** Whether orders that the plan no longer has are taken off. */
  readonly removed?: boolean;
  /** The least size of a symbol, where it is known. */
  readonly minSizeOf?: (symbol: string) => Decimal | undefined;
  /** Client order ids under which orders were placed again already, so that they are not once more. */
  readonly placed?: ReadonlySet<string>;
}

/** Compiles a plan against the journal's state, by the config's settings and a person's selection. */
export function compileUnder(config: Config, plan: Plan, known: JournalState, chosen: Chosen): Schedule {
  const { planPath } = chosen;
  const only = chosen.only.flatMap((name) => ordersNamed(name, { plan, planPath, known, option: '--only' }));
  const again = placedAgain(plan, known, chosen);
  const selected = only.length > 0 ? { only: new Set(only) } : {};
  const { orders: replace, ladders } = replaced(plan, inPlanNames(known, plan.orders), {
    ...defined({ replace: chosen.replace, removed: chosen.removed }),
    ...selected,
  });
  const ids = plan.orders.map(({ id }) => id);
  const off = chosen.removed === true ? removedAfterSend(inPlanNames(known, plan.orders), ids) : [];
  const anew = new Set([...again, ...(replace ?? [])]);
  const staged = withStopsFirst(plan, config.policy, { known: inPlanNames(known, plan.orders), anew, ...selected });
  return compilePlan(dialectOf(config).calls, staged, known, {
    cancelBatch: config.exchange.cancelBatch,
    replace,
    ladders,
    off: off.filter(({ state }) => state !== 'in-flight'),
    ...defined({ minSizeOf: chosen.minSizeOf }),
    batchPresets: config.exchange.batchPresets,
    maxOrdersPerCall: config.execution.maxOrdersPerCall,
    limits: config.exchange.limits,
    again,
    ...selected,
  });
}

/** The same schedule for a live run, which reads the account before its first order. */
export function withAccountRead(schedule: Schedule, config: Config): Schedule {
  if (accountCheckOf(config) === 'off' || schedule.pending.size === 0) return schedule;
  const { settings, money, ofAll, ofSymbol } = dialectOf(config).check;
  const symbols = symbolsChecked(schedule).flatMap(() => ofSymbol);
  const reads = [...settings, ...(opensAny({ schedule }) ? [money] : []), ...ofAll, ...symbols];
  return withCheck(schedule, reads, config.exchange.limits);
}

/** What the check asks about: each symbol that something is placed in, in the spelling of its first order. */
export function symbolsChecked({ pending }: Pick<Schedule, 'pending'>): readonly string[] {
  const symbols = new SymbolMap<string>();
  for (const { symbol } of pending.values()) if (!symbols.has(symbol)) symbols.set(symbol, symbol);
  return [...symbols.keys()];
}

/** The same schedule for a run to report: what is withheld says where in the plan it is written. */
export const withPlaces = (schedule: Schedule, planPath: string): Schedule => ({
  ...schedule,
  withheld: schedule.withheld.map((one) => atItsLine(one, planPath)),
});

/** Puts the order's place in the plan in front of the message, if a person has to look at it. */
function atItsLine({ order, outcome }: WithheldOrder, planPath: string): WithheldOrder {
  if (isQuiet(outcome.reason)) return { order, outcome };
  const place = `${planPath}:${order.line}`;
  return {
    order,
    outcome: { ...outcome, message: outcome.message === undefined ? place : `${place}: ${outcome.message}` },
  };
}
