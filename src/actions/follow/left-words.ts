/** What a follower that ends before its plan leaves: what works on the exchange, and what will not happen any more. */
import { count } from '../../model/count.ts';
import { Decimal } from '../../model/decimal.ts';
import { conditionTexts } from '../../model/condition-words.ts';
import type { PlacedPart } from '../../model/followed.ts';
import type { PlannedOrder } from '../../model/order.ts';
import type { FollowEnd } from '../../session/follow/follow-task.ts';
import { leftOf } from './ending.ts';

export function leftWords(orders: readonly PlannedOrder[], end: FollowEnd): readonly string[] {
  const byId = new Map(orders.map((order) => [order.id, order]));
  return leftOf(orders, end).map(({ id, reason }) => {
    const order = byId.get(id) as PlannedOrder;
    if (reason === 'open') return `works on the exchange: ${id}, ${partWords(order, end.known.placed.get(id) ?? [])}`;
    if (reason === 'unknown') return `not known: ${id}`;
    return `will not happen any more: ${id} ${Object.values(conditionTexts(order)).join(', ')}`.trimEnd();
  });
}

function partWords({ side, price, trigger }: PlannedOrder, parts: readonly PlacedPart[]): string {
  const open = parts.filter(({ state }) => state === 'accepted' || state === 'works');
  const size = open.reduce((sum, part) => sum.plus(left(part)), Decimal.zero).canonical();
  const at = open.find((part) => part.trigger !== undefined)?.trigger ?? trigger;
  const where = price.kind === 'market' ? 'market' : price.at.toString();
  const fires = at === undefined ? '' : ` at ${at.canonical()}`;
  return `${side} ${size}, ${where}${fires}${open.length > 1 ? `, ${count(open.length, 'part')}` : ''}`;
}

const left = ({ size, trades }: PlacedPart): Decimal =>
  [...trades.values()].reduce((rest, trade) => rest.minus(trade.size), size);
