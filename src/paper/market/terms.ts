/** An order as the matcher takes it: read once, prices in whole ticks, with all that it may become. */
import type { Decimal } from '../../model/decimal.ts';
import { defined } from '../../model/defined.ts';
import { Rational } from '../../model/rational.ts';
import { buys } from '../book.ts';
import { decimalOf, isLong, isMarket, isOpening, type OrderRequest } from '../v2/order/rules.ts';

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

/** The trigger orders that an opening order's presets become once it is filled. Their client order ids are left to the exchange. */
function presetsOf({ symbol, marginMode, type, size, takeProfit, stopLoss }: OrderRequest): {
  readonly takeProfit?: OrderRequest;
  readonly stopLoss?: OrderRequest;
} {
  const closing = { symbol, marginMode, size, type: type === '1' ? '3' : '4', clientOid: '', match: '1', price: '0' };
  const preset = (triggerType: string, trigger: string | undefined): OrderRequest | undefined =>
    trigger === undefined ? undefined : { ...closing, kind: 'trigger', trigger, triggerType };
  return defined({ takeProfit: preset('take-profit', takeProfit), stopLoss: preset('stop-loss', stopLoss) });
}

/**
 * What a trigger order becomes: an order of its own, under the same client order id (docs/exchange.md#fired-trigger), with the
 * presets that version 3 lets it have. How much of it is known when it fires.
 */
function firedOf(trigger: OrderRequest): OrderRequest {
  const { symbol, marginMode, clientOid, type, match, size, price = '0', takeProfit, stopLoss } = trigger;
  const order = { symbol, marginMode, clientOid, type, match, price, size };
  return { ...order, kind: 'single', orderType: '0', ...defined({ takeProfit, stopLoss }) };
}
