/** Cancels whose end was not known when they were told, and that a look has seen since: each is told once more. */
import type { RunEvent } from '../../model/event.ts';
import type { FollowNews } from '../../session/follow/follow-task.ts';
import { SEEN } from '../../session/lists/sighting-of.ts';

type CancelOutcome = Extract<RunEvent, { event: 'cancel-outcome' }>;

export class CancelEnds {
  readonly #unknown = new Map<string, CancelOutcome>();

  take(event: RunEvent): void {
    if (event.event !== 'cancel-outcome') return;
    if (event.outcome === 'unknown') this.#unknown.set(event.clientOid, event);
    else this.#unknown.delete(event.clientOid);
  }

  /** Of those that are over by now. */
  seen({ known }: Pick<FollowNews, 'known'>): CancelOutcome[] {
    if (this.#unknown.size === 0) return [];
    const over = [...known.placed.values()].flat().filter(({ state }) => state === 'over');
    return over.flatMap(({ clientOid, end }): CancelOutcome[] => {
      const told = this.#unknown.get(clientOid);
      if (!this.#unknown.delete(clientOid) || told === undefined) return [];
      const outcome = end === 'filled' ? 'filled' : 'cancelled';
      const { code: _code, message: _message, call: _call, ...same } = told;
      return [{ ...same, outcome, ...SEEN[outcome] }];
    });
  }
}
