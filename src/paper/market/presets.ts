/** What orders become: presets of a filled order, and the order of a trigger that fires. */
import type { Decimal } from '../../model/decimal.ts';
import { defined } from '../../model/defined.ts';
import type { PaperOrder } from '../book.ts';
import type { OrderRequest } from '../v2/order/rules.ts';

export interface Preset {
  readonly why: 'take-profit' | 'stop-loss';
  /** Its client order id is left to the exchange. */
  readonly request: OrderRequest;
}

/** The trigger orders that an opening order's presets become once it is filled. */
export function presetsOf({ symbol, marginMode, type, size, takeProfit, stopLoss }: PaperOrder): readonly Preset[] {
  const closing = { symbol, marginMode, size, type: type === '1' ? '3' : '4', clientOid: '', match: '1', price: '0' };
  const preset = (why: Preset['why'], trigger: string | undefined): readonly Preset[] =>
    trigger === undefined ? [] : [{ why, request: { ...closing, kind: 'trigger', trigger, triggerType: why } }];
  return [...preset('take-profit', takeProfit), ...preset('stop-loss', stopLoss)];
}

/**
 * What a trigger order becomes: an order of its own, under the same client order id (docs/exchange.md#fired-trigger), with the
 * presets that version 3 lets it have.
 */
export function firedOf(trigger: PaperOrder, size: Decimal): OrderRequest {
  const { symbol, marginMode, clientOid, type, match, price = '0', takeProfit, stopLoss } = trigger;
  const order = { symbol, marginMode, clientOid, type, match, price, size: size.canonical() };
  return { ...order, kind: 'single', orderType: '0', ...defined({ takeProfit, stopLoss }) };
}
