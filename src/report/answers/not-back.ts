/** Closing orders that a run took off to replace them, and that are off still, whoever cancelled them last. */
import { isCloseNotBack, lineageFilled, type KnownOrder } from '../../ledger/state.ts';
import { safe, type Safe } from '../../model/safe-text.ts';
import type { NextStep } from '../run/next-step.ts';
import { againWords, notBackSteps } from '../run/taken-off.ts';

export interface PlanWords {
  /** The words that say the plan and its journal again, behind the name of a command. */
  readonly again: Safe;
  /** The words behind `ordo run` that go on with the plan; undefined where its file is not at hand. */
  readonly run?: Safe;
}

export function afterNotBack(orders: readonly KnownOrder[], { again, run }: PlanWords): NextStep[] {
  const missing = orders.filter(isCloseNotBack);
  return notBackSteps(
    missing.map(({ id, content }) => ({ ...content, id })),
    {
      isUnsized: missing.some((order) => lineageFilled(order) === undefined),
      look: safe`ordo status ${again} --refresh`,
      place: run === undefined ? undefined : safe`ordo run ${run} --live ${againWords(missing)}`,
    },
  );
}
