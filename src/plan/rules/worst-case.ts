/**
 * What an order may come to be worth, in quote coin: its size times the price that is assumed for it.
 *
 *   limit                  its price
 *   trigger, then limit    the higher of trigger and execution price
 *   limit, open-short      if it may take: the higher of that and its reference, put up by maxDistance
 *   market                 its reference, put up by maxDistance
 *   trigger, then market   its reference or else its trigger, put up by maxDistance
 *
 * A sell below the market fills at the market, which only a reference shows; without one its own price counts. A market order
 * without reference and maxDistance may cost anything, and what cannot be computed counts as a breach of a limit.
 */
import { Decimal } from '../../model/decimal.ts';
import { isLong } from '../../model/order.ts';
import type { OrderDraft } from '../read/order-draft.ts';

const PER_CENT = Decimal.of('0.01');

export interface Worth {
  readonly notional: Decimal;
  /** The price that it was valued at, in words; empty if that is the order's own. */
  readonly by: string;
}

/** Undefined where it cannot be computed; for a draft without size or price as well. */
export function worstCase(order: OrderDraft): Worth | undefined {
  const [size, price] = [order.size.value, order.price.value];
  if (size === undefined || price === undefined) return undefined;
  const assumed = price.kind === 'limit' ? worstLimit(order, price.at) : worstAtMarket(order);
  return assumed === undefined ? undefined : { notional: size.times(assumed.at), by: assumed.by };
}

/**
 * The price at which an opening order loses most at its stop: a limit order's own; at market its reference, or else
 * its trigger, moved to the worse side by maxDistance. Undefined if it cannot be computed.
 */
export function worstEntry({ side, price, trigger, reference, maxDistance }: OrderDraft): Decimal | undefined {
  if (price.value?.kind === 'limit') return price.value.at;
  const base = reference.value ?? trigger.value;
  if (base === undefined || maxDistance.kind !== 'given' || side.kind !== 'given') return undefined;
  const room = base.times(maxDistance.value).times(PER_CENT);
  if (isLong(side.value)) return base.plus(room);
  return room.compare(base) < 0 ? base.minus(room) : Decimal.zero;
}

interface Assumed {
  readonly at: Decimal;
  readonly by: string;
}

function worstLimit({ side, timeInForce, trigger, reference, maxDistance }: OrderDraft, price: Decimal): Assumed {
  const own =
    trigger.kind === 'given' && trigger.value.compare(price) > 0
      ? { at: trigger.value, by: `, valued at its trigger ${trigger.value.toString()}` }
      : { at: price, by: '' };
  const mayTake = side.value === 'open-short' && timeInForce.value !== 'post-only';
  if (!mayTake || reference.kind !== 'given') return own;
  const market = putUp('reference', reference.value, maxDistance.value ?? Decimal.zero);
  return market.at.compare(own.at) > 0 ? market : own;
}

function worstAtMarket({ trigger, reference, maxDistance }: OrderDraft): Assumed | undefined {
  const base = reference.value ?? trigger.value;
  if (base === undefined || maxDistance.kind !== 'given') return undefined;
  return putUp(reference.kind === 'given' ? 'reference' : 'trigger', base, maxDistance.value);
}

function putUp(what: string, base: Decimal, percent: Decimal): Assumed {
  const at = base.plus(base.times(percent).times(PER_CENT));
  const sum = percent.isZero ? '' : ` + ${percent.toString()} % = ${at.canonical()}`;
  return { at, by: `, valued at its ${what} ${base.toString()}${sum}` };
}
