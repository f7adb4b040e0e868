/** The events of a past run as whoever saw it was told them: before its end, what it left covered, naked and not known. */
import type { Story, TimedEvent } from '../../model/story.ts';
import { leftBehind, saidAtEnd } from './left.ts';
import { toldRun } from './told-run.ts';

export function toldEvents(story: Story): readonly TimedEvent[] {
  const at = story.events.findLastIndex(({ event }) => event.event === 'run-finished');
  const end = story.events[at];
  if (end === undefined || saidAtEnd(story) !== undefined) return story.events;
  const { stated, event: left } = leftBehind(toldRun(story));
  return story.events.toSpliced(at, 0, ...[stated, left].map((event) => ({ atMs: end.atMs, event })));
}
