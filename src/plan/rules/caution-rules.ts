/** Warnings about a plan as a whole: it is allowed, but seldom meant. Nothing is refused because of them. */
import type { Decimal } from '../../model/decimal.ts';
import { isLong, isOpening } from '../../model/order.ts';
import { quoted } from '../../source/quoted.ts';
import { orderPath, placeOf, type Found, type OrderDraft } from '../read/order-draft.ts';
import { Rational } from '../../model/rational.ts';
import { others } from './plan-rules.ts';

export type CautionRule = (orders: readonly OrderDraft[], found: Found) => void;

/** Orders that open or close the same position. */
const positionOf = ({ symbol, marginMode, side }: OrderDraft): string =>
  `${symbol.value ?? ''} ${marginMode.value ?? ''} ${side.kind === 'given' && isLong(side.value) ? 'long' : 'short'}`;

const opens = ({ side }: OrderDraft): boolean => side.kind === 'given' && isOpening(side.value);
const isClosingTrigger = (order: OrderDraft): boolean => closes(order) && order.trigger.kind === 'given';
const closes = ({ side }: OrderDraft): boolean => side.kind === 'given' && !isOpening(side.value);

/** An opening is protected if it has a stop-loss, or if a trigger order of the plan closes its position. */
const openingsAreProtected: CautionRule = (orders, found) => {
  const guarded = new Set(orders.filter(isClosingTrigger).map(positionOf));
  const bare = orders.filter(
    (order) => opens(order) && order.stopLoss.kind === 'missing' && !guarded.has(positionOf(order)),
  );
  for (const alike of Map.groupBy(bare, positionOf).values()) {
    const [first] = alike as [OrderDraft, ...OrderDraft[]];
    found({
      severity: 'warning',
      code: 'order/unprotected',
      message: `${quoted(first.rung?.ladder ?? first.id ?? '')} opens a position without protection${others(alike)}`,
      hint: 'add `stopLoss`, or a trigger order that closes the position',
      path: orderPath(first.index, 'id'),
    });
  }
};

/** Fewest orders whose median means something, and how many times the median is suspicious. */
const ENOUGH = 3;
const TIMES = 10n;

const times = (size: Decimal, median: Decimal): string => Rational.of(size).dividedBy(Rational.of(median)).show(1);

const sizesAreAlike: CautionRule = (orders, found) => {
  for (const [symbol, alike] of Map.groupBy(orders.filter(opens), (order) => order.symbol.value)) {
    const sizes = alike.flatMap(({ size }) => size.value ?? []).toSorted((a, b) => a.compare(b));
    if (sizes.length < ENOUGH) continue;
    const median = sizes[Math.floor((sizes.length - 1) / 2)] as Decimal;
    const isLarge = (size: Decimal): boolean => size.compare(median.multiplied(TIMES)) >= 0;
    const large = alike.find(({ size }) => size.kind === 'given' && isLarge(size.value));
    if (large?.size.value === undefined) continue;
    found({
      severity: 'warning',
      code: 'order/size-outlier',
      message: `the size ${large.size.value.toString()} is ${times(large.size.value, median)} times the median ${median.toString()} of the plan’s opening orders of ${quoted(symbol ?? '')}`,
      hint: 'check the point in it',
      path: placeOf(large, 'size'),
    });
  }
};

/** A stop that lies beyond a trigger which closes the same position: the trigger comes first. */
const stopsComeFirst: CautionRule = (orders, found) => {
  const triggers = Map.groupBy(orders.filter(isClosingTrigger), positionOf);
  for (const order of orders) {
    const [side, stop, price] = [order.side.value, order.stopLoss.value, order.price.value];
    if (side === undefined || !isOpening(side) || stop === undefined) continue;
    const isBeyond = (a: Decimal, b: Decimal): boolean => (isLong(side) ? a.compare(b) < 0 : a.compare(b) > 0);
    // Only a trigger on the losing side of the entry is a stop; one on the other side takes a profit.
    const stopsBefore = ({ trigger: { value } }: OrderDraft): boolean =>
      value !== undefined && isBeyond(stop, value) && (price?.kind !== 'limit' || isBeyond(value, price.at));
    const first = triggers.get(positionOf(order))?.find(stopsBefore);
    if (first === undefined) continue;
    found({
      severity: 'warning',
      code: 'order/stop-beyond-trigger',
      message: `the stop-loss ${stop.toString()} lies beyond the trigger ${first.trigger.value?.toString() ?? ''} of ${quoted(first.id ?? '')}, which closes the position before`,
      hint: 'check which of the two is meant',
      path: placeOf(order, 'stopLoss'),
      related: [{ message: 'this trigger comes first', path: placeOf(first, 'trigger') }],
    });
    return;
  }
};

export const CAUTION_RULES: readonly CautionRule[] = [openingsAreProtected, sizesAreAlike, stopsComeFirst];
