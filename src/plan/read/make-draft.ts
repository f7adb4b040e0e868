/** Puts one draft together from what was read of its order. */
import type { Decimal } from '../../model/decimal.ts';
import type { Price } from '../../model/order.ts';
import type { Field } from './field.ts';
import type { OrderDraft } from './order-draft.ts';

export const NUMBER_FIELDS = ['takeProfit', 'stopLoss', 'trigger', 'reference', 'stop'] as const;
export type NumberField = (typeof NUMBER_FIELDS)[number];
/** The numbers of one draft besides size and price. */
export type Numbers = Pick<OrderDraft, NumberField>;

/** The parts that all rungs of a ladder share; `id` is the ladder's. */
type Common = Omit<OrderDraft, 'rung' | 'size' | 'price' | NumberField>;

export interface DraftParts {
  readonly common: Common;
  readonly price: Field<Price>;
  readonly size: Field<Decimal>;
  readonly numbers: Numbers;
  /** Number of the rung from 1, and of how many; undefined for a single order, and for a ladder with a mistake. */
  readonly number: number | undefined;
  readonly steps: number;
}

export function draftOf({ common, price, size, numbers, number, steps }: DraftParts): OrderDraft {
  const { index, written, id, was, symbol, marginMode, side, timeInForce, maxDistance, after } = common;
  const { takeProfit, stopLoss, trigger, reference, stop } = numbers;
  const isRung = number !== undefined && id !== undefined;
  // Field by field: there may be thousands.
  return {
    index,
    written,
    id: isRung ? `${id}-${number}` : id,
    was: isRung && was !== undefined ? `${was}-${number}` : was,
    rung: isRung ? { ladder: id, number, steps } : undefined,
    symbol,
    marginMode,
    side,
    timeInForce,
    size,
    price,
    takeProfit,
    stopLoss,
    trigger,
    reference,
    stop,
    maxDistance,
    after,
  };
}
