/** Cancels whose end was not known when they were told, and that a look has seen since: each is told once more. */
import type { RunEvent } from '../../model/event.ts';
import type { PlacedPart } from '../../model/followed.ts';
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

  /** Of those that are over by now, or that work once nothing can take them off any more. */
  seen({ known }: Pick<FollowNews, 'known'>): CancelOutcome[] {
    if (this.#unknown.size === 0) return [];
    return [...known.placed.values()].flat().flatMap((part): CancelOutcome[] => {
      const end = endSeen(part);
      const told = this.#unknown.get(part.clientOid);
      if (end === undefined || told === undefined) return [];
      this.#unknown.delete(part.clientOid);
      const { code: _code, message: _message, call: _call, ...same } = told;
      return [{ ...same, ...end }];
    });
  }
}

function endSeen({ state, end, cancel }: PlacedPart): Pick<CancelOutcome, 'outcome' | 'rule' | 'message'> | undefined {
  if (state === 'works' && cancel?.answer === 'refused')
    return { outcome: 'refused', ...SEEN.open, message: STILL_OPEN };
  if (state !== 'over') return undefined;
  const outcome = end === 'filled' ? 'filled' : 'cancelled';
  return { outcome, ...SEEN[outcome] };
}

const STILL_OPEN = 'it is open a minute after its cancel, which came to nothing';
