import type { Stoppable } from '../../model/stops.ts';
import { isFaulty } from '../read/field.ts';
import type { OrderDraft } from '../read/order-draft.ts';

/** An order with all that its stops depend on. */
export interface Ready extends Stoppable {
  readonly draft: OrderDraft;
}

/** Undefined for an order with a mistake in one of these fields: it may be the stop. */
export function readyOf(draft: OrderDraft): Ready | undefined {
  const { stopLoss, trigger, reference, maxDistance } = draft;
  if ([stopLoss, trigger, reference, maxDistance].some(isFaulty)) return undefined;
  const [symbol, marginMode, side] = [draft.symbol.value, draft.marginMode.value, draft.side.value];
  const [size, price] = [draft.size.value, draft.price.value];
  if (symbol === undefined || marginMode === undefined || side === undefined) return undefined;
  if (size === undefined || price === undefined) return undefined;
  const stops = {
    stopLoss: stopLoss.value,
    trigger: trigger.value,
    reference: reference.value,
  };
  return { draft, symbol, marginMode, side, size, price, ...stops };
}
