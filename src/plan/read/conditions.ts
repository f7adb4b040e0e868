/** The conditions of an order as the plan has them: names of ladders are their rungs, times are what they come to. */
import type { Conditions, LatePrices, Slice, Until } from '../../model/follow.ts';
import type { OrderDraft } from './order-draft.ts';
import type { DraftTerms, DraftUntil } from './draft-terms.ts';

type IdsOf = (names: readonly string[]) => readonly string[];

/** Nothing at all for an order with none of the words. */
export function conditionsOf(draft: OrderDraft, idsOf: IdsOf): Conditions {
  const { terms } = draft;
  if (terms === undefined) return NONE;
  const { filled, share, afterFilled, afterAt, until } = terms;
  const [ends, slice, late] = [untilOf(until, idsOf), sliceOf(draft, terms), lateOf(draft)];
  return {
    ...(filled !== undefined && { exit: { filled: idsOf(filled), ...(share !== undefined && { share }) } }),
    ...(afterFilled.length > 0 && { afterFilled: idsOf(afterFilled) }),
    ...(afterAt !== undefined && { afterAt }),
    ...(ends !== undefined && { until: ends }),
    ...(slice !== undefined && { slice }),
    ...(late !== undefined && { late }),
  };
}

const NONE: Conditions = {};

function untilOf(until: DraftUntil | undefined, idsOf: IdsOf): Until | undefined {
  if (until === undefined) return undefined;
  const { filled, forMs, at } = until;
  return {
    ...(forMs !== undefined && { forMs }),
    ...(at !== undefined && { at }),
    ...(filled.length > 0 && { filled: idsOf(filled) }),
  };
}

function sliceOf({ rung }: OrderDraft, { over }: DraftTerms): Slice | undefined {
  if (over === undefined || rung === undefined) return undefined;
  const { forMs, steps, from } = over;
  return {
    number: rung.number,
    steps,
    offsetMs: Math.floor(((rung.number - 1) * forMs) / steps),
    everyMs: Math.floor(forMs / steps),
    ...(from !== undefined && { from }),
  };
}

function lateOf({ price, trigger }: OrderDraft): LatePrices | undefined {
  if (price.late === undefined && trigger.late === undefined) return undefined;
  return {
    ...(trigger.late !== undefined && { trigger: trigger.late }),
    ...(price.late !== undefined && { price: price.late }),
  };
}
