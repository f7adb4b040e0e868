/** Take-profit and stop-loss: which orders carry them, and where they stand. */
import { isLong, isOpening, type Side } from '../../model/order.ts';
import { quoted } from '../../source/quoted.ts';
import { isFaulty } from '../read/field.ts';
import { labelOf, named } from '../read/named-value.ts';
import { entryOf, orderPath, placeOf, type Found, type OrderDraft } from '../read/order-draft.ts';
import { isTrigger, type OrderRule } from './order-rule.ts';

/** The presets that an order is written with; of another key that was meant as one its own mistake is told. */
const presetsOf = (order: OrderDraft): ('takeProfit' | 'stopLoss')[] =>
  (['takeProfit', 'stopLoss'] as const).filter(
    (field) => order[field].kind !== 'missing' && order.written[field] !== undefined,
  );

const isSizedByRisk = ({ written: { size } }: OrderDraft): boolean =>
  typeof size === 'object' && size.risk !== undefined;

/** Where the interface has no field for it. */
const triggerHasNoPresets: OrderRule = (order, { triggerPresets }, found) => {
  if (triggerPresets || !isTrigger(order)) return;
  for (const preset of presetsOf(order)) {
    found({
      code: 'order/presets-on-trigger',
      message: `a trigger order cannot carry \`${preset}\`: its request has no field for it`,
      hint: preset === 'stopLoss' ? wayOfStop(order) : wayOfTarget(order),
      path: orderPath(order.index, preset),
      part: 'key',
    });
  }
};

/** An exit that has a size of its own may fire before the entry does: it takes the size of what was filled. */
function wayOfStop(order: OrderDraft): string {
  const side = order.side.value;
  if (side !== undefined && !isOpening(side)) return 'delete it: presets belong to the order that opens the position';
  const isInSize = order.stop.kind === 'missing' && isSizedByRisk(order);
  const at = order.stopLoss.value?.toString() ?? 'that price';
  return `${isInSize ? 'write it into the size as `stop`' : 'delete it'}, and write the exit as an order of its own: ${exitSize(order)}, trigger ${at}, price market; or use version 3 of the interface, which takes it`;
}

const exitSize = ({ rung, id }: OrderDraft): string => `size { filled: ${rung?.ladder ?? id ?? 'its id'} }`;

const wayOfTarget = (order: OrderDraft): string =>
  `delete it, and place the target as an order of its own: a \`${order.side.value === 'open-short' ? 'close-short' : 'close-long'}\` at ${order.takeProfit.value?.toString() ?? 'that price'}, ${exitSize(order)}`;

const closeHasNoPresets: OrderRule = (order, { triggerPresets }, found) => {
  const [preset] = presetsOf(order);
  const side = order.side.value;
  if (preset === undefined || side === undefined || isOpening(side)) return;
  if (isTrigger(order) && !triggerPresets) return;
  found({
    code: 'order/presets-on-close',
    message: `${quoted(side)} closes a position and cannot carry \`${preset}\``,
    hint:
      preset === 'stopLoss'
        ? `write \`trigger: ${order.stopLoss.value?.toString() ?? '40000'}\` in its place, with \`price: market\`: a stop of its own is a trigger order`
        : 'delete it: presets belong to the order that opens the position',
    path: orderPath(order.index, preset),
    part: 'key',
  });
};

const sizeOfCloseHasNoStop: OrderRule = ({ index, side, stop }, _, found) => {
  if (stop.kind === 'missing' || side.value === undefined || isOpening(side.value)) return;
  found({
    code: 'size/stop',
    message: `${quoted(side.value)} closes a position, so its size cannot come from a loss at a stop`,
    hint: 'write its size in base coin, or as `notional`',
    path: orderPath(index, 'size', 'stop'),
    part: 'key',
  });
};

/**
 * Presets, and the stop of a size, lie around the entry: for a long the stop below and the target above it, for a short
 * the other way round. An order at market is taken to enter at its trigger or else at its reference, if it has one.
 */
const presetsStandAround: OrderRule = (order, { triggerPresets }, found) => {
  const hasPresets = triggerPresets || !isTrigger(order);
  const side = order.side.value;
  if (side === undefined || order.price.value === undefined || !isOpening(side) || isFaulty(order.trigger)) return;
  const entry = entryOf(order);
  if (entry === undefined) {
    if (hasPresets) presetsAreInOrder(order, side, found);
    return;
  }
  if (hasPresets && presetsAreExchanged(order, side, entry, found)) return;
  const entries = entriesOf(order, entry);
  const check = (field: 'takeProfit' | 'stopLoss' | 'stop'): void => {
    const { value } = order[field];
    const isAbove = (field === 'takeProfit') === isLong(side);
    if (value === undefined) return;
    const wrong = entries.find(({ at }) => !(isAbove ? value.compare(at) > 0 : value.compare(at) < 0));
    if (wrong === undefined) return;
    const where = isAbove ? 'above' : 'below';
    found({
      code: field === 'takeProfit' ? 'order/take-profit-side' : 'order/stop-loss-side',
      message: `${named(order, field, value)} of ${kindOf(side)} must be ${where} its ${wrong.what} ${wrong.at.toString()}`,
      hint: `write a price ${where} ${wrong.at.toString()}`,
      path: placeOf(order, field),
      ...labelOf(order, field),
    });
  };
  check('stop');
  // That a trigger order carries presets may be a mistake already.
  if (!hasPresets) return;
  check('stopLoss');
  check('takeProfit');
};

/** Target and stop each where the other belongs: one mistake. */
function presetsAreExchanged(order: OrderDraft, side: Side, { at, what }: Entry, found: Found): boolean {
  const [takeProfit, stopLoss] = [order.takeProfit.value, order.stopLoss.value];
  if (takeProfit === undefined || stopLoss === undefined) return false;
  const way = isLong(side) ? 1 : -1;
  if (takeProfit.compare(at) * way >= 0 || stopLoss.compare(at) * way <= 0) return false;
  found({
    code: 'order/presets-crossed',
    message: `the take-profit ${takeProfit.toString()} and the stop-loss ${stopLoss.toString()} of ${kindOf(side)} lie on the wrong sides of its ${what} ${at.toString()}`,
    hint: 'exchange the two, or check the side',
    path: orderPath(order.index, 'takeProfit'),
    related: [{ message: 'the stop-loss', path: orderPath(order.index, 'stopLoss') }],
  });
  return true;
}

type Entry = NonNullable<ReturnType<typeof entryOf>>;

/** The entry; behind a trigger also that, as the order may be filled at once there. */
function entriesOf(order: OrderDraft, entry: Entry): Entry[] {
  const at = order.trigger.value;
  return at === undefined || entry.what === 'trigger' ? [entry] : [entry, { at, what: 'trigger' }];
}

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
