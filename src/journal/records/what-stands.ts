/** What may stand of an order, lineage by lineage, each with its own side, symbol, margin mode, size and price. */
import { Decimal } from '../../model/decimal.ts';
import { Rational } from '../../model/rational.ts';
import { lineageFilled, lineageStands, mayStand, sentSize, type KnownOrder } from './state.ts';

/** Nothing more comes of it: all that stands of it is what was filled. */
export const isHeld = ({ state }: Pick<KnownOrder, 'state'>): boolean => state === 'filled' || state === 'cancelled';

/** What was filled under earlier lineages, then the newest, with the size that it was sent with. Nothing of one that a person closed. */
export function whatStands(order: KnownOrder): KnownOrder[] {
  if (!mayStand(order)) return [];
  return [...heldBefore(order), ...(lineageStands(order) ? [byItself(order)] : [])];
}

/** What was filled under earlier lineages, the oldest first. */
export function heldBefore(order: KnownOrder): KnownOrder[] {
  const { earlier = [], filled } = order;
  const held = earlier.map(byItself);
  const sum = held.reduce((all, { content }) => all.plus(sizeOf(content)), Decimal.zero);
  const missing = Decimal.of(filled ?? '0').minus(sum);
  // Its earlier lineages may be on record elsewhere.
  return missing.coefficient > 0n ? [...held, ofNoLineage(order, missing)] : held;
}

/** At its own average, never at the price of what rests: where nobody told that average, no price stands for it. */
function ofNoLineage(order: KnownOrder, size: Decimal): KnownOrder {
  const {
    seen: _seen,
    orderId: _orderId,
    message: _message,
    later: _later,
    worth: _worth,
    ...one
  } = sized(order, size);
  const { price: _price, ...content } = one.content;
  const { filledAt: averagePrice, sentAtMs: atMs } = order;
  if (averagePrice === undefined) return { ...one, content, state: 'filled' };
  const seen = { state: 'filled', filledSize: size.canonical(), averagePrice, atMs } as const;
  return { ...one, content: { ...content, price: averagePrice }, state: 'filled', seen };
}

/** For a cancelled lineage, what was filled before; all of it where that is not known. */
function byItself(order: KnownOrder): KnownOrder {
  const filled = order.state === 'cancelled' ? lineageFilled(order) : undefined;
  return sized(order, filled ?? sizeOf({ size: sentSize(order) }));
}

/** The order as one of this size, without what earlier lineages filled. */
function sized({ filled: _filled, earlier: _earlier, ...order }: KnownOrder, size: Decimal): KnownOrder {
  const whole = sizeOf(order.content);
  if (whole.isZero || whole.compare(size) === 0) return order;
  const worth = order.worth === undefined ? undefined : worthOf(Decimal.of(order.worth), { size, whole });
  return {
    ...order,
    content: { ...order.content, size: size.canonical() },
    ...(worth !== undefined && { worth: worth.canonical() }),
  };
}

/** What so much of an order is worth, where all of it is worth `worth`. Never less than that: where it has no end, all of it. */
export function worthOf(worth: Decimal, { size, whole }: { readonly size: Decimal; readonly whole: Decimal }): Decimal {
  return Rational.of(worth).times(Rational.of(size)).dividedBy(Rational.of(whole)).toDecimal() ?? worth;
}

const sizeOf = ({ size = '' }: KnownOrder['content']): Decimal => Decimal.parse(size) ?? Decimal.zero;
