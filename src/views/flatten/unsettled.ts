/** What a person does about orders that keep an account from being known to be flat: look, and say what is there. */
import type { Unsettled } from '../../actions/flatten/unsettled.ts';
import type { PlanName } from '../../journal/records/scope.ts';
import { someOf } from '../../model/count.ts';
import { joined, safe, safeText, type Safe } from '../../model/safe-text.ts';
import { shellWord } from '../../report/text/phrases.ts';
import type { NextStep } from '../../show/sheet.ts';

/** The words behind `ordo settle` that say a plan and its journal. */
export type SettleAgain = (plan: PlanName) => Safe;

export const unsettledSteps = (unsettled: readonly Unsettled[], again: SettleAgain): NextStep[] =>
  unsettled.flatMap((one): NextStep[] => {
    const settle = safe`ordo settle ${again(one)}`;
    return [...unplacedSteps(one, settle), ...nowhereSteps(one, settle)];
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

function nowhereSteps({ plan, nowhere }: Unsettled, settle: Safe): NextStep[] {
  if (nowhere.length === 0) return [];
  const twice = nowhere.map((id) => safe`--closed ${word(id)} --unseen ${word(id)}`);
  return [
    {
      why: safe`In no list, which proves nothing: ${named(plan, nowhere)}. Look on the exchange. If no part of it is open, say so twice:`,
      command: joined([settle, ...twice], safe` `),
    },
  ];
}

/** At the next whole second: the moment is not to be said too early. */
const clock = (ms: number): Safe => safeText(`${new Date(Math.ceil(ms / 1000) * 1000).toISOString().slice(11, 19)}Z`);
const named = (plan: string, ids: readonly string[]): Safe => safeText(someOf(ids.map((id) => `${plan}: ${id}`)));
const word = (id: string): Safe => shellWord(safeText(id));
