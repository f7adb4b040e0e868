/** When the market comes to an order that waits for it. */
import { Decimal } from '../../model/decimal.ts';
import { buys, type PaperOrder } from '../book.ts';
import type { Contract } from '../v2/order/instruments.ts';
import { decimalOf, isLong } from '../v2/order/rules.ts';

/** The last price from which on, upward or downward, an order acts. */
export interface ActingPrice {
  readonly at: Decimal;
  readonly rising: boolean;
}

/** A price in the one spelling of its value, as the walk spells its own. */
export const priceIn = (text: string): Decimal => Decimal.of(decimalOf(text).canonical());

/**
 * A limit order acts where the facing price is its own. A trigger acts where the last price is its own, from the side that
 * the last price is on now; one that stands exactly there acts with the next step.
 */
export function actingPriceOf(order: PaperOrder, { last, tick }: Contract): ActingPrice {
  if (order.trigger !== undefined) {
    const at = priceIn(order.trigger);
    return { at, rising: at.compare(last) >= 0 };
  }
  const price = priceIn(order.price as string);
  return buys(order) ? { at: price.minus(tick), rising: false } : { at: price, rising: true };
}

/** A take-profit lies where its position gains, a stop-loss where it loses, whatever side the last price is on. */
export const presetPrice = (closing: PaperOrder, isTakeProfit: boolean): ActingPrice => ({
  at: priceIn(closing.trigger as string),
  rising: isLong(closing) === isTakeProfit,
});

const isReached = ({ at, rising }: ActingPrice, last: Decimal): boolean =>
  rising ? last.compare(at) >= 0 : last.compare(at) <= 0;

/** Where on the way from one last price to another an order acts; undefined if nowhere. */
export function placeOnWay(acts: ActingPrice, from: Decimal, to: Decimal): Decimal | undefined {
  if (isReached(acts, from)) return from;
  return isReached(acts, to) ? acts.at : undefined;
}
