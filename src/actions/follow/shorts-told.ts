/** A position that a close without an answer may have made smaller is told as unexplained once the answer is there, and does not explain it. */
import { positionName } from '../../model/followed.ts';
import type { PlannedOrder } from '../../model/order.ts';
import type { FollowNews } from '../../session/follow/follow-task.ts';
import { LAG_MS, type ShortPosition } from '../../session/lists/short-positions.ts';
import { mayBeClosed, unansweredCloses } from '../../session/lists/unanswered-closes.ts';

export class ShortsTold {
  readonly #orders: readonly PlannedOrder[];
  /** Until a look that begins then, by the exchange's clock: the lists may lack what such a close filled. By the names of the positions. */
  readonly #untilMs = new Map<string, number>();

  constructor(orders: readonly PlannedOrder[]) {
    this.#orders = orders;
  }

  /** The same news with those alone that are to be told. */
  told<News extends FollowNews>(news: News): News {
    const { short, known, read, atMs } = news;
    if (short.length === 0) return news;
    const closes = unansweredCloses(this.#orders, known.placed);
    const isTold = (one: ShortPosition): boolean => {
      const name = positionName(one.symbol, one.side === 'long');
      if (mayBeClosed(one, closes)) this.#untilMs.set(name, atMs + LAG_MS);
      const untilMs = this.#untilMs.get(name);
      return untilMs === undefined || (read !== undefined && read.ms >= untilMs);
    };
    return { ...news, short: short.filter(isTold) };
  }
}
