import { Decimal } from '../../model/decimal.ts';
import type { OrderHeadline } from '../../model/event.ts';
import type { ExitKind } from '../../model/follow.ts';
import type { OrderContent } from '../../model/order-changes.ts';
import type { ShownState } from '../../model/outcome.ts';
import type { Filled, GuardedOrder, OrderStanding, PresetSight } from '../../protection/guarded.ts';
import { MARGIN_MODES, SIDES, type MarginMode, type Side } from '../../model/order.ts';

/** An order of the picture with its numbers parsed: sizes in base coin, prices in quote coin, with the digits as sent. */
export interface DrawnOrder {
  readonly id: string;
  readonly symbol: string;
  readonly marginMode: MarginMode;
  readonly side: Side;
  readonly size: Decimal;
  /** For a trigger order, the execution price. Absent for an order at market. */
  readonly price?: Decimal;
  readonly trigger?: Decimal;
  readonly takeProfit?: Decimal;
  readonly stopLoss?: Decimal;
  /** Its stop is that of an exit, which a follower sends with its first fill. */
  readonly isStopFollowed?: true;
  /** Only a follower sends it: it closes at a gain what the orders of the plan have filled. */
  readonly isTarget?: true;
  readonly reference?: Decimal;
  /** What became of it; by default it waits. */
  readonly state?: ShownState;
  /** The plan that placed it; absent of what this run places. */
  readonly plan?: string;
  readonly generation?: number;
  /** How it stands on the exchange; absent of what this run places. */
  readonly standing?: OrderStanding;
  readonly filled?: Filled;
  /** What a look saw of its stop. */
  readonly preset?: PresetSight;
  /** As protection knows what stands. */
  readonly guarded?: GuardedOrder;
}

/** The plan of what this run places, and of what stands of it: its name does not matter. */
export const OF_RUN = '';

/** As protection sees it. */
export function guardedOf({ guarded, ...order }: DrawnOrder & Pick<GuardedOrder, 'code'>): GuardedOrder {
  if (guarded !== undefined) return guarded;
  return {
    ...order,
    plan: order.plan ?? OF_RUN,
    price: order.price === undefined ? { kind: 'market' } : { kind: 'limit', at: order.price },
    standing: order.standing ?? 'new',
  };
}

/** Nothing of it waits any more. */
export const isFilled = ({ standing }: DrawnOrder): boolean => standing === 'filled' || standing === 'cancelled';

/** The orders of one symbol that would be sent, in the plan's order. */
export interface DrawnSymbol {
  readonly symbol: string;
  readonly orders: readonly DrawnOrder[];
}

const NUMBERS = ['price', 'trigger', 'takeProfit', 'stopLoss', 'reference'] as const;

/** Undefined if a word or a number cannot be read. A valid plan has no such order, but the view would show it. */
export function drawnOrder(headline: Omit<OrderHeadline, 'line' | 'timeInForce'>): DrawnOrder | undefined {
  const { id, symbol } = headline;
  const side = SIDES.find((name) => name === headline.side);
  const marginMode = MARGIN_MODES.find((name) => name === headline.marginMode);
  const size = Decimal.parse(headline.size);
  if (side === undefined || marginMode === undefined || size === undefined) return undefined;
  const prices: { -readonly [Name in (typeof NUMBERS)[number]]?: Decimal } = {};
  for (const name of NUMBERS) {
    const text = headline[name];
    if (text === undefined || (name === 'price' && text === 'market')) continue;
    const value = Decimal.parse(text);
    if (value === undefined) return undefined;
    prices[name] = value;
  }
  return { id, symbol, marginMode, side, size, ...prices };
}

/** An order by what was sent of it; `reference` is not part of that. */
export function drawnContent(id: string, content: OrderContent, reference?: string): DrawnOrder | undefined {
  const { symbol = '', marginMode = '', side = '', size = '', price = '', trigger, takeProfit, stopLoss } = content;
  return drawnOrder({
    id,
    symbol,
    marginMode,
    side,
    size,
    price,
    ...(trigger !== undefined && { trigger }),
    ...(takeProfit !== undefined && { takeProfit }),
    ...(stopLoss !== undefined && { stopLoss }),
    ...(reference !== undefined && { reference }),
  });
}

/**
 * The same of a plan that is followed: an entry has the stop that a follower sends as its own, a target only closes, and the stop
 * itself, as what closes all at a time, is no order of its own.
 */
export function drawnFollowed(headline: OrderHeadline, kind: ExitKind | undefined): DrawnOrder | 'stop' | undefined {
  if (kind === 'stop' || kind === 'close-out') return 'stop';
  const { followedStop, stopLoss } = headline;
  const isFollowed = followedStop !== undefined && stopLoss === undefined;
  const order = drawnOrder(isFollowed ? { ...headline, stopLoss: followedStop } : headline);
  if (order === undefined || (!isFollowed && kind === undefined)) return order;
  return { ...order, ...(isFollowed && { isStopFollowed: true }), ...(kind === 'target' && { isTarget: true }) };
}

/** The symbols in the order in which the plan first names them. */
export function bySymbol(orders: readonly DrawnOrder[]): DrawnSymbol[] {
  return [...Map.groupBy(orders, ({ symbol }) => symbol)].map(([symbol, own]) => ({ symbol, orders: own }));
}
