import { Decimal } from '../../model/decimal.ts';
import type { OrderHeadline } from '../../model/event.ts';
import { SIDES, type Side } from '../../model/order.ts';

/** An order of the picture with its numbers parsed: sizes in base coin, prices in quote coin, with the digits as sent. */
export interface DrawnOrder {
  readonly id: string;
  readonly side: Side;
  readonly size: Decimal;
  /** For a trigger order, the execution price. Absent for an order at market. */
  readonly price?: Decimal;
  readonly trigger?: Decimal;
  readonly takeProfit?: Decimal;
  readonly stopLoss?: Decimal;
}

/** The orders of one symbol that would be sent, in the plan's order. */
export interface DrawnSymbol {
  readonly symbol: string;
  readonly marginModes: readonly string[];
  readonly orders: readonly DrawnOrder[];
}

/** Undefined if the side or a number cannot be read. A valid plan has no such order, but the view would show it. */
export function drawnOrder(headline: OrderHeadline): DrawnOrder | undefined {
  const side = SIDES.find((name) => name === headline.side);
  const size = Decimal.parse(headline.size);
  if (side === undefined || size === undefined) return undefined;
  const prices: { -readonly [Name in 'price' | 'trigger' | 'takeProfit' | 'stopLoss']?: Decimal } = {};
  for (const name of ['price', 'trigger', 'takeProfit', 'stopLoss'] as const) {
    const text = headline[name];
    if (text === undefined || (name === 'price' && text === 'market')) continue;
    const value = Decimal.parse(text);
    if (value === undefined) return undefined;
    prices[name] = value;
  }
  return { id: headline.id, side, size, ...prices };
}

/** The symbols in the order in which the plan first names them. */
export function bySymbol(headlines: readonly OrderHeadline[]): DrawnSymbol[] {
  const symbols = new Map<string, { symbol: string; marginModes: string[]; orders: DrawnOrder[] }>();
  for (const headline of headlines) {
    const order = drawnOrder(headline);
    if (order === undefined) continue;
    const { symbol, marginMode } = headline;
    const drawn = symbols.get(symbol) ?? { symbol, marginModes: [], orders: [] };
    symbols.set(symbol, drawn);
    drawn.orders.push(order);
    if (!drawn.marginModes.includes(marginMode)) drawn.marginModes.push(marginMode);
  }
  return [...symbols.values()];
}
