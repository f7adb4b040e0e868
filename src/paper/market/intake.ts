/** What a book refuses or fires of what it is sent, by the rules that a document leaves open. */
import { Decimal } from '../../model/decimal.ts';
import { Rational } from '../../model/rational.ts';
import { noPosition, reserved, type Refusal } from '../v2/order/refusals.ts';
import { decimalOf } from '../v2/order/rules.ts';
import type { Matcher } from './matcher.ts';
import { needsPosition, type MarketRules } from './reach.ts';
import { isTriggering, type BookOrder } from './standing.ts';
import type { Terms } from './terms.ts';

/** Why an ordinary close is refused. */
export function closeRefusal(terms: Terms, market: Matcher, rules: MarketRules): Refusal | undefined {
  if (terms.opens || terms.trigger !== undefined || !needsPosition(rules)) return undefined;
  if (rules.closes === 'cut') return market.held(terms.position).isZero ? noPosition : undefined;
  const free = market.available(terms);
  if (terms.size.compare(free) > 0) return noPosition;
  const isTaken = rules.closes === 'reserve' && terms.size.compare(free.minus(protectedSize(terms, market))) > 0;
  return isTaken ? reserved : undefined;
}

/** What working triggers would close of a position. A stop and a target close the same part of it, so the greater side counts. */
function protectedSize({ position }: Terms, { waiting }: Matcher): Decimal {
  const closing = (all: readonly BookOrder[]): Decimal =>
    all
      .filter((one) => isTriggering(one) && !one.terms.opens && one.terms.position === position)
      .reduce((sum, { left }) => sum.plus(left), Decimal.zero);
  const [rising, falling] = [closing(waiting.rising), closing(waiting.falling)];
  return rising.compare(falling) > 0 ? rising : falling;
}

/**
 * Whether the market has passed a closing trigger. A `TAKE_PROFIT` of version 3 says that it is a target. A `STOP` may lie on either side,
 * and version 2 has no word: then a trigger on the winning side of the average entry is a target, any other a stop.
 */
export function isPassed(terms: Terms, last: number, entry: Rational | undefined): boolean {
  const { trigger, opens, position, request } = terms;
  const { trigger: text = '', triggerType = '' } = request;
  if (trigger === undefined || opens || entry === undefined) return false;
  const isLong = position % 2 === 0;
  const gain = Rational.of(decimalOf(text)).compare(entry) * (isLong ? 1 : -1);
  const isTarget = gain > 0 || triggerType.startsWith('TAKE_PROFIT');
  return isTarget === isLong ? last >= trigger.at : last <= trigger.at;
}
