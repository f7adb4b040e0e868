/** What the lines of a follower keep of orders that were refused, whose answer is lost, or of which nothing more is placed. */
import type { FollowedTold, FoundPart } from '../../model/follow-stated.ts';
import { safe, safeText, type Safe } from '../../model/safe-text.ts';
import type { Tone } from '../text/tones.ts';
import { isLetGo, letGoWords } from '../../views/run/followed-words.ts';

interface Line {
  readonly sign: readonly [Tone, Safe];
  readonly name: string;
  readonly words: Safe;
}

const NO_MORE = ['rejected', safe`!`] as const;
const WORKS = ['accepted', safe`✓`] as const;

export class ExitTrouble {
  /** By id, what the exchange said last of each that it refused, or whose answer is lost. */
  readonly words = new Map<string, Safe>();
  readonly #lost = new Set<string>();
  readonly #anew = new Set<string>();
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

  /** What a statement tells of it for the first time. */
  take(told: FollowedTold): readonly Line[] {
    const [letGo, found] = [this.#gone(told), this.#found(told)];
    return [
      ...this.#foundAnew(told),
      ...(letGo === undefined ? [] : [{ sign: NO_MORE, name: told.id, words: letGo }]),
      ...(found === undefined ? [] : [{ sign: WORKS, name: told.id, words: found }]),
    ];
  }

  /** Of one whose answer was lost, and that a look has seen since. Beside one that was refused another part may work. */
  #found({ id, is, filled, open }: FollowedTold): Safe | undefined {
    if (is !== 'works' && is !== 'filled') return undefined;
    this.words.delete(id);
    if (!this.#lost.delete(id)) return undefined;
    return is === 'works' ? safe`found: ${safeText(open)} works` : safe`found: filled ${safeText(filled)}`;
  }

  /** What a new start has found of what an earlier run left without an answer: each part once. */
  #foundAnew({ found = [] }: FollowedTold): Line[] {
    return found.flatMap((part) => {
      const { name } = part;
      if (this.#anew.has(name)) return [];
      this.#anew.add(name);
      return [{ sign: WORKS, name, words: partWords(part) }];
    });
  }

  /** Once, and once more where it was placed again meanwhile: more of an exit is due, and none of it is placed. */
  #gone(told: FollowedTold): Safe | undefined {
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

function partWords({ open, filled }: FoundPart): Safe {
  const isFilled = !isZero(filled);
  if (!isZero(open))
    return safe`found: ${safeText(open)} works${isFilled ? safe`, filled ${safeText(filled)}` : safe``}`;
  return isFilled ? safe`found: filled ${safeText(filled)}` : safe`found: the exchange took it, and it is over`;
}

const isZero = (size: string): boolean => /^[0.]*$/.test(size);
