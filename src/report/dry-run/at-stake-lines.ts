/** What is at stake in what would be sent: what a person sees before they approve it. */
import type { Decimal } from '../../model/decimal.ts';
import { isOpening } from '../../model/order.ts';
import { safe, safeText, type Safe } from '../../model/safe-text.ts';
import { line, type Page } from '../text/page.ts';
import { amountOf, grouped } from '../text/phrases.ts';
import type { Drawn } from '../text/tones.ts';
import type { RunView } from '../view/run-view.ts';
import { standingLines } from './beside-lines.ts';
import type { DrawnOrder } from './drawn-order.ts';
import { exposureLines } from './exposure-lines.ts';
import { positionsOf } from './exposure.ts';
import { sentOrders } from './sent-orders.ts';

/** Exposure with what stands, the largest single order, what stands besides, and how many warnings there are. */
export function atStakeLines(page: Page, view: RunView, warnings: number): Drawn[] {
  const { drawn, standing } = sentOrders(view);
  const below = [
    ...largestLines(drawn),
    ...standingLines(view),
    ...(warnings === 0 ? [] : [safe`${amountOf(warnings, 'warning')}`]),
  ];
  return [
    ...exposureLines(page, positionsOf(drawn, standing)),
    ...below.map((text) => line(page.paint, [safe`  ${text}`], page.width)),
  ];
}

/** The opening order that is worth most; one at market that nothing tells the worth of is not compared. */
function largestLines(orders: readonly DrawnOrder[]): Safe[] {
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
