/** What a past run left covered, naked and not known, in all forms that a report has of it. */
import type { ProtectionStated, PublicEvent } from '../../model/event.ts';
import type { Story } from '../../model/story.ts';
import { protectionEvent } from '../../protection/protection-event.ts';
import { leftStated, protectionLeftBy } from '../figures/protection-left.ts';
import type { ToldRun } from './told-run.ts';

export interface LeftBehind {
  readonly stated: ProtectionStated;
  readonly event: Extract<PublicEvent, { event: 'protection' }>;
}

/** Of a run that followed its plan what it said itself, as its outcomes tell nothing of fills; of any other, by its outcomes. */
export const leftBehind = ({ story, view }: Pick<ToldRun, 'story' | 'view'>): LeftBehind =>
  saidAtEnd(story) ?? { stated: leftStated(view), event: protectionEvent(protectionLeftBy(view)) };

/** The last that was said before the end; undefined where nothing was kept of it. */
export function saidAtEnd({ events }: Story): LeftBehind | undefined {
  const [stated, event, end] = events.slice(-3).map((one) => one.event);
  return stated?.event === 'protection-stated' && event?.event === 'protection' && end?.event === 'run-finished'
    ? { stated, event }
    : undefined;
}
