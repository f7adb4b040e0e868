/** What a person does about orders that keep an account from being known to be flat: look, and say what is there. */
import type { Unsettled } from '../../actions/flatten/unsettled.ts';
import type { PlanName } from '../../journal/records/scope.ts';
import { someOf } from '../../model/count.ts';
import { joined, safe, safeText, type Safe } from '../../model/safe-text.ts';
import { shellWord } from '../../report/text/phrases.ts';
import type { NextStep } from '../../show/sheet.ts';
import { timeOfDay } from '../../model/time-words.ts';
import { afterNowhere } from '../run/open-cancels.ts';

/** The words behind `ordo settle` that say a plan and its journal. */
export type SettleAgain = (plan: PlanName) => Safe;

export const unsettledSteps = (unsettled: readonly Unsettled[], again: SettleAgain): NextStep[] =>
  unsettled.flatMap((one): NextStep[] => {
    const settle = safe`ordo settle ${again(one)}`;
    return [...unplacedSteps(one, settle), ...afterNowhere(one.nowhere, settle)];
  });

/** The look-up comes first: what stands there twice, or another way than it was sent, it says. */
function unplacedSteps({ plan, unplaced, deadAtMs }: Unsettled, settle: Safe): NextStep[] {
  if (unplaced.length === 0) return [];
  const dead =
    deadAtMs === undefined
      ? safe`its request can no longer be taken`
      : safe`from ${clock(deadAtMs)} on, when its request can no longer be taken`;
  const absent = unplaced.map((id) => safe`--absent ${word(id)}`);
  return [
    { why: safe`Whether it was placed is not known: ${named(plan, unplaced)}. Look it up:`, command: settle },
    {
      why: safe`Look on the exchange too. If it is not there, say so (${dead}):`,
      command: joined([settle, ...absent, safe`--why "not on the exchange"`], safe` `),
    },
  ];
}

/** At the next whole second: the moment is not to be said too early. */
const clock = (ms: number): Safe => safeText(timeOfDay(Math.ceil(ms / 1000) * 1000));
const named = (plan: string, ids: readonly string[]): Safe => safeText(someOf(ids.map((id) => `${plan}: ${id}`)));
const word = (id: string): Safe => shellWord(safeText(id));
