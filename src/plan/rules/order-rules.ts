/**
 * What one order may not say, each a rule of its own (docs/contract.md#mistakes). Adding a rule adds a function and a
 * code.
 */
import { Decimal } from '../../model/decimal.ts';
import type { Instrument, InstrumentList } from '../../model/instrument.ts';
import { isLong, isOpening } from '../../model/order.ts';
import { quoted } from '../../source/quoted.ts';
import { orderPath, placeOf, writtenAt, type DecimalField, type Found, type OrderDraft } from '../read/order-draft.ts';
import { Rational } from '../../model/rational.ts';
import { labelOf, named } from '../read/named-value.ts';
import { instead, nearest } from '../read/nearest-valid.ts';

export type OrderRule = (order: OrderDraft, instruments: InstrumentList | undefined, found: Found) => void;

const has = (order: OrderDraft, field: keyof OrderDraft['written']): boolean => Object.hasOwn(order.written, field);
const hasPreset = (order: OrderDraft): boolean => has(order, 'takeProfit') || has(order, 'stopLoss');
const firstPreset = (order: OrderDraft): 'takeProfit' | 'stopLoss' =>
  has(order, 'takeProfit') ? 'takeProfit' : 'stopLoss';

function instrumentOf(order: OrderDraft, instruments: InstrumentList | undefined): Instrument | undefined {
  return order.symbol === undefined ? undefined : instruments?.bySymbol.get(order.symbol);
}

const origin = (instruments: InstrumentList): string => `${instruments.source}, as of ${instruments.asOf}`;

const isOnTick: OrderRule = (order, instruments, found) => {
  const instrument = instrumentOf(order, instruments);
  if (instrument === undefined) return;
  const { tick } = instrument;
  const check = (field: DecimalField, value: Decimal | undefined): void => {
    if (value === undefined || value.isMultipleOf(tick)) return;
    found({
      code: 'order/off-tick',
      message: `${named(order, field, value)} is not a multiple of the tick ${tick.toString()} of ${quoted(instrument.symbol)}`,
      hint: `${instead(writtenAt(order, field), 'tick', nearest(value, tick))} (tick from ${origin(instruments as InstrumentList)})`,
      path: placeOf(order, field),
      ...labelOf(order, field),
    });
  };
  if (order.price?.kind === 'limit') check('price', order.price.at);
  check('takeProfit', order.takeProfit);
  check('stopLoss', order.stopLoss);
  check('trigger', order.trigger);
};

/** What to do about a size that is a share or computed from a worth: the number that stands there is not the size. */
function shared({ written, rung }: OrderDraft, change: string, steps: string): string | undefined {
  if (typeof written.size !== 'object') return undefined;
  return `${change} the amount${rung === undefined ? '' : `, or write ${steps} steps`}`;
}

const sizeFits: OrderRule = (order, instruments, found) => {
  const instrument = instrumentOf(order, instruments);
  const { size } = order;
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
      hint: shared(order, 'raise', 'fewer') ?? `write ${minSize.ceilTo(step).canonical()} or more (minimum ${from})`,
      ...place,
    });
  } else if (maxSize !== undefined && size.compare(maxSize) > 0) {
    found({
      code: 'order/above-maximum',
      message: `${which} is above the maximum ${maxSize.toString()} ${of}`,
      hint: shared(order, 'lower', 'more') ?? `write ${maxSize.floorTo(step).canonical()} or less (maximum ${from})`,
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
  if (order.timeInForce !== 'post-only' || order.price?.kind !== 'market' || has(order, 'trigger')) return;
  const isOwn = has(order, 'timeInForce');
  found({
    code: 'order/post-only-market',
    message: `a market order takes at once and cannot be post-only${isOwn ? '' : ', which it is by the defaults'}`,
    hint: 'write a price, or another `timeInForce` on this order',
    path: orderPath(order.index, isOwn ? 'timeInForce' : 'price'),
  });
};

const triggerHasNoPresets: OrderRule = (order, _, found) => {
  if (!has(order, 'trigger') || !hasPreset(order)) return;
  const field = firstPreset(order);
  found({
    code: 'order/presets-on-trigger',
    message: `a trigger order cannot carry \`${field}\`: its request has no field for it`,
    hint: 'delete it, or place the exit as a trigger order of its own',
    path: orderPath(order.index, field),
    part: 'key',
  });
};

const closeHasNoPresets: OrderRule = (order, _, found) => {
  if (order.side === undefined || isOpening(order.side) || has(order, 'trigger') || !hasPreset(order)) return;
  const field = firstPreset(order);
  found({
    code: 'order/presets-on-close',
    message: `${quoted(order.side)} closes a position and cannot carry \`${field}\``,
    hint: 'delete it: presets belong to the order that opens the position',
    path: orderPath(order.index, field),
    part: 'key',
  });
};

/**
 * Presets stand around the entry: of a long the stop below and the target above it, of a short the other way round. At market
 * the entry is taken to be at the reference, where there is one.
 */
const presetsStandAround: OrderRule = (order, _, found) => {
  const { side, price, takeProfit, stopLoss, reference } = order;
  if (side === undefined || !isOpening(side) || has(order, 'trigger') || price === undefined) return;
  const long = isLong(side);
  const isAbove = (a: Decimal, b: Decimal): boolean => (long ? a.compare(b) > 0 : a.compare(b) < 0);
  const [above, below] = long ? ['above', 'below'] : ['below', 'above'];
  const which = long ? 'a long' : 'a short';
  const entry = price.kind === 'limit' ? price.at : reference;
  if (entry !== undefined) {
    const at = `its ${price.kind === 'limit' ? 'entry' : 'reference'} ${entry.toString()}`;
    if (stopLoss !== undefined && !isAbove(entry, stopLoss)) {
      found({
        code: 'order/stop-loss-side',
        message: `${named(order, 'stopLoss', stopLoss)} of ${which} must be ${below} ${at}`,
        hint: `write a price ${below} ${entry.toString()}`,
        path: placeOf(order, 'stopLoss'),
        ...labelOf(order, 'stopLoss'),
      });
    }
    if (takeProfit !== undefined && !isAbove(takeProfit, entry)) {
      found({
        code: 'order/take-profit-side',
        message: `${named(order, 'takeProfit', takeProfit)} of ${which} must be ${above} ${at}`,
        hint: `write a price ${above} ${entry.toString()}`,
        path: placeOf(order, 'takeProfit'),
        ...labelOf(order, 'takeProfit'),
      });
    }
  } else if (stopLoss !== undefined && takeProfit !== undefined && !isAbove(takeProfit, stopLoss)) {
    found({
      code: 'order/presets-crossed',
      message: `the take-profit ${takeProfit.toString()} of ${which} must be ${above} its stop-loss ${stopLoss.toString()}`,
      hint: 'exchange the two, or check the side',
      path: orderPath(order.index, 'takeProfit'),
      related: [{ message: 'the stop-loss', path: orderPath(order.index, 'stopLoss') }],
    });
  }
};

const triggerHasNoTimeInForce: OrderRule = (order, _, found) => {
  if (
    !has(order, 'trigger') ||
    !has(order, 'timeInForce') ||
    order.timeInForce === undefined ||
    order.timeInForce === 'normal'
  )
    return;
  found({
    code: 'order/trigger-time-in-force',
    message: `a trigger order cannot be ${quoted(order.timeInForce)}: its request has no field for it`,
    hint: 'delete `timeInForce` from this order',
    path: orderPath(order.index, 'timeInForce'),
  });
};

/** The guard against a slip of the finger: price and trigger stand near the reference. */
const isNearReference: OrderRule = (order, instruments, found) => {
  const { maxDistance, reference, price, trigger } = order;
  if (maxDistance === undefined) return;
  if (reference === undefined) {
    // At market a trigger is what the order is valued from.
    const isFromTrigger = trigger !== undefined && price?.kind !== 'limit';
    if (order.faulty.has('reference') || order.written.maxDistance === undefined || isFromTrigger) return;
    found({
      code: 'order/no-reference',
      message: '`maxDistance` has no `reference` to be measured from',
      hint: 'add `reference:` with where you think the market is',
      path: orderPath(order.index, 'maxDistance'),
      part: 'key',
    });
    return;
  }
  const room = reference.times(maxDistance).times(Decimal.of('0.01'));
  const tick = instrumentOf(order, instruments)?.tick;
  const [lowest, highest] = [reference.minus(room), reference.plus(room)];
  const least = tick === undefined ? lowest : Rational.of(lowest).above(tick);
  const most = tick === undefined ? highest : highest.floorTo(tick);
  const range = room.compare(reference) < 0 ? `from ${least.canonical()} to` : 'up to';
  const check = (field: 'price' | 'trigger', value: Decimal): void => {
    const distance = value.compare(reference) < 0 ? reference.minus(value) : value.minus(reference);
    if (distance.compare(room) <= 0) return;
    const percent = Rational.of(distance)
      .dividedBy(Rational.of(reference))
      .times(Rational.of(Decimal.of('100')));
    found({
      code: 'order/far-from-reference',
      message: `${named(order, field, value)} is ${percent.show(1)} % from the reference ${reference.toString()}; at most ${maxDistance.toString()} % is allowed`,
      hint: `write a price ${range} ${most.canonical()}, or look at the reference again`,
      path: placeOf(order, field),
      ...labelOf(order, field),
    });
  };
  if (price?.kind === 'limit') check('price', price.at);
  if (trigger !== undefined) check('trigger', trigger);
};

export const ORDER_RULES: readonly OrderRule[] = [
  isOnTick,
  sizeFits,
  postOnlyHasPrice,
  triggerHasNoPresets,
  closeHasNoPresets,
  presetsStandAround,
  triggerHasNoTimeInForce,
  isNearReference,
];
