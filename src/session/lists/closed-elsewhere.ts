/**
 * What of a group was closed by orders that do not follow its plan: by hand, a preset, a liquidation, `ordo close`, or a plan that nobody
 * follows. A position that is smaller is believed only where trades explain it: those of others are to have closed what is missing,
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
import type { KnownAccount, KnownPlan } from '../../journal/records/known-account.ts';
import type { KnownOrder } from '../../journal/records/state.ts';
import type { ClosedBy, ClosedTold } from '../../model/closed-elsewhere.ts';
import { Decimal } from '../../model/decimal.ts';
import { identityOf, isOpening, type PlannedOrder } from '../../model/order.ts';
import type { Fill } from '../../model/standing.ts';

const isSame = (one: PlanName, { plan, generation }: PlanName): boolean =>
  one.plan === plan && one.generation === generation;

/** Whether somebody follows it, or did. */
const wasFollowed = ({ orders }: Pick<KnownPlan, 'orders'>): boolean =>
  [...orders.values()].some(({ because }) => because !== undefined);

const lineagesOf = (order: KnownOrder): readonly KnownOrder[] => [...(order.earlier ?? []), order];

/**
 * By the order ids of what plans that are followed have placed, and of what triggers of theirs became: the trades on record. Undefined of
 * one that a person has closed: nobody reads its trades any more.
 */
type Ours = ReadonlyMap<string, ReadonlySet<string> | undefined>;

export function followedTrades(account: KnownAccount, own: PlanName): Ours {
  const trades = new Map<string, ReadonlySet<string> | undefined>();
  for (const known of account) {
    if (!isSame(known, own) && !wasFollowed(known)) continue;
    for (const one of [...known.orders.values()].flatMap(lineagesOf)) {
      const ids = one.state === 'closed' ? undefined : new Set((one.trades ?? []).map(([id]) => id));
      for (const orderId of [one.orderId, one.seen?.firedAs]) if (orderId !== undefined) trades.set(orderId, ids);
    }
  }
  return trades;
}

/** All trades of the account that count as closed elsewhere. */
export const tradesCounted = (account: KnownAccount): ReadonlySet<string> =>
  new Set(account.flatMap(({ elsewhere = [] }) => elsewhere.flatMap(({ trades }) => trades.map(tradeKey))));

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
  const { elsewhere = [] } = account.find((known) => isSame(known, own)) ?? {};
  const closed = new Map<string, Decimal>();
  if (elsewhere.length === 0) return closed;
  const ours = new Set(followedTrades(account, own).keys());
  for (const one of elsewhere) {
    const group = follow.groups.find((each) => firstIds(follow, each).includes(one.entries[0] ?? ''));
    if (group === undefined) continue;
    closed.set(group.name, (closed.get(group.name) ?? Decimal.zero).plus(countedOf(one, ours)));
  }
  return closed;
}

/** What of a plan is on record as closed elsewhere, and by whom. */
export function closedTold(account: KnownAccount, own: PlanName): readonly ClosedTold[] {
  const { elsewhere = [] } = account.find((known) => isSame(known, own)) ?? {};
  if (elsewhere.length === 0) return [];
  const ours = new Set(followedTrades(account, own).keys());
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

/** `fills`: all trades of the symbol since the group was filled first. */
export function judgeMissing(
  { short, entries, untilMs, mayBeOurs, ofTriggersUntilMs, nowhere }: Missing,
  fills: readonly Fill[],
  { ours, counted }: { readonly ours: Ours; readonly counted: ReadonlySet<string> },
): MissingJudged {
  const { symbol, side, position } = short;
  const ofSide = fills.filter((fill) => fill.side === undefined || fill.side.endsWith(side));
  if (ofSide.some(({ orderId, id }) => ours.get(orderId)?.has(id) === false)) return { kind: 'unread' };
  const foreign = ofSide.filter(({ orderId }) => !ours.has(orderId));
  if (foreign.some((fill) => fill.side === undefined)) return { kind: 'unexplained' };
  const trades = foreign
    .filter(({ createdMs }) => createdMs <= untilMs)
    .map(tradeOf)
    .filter((trade) => !counted.has(tradeKey(trade)));
  const missing = short.counted.minus(position);
  if (closedBy(trades).compare(missing) < 0) return { kind: 'unexplained' };
  const closing = trades.filter(([, , does]) => does === 'closes');
  const mayBeOne = [...Map.groupBy(closing, ([, orderId]) => orderId).values()].some(
    (one) => isWithin(one, nowhere) || (one.some(([, , , , ms]) => ms > ofTriggersUntilMs) && isWithin(one, mayBeOurs)),
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
