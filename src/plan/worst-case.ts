/**
 * What an order may come to be worth, in quote coin: its size times the price that is assumed for it.
 *
 *   limit                  its price
 *   trigger, then limit    the higher of trigger and execution price
 *   market                 its reference, put up by maxDistance
 *   trigger, then market   its reference or else its trigger, put up by maxDistance
 *
 * A market order without them may cost anything, and what cannot be computed counts as a breach of a limit.
 */
import { Decimal } from '../model/decimal.ts';
import type { OrderDraft } from './draft.ts';

export interface Worth {
  readonly notional: Decimal;
  /** The price that it was valued at, in words where that is not simply the order's. */
  readonly by: string;
}

/** Undefined where it cannot be computed; for a draft without size or price it is not asked. */
export function worstCase({ size, price, trigger, reference, maxDistance }: OrderDraft): Worth | undefined {
  if (size === undefined || price === undefined) return undefined;
  if (price.kind === 'limit') {
    const isHigher = trigger !== undefined && trigger.compare(price.at) > 0;
    return {
      notional: size.times(isHigher ? trigger : price.at),
      by: isHigher ? `, valued at its trigger ${trigger.toString()}` : '',
    };
  }
  const base = reference ?? trigger;
  if (base === undefined || maxDistance === undefined) return undefined;
  const highest = base.plus(base.times(maxDistance).times(Decimal.of('0.01')));
  const what = reference === undefined ? 'trigger' : 'reference';
  return {
    notional: size.times(highest),
    by: `, valued at its ${what} ${base.toString()} + ${maxDistance.toString()} % = ${highest.canonical()}`,
  };
}
