/** Closing orders that a run took off to replace them, and that are off still, whoever cancelled them last. */
import { closesNotBack, type Wanted } from '../../journal/history/order-state-events.ts';
import type { JournalState } from '../../journal/records/state.ts';
import { joined, safe, safeText, type Safe } from '../../model/safe-text.ts';
import type { NextStep } from '../../show/sheet.ts';
import { notBackSteps } from '../run/taken-off.ts';
import { shellWord } from '../../report/text/phrases.ts';

export interface PlanWords {
  /** The words that say the plan and its journal again, behind the name of a command. */
  readonly again: Safe;
  /** The words behind `ordo run` that go on with the plan; undefined where its file is not at hand. */
  readonly run?: Safe;
}

export const afterNotBack = (
  known: JournalState,
  wanted: ReadonlyMap<string, Wanted>,
  { again, run }: PlanWords,
): NextStep[] =>
  notBackSteps(closesNotBack(known, wanted), {
    look: safe`ordo status ${again} --refresh`,
    place: (_, options) =>
      run === undefined ? undefined : joined([safe`ordo run ${run} --live`, ...options], safe` `),
    settle: (ids) =>
      joined([safe`ordo settle ${again}`, ...ids.map((id) => safe`--closed ${shellWord(safeText(id))}`)], safe` `),
  });

/** By what was sent, or by what the plan says now. */
export const wantedOf = (
  orders: Iterable<{ readonly id: string; readonly content: Readonly<Record<string, string>> }>,
): ReadonlyMap<string, Wanted> =>
  new Map([...orders].map(({ id, content }): [string, Wanted] => [id, { size: content['size'] ?? '' }]));
