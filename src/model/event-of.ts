/** Nouns of the model as the stream of events tells them. */
import type { Call } from './call.ts';
import type { CancelCall } from './cancel.ts';
import type { Decimal } from './decimal.ts';
import type { OrderHeadline, RunEvent } from './event.ts';
import { formulaWords } from './formula.ts';
import { fieldTexts } from './order-fields.ts';
import type { PlannedOrder } from './order.ts';

export const callPlanned = ({ number, kind, path, body, orders, weight }: Call): RunEvent => ({
  event: 'call-planned',
  call: number,
  kind,
  method: 'POST',
  path,
  body,
  orders: orders.map(({ id }) => id),
  weight,
});

export const cancelPlanned = ({ number, kind, method = 'POST', path, body, orders, weight }: CancelCall): RunEvent => ({
  event: 'call-planned',
  call: number,
  kind,
  operation: 'cancel',
  method,
  path,
  body,
  orders: orders.map(({ id }) => id),
  weight,
});

/** `followedStop`: of an entry, the stop that a follower sends. */
export function headline(order: PlannedOrder, followedStop?: Decimal): OrderHeadline {
  return {
    id: order.id,
    ...(order.was !== undefined && { was: order.was }),
    ...fieldTexts(order),
    ...(order.after !== undefined && { after: order.after }),
    ...(order.ladder !== undefined && { ladder: order.ladder }),
    ...(followedStop !== undefined && { followedStop: followedStop.toString() }),
    ...(order.late !== undefined && { late: lateWords(order) }),
    line: order.line,
  };
}

/** Formulas as their author wrote them; of an inner rung how it is computed. */
function lateWords({ late = {}, formulas = {} }: PlannedOrder): NonNullable<OrderHeadline['late']> {
  const words = (['trigger', 'price'] as const).flatMap((field) => {
    const formula = formulas[field];
    if (late[field] === undefined || formula === undefined) return [];
    return [[field, formula.kind === 'expression' ? formula.written : formulaWords(formula)] as const];
  });
  return Object.fromEntries(words);
}

/** With how each computed number came about, in words once somebody reads them: of ten thousand rungs few are shown. */
export function computedHeadline(order: PlannedOrder, followedStop?: Decimal): OrderHeadline {
  const { formulas } = order;
  if (formulas === undefined) return headline(order, followedStop);
  let words: OrderHeadline['formulas'];
  return {
    ...headline(order, followedStop),
    get formulas() {
      return (words ??= Object.fromEntries(
        Object.entries(formulas).map(([field, formula]) => [field, formulaWords(formula)]),
      ));
    },
  };
}
