/** A plan made ready for `due`: all that does not change while it is followed. Sizes are whole steps. */
import { Decimal } from '../../model/decimal.ts';
import type { ExitGroup, ExitKind } from '../../model/follow.ts';
import { positionName } from '../../model/followed.ts';
import type { Instrument } from '../../model/instrument.ts';
import { isLong, isOpening, type PlannedOrder } from '../../model/order.ts';
import { sameSymbol } from '../../model/symbol.ts';
import { groupsOf, WHOLE_SHARE } from './groups.ts';
import { stepsIn } from './part-view.ts';
import { sharedOut, weightsOf, type Weights } from './shares.ts';

export interface FollowRules {
  readonly instrumentOf: (symbol: string) => Pick<Instrument, 'step' | 'minSize'> | undefined;
  readonly onUnknown: 'stop' | 'continue';
  /** How late an opening order may still be sent. */
  readonly maxPauseMs: number;
}

export interface PlanGroup extends ExitGroup {
  /** As `positions` has it. */
  readonly position: string;
  readonly step: Decimal;
  /** The least size that is sent. */
  readonly least: bigint;
  /** All that its entries can come to: the most of its stops and close-outs. */
  readonly largest: bigint;
  readonly weights: Weights;
  /** The most of each target. */
  readonly largestOf: ReadonlyMap<string, bigint>;
  readonly stops: readonly string[];
  readonly closeOuts: readonly string[];
  readonly targets: readonly string[];
}

export interface FollowPlan {
  readonly rules: FollowRules;
  readonly orders: readonly PlannedOrder[];
  readonly orderOf: ReadonlyMap<string, PlannedOrder>;
  readonly groups: readonly PlanGroup[];
  readonly kindOf: ReadonlyMap<string, ExitKind>;
  /** The places of orders among `orders`, by their ids. */
  readonly placeOf: ReadonlyMap<string, number>;
  readonly beside: readonly Beside[];
  /** Ids of the orders that another one waits for. */
  readonly awaited: ReadonlySet<string>;
  readonly stepOf: (symbol: string) => Decimal;
}

/** An order of no group that opens or closes a position. A preset may have closed what carries one. */
interface Beside {
  readonly place: number;
  /** As `positions` has it. */
  readonly position: string;
  readonly opens: boolean;
}

type Steps = Pick<Instrument, 'step' | 'minSize'>;

/** Where no list of instruments is known: the finest digit that the sizes of the plan have. */
function finest(orders: readonly PlannedOrder[]): Steps {
  const step = Decimal.ofDigits(1n, Math.max(...orders.map(({ size }) => size.scale)));
  return { step, minSize: step };
}

const STOP_PARTS = 48;
const OTHER_PARTS = 12;
/** Most accepted parts of an exit. */
export const mostParts = (kind: ExitKind): number => (kind === 'stop' ? STOP_PARTS : OTHER_PARTS);

function planGroup(group: ExitGroup, { orderOf, stepsOf }: Ready): PlanGroup {
  const { step, minSize } = stepsOf(group.symbol);
  const ids = (kind: ExitKind): string[] => group.exits.flatMap((exit) => (exit.kind === kind ? [exit.id] : []));
  const sizes = group.entries.map((id) => stepsIn((orderOf.get(id) as PlannedOrder).size, step));
  const largest = sizes.reduce((all, size) => all + size, 0n);
  const targets = ids('target');
  const weights = weightsOf(
    group.exits.flatMap(({ kind, share }) => (kind === 'target' ? [share ?? WHOLE_SHARE] : [])),
  );
  const mostOf = sharedOut(largest, weights);
  return {
    ...group,
    position: positionName(group.symbol, group.isLong),
    step,
    least: stepsIn(minSize.ceilTo(step), step),
    largest,
    weights,
    largestOf: new Map(targets.map((id, at) => [id, mostOf[at] as bigint])),
    stops: ids('stop'),
    closeOuts: ids('close-out'),
    targets,
  };
}

interface Ready {
  readonly orderOf: ReadonlyMap<string, PlannedOrder>;
  readonly stepsOf: (symbol: string) => Steps;
}

/** What of a plan is followed. */
interface Followable {
  readonly orders: readonly PlannedOrder[];
  readonly groups?: readonly ExitGroup[];
}

export function followPlan(plan: Followable, rules: FollowRules): FollowPlan {
  const { orders } = plan;
  const orderOf = new Map(orders.map((order) => [order.id, order]));
  const steps = new Map<string, Steps>();
  const stepsOf = (symbol: string): Steps => {
    const known =
      steps.get(symbol) ??
      rules.instrumentOf(symbol) ??
      finest(orders.filter((order) => sameSymbol(order.symbol, symbol)));
    steps.set(symbol, known);
    return known;
  };
  const groups = (plan.groups ?? groupsOf(orders).groups).map((group) => planGroup(group, { orderOf, stepsOf }));
  const exits = groups.flatMap((group) => group.exits.map(({ id, kind }) => ({ id, kind, group })));
  return {
    rules,
    orders,
    orderOf,
    stepOf: (symbol) => stepsOf(symbol).step,
    groups,
    kindOf: new Map(exits.map(({ id, kind }) => [id, kind])),
    placeOf: new Map(orders.map(({ id }, place) => [id, place])),
    beside: besideOf(orders, groups),
    awaited: new Set(orders.flatMap(({ after = [], afterFilled = [] }) => after.concat(afterFilled))),
  };
}

function besideOf(orders: readonly PlannedOrder[], groups: readonly PlanGroup[]): Beside[] {
  const grouped = new Set(groups.flatMap(({ entries }) => entries));
  return orders.flatMap(({ id, symbol, side, exit, stopLoss, takeProfit }, place): Beside[] => {
    if (exit !== undefined || grouped.has(id) || stopLoss !== undefined || takeProfit !== undefined) return [];
    return [{ place, position: positionName(symbol, isLong(side)), opens: isOpening(side) }];
  });
}
