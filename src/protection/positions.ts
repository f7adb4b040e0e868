/** The positions of an account: each symbol, direction and margin mode that an order is of, or that a look saw held. */
import { Decimal } from '../model/decimal.ts';
import type { MarginMode } from '../model/order.ts';
import type { PositionSide, Guarded, GuardedOrder, HeldPosition } from './guarded.ts';
import { fillsUnseen, type HeldFill, type SeenHeld } from './held.ts';
import { marketsOf } from './markets.ts';
import { directionOf, positionFrom, type StakePosition } from './position.ts';

/** Symbols whose positions did not answer. */
export const unreadIn = ({ notRead = [] }: Pick<Guarded, 'notRead'>): ReadonlySet<string> =>
  new Set(notRead.filter(({ what }) => what === 'positions').map(({ symbol }) => symbol));

/** The journal tells what is held of a symbol whose positions did not answer, or that the look did not ask for. */
export function seenHeld(guarded: Guarded): (symbol: string) => boolean {
  const { held, looked } = guarded;
  const unread = unreadIn(guarded);
  return (symbol) => held !== undefined && !unread.has(symbol) && looked?.has(symbol) !== false;
}

export const positionKey = (of: { symbol: string; marginMode: string }, side: PositionSide): string =>
  `${of.symbol} ${side} ${of.marginMode}`;

type Of = Pick<StakePosition, 'symbol' | 'marginMode'>;

export const otherMode = ({ symbol, marginMode }: Of): Of => ({
  symbol,
  marginMode: marginMode === 'cross' ? 'isolated' : 'cross',
});

interface FoundPosition {
  readonly position: StakePosition;
  /** What a look saw held of it. */
  readonly seen: HeldPosition | undefined;
}

/** By `positionKey`. */
export function positionsIn(guarded: Guarded): ReadonlyMap<string, FoundPosition> {
  const { orders, held, markets } = guarded;
  const [marketOf, isHeldSeen] = [marketsOf(guarded), seenHeld(guarded)];
  const [ordersOf, seenOf] = [
    Map.groupBy(orders, (order) => positionKey(order, directionOf(order))),
    new Map((held ?? []).map((seen) => [positionKey(seen, seen.side), seen])),
  ];
  const keys = [...new Set([...ordersOf.keys(), ...seenOf.keys()])].toSorted();
  const seenIn = (symbol: string, key: string): SeenHeld | undefined =>
    isHeldSeen(symbol) ? (seenOf.get(key) ?? { size: Decimal.zero }) : undefined;
  return new Map(
    keys.map((key) => {
      const ofKey = ordersOf.get(key) ?? [];
      // A symbol that cannot be may have a blank in it.
      const [marginMode, side, ...name] = key.split(' ').toReversed() as [MarginMode, PositionSide, ...string[]];
      const symbol = name.toReversed().join(' ');
      const seen = seenIn(symbol, key);
      const other = positionKey(otherMode({ symbol, marginMode }), side);
      const isHeld = seen?.size.isZero === false;
      const elsewhere = isHeld ? unseenIn(ordersOf.get(other), seenIn(symbol, other)) : NO_FILLS;
      const at = { symbol, side, marginMode, marketOf, market: markets?.get(symbol) };
      return [key, { position: positionFrom({ ...at, orders: ofKey, seen, elsewhere }), seen: seenOf.get(key) }];
    }),
  );
}

const NO_FILLS: readonly HeldFill[] = [];

/** The exchange may hold in one margin mode what a plan opened in the other: an order does not say it to every interface. */
function unseenIn(orders: readonly GuardedOrder[] = [], seen: SeenHeld | undefined): readonly HeldFill[] {
  return seen === undefined || orders.length === 0 ? NO_FILLS : fillsUnseen(orders, seen);
}
