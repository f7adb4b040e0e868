import { defined } from '../../model/defined.ts';
import type { WithheldReason } from '../../model/outcome.ts';
import { joined, safe, safeText, safeTexts, type Safe } from '../../model/safe-text.ts';
import { STATES } from '../../report/text/states.ts';
import { withPrices, type OrderView } from '../../report/view/order-list.ts';
import { partText } from './part-text.ts';
import type { ShownOrder } from '../order-columns.ts';

const REASONS: Readonly<Record<WithheldReason, Safe>> = {
  'already-accepted': safe`accepted in an earlier run`,
  'already-absent': safe`settled as absent`,
  'already-rejected': safe`rejected in an earlier run`,
  'already-cancelled': safe`cancelled in an earlier run`,
  'already-closed': safe`settled as closed by a person`,
  filled: safe`filled as far as the plan wants it`,
  unresolved: safe`unknown since an earlier run`,
  'edited-after-send': safe`the plan no longer says what was sent`,
  dependency: safe`an order it waits for was not accepted`,
  stopped: safe`the run stopped before its turn`,
  'rate-limit': safe`the exchange refused by its rate limit`,
  expired: safe`past the plan’s validUntil, or the reviewed plan’s expiry`,
  halted: safe`the account is halted`,
  policy: safe`the account’s check refused it`,
  'not-selected': safe`not among the orders selected`,
  missed: safe`too late to be sent`,
  'let-go': safe`refused or without a fill too often: --again places it`,
  waiting: safe`the run ended before its turn`,
  'not-needed': safe`what it waits for cannot come any more`,
};

/** Why an order that is on the exchange was withheld. */
const standing = (reason: WithheldReason, orderId: string): Safe => safe`${reason} (order ${safeText(orderId)})`;

/** Why an order is not accepted, in one line: code and words of the exchange, or what left it unknown or unsent. */
export function reasonOf({ state, reason, orderId, code, message }: OrderView): Safe {
  if (state === 'withheld' && reason !== undefined) {
    const start = orderId === undefined ? reason : standing(reason, orderId);
    return safe`${start}: ${message === undefined ? REASONS[reason] : safeText(message)}`;
  }
  const said = [code, message].filter((text) => text !== undefined && text !== '') as string[];
  return joined(safeTexts(said), safe` `);
}

/** With one row for each order that an exit was sent as, under its own. */
export function shownParts(order: OrderView): ShownOrder[] {
  const { parts = [], headline, ...whole } = order;
  if (parts.length === 0) return [shownOrder(order)];
  const rows = parts.map(({ part, size, price, trigger, ...news }) => {
    const priced = headline && withPrices(headline, defined({ price, trigger }));
    const sized = priced && { headline: { ...priced, size: size ?? priced.size } };
    return shownOrder({ id: partText({ id: whole.id, part }), ...sized, ...news });
  });
  return order.state === 'withheld' ? [shownOrder(order), ...rows] : rows;
}

export const shownOrder = (order: OrderView): ShownOrder => ({
  ...order.headline,
  id: order.id,
  state: STATES[order.state],
  order,
  words: order.state === 'accepted' ? safeText(order.orderId ?? '') : reasonOf(order),
});
