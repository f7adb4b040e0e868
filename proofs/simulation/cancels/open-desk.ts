import type { Random } from '../../random.ts';
import type { SimClock } from '../../support/sim-clock.ts';
import type { ListedBook } from '../listed-book.ts';
import type { Accuse, Log } from '../violation.ts';
import type { OrderFacts } from './alive-order.ts';
import { CancelDesk } from './cancel-desk.ts';
import type { CancelNature } from './cancel-nature.ts';
import { OrderLives } from './order-lives.ts';
import { drawLookAlike, drawStranger } from './strangers.ts';

export interface DeskParts {
  readonly clock: SimClock;
  readonly lifeRandom: Random;
  readonly accuse: Accuse;
  readonly log: Log;
  readonly wallMs: () => number;
  readonly newOrderId: () => string;
  /** Whether what is taken now is not of the plan under test. */
  readonly isOfOtherPlan: () => boolean;
}

/** Lets the orders of a book end in time, and puts beside them some that are not ours. */
export function openDesk(nature: CancelNature, book: ListedBook, parts: DeskParts): CancelDesk {
  const { lifeRandom: random, wallMs, newOrderId } = parts;
  const lives = new OrderLives(nature, { ...parts, random });
  const beside = (facts: OrderFacts): void =>
    book.takeBeside(lives.begin(facts), { atMs: wallMs(), type: String(random.int(1, 4)) });
  for (let at = 0; at < nature.strangers; at++) beside(drawStranger(random, newOrderId()));
  lives.onFired = (order) => book.takeBeside(order, { atMs: wallMs(), type: order.facts.type ?? '1' });
  book.live = (facts) => {
    const order = lives.begin(parts.isOfOtherPlan() ? { ...facts, owner: 'stranger' } : facts);
    if (random.chance(nature.lookAlikes)) beside(drawLookAlike(random, facts, newOrderId()));
    return order;
  };
  return new CancelDesk(nature, lives, parts.accuse);
}
