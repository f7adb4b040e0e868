/** Holds what protection says of a scene against what the paper exchange leaves open and loses. */
import { Decimal } from '../../src/model/decimal.ts';
import { Rational } from '../../src/model/rational.ts';
import type { PaperFill, PaperOrder } from '../../src/paper/book.ts';
import { isMarket, isOpening } from '../../src/paper/v2/order/rules.ts';
import type { PositionProtection } from '../../src/protection/protection.ts';
import { bareAfterTarget, exceptionOf, hasTriggersOfSeveralPlans } from './exceptions.ts';
import { positionOf } from './scene.ts';
import { contractOf, sideOf } from './venue.ts';
import type { Tried } from './way.ts';

export interface Verdict {
  readonly invariant: string;
  readonly what: string;
}

/** What was looked at, for the figures. */
export type Noted = (figure: string) => void;

const zero = Decimal.zero;

/** After the way out: up over every entry that opens on a rise, then down below all; mirrored for a short. */
export function judgeOut(tried: Tried, note: Noted): Verdict | undefined {
  const { said, left, position } = tried;
  const { naked = zero, unknown = zero } = said ?? {};
  const most = naked.plus(unknown);
  const seen = `${position}: ${left.size.canonical()} is left open, naked ${naked.canonical()}, unknown ${unknown.canonical()}`;
  note('positions');
  if (left.size.compare(most) > 0) {
    if (left.size.compare(most.plus(bareAfterTarget(tried))) > 0)
      return { invariant: 'no more is left open than is naked or not known', what: seen };
    note('a target ended the stop of an order filled in part');
    return undefined;
  }
  return judgeExact(tried, note, seen);
}

/** Where no more is left open than may be. */
function judgeExact(tried: Tried, note: Noted, seen: string): Verdict | undefined {
  const { said, left } = tried;
  const { naked = zero, unknown = zero } = said ?? {};
  const exception = exceptionOf(tried);
  note(exception === undefined ? 'exact to the step' : `not exact: ${exception}`);
  if (exception === undefined && left.size.compare(naked) !== 0)
    return { invariant: 'what is left open is what is naked', what: seen };
  if (exception === undefined && !unknown.isZero)
    return { invariant: 'nothing is unknown where all of it is known', what: seen };
  const isAllCovered = naked.isZero && unknown.isZero && left.size.isZero;
  if (said === undefined || !isAllCovered || !said.unpriced.isZero) return undefined;
  return judgeLoss(tried, said, exception === undefined ? note : undefined);
}

/** After the other way: to a loss first, then over the entries, then to a loss. */
export function judgeOther(tried: Tried, note: Noted): Verdict | undefined {
  const { said, left, position } = tried;
  const { naked = zero, unknown = zero, pieces = [] } = said ?? {};
  const warned = pieces.reduce((all, { mayFireFirst, size }) => (mayFireFirst === true ? all.plus(size) : all), zero);
  const most = naked.plus(unknown);
  if (!warned.isZero) note(left.size.compare(most) > 0 ? 'a warned stop was used up' : 'warned, and not used up');
  if (left.size.compare(most.plus(warned).plus(bareAfterTarget(tried))) <= 0) return undefined;
  const what = `${position}: ${left.size.canonical()} is left open, naked ${naked.canonical()}, unknown ${unknown.canonical()}, warned of ${warned.canonical()}`;
  return { invariant: 'what else is left open was warned of: its stop may fire first', what };
}

function judgeLoss(tried: Tried, said: PositionProtection, note: Noted | undefined): Verdict | undefined {
  const { left, before, position } = tried;
  const { tick } = contractOf(said.symbol);
  const atMarket = left.fills.filter((fill) => !isOpening(fill.order) || !isRested(fill));
  const slip = Rational.of(atMarket.reduce((all, { size }) => all.plus(Decimal.of(size)), zero).times(tick));
  // A told average has eight decimals.
  const rounding = Rational.of((before.held.get(position)?.size ?? zero).times(Decimal.of('0.00000001')));
  const loss = Rational.of(said.lossAtStops);
  const what = (lost: Rational): string =>
    `${position}: lost ${lost.nearest(Decimal.of('0.00000001')).canonical()}, at stops ${said.lossAtStops.canonical()}`;
  if (left.lost.compare(loss.plus(slip).plus(rounding)) > 0)
    return {
      invariant: 'no more is lost than the loss at stops, but for a tick a unit at market',
      what: what(left.lost),
    };
  if (note === undefined || !hasExactLoss(tried)) return undefined;
  note('exact to the last digit of the loss');
  const worst = worstOf(left.fills, said.side, tick);
  return worst.compare(loss) === 0
    ? undefined
    : { invariant: 'the loss of resting limits is the loss at stops', what: what(worst) };
}

/** Limits that rested until they were filled and triggers at market, each closed with a loss. */
function hasExactLoss(tried: Tried): boolean {
  const { left, before, position, said, enacted } = tried;
  const { fills } = left;
  if (hasTriggersOfSeveralPlans(tried)) return false;
  // Stops whose market is known come first, also where another would be reached before.
  const { look, marketBy } = tried.scene;
  if (look !== undefined && look.second !== 'before' && marketBy !== 'order') return false;
  if (before.held.get(position)?.size.isZero === false) return false;
  const [opened, closed] = [
    fills.filter(({ order }) => isOpening(order)),
    fills.filter(({ order }) => !isOpening(order)),
  ];
  if (opened.length === 0 || closed.length === 0) return false;
  if (!opened.every(isRested) || haveTies(enacted.venue.book.orders, position)) return false;
  const way = said?.side === 'long' ? 1 : -1;
  return opened.every((open) => closed.every((close) => priceIn(open).compare(priceIn(close)) * way > 0));
}

/** At its own limit: it paid no spread. */
const isRested = ({ order, size, value }: PaperFill): boolean =>
  !isMarket(order) &&
  Decimal.of(order.price ?? '')
    .times(Decimal.of(size))
    .compare(Decimal.of(value)) === 0;

/** Which of two stops at one price fires first is chance, and their exits may differ. */
function haveTies(orders: readonly PaperOrder[], position: string): boolean {
  const triggers = orders.filter(
    (order) => !isOpening(order) && order.trigger !== undefined && positionOf(sideOf(order)) === position,
  );
  return new Set(triggers.map(({ trigger }) => trigger)).size < triggers.length;
}

const priceIn = ({ value, size }: PaperFill): Rational =>
  Rational.of(Decimal.of(value)).dividedBy(Rational.of(Decimal.of(size)));

/** What these fills lose where each stop with a limit closes at that limit, and nothing pays the spread. */
function worstOf(fills: readonly PaperFill[], side: 'long' | 'short', tick: Decimal): Rational {
  let lost = Rational.of(zero);
  for (const { order, size, value } of fills) {
    const [units, worth] = [Decimal.of(size), Decimal.of(value)];
    const buys = isOpening(order) === (side === 'long');
    const limited = isMarket(order) ? worth : Decimal.of(order.price ?? '').times(units);
    const spread = units.times(tick);
    const atLast = buys ? worth.minus(spread) : worth.plus(spread);
    const paid = isMarket(order) ? atLast : limited;
    lost = isOpening(order) ? lost.plus(Rational.of(paid)) : lost.minus(Rational.of(paid));
  }
  return side === 'long' ? lost : lost.negated();
}
