/** Where less may be left open than is naked, and why. Found from the scene alone, not from what protection says of it. */
import { Decimal } from '../../src/model/decimal.ts';
import { isOpening } from '../../src/paper/v2/order/rules.ts';
import { isLongSide, opens, positionOf, type SceneOrder } from './scene.ts';
import { sideOf, sizeOf } from './venue.ts';
import type { Tried } from './way.ts';

type Exception =
  | 'not known'
  | 'a target was passed'
  | 'an own stop beside triggers'
  | 'a trigger where an entry or the market is'
  | 'a limit at its trigger';

/** The first that applies. */
export function exceptionOf(tried: Tried): Exception | undefined {
  const { position, left, said, enacted, before } = tried;
  const orders = ordersOf(tried);
  if (orders.some((order) => isUncertain(order, tried))) return 'not known';
  if (said?.unknown.isZero === false && mayBeUnknown(orders, tried)) return 'not known';
  if (left.passedTarget) return 'a target was passed';
  const { placed, triggers } = placedIn(tried, orders);
  const closedBefore = enacted.venue.book.fills
    .slice(0, before.fills)
    .some(({ order }) => !isOpening(order) && positionOf(sideOf(order)) === position);
  const hasOwn = placed.some(({ stopLoss }) => stopLoss !== undefined);
  if (hasOwn && (triggers.length > 0 || closedBefore || placed.some((order) => isCutShort(order, tried))))
    return 'an own stop beside triggers';
  const closing = [...triggers.map(({ trigger }) => trigger), ...placed.map(({ stopLoss }) => stopLoss)];
  if (closing.some((price) => price !== undefined && touches(price, placed, tried)))
    return 'a trigger where an entry or the market is';
  return triggers.some((order) => closesByChance(order, { turnsBack: false })) ? 'a limit at its trigger' : undefined;
}

const ordersOf = ({ scene, position }: Tried): readonly SceneOrder[] =>
  [...scene.first, ...scene.second].filter((order) => positionOf(order) === position);

const placedIn = ({ enacted }: Tried, orders: readonly SceneOrder[]) => {
  const placed = orders.filter(({ id }) => enacted.venue.placedAs(id) !== undefined);
  return { placed, triggers: placed.filter((order) => !opens(order) && order.trigger !== undefined) };
};

/** A plan's triggers cover its own units first, also where another plan's would be reached before: the loss may be another, and is never more. */
export function hasTriggersOfSeveralPlans(tried: Tried): boolean {
  const { placed, triggers } = placedIn(tried, ordersOf(tried));
  const entries = placed.filter((order) => opens(order) && order.stopLoss === undefined);
  return triggers.length > 0 && new Set([...triggers, ...entries].map(({ plan }) => plan)).size > 1;
}

/**
 * A close that fires with its limit at its trigger is filled, or rests. One whose limit is better rests for certain where the market
 * goes on; where it turns back, that limit may be reached.
 */
export function closesByChance(
  { side, limit, trigger }: SceneOrder,
  { turnsBack }: { readonly turnsBack: boolean },
): boolean {
  if (limit === undefined || trigger === undefined) return false;
  const better = isLongSide(side) ? limit - trigger : trigger - limit;
  return turnsBack ? better >= 0 : better === 0;
}

/** Its stop is of all its size, and outlives what its cancel left unfilled. */
function isCutShort({ id, stopLoss }: SceneOrder, { enacted: { venue } }: Tried): boolean {
  const end = venue.endOf(id);
  return stopLoss !== undefined && end?.status === 'canceled' && end.filledSize !== undefined;
}

/**
 * What may open bare once a target is passed. Of two presets the one that fires ends the other (docs/exchange.md#presets, assumed). So an
 * order that was filled in part before may lose the stop of its rest; and a stop that was seen, but not the order that it came with, may
 * go before it has stopped anything else.
 */
export function bareAfterTarget(tried: Tried): Decimal {
  const { enacted, before } = tried;
  const { venue } = enacted;
  const orders = ordersOf(tried).filter(
    ({ stopLoss, takeProfit }) => stopLoss !== undefined && takeProfit !== undefined,
  );
  return orders.reduce((all, order) => {
    const end = venue.endOf(order.id);
    const filled = venue.book.fills
      .slice(0, before.fills)
      .reduce((sum, fill) => (fill.order === end ? sum.plus(Decimal.of(fill.size)) : sum), Decimal.zero);
    if (filled.isZero) return all;
    const size = sizeOf(order.symbol, order.size);
    return all.plus(order.plan === undefined || isUncertain(order, tried) ? size : size.minus(filled));
  }, Decimal.zero);
}

const UNCERTAIN = new Set(['unsure-there', 'unsure-gone', 'unlisted']);

const isUncertain = ({ id, fate }: SceneOrder, { scene: { look, happenings } }: Tried): boolean =>
  UNCERTAIN.has(fate) ||
  look?.lags.has(id) === true ||
  happenings.some((one) => one.kind === 'cancel' && one.id === id && one.ends !== 'seen');

/** Where all orders are known: a market that nobody says, or a preset that was not looked for long enough. */
function mayBeUnknown(orders: readonly SceneOrder[], { scene: { look, marketBy } }: Tried): boolean {
  if (look === undefined) return marketBy === 'plan' || marketBy === 'nobody';
  // The market of the look says nothing of where they were sent.
  if (look.second !== 'before' && marketBy !== 'order') return true;
  return (look.second === 'since' || !look.isLate) && orders.some(({ stopLoss }) => stopLoss !== undefined);
}

/** Which of the two comes first is chance. */
function touches(closing: number, placed: readonly SceneOrder[], { scene, enacted }: Tried): boolean {
  const isNear = (price: number | undefined): boolean => price !== undefined && Math.abs(price - closing) <= 1;
  const markets = [scene.markets, enacted.markets].map((one) => one.get(placed[0]?.symbol as string));
  return placed.some((other) => opens(other) && (isNear(other.limit) || isNear(other.trigger))) || markets.some(isNear);
}
