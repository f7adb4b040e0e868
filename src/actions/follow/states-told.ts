/** Each new fill and end of an order of a plan that is followed, told once. */
import type { RunEvent } from '../../model/event.ts';
import type { FollowNews } from '../../session/follow/follow-task.ts';
import type { KnownBeside } from './known-beside.ts';
import { stateOf } from './told-events.ts';

export class StatesTold {
  readonly #states = new Map<string, string>();
  readonly #causes: KnownBeside['causes'];

  constructor(causes: KnownBeside['causes']) {
    this.#causes = causes;
  }

  /** What is new of them. */
  *take({ known }: Pick<FollowNews, 'known'>): Generator<RunEvent> {
    for (const [id, parts] of known.placed)
      for (const part of parts) {
        const state = stateOf(id, part, part.end === 'follower' ? this.#causes.get(part.clientOid) : undefined);
        if (state === undefined) continue;
        const words = JSON.stringify([state.state, state.exchange?.state, state.exchange?.filledSize]);
        if (this.#states.get(part.clientOid) === words) continue;
        this.#states.set(part.clientOid, words);
        yield state;
      }
  }
}
