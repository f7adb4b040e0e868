import type { Decimal } from './decimal.ts';

export const SIDES = ['open-long', 'open-short', 'close-long', 'close-short'] as const;
export type Side = (typeof SIDES)[number];

export const MARGIN_MODES = ['cross', 'isolated'] as const;
export type MarginMode = (typeof MARGIN_MODES)[number];

export const TIMES_IN_FORCE = ['normal', 'post-only', 'fok', 'ioc'] as const;
export type TimeInForce = (typeof TIMES_IN_FORCE)[number];

/** A limit price with the digits as written, or the market. */
export type Price = { readonly kind: 'limit'; readonly at: Decimal } | { readonly kind: 'market' };

/** One order of a plan: normalised and exact. */
export interface PlannedOrder {
  /** The author's key, unique in the plan: the order's identity. */
  readonly id: string;
  readonly symbol: string;
  readonly marginMode: MarginMode;
  readonly side: Side;
  /** Base coin. */
  readonly size: Decimal;
  /** Quote coin; of a trigger order its execution price. */
  readonly price: Price;
  readonly timeInForce: TimeInForce;
  readonly takeProfit?: Decimal;
  readonly stopLoss?: Decimal;
  /** Present exactly on trigger orders. */
  readonly trigger?: Decimal;
  /** Line of the plan file, from 1, where the order begins. */
  readonly line: number;
}

/** An order as it goes out: its lineage comes from the journal, so it is known only when the plan is compiled. */
export interface Order extends PlannedOrder {
  /** What the exchange sees: letters and digits, at most 40; derived from plan, generation, id and lineage only. */
  readonly clientOid: string;
  /** 0, and one more for each time the order was placed again on purpose. */
  readonly lineage: number;
}

/** A valid plan: every order exact and unique, every default applied. */
export interface Plan {
  readonly name: string;
  readonly generation: number;
  readonly description?: string;
  /** Milliseconds since 1970 and the text as written. */
  readonly validUntil?: { readonly ms: number; readonly text: string };
  readonly orders: readonly PlannedOrder[];
}

export const isOpening = (side: Side): boolean => side === 'open-long' || side === 'open-short';
export const isLong = (side: Side): boolean => side === 'open-long' || side === 'close-long';
export const hasPresets = (order: PlannedOrder): boolean =>
  order.takeProfit !== undefined || order.stopLoss !== undefined;

/**
 * What an order says, in one spelling per value: the journal keeps it, and an order is "edited after send" exactly when
 * this differs (0.10 and 0.1 do not). Ids and source lines are no content.
 */
export function orderContent(order: PlannedOrder): Readonly<Record<string, string>> {
  return {
    symbol: order.symbol,
    marginMode: order.marginMode,
    side: order.side,
    size: order.size.canonical(),
    price: order.price.kind === 'market' ? 'market' : order.price.at.canonical(),
    ...(order.trigger === undefined ? { timeInForce: order.timeInForce } : { trigger: order.trigger.canonical() }),
    ...(order.takeProfit === undefined ? {} : { takeProfit: order.takeProfit.canonical() }),
    ...(order.stopLoss === undefined ? {} : { stopLoss: order.stopLoss.canonical() }),
  };
}
