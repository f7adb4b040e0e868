/** Whether prices may be those of another symbol: they begin far from what the plan's orders say. */
import { Decimal } from '../model/decimal.ts';
import type { PlannedOrder } from '../model/order.ts';
import type { Scene } from './scene.ts';
import type { FarPrices } from '../model/simulated.ts';

const TWICE = Decimal.of('2');

/** Symbols whose first price is below half or above twice the middle price of the plan's orders. */
export function farIn({ symbols }: Scene, orders: readonly PlannedOrder[]): readonly FarPrices[] {
  return symbols.flatMap(({ symbol, start, instrument: { tick } }) => {
    const prices = orders.filter((one) => one.symbol === symbol).flatMap((one) => priceOf(one) ?? []);
    const middle = prices.toSorted((one, other) => one.compare(other))[Math.floor((prices.length - 1) / 2)];
    const first = tick.multiplied(BigInt(start));
    const isNear = middle === undefined || (isWithin(first, middle) && isWithin(middle, first));
    return isNear ? [] : [{ symbol, first: first.canonical(), middle: middle.canonical() }];
  });
}

const priceOf = ({ price, trigger }: PlannedOrder): Decimal | undefined =>
  price.kind === 'limit' ? price.at : trigger;

const isWithin = (one: Decimal, other: Decimal): boolean => one.compare(other.times(TWICE)) <= 0;
