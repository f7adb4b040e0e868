/** From drafts without errors to the plan. */
import type { Formula } from '../model/formula.ts';
import type { Formulas, Ladder, OrderNumber, Plan, PlannedOrder } from '../model/order.ts';
import type { Field } from './read/field.ts';
import type { OrderDraft } from './read/order-draft.ts';
import type { Reading } from './read/reading.ts';
import { ladderOf } from './read/ladder-words.ts';
import { instantMs } from './read/instant.ts';

/** In the order in which they are shown. */
const COMPUTED = ['price', 'size', 'takeProfit', 'stopLoss', 'trigger', 'reference'] as const;

function formulasOf(draft: OrderDraft): Formulas | undefined {
  let formulas: Partial<Record<OrderNumber, Formula>> | undefined;
  for (const field of COMPUTED) {
    const { formula } = draft[field];
    if (formula !== undefined) (formulas ??= {})[field] = formula;
  }
  return formulas;
}

/** The value of a field that every order has. A draft without errors that lacks it is a bug of ours. */
function value<Value>(field: Field<Value>, { index }: OrderDraft): Value {
  if (field.kind !== 'given') throw new Error(`order ${index} passed without all its fields`);
  return field.value;
}

/** The draft of an order that has no error, as an order. */
function finish(draft: OrderDraft, line: number, idsOf: (after: readonly string[]) => readonly string[]): PlannedOrder {
  const { id, rung, trigger, takeProfit, stopLoss } = draft;
  if (id === undefined) throw new Error(`order ${draft.index} passed without its id`);
  const order: { -readonly [Key in keyof PlannedOrder]: PlannedOrder[Key] } = {
    id,
    symbol: value(draft.symbol, draft),
    marginMode: value(draft.marginMode, draft),
    side: value(draft.side, draft),
    size: value(draft.size, draft),
    price: value(draft.price, draft),
    // The request of a trigger order has no such field.
    timeInForce: trigger.kind === 'given' ? 'normal' : value(draft.timeInForce, draft),
    line,
  };
  // One by one: spreading these parts into thousands of orders costs more than everything else here.
  if (takeProfit.kind === 'given') order.takeProfit = takeProfit.value;
  if (stopLoss.kind === 'given') order.stopLoss = stopLoss.value;
  if (trigger.kind === 'given') order.trigger = trigger.value;
  if (draft.reference.kind === 'given' && order.price.kind === 'market') order.reference = draft.reference.value;
  if (draft.after.length > 0) order.after = idsOf(draft.after);
  if (rung !== undefined) order.ladder = rung.ladder;
  const formulas = formulasOf(draft);
  if (formulas !== undefined) order.formulas = formulas;
  return order;
}

/** `lines` are those on which the plan's entries begin. */
export function finishPlan({ document, orders: drafts, names }: Reading, lines: readonly number[]): Plan {
  const { name, generation = '1', description, validUntil } = document;
  if (name === undefined) throw new Error('a plan passed without its name');
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
    generation: Number(generation),
    ...(description === undefined ? {} : { description }),
    ...(validUntil === undefined ? {} : { validUntil: { ms: instantMs(validUntil) as number, text: validUntil } }),
    orders: drafts.map((draft) => finish(draft, lineOf(draft), idsOf)),
    ladders,
  };
}
