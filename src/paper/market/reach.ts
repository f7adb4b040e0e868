/** When the market comes to an order that waits for it. */
import type { Decimal } from '../../model/decimal.ts';
import type { ClosesAs } from '../book.ts';
import type { StandingPart, BookOrder } from './standing.ts';
import type { Terms } from './terms.ts';
import type { Waiting } from './waiting.ts';

export interface MarketRules {
  /** How many ticks the bid is below the last price, and the ask above it. */
  readonly bid: number;
  readonly ask: number;
  /** Prices stand still: nothing acts by itself, and a close is filled whether or not there is something to close. */
  readonly isStill: boolean;
  /** Whether an order that opens leaves its presets. */
  readonly presets: boolean;
  /** Whether only its own firing, or a cancel, ends a preset. */
  readonly orphans: boolean;
  /** What becomes of a close that is larger than what is held, where it was told. */
  readonly closes?: ClosesAs | undefined;
  /** The most that an order fills until the next step; undefined: all of it. */
  readonly depth?: Decimal | undefined;
}

export const needsPosition = ({ isStill, closes }: MarketRules): boolean => !isStill || closes !== undefined;

/**
 * The last price at which an order acts. A limit acts where the price that faces it is its own. A preset lies where its position gains
 * or loses, whatever side the last price is on; another trigger where it is seen from here.
 */
export function actingOf(
  { trigger, limit, buys, position }: Terms,
  part: StandingPart,
  last: number,
  rules: MarketRules,
): Pick<BookOrder, 'at' | 'rising'> {
  if (trigger !== undefined) {
    const isLong = position % 2 === 0;
    const rising = part === 'placed' ? trigger.at >= last : isLong === (part === 'take-profit');
    return { at: trigger.at, rising };
  }
  const at = limit ?? last;
  return buys ? { at: at - rules.ask, rising: false } : { at: at + rules.bid, rising: true };
}

/** The price that faces an order, and whether the order takes it. */
export function facing(
  { buys, limit }: Terms,
  last: number,
  rules: MarketRules,
): { readonly price: number; readonly takes: boolean } {
  const price = buys ? last + rules.ask : last - rules.bid;
  return { price, takes: limit === undefined || (buys ? limit >= price : limit <= price) };
}

/** Which acts first of those that a price has reached: the nearest to where a jump came from, and then the one that waits longest. */
export function firstReached(
  { rising, falling }: Waiting,
  last: number,
  from: number | undefined,
): BookOrder | undefined {
  let first: BookOrder | undefined;
  let nearest = 0;
  const look = (one: BookOrder): boolean => {
    if (one.rising ? one.at > last : one.at < last) return false;
    const away = from === undefined ? 0 : Math.max(0, one.rising ? one.at - from : from - one.at);
    if (first === undefined || away < nearest || (away === nearest && one.since < first.since)) {
      first = one;
      nearest = away;
    }
    return true;
  };
  rising.every(look);
  falling.every(look);
  return first;
}
