/** The rows that say why something is naked or not known, the worst first. */
import { Decimal } from '../model/decimal.ts';
import { defined } from '../model/defined.ts';
import type { PositionSide, GuardedOrder, NotRead } from './guarded.ts';
import { namesAmong } from './reason-names.ts';
import { isUnknown, type StakePiece, type PositionProtection, type Protection } from './protection.ts';
import { sum } from './sum.ts';
import { pieceWorth } from './line.ts';

/** A row below the line: why something is naked or not known, or on what its cover depends. */
export interface ReasonRow {
  readonly kind: 'naked' | 'unknown' | 'may-fire-first' | 'not-read';
  readonly symbol: string;
  readonly side?: PositionSide;
  /** Where an order of it says another, or nobody is named and it is isolated: cross goes without saying. */
  readonly marginMode?: GuardedOrder['marginMode'];
  readonly size?: Decimal;
  /** Whose units these are; absent where that is not known. */
  readonly order?: GuardedOrder;
  /** How many more orders of its plan are so, for the same reason: `size` is of all. */
  readonly others?: number;
  readonly isOurs?: boolean;
  /** Some of it may still open. */
  readonly isWorking?: boolean;
  readonly reason?: NonNullable<StakePiece['reason']>;
  readonly stop?: GuardedOrder;
  /** What these are called, where an id alone does not say it. */
  readonly name?: string;
  readonly stopName?: string;
  /** It says that nobody knows how `order` itself stands. */
  readonly isOfOrder?: true;
  /** For `not-read`: what did not answer. */
  readonly what?: NotRead['what'];
}

interface ReasonRows {
  readonly rows: readonly ReasonRow[];
  /** How many more there are. */
  readonly more: number;
}

const MOST_ROWS = 5;

const RANK: Readonly<Record<ReasonRow['kind'], number>> = { naked: 0, unknown: 1, 'not-read': 2, 'may-fire-first': 3 };

/** Orders of one plan that are so for one reason share a row. What is naked and largest first, by its worth; last, what is covered only if its entry is reached before its stop. */
export function rowsOf(protection: Protection, { most = MOST_ROWS, plan }: Rows = {}): ReasonRows {
  const { positions, notRead, orders } = protection;
  const weighed = positions.flatMap((position) =>
    alike(
      position.pieces.flatMap((piece) => {
        const row = rowOf(piece, position);
        return row === undefined ? [] : [{ row, worth: pieceWorth(piece, position) }];
      }),
    ),
  );
  // What nobody can value may be the largest.
  const bySize = weighed.toSorted(
    (one, other) => RANK[one.row.kind] - RANK[other.row.kind] || compareWorth(other.worth, one.worth),
  );
  const unread = notRead.map(({ symbol, what }): ReasonRow => ({ kind: 'not-read', symbol, what }));
  const rows = bySize.map(({ row }) => row);
  const all = [...rows, ...unknownOrders(protection, rows, plan), ...unread].toSorted(
    (a, b) => RANK[a.kind] - RANK[b.kind],
  );
  const shown = all.slice(0, most);
  const nameOf = namesAmong(
    orders,
    shown.flatMap(({ order, stop }) => [order, stop].filter((one) => one !== undefined)),
  );
  const named = shown.map((row): ReasonRow => {
    const [name, stopName] = [row.order && nameOf(row.order), row.stop && nameOf(row.stop)];
    return Object.assign({}, row, defined({ name, stopName }));
  });
  return { rows: named, more: Math.max(0, all.length - most) };
}

/** Which rows there are. */
export interface Rows {
  /** The rest is counted. */
  readonly most?: number | undefined;
  /** Whose orders are listed beside the rows, with how each stands. */
  readonly plan?: Pick<GuardedOrder, 'plan' | 'generation'> | undefined;
}

/** Orders of other plans that are not known, and of which no row above says it: one row for those of a plan that are so alike. */
function unknownOrders(
  { orders }: Protection,
  rows: readonly ReasonRow[],
  { plan, generation }: NonNullable<Rows['plan']> = {},
): ReasonRow[] {
  const told = new Set(rows.flatMap(({ order, stop }) => [order, stop]));
  const untold = orders.filter(
    (order) =>
      isUnknown(order) &&
      order.plan !== undefined &&
      !told.has(order) &&
      !(order.plan === plan && order.generation === generation),
  );
  const groups = Map.groupBy(untold, (one) => JSON.stringify([one.plan, one.generation, one.standing, one.symbol]));
  return [...groups.values()].map((group) => {
    const [order] = group as [GuardedOrder, ...GuardedOrder[]];
    const others = group.length > 1 ? group.length - 1 : undefined;
    return defined({ kind: 'unknown', symbol: order.symbol, order, isOfOrder: true, others } as const);
  });
}

interface Weighed {
  readonly row: ReasonRow;
  /** Undefined if nobody can value it. */
  readonly worth: Decimal | undefined;
}

/** What is covered only if its entry comes first is said of each, as each has its own prices. */
const likeness = ({ kind, order, reason, stop, isOurs }: ReasonRow): string =>
  JSON.stringify([
    [kind, reason, isOurs],
    [order?.plan, order?.generation, kind === 'may-fire-first' ? order?.id : order !== undefined],
    [
      stop?.plan,
      stop?.id,
      reason === 'preset-missing' || reason === 'preset-not-seen' ? stop?.preset : stop?.generation,
    ],
  ]);

function alike(rows: readonly Weighed[]): Weighed[] {
  return [...Map.groupBy(rows, ({ row }) => likeness(row)).values()].map((group) => {
    const [first] = group as [Weighed, ...Weighed[]];
    // What was filled of an order and what works of it are one order.
    const others = new Set(group.map(({ row: { order } }) => order?.id)).size - 1;
    const size = sum(group.map(({ row }) => ({ size: row.size ?? Decimal.zero })));
    const worths = group.flatMap((one) => (one.worth === undefined ? [] : [{ size: one.worth }]));
    const worth = worths.length < group.length ? undefined : sum(worths);
    const isWorking = group.some(({ row }) => row.isWorking);
    return { row: { ...first.row, size, isWorking, ...(others > 0 && { others }) }, worth };
  });
}

function compareWorth(one: Decimal | undefined, other: Decimal | undefined): number {
  if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined);
  return one.compare(other);
}

function rowOf({ unit, size, result, reason, stop, mayFireFirst }: StakePiece, position: PositionProtection) {
  if (result === 'covered' && mayFireFirst !== true) return undefined;
  const { symbol, side, marginMode } = position;
  // Of an order its plan says the mode.
  const isOther = unit.openers.some((order) => order.marginMode !== marginMode);
  const isUnnamed = unit.order === undefined && marginMode === 'isolated';
  const isModeSaid = position.isModeUnsure !== true && (isOther || isUnnamed);
  const row: ReasonRow = {
    kind: result === 'covered' ? 'may-fire-first' : result,
    symbol,
    side,
    ...(isModeSaid && { marginMode }),
    size,
    isOurs: unit.isOurs,
    isWorking: unit.state === 'working',
    ...(unit.order !== undefined && { order: unit.order }),
    ...(reason !== undefined && { reason }),
    ...(stop !== undefined && { stop }),
  };
  return row;
}
