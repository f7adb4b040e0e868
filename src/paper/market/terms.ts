/** An order as the matcher takes it: read once, prices in whole ticks, with all that it may become. */
import type { Decimal } from '../../model/decimal.ts';
import { Rational } from '../../model/rational.ts';
import { buys } from '../book.ts';
import { decimalOf, isLong, isMarket, isOpening, type OrderRequest } from '../v2/order/rules.ts';
import { firedOf, presetsOf } from './presets.ts';

/** Long or short, and crossed or isolated: each is a position of its own. */
export type PositionIndex = 0 | 1 | 2 | 3;

export interface Terms {
  readonly request: OrderRequest;
  readonly size: Decimal;
  readonly buys: boolean;
  readonly opens: boolean;
  readonly position: PositionIndex;
  /** Undefined at market. */
  readonly limit: number | undefined;
  /** For a trigger order: where it fires, and what it becomes. */
  readonly trigger?: { readonly at: number; readonly becomes: Terms };
  /** For an order that opens. */
  readonly takeProfit?: Terms;
  readonly stopLoss?: Terms;
  /** How often something comes of it at most: of itself, its presets, and what they become. */
  readonly acts: number;
  /** Cancelled where it would take at once, or where it would not. */
  readonly must?: 'post-only' | 'fok' | 'ioc';
}

const MUST: Readonly<Record<string, Terms['must']>> = { '1': 'post-only', '2': 'fok', '3': 'ioc' };

/** How many whole ticks a price is. */
export const ticksOf = (price: Decimal, tick: Decimal): number => Number(Rational.of(price).wholeUnits(tick));

export const positionOf = (order: Pick<OrderRequest, 'type' | 'marginMode'>): PositionIndex =>
  ((isLong(order) ? 0 : 1) + (order.marginMode === 3 ? 2 : 0)) as PositionIndex;

export function termsOf(request: OrderRequest, tick: Decimal): Terms {
  const ticks = (text: string): number => ticksOf(decimalOf(text), tick);
  const { price, trigger } = request;
  const must = MUST[request.orderType ?? ''];
  const next =
    trigger === undefined
      ? presetTerms(request, tick)
      : { trigger: { at: ticks(trigger), becomes: termsOf(firedOf(request), tick) } };
  return {
    request,
    size: decimalOf(request.size),
    buys: buys(request),
    opens: isOpening(request),
    position: positionOf(request),
    limit: isMarket(request) || price === undefined ? undefined : ticks(price),
    ...next,
    acts: actsAfter(next) + 1,
    ...(must !== undefined && { must }),
  };
}

const actsAfter = ({ trigger, takeProfit, stopLoss }: Partial<Terms>): number =>
  (trigger?.becomes.acts ?? 0) + (takeProfit?.acts ?? 0) + (stopLoss?.acts ?? 0);

function presetTerms(request: OrderRequest, tick: Decimal): Pick<Terms, 'takeProfit' | 'stopLoss'> {
  if (!isOpening(request)) return {};
  const { takeProfit, stopLoss } = presetsOf(request);
  return {
    ...(takeProfit !== undefined && { takeProfit: termsOf(takeProfit, tick) }),
    ...(stopLoss !== undefined && { stopLoss: termsOf(stopLoss, tick) }),
  };
}
