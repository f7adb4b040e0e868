/** What orders may come to be worth, in quote coin: what was filled at what it was filled for, the rest at its price. */
import { lineageFilled, sentSize, type KnownOrder } from '../../journal/records/state.ts';
import { whatStands, worthOf } from '../../journal/records/what-stands.ts';
import { Decimal } from '../../model/decimal.ts';
import type { Order } from '../../model/order.ts';

/** For an order that stands, by itself; undefined where that cannot be computed. */
export function standingWorth(order: KnownOrder): Decimal | undefined {
  const { filled, rest } = partsOf(order);
  if (rest.isZero) return filledWorth(order);
  const resting = sharedWorth(order, rest);
  return filled.isZero ? resting : both(filledWorth(order), resting);
}

/** The part of that which was filled. */
export function filledWorth(order: KnownOrder): Decimal | undefined {
  const { filled } = partsOf(order);
  const average = order.seen?.averagePrice;
  return average === undefined ? sharedWorth(order, filled) : filled.times(Decimal.of(average));
}

/**
 * For an order that is to be placed, beside all that was filled of it. What it takes the place of may be filled as it goes off,
 * at its own price: the dearer end of that counts. `before`: what is known of the order.
 */
export function placedWorth(order: Order, before: KnownOrder | undefined): Decimal | undefined {
  const replaced = replacedBy(order, before);
  const parts = replaced === undefined ? undefined : partsOf(replaced);
  const size = atLeastZero(order.size.minus(parts?.filled ?? Decimal.zero));
  const placed = ownWorth(order, size);
  if (replaced === undefined || parts === undefined) return placed;
  const filledMeanwhile = both(sharedWorth(replaced, parts.rest), ownWorth(order, atLeastZero(size.minus(parts.rest))));
  if (placed === undefined || filledMeanwhile === undefined) return undefined;
  return placed.compare(filledMeanwhile) < 0 ? filledMeanwhile : placed;
}

/** The lineage that is cancelled first. */
const replacedBy = ({ replaces }: Order, before: KnownOrder | undefined): KnownOrder | undefined =>
  before === undefined || before.clientOid !== replaces ? undefined : whatStands(before).at(-1);

/** How much of it was filled, and how much may be yet. */
function partsOf(order: KnownOrder): { readonly filled: Decimal; readonly rest: Decimal } {
  const filled = lineageFilled(order) ?? Decimal.zero;
  return { filled, rest: atLeastZero((Decimal.parse(sentSize(order)) ?? Decimal.zero).minus(filled)) };
}

/** So much of an order that stands, as it was sent. */
function sharedWorth({ worth, content }: KnownOrder, size: Decimal): Decimal | undefined {
  const { price, size: written } = content;
  if (written === undefined) return undefined;
  const whole = Decimal.of(written);
  if (worth !== undefined) return whole.isZero ? Decimal.zero : worthOf(Decimal.of(worth), { size, whole });
  return price === undefined || price === 'market' ? undefined : size.times(Decimal.of(price));
}

/** So much of an order of the plan. */
function ownWorth({ worth, size: rest, price, carried = Decimal.zero }: Order, size: Decimal): Decimal | undefined {
  if (worth !== undefined) return worthOf(worth, { size, whole: rest.plus(carried) });
  return price.kind === 'limit' ? size.times(price.at) : undefined;
}

const both = (one: Decimal | undefined, other: Decimal | undefined): Decimal | undefined =>
  one === undefined || other === undefined ? undefined : one.plus(other);

const atLeastZero = (size: Decimal): Decimal => (size.coefficient < 0n ? Decimal.zero : size);
