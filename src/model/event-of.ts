/** Nouns of the model as the stream of events tells them. */
import type { Call } from './call.ts';
import type { CancelCall } from './cancel.ts';
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

export function headline(order: PlannedOrder): OrderHeadline {
  return {
    id: order.id,
    ...fieldTexts(order),
    ...(order.after !== undefined && { after: order.after }),
    ...(order.ladder !== undefined && { ladder: order.ladder }),
    line: order.line,
  };
}

/** With how each computed number came about, in words once somebody reads them: of ten thousand rungs few are shown. */
export function computedHeadline(order: PlannedOrder): OrderHeadline {
  const { formulas } = order;
  if (formulas === undefined) return headline(order);
  let words: OrderHeadline['formulas'];
  return {
    ...headline(order),
    get formulas() {
      return (words ??= Object.fromEntries(
        Object.entries(formulas).map(([field, formula]) => [field, formulaWords(formula)]),
      ));
    },
  };
}
