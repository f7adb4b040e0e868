/** Nouns of the model as the stream of events tells them. */
import type { Call } from './call.ts';
import type { CancelCall } from './cancel.ts';
import type { OrderHeadline, RunEvent } from './event.ts';
import { formulaWords } from './formula.ts';
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
    symbol: order.symbol,
    side: order.side,
    size: order.size.toString(),
    price: order.price.kind === 'market' ? 'market' : order.price.at.toString(),
    ...(order.trigger !== undefined && { trigger: order.trigger.toString() }),
    ...(order.reference !== undefined && { reference: order.reference.toString() }),
    ...(order.takeProfit !== undefined && { takeProfit: order.takeProfit.toString() }),
    ...(order.stopLoss !== undefined && { stopLoss: order.stopLoss.toString() }),
    marginMode: order.marginMode,
    timeInForce: order.timeInForce,
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
