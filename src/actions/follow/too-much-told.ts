/** More was closed than a group held: it was somebody else's, so it is told as soon as trades say so, once. */
import { someOf } from '../../model/count.ts';
import { tooMuchWords } from '../../model/too-much-words.ts';
import type { FollowNews } from '../../session/follow/follow-task.ts';

export class TooMuchTold {
  readonly #told = new Set<string>();

  /** What is new of it. */
  take({ groups }: Pick<FollowNews, 'groups'>): readonly string[] {
    const now = groups.flatMap(({ entries, symbol, isLong, tooMuch }) =>
      tooMuch.isZero
        ? []
        : [`${tooMuchWords(tooMuch.canonical())}: ${isLong ? 'long' : 'short'} ${symbol} (${someOf(entries)})`],
    );
    const isNew = now.filter((message) => !this.#told.has(message));
    for (const message of isNew) this.#told.add(message);
    return isNew;
  }
}
