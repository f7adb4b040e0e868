/** What the lines of a follower keep of orders that were refused, whose answer is lost, or of which nothing more is placed. */
import type { FollowedTold } from '../../model/follow-stated.ts';
import { safe, safeText, type Safe } from '../../model/safe-text.ts';
import { isLetGo, letGoWords } from '../../views/run/followed-words.ts';

export class ExitTrouble {
  /** By id, what the exchange said last of each that it refused, or whose answer is lost. */
  readonly words = new Map<string, Safe>();
  readonly #lost = new Set<string>();
  /** Those that were told as let go. */
  readonly #letGo = new Set<string>();

  rejected(id: string, words: Safe): void {
    this.words.set(id, words);
  }

  lost(id: string, words: Safe): void {
    this.words.set(id, words);
    this.#lost.add(id);
  }

  accepted(id: string): void {
    this.words.delete(id);
    this.#lost.delete(id);
  }

  /** Of one whose answer was lost, and that a look has seen since. Beside one that was refused another part may work. */
  found({ id, is, filled, open }: FollowedTold): Safe | undefined {
    if (is !== 'works' && is !== 'filled') return undefined;
    this.words.delete(id);
    if (!this.#lost.delete(id)) return undefined;
    return is === 'works' ? safe`found: ${safeText(open)} works` : safe`found: filled ${safeText(filled)}`;
  }

  /** Once, and once more where it was placed again meanwhile: more of an exit is due, and none of it is placed. */
  letGo(told: FollowedTold): Safe | undefined {
    const { id } = told;
    if (!isLetGo(told)) {
      this.#letGo.delete(id);
      return undefined;
    }
    if (this.#letGo.has(id)) return undefined;
    this.#letGo.add(id);
    return safe`let go: ${letGoWords(told, this.words.get(id))}; --again ${safeText(id)} places it once more`;
  }
}
