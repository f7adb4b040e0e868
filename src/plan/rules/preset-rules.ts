/** Take-profit and stop-loss: which orders carry them, and where they stand. */
import { isLong, isOpening, type Side } from '../../model/order.ts';
import { quoted } from '../../source/quoted.ts';
import { isFaulty } from '../read/field.ts';
import { labelOf, named } from '../read/named-value.ts';
import { entryOf, orderPath, placeOf, type Found, type OrderDraft } from '../read/order-draft.ts';
import { isTrigger, type OrderRule } from './order-rule.ts';

const presetOf = ({ takeProfit, stopLoss }: OrderDraft): 'takeProfit' | 'stopLoss' | undefined =>
  takeProfit.kind !== 'missing' ? 'takeProfit' : stopLoss.kind === 'missing' ? undefined : 'stopLoss';

const isSizedByRisk = ({ written: { size } }: OrderDraft): boolean =>
  typeof size === 'object' && size.risk !== undefined;

const triggerHasNoPresets: OrderRule = (order, _, found) => {
  const preset = presetOf(order);
  if (preset === undefined || !isTrigger(order)) return;
  found({
    code: 'order/presets-on-trigger',
    message: `a trigger order cannot carry \`${preset}\`: its request has no field for it`,
    hint:
      order.stop.kind === 'missing' && isSizedByRisk(order)
        ? 'write it into the size as `stop`, and place the exit as a trigger order of its own'
        : 'delete it, or place the exit as a trigger order of its own',
    path: orderPath(order.index, preset),
    part: 'key',
  });
};

const closeHasNoPresets: OrderRule = (order, _, found) => {
  const preset = presetOf(order);
  const side = order.side.value;
  if (preset === undefined || side === undefined || isOpening(side) || isTrigger(order)) return;
  found({
    code: 'order/presets-on-close',
    message: `${quoted(side)} closes a position and cannot carry \`${preset}\``,
    hint: 'delete it: presets belong to the order that opens the position',
    path: orderPath(order.index, preset),
    part: 'key',
  });
};

const sizeOfCloseHasNoStop: OrderRule = ({ index, side, stop }, _, found) => {
  if (stop.kind === 'missing' || side.value === undefined || isOpening(side.value)) return;
  found({
    code: 'size/stop',
    message: `${quoted(side.value)} closes a position, and what it loses at a stop is no size of it`,
    hint: 'write its size in base coin, or as `notional`',
    path: orderPath(index, 'size', 'stop'),
    part: 'key',
  });
};

/**
 * Presets, and the stop of a size, lie around the entry: for a long the stop below and the target above it, for a short
 * the other way round. An order at market is taken to enter at its trigger or else at its reference, if it has one.
 */
const presetsStandAround: OrderRule = (order, _, found) => {
  const side = order.side.value;
  if (side === undefined || order.price.value === undefined || !isOpening(side) || isFaulty(order.trigger)) return;
  const entry = entryOf(order);
  if (entry === undefined) {
    if (!isTrigger(order)) presetsAreInOrder(order, side, found);
    return;
  }
  const check = (field: 'takeProfit' | 'stopLoss' | 'stop'): void => {
    const { value } = order[field];
    const isAbove = (field === 'takeProfit') === isLong(side);
    if (value === undefined || (isAbove ? value.compare(entry.at) > 0 : value.compare(entry.at) < 0)) return;
    const where = isAbove ? 'above' : 'below';
    found({
      code: field === 'takeProfit' ? 'order/take-profit-side' : 'order/stop-loss-side',
      message: `${named(order, field, value)} of ${kindOf(side)} must be ${where} its ${entry.what} ${entry.at.toString()}`,
      hint: `write a price ${where} ${entry.at.toString()}`,
      path: placeOf(order, field),
      ...labelOf(order, field),
    });
  };
  check('stop');
  // That a trigger order carries presets is a mistake already.
  if (isTrigger(order)) return;
  check('stopLoss');
  check('takeProfit');
};

const kindOf = (side: Side): string => (isLong(side) ? 'a long' : 'a short');

/** Without an entry to compare with, only the order of the two presets can be judged. */
function presetsAreInOrder({ index, takeProfit, stopLoss }: OrderDraft, side: Side, found: Found): void {
  if (takeProfit.kind !== 'given' || stopLoss.kind !== 'given') return;
  const difference = takeProfit.value.compare(stopLoss.value);
  if (isLong(side) ? difference > 0 : difference < 0) return;
  found({
    code: 'order/presets-crossed',
    message: `the take-profit ${takeProfit.value.toString()} of ${kindOf(side)} must be ${isLong(side) ? 'above' : 'below'} its stop-loss ${stopLoss.value.toString()}`,
    hint: 'exchange the two, or check the side',
    path: orderPath(index, 'takeProfit'),
    related: [{ message: 'the stop-loss', path: orderPath(index, 'stopLoss') }],
  });
}

export const PRESET_RULES: readonly OrderRule[] = [
  triggerHasNoPresets,
  closeHasNoPresets,
  sizeOfCloseHasNoStop,
  presetsStandAround,
];
