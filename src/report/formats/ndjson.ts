import { type RunEvent, type ScreenEvent } from '../../model/event.ts';
import { isOfWatch, type WatchEvent } from '../../model/watch-event.ts';
import type { EventSink } from '../../ports.ts';
import { asciiJson } from '../text/edge.ts';

/** Events of a run for the screen and the lines only. A new one that is missing here does not compile. */
const FOR_SCREENS: Readonly<Record<Exclude<ScreenEvent, WatchEvent>['event'], true>> = {
  'run-started': true,
  'assumptions-stated': true,
  'standing-stated': true,
  'warnings-framed': true,
  'budget-changed': true,
  'run-stopping': true,
  'end-asked': true,
  'earlier-stated': true,
  'protection-stated': true,
  'follow-stated': true,
  'blind-stated': true,
  note: true,
};

/** Whether the public stream leaves it out. */
export const isForScreens = (event: RunEvent): event is ScreenEvent =>
  isOfWatch(event) || Object.hasOwn(FOR_SCREENS, event.event);

/**
 * The public stream (docs/contract.md#events): one JSON object a line, only ASCII, no event of the screen.
 * `write` gets a whole line with its newline.
 */
export function ndjsonSink(write: (line: string) => void): EventSink {
  return (event) => {
    if (!isForScreens(event)) write(`${asciiJson(JSON.stringify(event))}\n`);
  };
}
