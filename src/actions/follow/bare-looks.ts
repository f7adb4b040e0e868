/** Which groups are naked for longer than it takes to send a stop: a person is to hear of these. */
import type { GroupStanding } from '../../compile/follow/standing.ts';
import type { FollowNews } from '../../session/follow/follow-task.ts';

/** The look that saw it, and two later. */
const LOOKS = 3;

export class BareLooks {
  /** By the names of its entries, how many looks in a row saw it naked. */
  readonly #looks = new Map<string, number>();
  #lookedMs: number | undefined;

  take({ groups, known: { lookedMs } }: FollowNews): void {
    if (lookedMs === this.#lookedMs) return;
    this.#lookedMs = lookedMs;
    for (const { entries, naked } of groups) {
      const name = entries.join(' ');
      if (naked.isZero) this.#looks.delete(name);
      else this.#looks.set(name, (this.#looks.get(name) ?? 0) + 1);
    }
  }

  /** `isLast`: nobody follows it any more. */
  isBare({ entries, naked, hasStop, isByPreset, isLetGo }: GroupStanding, isLast: boolean): boolean {
    if (naked.isZero) return false;
    return isLast || !hasStop || isByPreset || isLetGo || (this.#looks.get(entries.join(' ')) ?? 0) >= LOOKS;
  }
}
