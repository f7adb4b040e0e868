/** What to warn of in the stops of a plan, judged with what else stands: as values, without words. Pure. */
import { Decimal } from '../model/decimal.ts';
import { isLong, isOpening } from '../model/order.ts';
import { waitedFor } from '../model/waited-for.ts';
import type { PositionSide, Guarded, GuardedOrder, MarketRange } from './guarded.ts';
import { directionOf } from './position.ts';
import { marketsOf } from './markets.ts';
import type { StakePiece, PositionProtection, Protection } from './protection.ts';

export type Warning =
  /** A trigger meant as a stop fires before its order opens. */
  | {
      readonly code: 'stop-before-entry';
      readonly order: GuardedOrder;
      readonly stop: GuardedOrder;
      readonly market?: MarketRange;
    }
  /** Market, stop and entry lie so that the stop may be used up before its order opens. */
  | {
      readonly code: 'stop-may-fire-first';
      readonly order: GuardedOrder;
      readonly stop: GuardedOrder;
      readonly market?: MarketRange;
    }
  /** Without a market nobody knows on which side of it the trigger is. */
  | { readonly code: 'stop-side-unknown'; readonly order: GuardedOrder; readonly stop: GuardedOrder }
  /** Its limit is at its trigger or better, so it may rest and does not count. */
  | { readonly code: 'stop-may-rest'; readonly order: GuardedOrder; readonly stop: GuardedOrder }
  /** The stops, or the targets, of a plan add up to more than the plan opens. */
  | {
      readonly code: 'closes-more';
      readonly plan: string;
      readonly symbol: string;
      readonly side: PositionSide;
      readonly marginMode: GuardedOrder['marginMode'];
      readonly kind: 'stops' | 'targets';
      readonly opens: Decimal;
      readonly closes: Decimal;
      /** Those that close, in the order in which they were given. */
      readonly of: readonly GuardedOrder[];
    }
  /** The stop waits for its entry, so the entry cannot wait for its stop. */
  | { readonly code: 'stop-after-entry'; readonly order: GuardedOrder; readonly stop: GuardedOrder };

/** Each pair of an order and a stop once, in the order of the positions; `protection` is what `protectionOf` made of the same. */
export function warningsOf(guarded: Guarded, protection: Protection): Warning[] {
  const marketOf = marketsOf(guarded);
  const pieces = protection.positions.flatMap((position) => position.pieces);
  return [
    ...pieces.flatMap((piece) => ofPiece(piece, marketOf)),
    ...closesMore(guarded, protection),
    ...stopsAfterEntries(guarded.orders, pieces),
  ];
}

const BY_REASON = {
  'stop-before-entry': 'stop-before-entry',
  'no-market': 'stop-side-unknown',
  'stop-may-rest': 'stop-may-rest',
} as const;

const NONE: readonly Warning[] = [];

function ofPiece(
  { unit: { order, state }, stop, reason, mayFireFirst }: StakePiece,
  marketOf: (order: GuardedOrder) => MarketRange | undefined,
): readonly Warning[] {
  if (order === undefined || stop === undefined || state === 'held') return NONE;
  // Of nearly all nothing is said.
  if (mayFireFirst !== true && (reason === undefined || !(reason in BY_REASON))) return NONE;
  const pair = { order, stop };
  const market = (mayFireFirst === true ? marketOf(order) : undefined) ?? marketOf(stop);
  const at = market === undefined ? {} : { market };
  if (mayFireFirst === true) return [{ code: 'stop-may-fire-first', ...pair, ...at }];
  const code = BY_REASON[reason as keyof typeof BY_REASON];
  return code === 'stop-before-entry' ? [{ code, ...pair, ...at }] : [{ code, ...pair }];
}

/** For the orders that a run places: what a plan only closes belongs to others, and is never too much. */
function closesMore({ orders }: Guarded, { positions }: Protection): Warning[] {
  const placed = orders.filter(({ standing }) => standing === 'new' || standing === 'open');
  if (placed.every(({ side }) => isOpening(side))) return [];
  const groups = Map.groupBy(
    placed,
    (one) => `${one.plan ?? ''}\n${one.symbol}\n${directionOf(one)}\n${one.marginMode}`,
  );
  const stopping = new Set(positions.flatMap(stopsIn));
  return [...groups.values()].flatMap((group) => {
    const [{ plan = '', symbol, marginMode, ...first }] = group as [GuardedOrder, ...GuardedOrder[]];
    const opening = group.filter(({ side }) => isOpening(side));
    if (opening.length === 0) return [];
    const [opens, kindOf] = [sizeOf(opening), kindsBeside(opening, stopping)];
    const kinds = Map.groupBy(
      group.filter(({ side }) => !isOpening(side)),
      kindOf,
    );
    return (['stops', 'targets'] as const).flatMap((kind): Warning[] => {
      const of = kinds.get(kind) ?? [];
      const closes = sizeOf(of);
      if (closes.compare(opens) <= 0) return [];
      return [
        {
          code: 'closes-more',
          plan,
          symbol,
          side: directionOf(first),
          marginMode,
          kind,
          opens,
          closes,
          of,
        },
      ];
    });
  });
}

/**
 * A trigger beyond every entry takes a profit, whatever is left over for it to stop. One that stops nothing, as it comes too early or may
 * rest, is neither. Where an entry is not known, no trigger is told to be either.
 */
function kindsBeside(
  opening: readonly GuardedOrder[],
  stopping: ReadonlySet<GuardedOrder>,
): (close: GuardedOrder) => 'stops' | 'targets' | undefined {
  const [{ side }] = opening as [GuardedOrder, ...GuardedOrder[]];
  const way = isLong(side) ? 1 : -1;
  const bounds = opening.map(boundOf);
  const known = bounds.filter((one) => one !== undefined);
  const last = known.reduce((most, one) => (one.compare(most) * way > 0 ? one : most), known[0] ?? Decimal.zero);
  return (close) => {
    if (close.trigger === undefined) return 'targets';
    const isKnown = known.length === bounds.length;
    if (isKnown && close.trigger.compare(last) * way >= 0) return 'targets';
    return isKnown && stopping.has(close) ? 'stops' : undefined;
  };
}

/** What a trigger has to lie beyond to stop it: its limit and its trigger; at market, its reference. */
function boundOf({ side, price, trigger, reference }: GuardedOrder): Decimal | undefined {
  const limit = price.kind === 'limit' ? price.at : trigger === undefined ? reference : undefined;
  if (limit === undefined || trigger === undefined) return limit ?? trigger;
  return limit.compare(trigger) < 0 === isLong(side) ? limit : trigger;
}

/** The triggers that stop something, and those that are left over and would. */
const stopsIn = ({ pieces, spare }: PositionProtection): GuardedOrder[] => [
  ...pieces.flatMap(({ stop }) => stop ?? []),
  ...spare.map(({ stop }) => stop),
];

const sizeOf = (orders: readonly GuardedOrder[]): Decimal =>
  orders.reduce((all, { size }) => all.plus(size), Decimal.zero);

/** What one run places of one plan, a trigger and what it stops. */
const isPair = ({ unit: { order }, stop }: StakePiece): boolean =>
  stop?.standing === 'new' && order?.standing === 'new' && stop !== order && stop.plan === order.plan;

/** For the pairs that a run places together. A stop walks what it waits for only if something waits for one of its entries at all. */
function stopsAfterEntries(orders: readonly GuardedOrder[], pieces: readonly StakePiece[]): Warning[] {
  const pairs = Map.groupBy(pieces.filter(isPair), ({ stop }) => stop as GuardedOrder);
  const waiting = [...pairs].filter(([{ after = [] }]) => after.length > 0);
  if (waiting.length === 0) return [];
  const byName = new Map(orders.map((order) => [nameOf(order), order]));
  const afterOf = (order: GuardedOrder): GuardedOrder[] =>
    (order.after ?? []).flatMap((id) => byName.get(nameOf({ ...order, id })) ?? []);
  const named = new Set(orders.flatMap(afterOf));
  return waiting.flatMap(([stop, itsPieces]) => {
    const entries = itsPieces.flatMap(({ unit: { order } }) => (order !== undefined && named.has(order) ? order : []));
    if (entries.length === 0) return [];
    const missing = new Set(entries);
    const before = waitedFor(stop, afterOf, (order) => missing.delete(order) && missing.size === 0);
    return entries.flatMap((order): Warning[] =>
      before.has(order) ? [{ code: 'stop-after-entry', order, stop }] : [],
    );
  });
}

const nameOf = ({ plan = '', generation = 0, id = '' }: GuardedOrder): string => `${plan}\n${generation}\n${id}`;
