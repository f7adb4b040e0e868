/** Whether more is held than waiting stops would close. */
import type { Matcher } from '../paper/market/matcher.ts';
import type { BookOrder } from '../paper/market/standing.ts';
import type { PositionIndex } from '../paper/market/terms.ts';

const POSITIONS: readonly PositionIndex[] = [0, 1, 2, 3];

/** A closing trigger on the losing side that closes at once: of a long one that waits for a fall. */
const isStop = ({ terms: { trigger, opens } }: BookOrder): boolean =>
  trigger !== undefined && trigger.becomes.limit === undefined && !opens;

export function isBare(market: Matcher): boolean {
  return POSITIONS.some((position) => {
    const held = market.held(position);
    if (held.isZero) return false;
    const { rising, falling } = market.waiting;
    let naked = held;
    for (const one of position % 2 === 0 ? falling : rising)
      if (one.terms.position === position && isStop(one)) {
        if (one.left.compare(naked) >= 0) return false;
        naked = naked.minus(one.left);
      }
    return true;
  });
}
