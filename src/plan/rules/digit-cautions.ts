/** Warnings about slips of digits and units: a price far from the market, a size that is an amount of money. */
import { Decimal } from '../../model/decimal.ts';
import { isOpening } from '../../model/order.ts';
import { labelOf, named, digitsMeant } from '../read/named-value.ts';
import { entryOf, placeOf, type OrderDraft } from '../read/order-draft.ts';
import type { CautionRule } from './caution-rules.ts';
import { percentOf } from './order-rules.ts';
import { distanceOf, firstOfEach, HALF, isFar, limitOf } from './price-cautions.ts';

const ONE = Decimal.of('1');

/** Price and trigger by the reference, where no `maxDistance` says what is far. */
const pricesAreNearReference: CautionRule = (orders, found) => {
  for (const field of ['price', 'trigger'] as const) {
    const valueOf = (order: OrderDraft): Decimal | undefined =>
      field === 'price' ? limitOf(order) : order.trigger.value;
    const isFarPrice = (order: OrderDraft): boolean => {
      const [value, reference] = [valueOf(order), order.reference.value];
      if (value === undefined || reference === undefined || order.maxDistance.kind !== 'missing') return false;
      return isFar(value, reference, HALF);
    };
    for (const [order, more] of firstOfEach(orders, isFarPrice)) {
      const [value, reference] = [valueOf(order) as Decimal, order.reference.value as Decimal];
      const where = value.compare(reference) < 0 ? 'below' : 'above';
      found({
        severity: 'warning',
        code: 'order/far-from-reference',
        message: `${named(order, field, value)} is ${percentOf(distanceOf(value, reference), reference)} % ${where} the reference ${reference.toString()}${more}`,
        hint: digitsMeant(order, field, { near: reference }) ?? 'check its digits, its symbol and the reference',
        path: placeOf(order, field),
        ...labelOf(order, field),
      });
    }
  }
};

/** A size that may be money: nobody counts ten coins or more that are worth a million by a whole number by chance. */
const [MANY, A_MILLION] = [Decimal.of('10'), Decimal.of('1000000')];

function isPerhapsMoney(order: OrderDraft): boolean {
  const [size, side, entry] = [order.size.value, order.side.value, entryOf(order)];
  if (size === undefined || side === undefined || !isOpening(side) || entry === undefined) return false;
  if (typeof order.written.size !== 'string' || order.size.formula !== undefined) return false;
  if (size.compare(MANY) < 0 || !size.isMultipleOf(ONE)) return false;
  // Next to a price with a slip of its own it is no cause.
  const market = order.reference.value;
  if (market !== undefined && isFar(entry.at, market, HALF)) return false;
  return size.times(entry.at).compare(A_MILLION) > 0;
}

const sizesAreCoins: CautionRule = (orders, found) => {
  for (const [order] of firstOfEach(orders, isPerhapsMoney)) {
    const [size, entry] = [order.size.value as Decimal, entryOf(order)?.at as Decimal];
    found({
      severity: 'warning',
      code: 'order/large-worth',
      message: `\`size\` ${size.toString()} is in base coin, so the order is worth ${size.times(entry).canonical()}`,
      hint: `if ${size.toString()} is what it is to be worth: write { notional: ${size.toString()} }`,
      path: placeOf(order, 'size'),
    });
  }
};

export const DIGIT_CAUTIONS: readonly CautionRule[] = [pricesAreNearReference, sizesAreCoins];
