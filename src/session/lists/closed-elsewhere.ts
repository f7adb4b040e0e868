/**
 * What of a group was closed by orders that are no exit of it: by hand, a preset, a liquidation, `ordo close`, or a plain order of any
 * plan. A position that is smaller is believed only where trades explain it: those of such orders are to have closed what is missing,
 * less what they opened meanwhile. Pure.
 */
import {
  closedBy,
  countedOf,
  tradeKey,
  type ClosedElsewhere,
  type ForeignTrade,
} from '../../journal/records/closed-elsewhere.ts';
import type { PlanName } from '../../journal/records/scope.ts';
import { knownOf, type KnownAccount } from '../../journal/records/known-account.ts';
import type { ClosedBy, ClosedTold } from '../../model/closed-elsewhere.ts';
import { Decimal } from '../../model/decimal.ts';
import { identityOf, isOpening, type PlannedOrder } from '../../model/order.ts';
import type { Fill } from '../../model/standing.ts';
import type { Ours } from './followed-trades.ts';
import { groupIds, lineagesOf } from './group-orders.ts';

interface Group {
  readonly name: string;
  readonly entries: readonly string[];
}

interface Grouped {
  readonly orderOf: ReadonlyMap<string, PlannedOrder>;
  readonly groups: readonly Group[];
}

/** The entries of a group by the ids that they had first. */
export const firstIds = ({ orderOf }: Grouped, { entries }: Group): readonly string[] =>
  entries.map((id) => identityOf(orderOf.get(id) ?? { id }));

/** By the names of the groups, as `due` takes it. A group whose entries changed since keeps what was closed of the first of these. */
export function closedElsewhere(follow: Grouped, account: KnownAccount, own: PlanName): ReadonlyMap<string, Decimal> {
  const { elsewhere = [] } = knownOf(account, own) ?? {};
  const closed = new Map<string, Decimal>();
  if (elsewhere.length === 0) return closed;
  const ours = groupIds(account, own);
  for (const one of elsewhere) {
    const group = follow.groups.find((each) => firstIds(follow, each).includes(one.entries[0] ?? ''));
    if (group === undefined) continue;
    closed.set(group.name, (closed.get(group.name) ?? Decimal.zero).plus(countedOf(one, ours)));
  }
  return closed;
}

/** What of a plan is on record as closed elsewhere, and by whom. */
export function closedTold(account: KnownAccount, own: PlanName): readonly ClosedTold[] {
  const { elsewhere = [] } = knownOf(account, own) ?? {};
  if (elsewhere.length === 0) return [];
  const ours = groupIds(account, own);
  return elsewhere.flatMap((one): ClosedTold[] => {
    const size = countedOf(one, ours);
    if (size.isZero) return [];
    const closing = one.trades.flatMap(([, orderId, does]) => (does === 'closes' ? [orderId] : []));
    const by = [...new Set(closing)].filter((id) => !ours.has(id)).map((id) => closerOf(id, account));
    return [{ symbol: one.symbol, side: one.side, entries: one.entries, size: size.canonical(), by }];
  });
}

function closerOf(orderId: string, account: KnownAccount): ClosedBy {
  for (const { plan, orders } of account)
    for (const { id, ...order } of [...orders.values()].flatMap(lineagesOf))
      if (order.orderId === orderId || order.seen?.firedAs === orderId) return { orderId, plan, id };
  return { orderId };
}

interface Missing {
  /** A position, by what the exchange has and by what is counted. */
  readonly short: {
    readonly symbol: string;
    readonly side: 'long' | 'short';
    readonly position: Decimal;
    readonly counted: Decimal;
    readonly others: Decimal;
  };
  readonly entries: readonly string[];
  /** What was made later may be in no position that was read. */
  readonly untilMs: number;
  /** The same of what closed as much as one of these, or less: a trigger that fired, and whose record does not say so yet. */
  readonly mayBeOurs: readonly Decimal[];
  readonly ofTriggersUntilMs: number;
  /** Orders of ours that are in no list: what closed as much as one of these, or less, may be it. */
  readonly nowhere: readonly Decimal[];
}

/** `unread`: the next looks may tell more. `unexplained`: trades do not explain what is missing. */
export type MissingJudged =
  | { readonly kind: 'closed'; readonly closed: ClosedElsewhere }
  | { readonly kind: 'unread' | 'unexplained' };

/** What the journal knows of the orders that made trades. */
interface Orders {
  readonly ours: Ours;
  /** Trades that count already. */
  readonly counted: ReadonlySet<string>;
  /** The journal has them under their own order ids: none is what a trigger became. */
  readonly named: ReadonlySet<string>;
  /** Those of this plan that are of no group. */
  readonly plain: ReadonlySet<string>;
}

/** `fills`: all trades of the symbol since the group was filled first. */
export function judgeMissing(
  { short, entries, untilMs, mayBeOurs, ofTriggersUntilMs, nowhere }: Missing,
  fills: readonly Fill[],
  { ours, counted, named, plain }: Orders,
): MissingJudged {
  const { symbol, side, position, others } = short;
  const ofSide = fills.filter((fill) => fill.side === undefined || fill.side.endsWith(side));
  if (ofSide.some(({ orderId, id }) => ours.get(orderId)?.has(id) === false)) return { kind: 'unread' };
  // Where other plans hold some of it, the plan's own orders alone tell that it was closed here and not there.
  const isAlone = others.isZero;
  const foreign = ofSide.filter(({ orderId }) => (isAlone ? !ours.has(orderId) : plain.has(orderId)));
  if (foreign.some((fill) => fill.side === undefined)) return { kind: 'unexplained' };
  const trades = foreign
    .filter(({ createdMs }) => createdMs <= untilMs)
    .map(tradeOf)
    .filter((trade) => !counted.has(tradeKey(trade)));
  const missing = short.counted.plus(others).minus(position);
  if (missing.compare(short.counted) > 0) return { kind: 'unexplained' };
  if (closedBy(trades).compare(missing) < 0) return { kind: 'unexplained' };
  const closing = trades.filter(([, , does]) => does === 'closes');
  const mayBeOne = [...Map.groupBy(closing, ([, orderId]) => orderId)].some(
    ([orderId, one]) =>
      !named.has(orderId) &&
      (isWithin(one, nowhere) || (one.some(([, , , , ms]) => ms > ofTriggersUntilMs) && isWithin(one, mayBeOurs))),
  );
  if (mayBeOne) return { kind: 'unread' };
  return { kind: 'closed', closed: { entries, symbol, side, size: missing.canonical(), trades } };
}

/** Whether one order of these sizes may have made all of these trades. */
const isWithin = (trades: readonly ForeignTrade[], sizes: readonly Decimal[]): boolean =>
  sizes.some((size) => closedBy(trades).compare(size) <= 0);

const tradeOf = ({ id, orderId, side = 'close-long', size, createdMs }: Fill): ForeignTrade => [
  id,
  orderId,
  isOpening(side) ? 'opens' : 'closes',
  size,
  createdMs,
];
