/** Warnings about a plan as a whole: it is allowed, but seldom meant. Nothing is refused because of them. */
import { Decimal } from '../../model/decimal.ts';
import { isLong, isOpening } from '../../model/order.ts';
import { quoted } from '../../source/quoted.ts';
import { orderPath, placeOf, type Found, type OrderDraft } from '../read/order-draft.ts';
import { Rational } from '../../model/rational.ts';
import { earlyStopsOf, entryOf, marketOf, stopsOf } from '../../model/stops.ts';
import { others } from './plan-rules.ts';
import { readyOf, type Ready } from './ready-order.ts';

export type CautionRule = (orders: readonly OrderDraft[], found: Found) => void;

/** Orders that open or close the same position. */
const positionOf = ({ symbol, marginMode, side }: OrderDraft): string =>
  `${symbol.value ?? ''} ${marginMode.value ?? ''} ${side.kind === 'given' && isLong(side.value) ? 'long' : 'short'}`;

const opens = ({ side }: OrderDraft): boolean => side.kind === 'given' && isOpening(side.value);
const isClosingTrigger = (order: OrderDraft): boolean => closes(order) && order.trigger.kind === 'given';
const closes = ({ side }: OrderDraft): boolean => side.kind === 'given' && !isOpening(side.value);

/**
 * An opening is protected if it has a stop-loss, or if trigger orders of the plan close as much of its position at a loss.
 * Where no entry is known, nor so what is a loss, any of them that is left counts.
 */
export const openingsAreProtected: CautionRule = (orders, found) => {
  const unstopped = orders.filter((order) => opens(order) && order.stopLoss.kind === 'missing');
  if (unstopped.length === 0) return;
  const triggers = orders.filter(isClosingTrigger);
  const highest = triggers.reduce((most, { trigger }) => larger(most, trigger.value), Decimal.zero);
  const market = marketOf(orders.flatMap((order) => readyOf(order) ?? []));
  const ready = [...unstopped, ...triggers].flatMap((order) => withEntry(readyOf(order), highest) ?? []);
  const stops = stopsOf(ready, market);
  // A rule of its own reports what comes too early.
  const early = new Set(earlyStopsOf(ready, stops, market).map(({ order }) => order));
  const bare = [...stops].filter(([order, { bare: left }]) => !left.isZero && !early.has(order));
  for (const alike of Map.groupBy(bare, ([{ draft }]) => positionOf(draft)).values()) {
    const [[{ draft: first, size }, { bare: without }]] = alike as [(typeof bare)[number], ...typeof bare];
    const more = others(alike.map(([{ draft }]) => draft));
    found({
      severity: 'warning',
      code: 'order/unprotected',
      message:
        without.compare(size) === 0
          ? `${quoted(first.rung?.ladder ?? first.id ?? '')} opens a position without protection${more}`
          : `${quoted(first.id ?? '')} opens ${size.toString()}, and triggers protect only ${size.minus(without).canonical()} of it${more}`,
      hint: 'add `stopLoss`, or a trigger order that closes as much at a loss',
      path: orderPath(first.index, 'id'),
    });
  }
};

const larger = (a: Decimal, b: Decimal | undefined): Decimal => (b !== undefined && b.compare(a) > 0 ? b : a);

/** An order at market without a reference is given one at which every trigger would stop it. */
function withEntry(order: Ready | undefined, highest: Decimal): Ready | undefined {
  if (order === undefined || !isOpening(order.side) || entryOf(order) !== undefined) return order;
  return { ...order, reference: isLong(order.side) ? highest.plus(highest) : Decimal.zero };
}

/** A plan that opens something of a symbol, but nothing of what it closes there. */
const closesWhatItOpens: CautionRule = (orders, found) => {
  const closing = orders.filter(closes);
  if (closing.length === 0) return;
  const opened = orders.filter(opens);
  const [symbols, positions] = [new Set(opened.map(({ symbol }) => symbol.value)), new Set(opened.map(positionOf))];
  const stray = closing.filter((order) => symbols.has(order.symbol.value) && !positions.has(positionOf(order)));
  for (const alike of Map.groupBy(stray, positionOf).values()) {
    const [first] = alike as [OrderDraft, ...OrderDraft[]];
    const [side, symbol] = [first.side.value === 'close-long' ? 'long' : 'short', quoted(first.symbol.value ?? '')];
    found({
      severity: 'warning',
      code: 'order/closes-other-side',
      message: `${quoted(first.rung?.ladder ?? first.id ?? '')} closes a ${side} of ${symbol}, ${first.marginMode.value ?? ''}, and the plan opens none${others(alike)}`,
      hint: 'check the side and the margin mode',
      path: orderPath(first.index, 'side'),
    });
  }
};

const sizeOf = (orders: readonly OrderDraft[]): Decimal =>
  orders.reduce((total, { size }) => total.plus(size.value ?? Decimal.zero), Decimal.zero);

/** Closes at a price or at market add up; triggers do not, as a stop closes instead of a target. */
const closesNoMore: CautionRule = (orders, found) => {
  const closing = orders.filter((order) => closes(order) && order.trigger.kind === 'missing');
  const opened = Map.groupBy(orders.filter(opens), positionOf);
  for (const [position, alike] of Map.groupBy(closing, positionOf)) {
    const there = sizeOf(opened.get(position) ?? []);
    const breach = there.isZero ? undefined : firstPast(alike, there);
    if (breach === undefined) continue;
    found({
      severity: 'warning',
      code: 'order/closes-more',
      message: `with ${quoted(breach.rung?.ladder ?? breach.id ?? '')} the plan closes ${sizeOf(alike).canonical()} of the ${there.canonical()} that it opens`,
      hint: 'make the closing orders smaller: together they are to close no more than there is',
      path: placeOf(breach, 'size'),
    });
  }
};

/** The order with which a sum of sizes passes what there is. */
function firstPast(orders: readonly OrderDraft[], there: Decimal): OrderDraft | undefined {
  let total = Decimal.zero;
  return orders.find(({ size }) => {
    total = total.plus(size.value ?? Decimal.zero);
    return total.compare(there) > 0;
  });
}

/** Fewest orders whose median means something, and how many times the median is suspicious. */
const ENOUGH = 3;
const TIMES = 10n;

const times = (size: Decimal, median: Decimal): string => Rational.of(size).dividedBy(Rational.of(median)).show(1);

/** One order of each entry: of a ladder the rung of middle size, as its shape is what was asked for. */
function oneOfEach(orders: readonly OrderDraft[]): OrderDraft[] {
  if (orders.every(({ rung }) => rung === undefined)) return [...orders];
  return [...Map.groupBy(orders, ({ index }) => index).values()].map(
    (alike) => alike.toSorted(bySize)[(alike.length - 1) >> 1] as OrderDraft,
  );
}

const bySize = (a: OrderDraft, b: OrderDraft): number =>
  (a.size.value ?? Decimal.zero).compare(b.size.value ?? Decimal.zero);

const sizesAreAlike: CautionRule = (orders, found) => {
  for (const [symbol, all] of Map.groupBy(orders.filter(opens), (order) => order.symbol.value)) {
    const alike = oneOfEach(all);
    if (alike.length < ENOUGH) continue;
    const median = alike.toSorted(bySize)[(alike.length - 1) >> 1]?.size.value as Decimal;
    const isLarge = ({ size }: OrderDraft): boolean =>
      size.value !== undefined && size.value.compare(median.multiplied(TIMES)) >= 0;
    const large = alike.find(isLarge);
    if (large?.size.value === undefined) continue;
    const ofRung = large.rung === undefined ? '' : ` of rung ${large.rung.number}`;
    found({
      severity: 'warning',
      code: 'order/size-outlier',
      message: `the size ${large.size.value.toString()}${ofRung} is ${times(large.size.value, median)} times the median ${median.toString()} of the plan’s opening orders of ${quoted(symbol ?? '')}`,
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

export const CAUTION_RULES: readonly CautionRule[] = [closesWhatItOpens, closesNoMore, sizesAreAlike, stopsComeFirst];
