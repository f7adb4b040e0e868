/**
 * A trigger that is meant as a stop and fires before its order opens: it lies between the market and the entry. It closes
 * nothing then, and the order opens without it, so it is no stop (src/model/stops.ts).
 */
import type { Policy } from '../../model/config.ts';
import type { Decimal } from '../../model/decimal.ts';
import { isLong } from '../../model/order.ts';
import { earlyStopsOf, marketOf, stopsOf, type EarlyStop } from '../../model/stops.ts';
import { quoted } from '../../source/quoted.ts';
import { orderPath, placeOf, type Found, type OrderDraft } from '../read/order-draft.ts';
import { readyOf, type Ready } from './ready-order.ts';

/** Whether an order without a stop is a breach. */
export const demandsStops = ({ requireStop, maxLossAtStops }: Policy): boolean =>
  requireStop === true || maxLossAtStops !== undefined;

/** An error where some limit demands a stop, else a warning; one for each trigger. */
export function stopsComeAfterEntries(
  orders: readonly OrderDraft[],
  severity: 'error' | 'warning',
  found: Found,
): void {
  const ready = orders.flatMap((order) => readyOf(order) ?? []);
  const market = marketOf(ready);
  for (const alike of Map.groupBy(earlyStopsOf(ready, stopsOf(ready)), ({ stop }) => stop.draft.index).values()) {
    const [{ order, stop, beyond }] = alike as [EarlyStop<Ready>, ...EarlyStop<Ready>[]];
    const entries = new Set(alike.map((one) => one.order.draft.index)).size;
    const more = entries === 1 ? '' : ` (and ${entries - 1} more)`;
    const [name, side] = [quoted(order.draft.id ?? ''), isLong(order.side) ? 'below' : 'above'];
    found({
      severity,
      code: 'order/stop-before-entry',
      message: `${quoted(stop.draft.id ?? '')} (${stop.trigger?.toString() ?? ''}) ${placeWords(order, stop.trigger as Decimal, market(order))}${more}`,
      hint: `give it a trigger ${side} ${beyond.toString()}, or place it once ${name} is filled`,
      path: placeOf(stop.draft, 'trigger'),
      related: [
        {
          message: 'its entry',
          path: order.trigger === undefined ? orderPath(order.draft.index, 'price') : placeOf(order.draft, 'trigger'),
        },
      ],
    });
  }
}

/** Between what the trigger of a stop lies, and what comes of it. */
function placeWords({ draft, trigger, price }: Ready, stop: Decimal, market: Decimal | undefined): string {
  const name = quoted(draft.id ?? '');
  if (market !== undefined && trigger !== undefined && isBetween(stop, market, trigger)) {
    const where = `the reference ${market.toString()} and the trigger of ${name} (${trigger.toString()})`;
    return `lies between ${where}: it fires first, and ${name} opens without a stop`;
  }
  const from =
    trigger === undefined
      ? `the reference ${market?.toString() ?? ''}`
      : `the trigger of ${name} (${trigger.toString()})`;
  const to = `${trigger === undefined ? `the price of ${name}` : 'its price'}${price.kind === 'limit' ? ` (${price.at.toString()})` : ''}`;
  return `lies between ${from} and ${to}: the market is past it once ${name} opens, so it is no stop`;
}

const isBetween = (one: Decimal, a: Decimal, b: Decimal): boolean => one.compare(a) * one.compare(b) <= 0;
