/** Puts one draft together from what was read of its order. */
import type { Decimal } from '../../model/decimal.ts';
import type { Formula } from '../../model/formula.ts';
import type { Formulas } from '../../model/order.ts';
import { NO_FORMULAS, type DecimalField, type OrderDraft } from './order-draft.ts';
import type { Amount } from './amount.ts';
import type { PricedRung } from './prices.ts';

type NumberField = Exclude<DecimalField, 'size' | 'price'>;
/** The numbers of one draft besides size and price; one with an error is missing. */
export type Numbers = Partial<Record<NumberField, Amount>>;

/** What all rungs of a ladder share; `id` is the ladder's. */
type Common = Omit<OrderDraft, 'rung' | 'size' | 'price' | NumberField | 'formulas' | 'places'>;

export const NUMBER_FIELDS = ['takeProfit', 'stopLoss', 'trigger', 'reference'] as const;
const NO_PLACES: OrderDraft['places'] = {};

export function draftOf(
  common: Common,
  rung: PricedRung,
  numbers: Numbers,
  size: Amount | undefined,
  steps: number,
): OrderDraft {
  const { index, written, faulty, id, symbol, marginMode, side, timeInForce, maxDistance, after } = common;
  const { takeProfit, stopLoss, trigger, reference } = numbers;
  const { number } = rung;
  const isRung = number !== undefined && id !== undefined;
  // Field by field, as there may be thousands. A ladder that could not be expanded keeps its own id.
  return {
    index,
    written,
    faulty,
    id: isRung ? `${id}-${number}` : id,
    rung: isRung ? { ladder: id, number, steps } : undefined,
    symbol,
    marginMode,
    side,
    timeInForce,
    size: size?.value,
    price: rung.price,
    takeProfit: takeProfit?.value,
    stopLoss: stopLoss?.value,
    trigger: trigger?.value,
    reference: reference?.value,
    maxDistance,
    after,
    formulas: formulasOf(rung, size, numbers),
    places: placesOf(written, rung),
  };
}

export const valuesOf = ({
  takeProfit,
  stopLoss,
  trigger,
  reference,
}: Numbers): Record<NumberField, Decimal | undefined> => ({
  takeProfit: takeProfit?.value,
  stopLoss: stopLoss?.value,
  trigger: trigger?.value,
  reference: reference?.value,
});

function formulasOf(price: PricedRung, size: Amount | undefined, numbers: Numbers): Formulas {
  let formulas: Partial<Record<DecimalField, Formula>> | undefined;
  if (price.formula !== undefined) (formulas ??= {}).price = price.formula;
  if (size?.formula !== undefined) (formulas ??= {}).size = size.formula;
  for (const field of NUMBER_FIELDS) {
    const formula = numbers[field]?.formula;
    if (formula !== undefined) (formulas ??= {})[field] = formula;
  }
  return formulas ?? NO_FORMULAS;
}

function placesOf({ size }: OrderDraft['written'], { place }: PricedRung): OrderDraft['places'] {
  const table = typeof size === 'object' ? size : {};
  const kind = ['total', 'notional', 'risk'].find((key) => Object.hasOwn(table, key));
  if (place === undefined && kind === undefined) return NO_PLACES;
  return { ...(place !== undefined && { price: place }), ...(kind !== undefined && { size: ['size', kind] }) };
}
