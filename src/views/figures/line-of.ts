/** What the one line was made of, where that is what is drawn: then the drawn is judged already. */
import type { Decimal } from '../../model/decimal.ts';
import type { Guarded, GuardedOrder } from '../../protection/guarded.ts';
import type { Protection } from '../../protection/protection.ts';
import type { DrawnOrder } from './drawn-order.ts';

/** What is open of an account, as the one line knows it. */
export interface Stood extends Omit<Guarded, 'basis'> {
  /** What the line was made of; absent where it was made in another process. */
  readonly judged?: Protection;
}

/** Undefined where something is held or works beside what is drawn, or any of it says something else. */
export function lineOf(drawn: readonly DrawnOrder[], { judged, held }: Stood): Protection | undefined {
  if (judged === undefined || held !== undefined || judged.orders.length !== drawn.length) return undefined;
  return drawn.every((one, at) => isOf(judged.orders[at] as GuardedOrder, one)) ? judged : undefined;
}

function isOf(order: GuardedOrder, drawn: DrawnOrder): boolean {
  const limit = order.price.kind === 'limit' ? order.price.at : undefined;
  return (
    isNamed(order, drawn) &&
    isSame(order.size, drawn.size) &&
    isSame(limit, drawn.price) &&
    isSame(order.trigger, drawn.trigger) &&
    isSame(order.stopLoss, drawn.stopLoss) &&
    // Where a price says where it is filled, a reference does not.
    (limit !== undefined || isSame(order.reference, drawn.reference))
  );
}

const isNamed = (order: GuardedOrder, drawn: DrawnOrder): boolean =>
  order.id === drawn.id &&
  order.standing === (drawn.standing ?? 'new') &&
  order.side === drawn.side &&
  order.symbol === drawn.symbol &&
  order.marginMode === drawn.marginMode &&
  order.isStopFollowed === drawn.isStopFollowed;

const isSame = (one: Decimal | undefined, other: Decimal | undefined): boolean =>
  one === undefined || other === undefined ? one === other : one.compare(other) === 0;
