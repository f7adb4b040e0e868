import type { Schedule } from '../../compile/compile-plan.ts';
import { compilePlan } from '../../compile/compile-plan.ts';
import { PLACED_AGAIN_AFTER, type JournalState } from '../../ledger/state.ts';
import type { Config } from '../../model/config.ts';
import type { GivenOption, LiveFacts } from '../../model/event.ts';
import { EXIT } from '../../model/exit-code.ts';
import type { Plan } from '../../model/order.ts';
import { isQuiet } from '../../model/outcome.ts';
import type { WithheldOrder } from '../../compile/select-pending.ts';
import type { Approval } from '../../ports.ts';
import { refuse } from '../command-line/refusal.ts';
import { ordersNamed } from '../inputs/orders-named.ts';

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
  const { planPath } = chosen;
  const only = chosen.only.flatMap((name) => ordersNamed(name, { plan, planPath, known, option: '--only' }));
  const again = placedAgain(plan, known, chosen);
  const schedule = compilePlan(plan, known, {
    batchPresets: config.exchange.batchPresets,
    maxOrdersPerCall: config.execution.maxOrdersPerCall,
    limits: config.exchange.limits,
    again,
    ...(only.length > 0 && { only: new Set(only) }),
  });
  return { ...schedule, withheld: schedule.withheld.map((one) => atItsLine(one, planPath)) };
}

/** Where the plan and what was sent before disagree, the message begins with the order's place in the plan. */
function atItsLine({ order, outcome }: WithheldOrder, planPath: string): WithheldOrder {
  if (isQuiet(outcome.reason)) return { order, outcome };
  const place = `${planPath}:${order.line}`;
  return {
    order,
    outcome: { ...outcome, message: outcome.message === undefined ? place : `${place}: ${outcome.message}` },
  };
}

/** `rejected` stands for every rejected order, unless an order is called so. */
function placedAgain(plan: Plan, known: JournalState, { again, planPath }: Chosen): ReadonlySet<string> {
  const ids = again.flatMap((word) => {
    const isName = plan.orders.some(({ id }) => id === word) || plan.ladders.some(({ name }) => name === word);
    if (word !== 'rejected' || isName) return ordersNamed(word, { plan, planPath, known, option: '--again' });
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
