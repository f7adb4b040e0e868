/** What is amiss of a plan that is followed, each told once: lost orders, trades that contradict a record, too much closed, presets. */
import type { FollowPlan } from '../../compile/follow/follow-plan.ts';
import type { EventSink } from '../../ports.ts';
import type { FollowNews } from '../../session/follow/follow-task.ts';
import { ContradictedTold } from './contradicted-told.ts';
import { LostTold } from './lost-told.ts';
import { PresetsTold } from './presets-told.ts';
import { TooMuchTold } from './too-much-told.ts';

export class AmissTold {
  readonly #lost: LostTold;
  readonly #tooMuch = new TooMuchTold();
  readonly #contradicted = new ContradictedTold();
  readonly #presets: PresetsTold;

  /** `settle`: the command for this plan, as a shell takes it. */
  constructor(settle: string, follow: FollowPlan) {
    this.#lost = new LostTold(settle);
    this.#presets = new PresetsTold(follow);
  }

  /** What is new of it. */
  tell(news: FollowNews, emit: EventSink): void {
    const lost = this.#lost.take(news);
    const messages = [
      ...(lost === undefined ? [] : [lost]),
      ...this.#contradicted.take(news),
      ...this.#tooMuch.take(news),
      ...this.#presets.take(news),
    ];
    for (const message of messages) emit({ event: 'note', message });
  }
}
