/** Warnings about a plan as a whole: it is allowed, but seldom meant. Nothing is refused because of them. */
import { Decimal } from '../../model/decimal.ts';
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

/** A larger part of the equity, in percent, is seldom meant to be lost at one stop. */
const MUCH = Decimal.of('10');

const sharesAreSmall: CautionRule = (orders, found) => {
  // Few plans have any.
  const atRisk = orders.filter(({ size: { formula } }) => formula?.kind === 'worth' && formula.stop !== undefined);
  const entries = new Map(atRisk.map((order) => [order.index, order]));
  for (const { index, size } of entries.values()) {
    const { formula } = size;
    if (formula?.kind !== 'worth') continue;
    const { percent } = formula.ofEquity ?? {};
    if (percent === undefined || percent.compare(MUCH) <= 0) continue;
    found({
      severity: 'warning',
      code: 'size/share',
      message: `\`risk\` is ${percent.toString()} % of the equity, lost at one stop`,
      hint: 'check the percentage',
      path: orderPath(index, 'size', 'risk'),
    });
  }
};

export const CAUTION_RULES: readonly CautionRule[] = [closesWhatItOpens, sizesAreAlike, stopsComeFirst, sharesAreSmall];
