/** Whether more is held than waiting stops would close. */
import type { Decimal } from '../model/decimal.ts';
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
    const naked = new Naked(held);
    for (const one of position % 2 === 0 ? falling : rising)
      if (one.terms.position === position && isStop(one) && naked.isCoveredBy(one.left)) return false;
    return true;
  });
}

/** What is left of a size. Most sizes of a plan have as many digits: then whole numbers do. */
class Naked {
  #left: bigint;
  #scale: number;

  constructor({ coefficient, scale }: Decimal) {
    [this.#left, this.#scale] = [coefficient, scale];
  }

  /** Takes off what a stop would close; whether that is all. */
  isCoveredBy({ coefficient, scale }: Decimal): boolean {
    if (scale > this.#scale) [this.#left, this.#scale] = [this.#left * tenTo(scale - this.#scale), scale];
    this.#left -= scale === this.#scale ? coefficient : coefficient * tenTo(this.#scale - scale);
    return this.#left <= 0n;
  }
}

const tenTo = (exponent: number): bigint => 10n ** BigInt(exponent);
