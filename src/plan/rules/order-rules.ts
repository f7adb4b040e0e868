/**
 * What one order may not say, each a rule of its own (docs/contract.md#mistakes). Adding a rule adds a function and a
 * code.
 */
import { Decimal } from '../../model/decimal.ts';
import type { Instrument, InstrumentList } from '../../model/instrument.ts';
import { isOpening } from '../../model/order.ts';
import { quoted } from '../../source/quoted.ts';
import { orderPath, placeOf, writtenAt, type DraftNumber, type Found, type OrderDraft } from '../read/order-draft.ts';
import { Rational } from '../../model/rational.ts';
import { instead, nearest, labelOf, named } from '../read/named-value.ts';
import { isTrigger, type OrderRule } from './order-rule.ts';
import { PRESET_RULES } from './preset-rules.ts';

function instrumentOf({ symbol }: OrderDraft, instruments: InstrumentList | undefined): Instrument | undefined {
  return symbol.value === undefined ? undefined : instruments?.bySymbol.get(symbol.value);
}

const origin = (instruments: InstrumentList): string => `${instruments.source}, as of ${instruments.asOf}`;

const isOnTick: OrderRule = (order, { instruments }, found) => {
  const instrument = instrumentOf(order, instruments);
  if (instrument === undefined) return;
  const { tick } = instrument;
  const check = (field: DraftNumber, value: Decimal | undefined): void => {
    if (value === undefined || value.isMultipleOf(tick)) return;
    found({
      code: 'order/off-tick',
      message: `${named(order, field, value)} is not a multiple of the tick ${tick.toString()} of ${quoted(instrument.symbol)}`,
      hint: `${instead(writtenAt(order, field), 'tick', nearest(value, tick))} (tick from ${origin(instruments as InstrumentList)})`,
      path: placeOf(order, field),
      ...labelOf(order, field),
    });
  };
  const { price, takeProfit, stopLoss, trigger, stop } = order;
  if (price.value?.kind === 'limit') check('price', price.value.at);
  check('takeProfit', takeProfit.value);
  check('stopLoss', stopLoss.value);
  check('trigger', trigger.value);
  check('stop', stop.value);
};

/** A hint for a size that is a share or computed from a worth, where the written number is not the size itself. */
function shared(order: OrderDraft, change: 'raise' | 'lower', instrument: Instrument): string | undefined {
  const { written, rung } = order;
  if (typeof written.size !== 'object') return undefined;
  const least = change === 'raise' ? leastAmount(order, instrument) : undefined;
  if (least !== undefined) return least;
  const steps = change === 'raise' ? 'fewer' : 'more';
  return `${change} the amount${rung === undefined ? '' : `, or write ${steps} steps`}`;
}

/** How much the smallest order takes: of equal shares, or of a worth that is divided by one price. */
function leastAmount(
  { written: { size }, rung, ...order }: OrderDraft,
  { minSize, step }: Instrument,
): string | undefined {
  if (typeof size !== 'object') return undefined;
  const smallest = minSize.ceilTo(step);
  const { total, notional, shape = 'flat' } = size;
  if (total !== undefined && rung !== undefined && shape === 'flat')
    return `write ${smallest.multiplied(BigInt(rung.steps)).canonical()} or more, or fewer steps`;
  const price = order.price.value;
  if (notional === undefined || rung !== undefined || price?.kind !== 'limit') return undefined;
  const written = Decimal.parse(notional);
  const isCoins = written !== undefined && written.compare(smallest) >= 0 && written.isMultipleOf(step);
  const coins = isCoins ? `; if ${notional} coins are meant, the size is that alone: \`size: ${notional}\`` : '';
  return `write ${smallest.times(price.at).canonical()} or more, as it is in quote coin${coins}`;
}

const sizeFits: OrderRule = (order, { instruments }, found) => {
  const instrument = instrumentOf(order, instruments);
  const size = order.size.value;
  if (instrument === undefined || size === undefined) return;
  const { step, minSize, maxSize } = instrument;
  const isWithin = size.compare(minSize) >= 0 && (maxSize === undefined || size.compare(maxSize) <= 0);
  // Nearly every size fits, and the words below cost more than the checks.
  if (isWithin && size.isMultipleOf(step)) return;
  const from = `from ${origin(instruments as InstrumentList)}`;
  const place = { path: placeOf(order, 'size'), ...labelOf(order, 'size') };
  const which = named(order, 'size', size);
  const of = `of ${quoted(instrument.symbol)}`;
  if (size.compare(minSize) < 0) {
    found({
      code: 'order/below-minimum',
      message: `${which} is below the minimum ${minSize.toString()} ${of}`,
      hint: shared(order, 'raise', instrument) ?? `write ${minSize.ceilTo(step).canonical()} or more (minimum ${from})`,
      ...place,
    });
  } else if (maxSize !== undefined && size.compare(maxSize) > 0) {
    found({
      code: 'order/above-maximum',
      message: `${which} is above the maximum ${maxSize.toString()} ${of}`,
      hint:
        shared(order, 'lower', instrument) ?? `write ${maxSize.floorTo(step).canonical()} or less (maximum ${from})`,
      ...place,
    });
  } else if (!size.isMultipleOf(step)) {
    found({
      code: 'order/off-step',
      message: `${which} is not a multiple of the step ${step.toString()} ${of}`,
      hint: `${instead(writtenAt(order, 'size'), 'lot', nearest(size, step, minSize, maxSize))} (step ${from})`,
      ...place,
    });
  }
};

const postOnlyHasPrice: OrderRule = (order, _, found) => {
  const { timeInForce, price } = order;
  if (timeInForce.value !== 'post-only' || price.value?.kind !== 'market' || isTrigger(order)) return;
  const isOwn = timeInForce.from === 'order';
  found({
    code: 'order/post-only-market',
    message: `a market order takes at once and cannot be post-only${isOwn ? '' : ', which it is by the defaults'}`,
    hint: 'write a price, or another `timeInForce` on this order',
    path: orderPath(order.index, isOwn ? 'timeInForce' : 'price'),
  });
};

const triggerHasNoTimeInForce: OrderRule = (order, _, found) => {
  const { value, from } = order.timeInForce;
  if (!isTrigger(order) || from !== 'order' || value === 'normal') return;
  found({
    code: 'order/trigger-time-in-force',
    message: `a trigger order cannot be ${quoted(value)}: its request has no field for it`,
    hint: 'delete `timeInForce` from this order',
    path: orderPath(order.index, 'timeInForce'),
  });
};

const PER_CENT = Decimal.of('0.01');
const [ONE, HALF] = [Decimal.of('1'), Decimal.of('50')];
const HUNDRED = Rational.of(Decimal.of('100'));

/** `1.1`: in percent of the whole, cut to one digit behind the point. */
export const percentOf = (part: Decimal, whole: Decimal): string =>
  Rational.of(part).dividedBy(Rational.of(whole)).times(HUNDRED).show(1);

/** `from 62080 to 65920`, the nearest ticks within the room. */
function rangeWords(center: Decimal, room: Decimal, tick: Decimal | undefined): string {
  const [lowest, highest] = [center.minus(room), center.plus(room)];
  const least = tick === undefined ? lowest : Rational.of(lowest).above(tick);
  const most = tick === undefined ? highest : highest.floorTo(tick);
  return `${room.compare(center) < 0 ? `from ${least.canonical()} to` : 'up to'} ${most.canonical()}`;
}

function distanceNeedsReference({ index, maxDistance, price, trigger }: OrderDraft, found: Found): void {
  // At market a trigger is what the order is valued from.
  const isFromTrigger = trigger.kind === 'given' && price.value?.kind !== 'limit';
  if (maxDistance.from !== 'order' || isFromTrigger) return;
  found({
    code: 'order/no-reference',
    message: '`maxDistance` has no `reference` to be measured from',
    hint: 'add `reference:` with where you think the market is',
    path: orderPath(index, 'maxDistance'),
    part: 'key',
  });
}

/** A target is often meant to be farther away than an entry may be. */
function wayFarther({ side }: OrderDraft, distance: Decimal, center: Decimal): string {
  if (side.value === undefined || isOpening(side.value)) return 'look at the reference again';
  const percent = Rational.of(distance).dividedBy(Rational.of(center)).times(HUNDRED).above(ONE);
  // Farther than that it is a slip.
  if (percent.compare(HALF) > 0) return 'look at the reference again';
  return `give this order a distance of its own: maxDistance: ${percent.toString()}%`;
}

/** A guard against typing mistakes: price and trigger lie near the reference. */
const isNearReference: OrderRule = (order, { instruments }, found) => {
  const { maxDistance, reference, price, trigger } = order;
  if (maxDistance.kind !== 'given') return;
  if (reference.kind !== 'given') {
    if (reference.kind === 'missing') distanceNeedsReference(order, found);
    return;
  }
  const center = reference.value;
  const room = center.times(maxDistance.value).times(PER_CENT);
  const check = (field: 'price' | 'trigger', value: Decimal): void => {
    const distance = value.compare(center) < 0 ? center.minus(value) : value.minus(center);
    if (distance.compare(room) <= 0) return;
    const range = rangeWords(center, room, instrumentOf(order, instruments)?.tick);
    found({
      code: 'order/far-from-reference',
      message: `${named(order, field, value)} is ${percentOf(distance, center)} % from the reference ${center.toString()}; at most ${maxDistance.value.toString()} % is allowed`,
      hint: `write a price ${range}, or ${wayFarther(order, distance, center)}`,
      path: placeOf(order, field),
      ...labelOf(order, field),
    });
  };
  if (price.value?.kind === 'limit') check('price', price.value.at);
  if (trigger.kind === 'given') check('trigger', trigger.value);
};

export const ORDER_RULES: readonly OrderRule[] = [
  isOnTick,
  sizeFits,
  postOnlyHasPrice,
  ...PRESET_RULES,
  triggerHasNoTimeInForce,
  isNearReference,
];
