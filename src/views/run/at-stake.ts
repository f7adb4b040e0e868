/** What is at stake in what would be sent: what a person sees before they approve it. */
import type { Decimal } from '../../model/decimal.ts';
import { isOpening } from '../../model/order.ts';
import { safe, safeText, type Safe } from '../../model/safe-text.ts';
import { amountOf, grouped } from '../../report/text/phrases.ts';
import type { RunView } from '../../report/view/run-view.ts';
import { own, type Block } from '../../show/sheet.ts';
import type { DrawnOrder } from '../figures/drawn-order.ts';
import { exposureTable } from '../figures/exposure-table.ts';
import { positionsOf } from '../figures/exposure.ts';
import { sentOrders } from '../figures/sent-orders.ts';
import { standingWords } from './standing.ts';

/** Exposure with what stands, the largest single order, what stands besides, and how many warnings there are. */
export function atStake(view: RunView, warnings: number): Block {
  const { drawn, standing, markets, account } = sentOrders(view);
  const items = [
    ...largestWords(drawn),
    ...standingWords(view),
    ...(warnings === 0 ? [] : [safe`${amountOf(warnings, 'warning')}`]),
  ];
  return {
    is: 'group',
    blocks: [...exposureTable(positionsOf(drawn, standing, markets, account)), { is: 'items', items: items.map(own) }],
  };
}

/** The opening order that is worth most; one at market that nothing tells the worth of is not compared. */
function largestWords(orders: readonly DrawnOrder[]): Safe[] {
  let largest: { readonly order: DrawnOrder; readonly worth: Decimal } | undefined;
  for (const order of orders) {
    const worth = isOpening(order.side) ? worthOf(order) : undefined;
    if (worth !== undefined && (largest === undefined || worth.compare(largest.worth) > 0)) largest = { order, worth };
  }
  if (largest === undefined) return [];
  const { order, worth } = largest;
  return [safe`largest order: ${safeText(order.id)}, ${order.side} ${order.size}, ${grouped(worth)}`];
}

/** In quote coin; undefined at market without a reference. */
function worthOf({ size, price, trigger, reference }: DrawnOrder): Decimal | undefined {
  const at = price ?? trigger ?? reference;
  return at === undefined ? undefined : size.times(at);
}
