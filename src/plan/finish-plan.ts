/** From drafts without errors to the plan. */
import type { Policy } from '../model/config.ts';
import type { Decimal } from '../model/decimal.ts';
import type { Formula } from '../model/formula.ts';
import {
  isOpening,
  type Formulas,
  type Ladder,
  type OrderNumber,
  type Plan,
  type PlannedOrder,
} from '../model/order.ts';
import { conditionsOf } from './read/conditions.ts';
import type { Field } from './read/field.ts';
import type { OrderDraft } from './read/order-draft.ts';
import type { ReadingWithExits } from './rules/exits.ts';
import { NUMBER_FIELDS, OPTIONAL_FIELDS, type OptionalField } from '../model/order-fields.ts';
import { ladderOf } from './read/ladder-words.ts';
import { idsBehind } from './read/names.ts';
import { worstCase } from './rules/worst-case.ts';
import { instantMs } from '../document/instant.ts';

function formulasOf(draft: OrderDraft): Formulas | undefined {
  let formulas: Partial<Record<OrderNumber, Formula>> | undefined;
  for (const field of NUMBER_FIELDS) {
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

function finish(draft: OrderDraft, line: number, idsOf: (after: readonly string[]) => readonly string[]): PlannedOrder {
  const { id, rung, trigger } = draft;
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
  if (draft.was !== undefined) order.was = draft.was;
  const optional: { -readonly [Key in OptionalField]?: unknown } = order;
  for (const field of OPTIONAL_FIELDS) {
    const { value: own } = draft[field];
    if (own !== undefined && (field !== 'reference' || isFilledElsewhere(order))) optional[field] = own;
  }
  if (draft.after.length > 0) order.after = idsOf(draft.after);
  if (draft.terms !== undefined) Object.assign(order, conditionsOf(draft, idsOf));
  if (rung !== undefined) order.ladder = rung.ladder;
  const { reference, maxDistance } = draft;
  if (reference.kind === 'given' && maxDistance.kind === 'given')
    order.near = { reference: reference.value, maxDistance: maxDistance.value };
  const worth = moreThanWritten(draft, order);
  if (worth !== undefined) order.worth = worth;
  const formulas = formulasOf(draft);
  if (formulas !== undefined) order.formulas = formulas;
  return order;
}

/** Only where no price says it does a reference tell where the order is filled. */
const isFilledElsewhere = ({ price, trigger }: PlannedOrder): boolean =>
  price.kind === 'market' || trigger !== undefined;

/** What an opening order may come to be worth, where its size times its price does not say it. */
function moreThanWritten(draft: OrderDraft, { side, size, price, trigger }: PlannedOrder): Decimal | undefined {
  if (!isOpening(side)) return undefined;
  if (price.kind === 'limit' && trigger === undefined && draft.reference.kind !== 'given') return undefined;
  const worst = worstCase(draft)?.notional;
  return price.kind === 'limit' && worst?.compare(size.times(price.at)) === 0 ? undefined : worst;
}

/** `lines` are those on which the plan's entries begin, `limits` the plan's own. */
export function finishPlan(
  { document, orders: drafts, names, settings, groups }: ReadingWithExits,
  lines: readonly number[],
  limits: Policy,
): Plan {
  const { name, generation = '1', description, validUntil } = document;
  if (name === undefined) throw new Error('a plan passed without its name');
  const lineOf = (draft: OrderDraft): number => lines[draft.index] ?? 1;
  const ladders: Ladder[] = drafts
    .filter(({ rung }) => rung?.number === 1)
    .map((draft) => ladderOf(draft, names.get(draft.rung?.ladder ?? '') ?? [], lineOf(draft)));
  const idsOf = idsBehind(names);
  const sizedBy = settings.account.used;
  return {
    name,
    generation: Number(generation),
    ...(description === undefined ? {} : { description }),
    ...(validUntil === undefined ? {} : { validUntil: { ms: instantMs(validUntil) as number, text: validUntil } }),
    orders: drafts.map((draft) => finish(draft, lineOf(draft), idsOf)),
    ladders,
    ...(groups.length > 0 && { groups }),
    limits,
    ...(sizedBy !== undefined && { sizedBy }),
  };
}
