/**
 * What an order may come to be worth, in quote coin: its size times the price that is assumed for it.
 *
 *   limit                  its price
 *   trigger, then limit    the higher of trigger and execution price
 *   limit, open-short      if it may take: the higher of that and its reference, put up by maxDistance
 *   market                 its reference, put up by maxDistance
 *   trigger, then market   its reference or else its trigger, put up by maxDistance
 *
 * A sell below the market fills at the market, which only a reference tells; without one its price has to do. A market order
 * without reference and maxDistance may cost anything, and what cannot be computed counts as a breach of a limit.
 */
import { Decimal } from '../../model/decimal.ts';
import { isLong } from '../../model/order.ts';
import type { OrderDraft } from '../read/order-draft.ts';

const PER_CENT = Decimal.of('0.01');

export interface Worth {
  readonly notional: Decimal;
  /** The price that it was valued at, in words where that is not simply the order's. */
  readonly by: string;
}

/** Undefined where it cannot be computed; for a draft without size or price it is not asked. */
export function worstCase(order: OrderDraft): Worth | undefined {
  const { size, price } = order;
  if (size === undefined || price === undefined) return undefined;
  const assumed = price.kind === 'limit' ? worstLimit(order, price.at) : worstAtMarket(order);
  return assumed === undefined ? undefined : { notional: size.times(assumed.at), by: assumed.by };
}

/**
 * The price at which an opening order loses most at its stop: a limit order's own; at market its reference, or else
 * its trigger, moved to the worse side by maxDistance. Undefined if it cannot be computed.
 */
export function worstEntry({ side, price, trigger, reference, maxDistance }: OrderDraft): Decimal | undefined {
  if (price?.kind === 'limit') return price.at;
  const base = reference ?? trigger;
  if (base === undefined || maxDistance === undefined || side === undefined) return undefined;
  const room = base.times(maxDistance).times(PER_CENT);
  if (isLong(side)) return base.plus(room);
  return room.compare(base) < 0 ? base.minus(room) : Decimal.zero;
}

interface Assumed {
  readonly at: Decimal;
  readonly by: string;
}

function worstLimit({ side, timeInForce, trigger, reference, maxDistance }: OrderDraft, price: Decimal): Assumed {
  const own =
    trigger !== undefined && trigger.compare(price) > 0
      ? { at: trigger, by: `, valued at its trigger ${trigger.toString()}` }
      : { at: price, by: '' };
  if (side !== 'open-short' || timeInForce === 'post-only' || reference === undefined) return own;
  const market = putUp('reference', reference, maxDistance ?? Decimal.zero);
  return market.at.compare(own.at) > 0 ? market : own;
}

function worstAtMarket({ trigger, reference, maxDistance }: OrderDraft): Assumed | undefined {
  const base = reference ?? trigger;
  if (base === undefined || maxDistance === undefined) return undefined;
  return putUp(reference === undefined ? 'trigger' : 'reference', base, maxDistance);
}

function putUp(what: string, base: Decimal, percent: Decimal): Assumed {
  const at = base.plus(base.times(percent).times(PER_CENT));
  const sum = percent.isZero ? '' : ` + ${percent.toString()} % = ${at.canonical()}`;
  return { at, by: `, valued at its ${what} ${base.toString()}${sum}` };
}
