/**
 * When each position last had all that the plan holds of it. A list of trades may be late: a position that had a fill which the list
 * lacked looks whole, though somebody closed as much of it. So what a look saw is judged once no list can be late with what was traded
 * before it.
 */
import { Decimal } from '../../model/decimal.ts';
import { positionName, type FollowKnown, type PartTrade, type PlacedPart } from '../../model/followed.ts';
import { isLong, isOpening } from '../../model/order.ts';
import type { FollowPlan } from '../../compile/follow/follow-plan.ts';
import { sizeIn, type Sizes } from '../lists/held-by-plan.ts';
import { LAG_MS } from '../lists/short-positions.ts';

/** A whole look, by the exchange's clock. */
interface Look {
  readonly beganMs: number;
  readonly endedMs: number;
  readonly known: FollowKnown;
  /** Held by other plans that are followed. */
  readonly others: Sizes;
}

interface Seen extends Omit<Look, 'known' | 'others'> {
  readonly position: Decimal;
  /** What others were known to have closed; and to hold. */
  readonly elsewhere: Decimal;
  readonly others: Decimal;
}

/** Exchange and this machine may be so far apart on when something was. */
const CLOCKS_MS = 1_000;

export class WholePositions {
  readonly #follow: FollowPlan;
  readonly #entries: ReadonlySet<string>;
  readonly #seen = new Map<string, readonly Seen[]>();
  readonly #wholeMs = new Map<string, number>();

  constructor(follow: FollowPlan) {
    this.#follow = follow;
    this.#entries = new Set(follow.groups.flatMap(({ entries }) => entries));
  }

  /** When the last look began that surely saw a position whole. */
  sinceOf(name: string): number | undefined {
    return this.#wholeMs.get(name);
  }

  take({ beganMs, endedMs, known, others }: Look): void {
    for (const name of new Set(this.#follow.groups.map(nameOf))) {
      const position = known.positions.get(name);
      if (position === undefined) continue;
      const seen = this.#seen.get(name) ?? [];
      const isRipe = (one: Seen): boolean => one.endedMs <= beganMs - LAG_MS;
      const whole = seen.findLast((one) => isRipe(one) && one.position.compare(this.#mostIn(name, one, known)) >= 0);
      if (whole !== undefined) this.#wholeMs.set(name, whole.beganMs);
      const now = {
        beganMs,
        endedMs,
        position,
        elsewhere: this.#elsewhereIn(name, known),
        others: sizeIn(others, name),
      };
      this.#seen.set(name, [...seen.filter((one) => !isRipe(one)), now]);
    }
  }

  /** The most that groups held when the position was read: all that was opened by the end of the look, less what was closed before it. */
  #mostIn(name: string, { beganMs, endedMs, elsewhere, others }: Seen, known: FollowKnown): Decimal {
    let held = others.minus(elsewhere);
    for (const order of this.#follow.orders) {
      if (positionName(order.symbol, isLong(order.side)) !== name) continue;
      const opens = isOpening(order.side);
      // A plain close took nothing off a group as far as it is known: it may have closed what was there beside.
      if (opens ? !this.#entries.has(order.id) : order.exit === undefined) continue;
      for (const trade of tradesOf(known.placed.get(order.id)))
        if (opens && trade.ms <= endedMs + CLOCKS_MS) held = held.plus(trade.size);
        else if (!opens && trade.ms <= beganMs - CLOCKS_MS) held = held.minus(trade.size);
    }
    return held;
  }

  #elsewhereIn(name: string, { closedElsewhere }: FollowKnown): Decimal {
    return this.#follow.groups
      .filter((group) => nameOf(group) === name)
      .reduce((sum, group) => sum.plus(closedElsewhere.get(group.name) ?? Decimal.zero), Decimal.zero);
  }
}

const nameOf = (group: FollowPlan['groups'][number]): string => positionName(group.symbol, group.isLong);
const tradesOf = (parts: readonly PlacedPart[] = []): PartTrade[] =>
  parts.flatMap(({ trades }) => [...trades.values()]);
