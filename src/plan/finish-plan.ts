/** From drafts without errors to the plan. */
import type { Ladder, Plan, PlannedOrder } from '../model/order.ts';
import type { PlanDocument } from '../generated/plan.ts';
import { NO_FORMULAS, type OrderDraft } from './read/order-draft.ts';
import { ladderOf } from './read/ladder-words.ts';
import { instantMs } from './read/instant.ts';
import type { Names } from './read/names.ts';

/** The draft of an order that has no error, as an order; a field that is still missing is a bug of ours. */
function finish(draft: OrderDraft, line: number, idsOf: (after: readonly string[]) => readonly string[]): PlannedOrder {
  const { id, symbol, marginMode, side, timeInForce, size, price, takeProfit, stopLoss, trigger, formulas, rung } =
    draft;
  if (
    id === undefined ||
    symbol === undefined ||
    marginMode === undefined ||
    side === undefined ||
    timeInForce === undefined ||
    size === undefined ||
    price === undefined
  ) {
    throw new Error(`order ${draft.index} passed without all its fields`);
  }
  const order: { -readonly [Key in keyof PlannedOrder]: PlannedOrder[Key] } = {
    id,
    symbol,
    marginMode,
    side,
    size,
    price,
    // The request of a trigger order has no field for it.
    timeInForce: trigger === undefined ? timeInForce : 'normal',
    line,
  };
  // One by one, as there may be thousands of orders: spreading seven parts into each costs more than all else here.
  if (takeProfit !== undefined) order.takeProfit = takeProfit;
  if (stopLoss !== undefined) order.stopLoss = stopLoss;
  if (trigger !== undefined) order.trigger = trigger;
  if (draft.after.length > 0) order.after = idsOf(draft.after);
  if (rung !== undefined) order.ladder = rung.ladder;
  if (formulas !== NO_FORMULAS) order.formulas = formulas;
  return order;
}

/** The plan of a document without errors; `lines` are those on which its entries begin, `names` what `after` can name. */
export function finishPlan(
  document: Omit<PlanDocument, 'orders'>,
  drafts: readonly OrderDraft[],
  lines: readonly number[],
  names: Names,
): Plan {
  const { name, description, validUntil } = document;
  const lineOf = (draft: OrderDraft): number => lines[draft.index] ?? 1;
  const ladders: Ladder[] = drafts
    .filter(({ rung }) => rung?.number === 1)
    .map((draft) => ladderOf(draft, names.get(draft.rung?.ladder ?? '') ?? [], lineOf(draft)));
  // The rungs of a ladder share what they wait for.
  const after = new Map<readonly string[], readonly string[]>();
  const idsOf = (written: readonly string[]): readonly string[] => {
    const ids = after.get(written) ?? [...new Set(written.flatMap((one) => names.get(one) ?? []))];
    after.set(written, ids);
    return ids;
  };
  return {
    name,
    generation: Number(document.generation ?? '1'),
    ...(description === undefined ? {} : { description }),
    ...(validUntil === undefined ? {} : { validUntil: { ms: instantMs(validUntil) as number, text: validUntil } }),
    orders: drafts.map((draft) => finish(draft, lineOf(draft), idsOf)),
    ladders,
  };
}
