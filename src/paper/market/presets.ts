/** What orders become: presets of a filled order, and the order of a trigger that fires. */
import { defined } from '../../model/defined.ts';
import type { OrderRequest } from '../v2/order/rules.ts';

/** The trigger orders that an opening order's presets become once it is filled. Their client order ids are left to the exchange. */
export function presetsOf({ symbol, marginMode, type, size, takeProfit, stopLoss }: OrderRequest): {
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
export function firedOf(trigger: OrderRequest): OrderRequest {
  const { symbol, marginMode, clientOid, type, match, size, price = '0', takeProfit, stopLoss } = trigger;
  const order = { symbol, marginMode, clientOid, type, match, price, size };
  return { ...order, kind: 'single', orderType: '0', ...defined({ takeProfit, stopLoss }) };
}
