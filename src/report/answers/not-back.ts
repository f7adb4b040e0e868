/** Closing orders that a run took off to replace them, and that are off still, whoever cancelled them last. */
import { isCloseNotBack, lineageFilled, type KnownOrder } from '../../ledger/state.ts';
import { safe, type Safe } from '../../model/safe-text.ts';
import type { NextStep } from '../run/next-step.ts';
import { againWords, itOrThem, notBackWords } from '../run/taken-off.ts';

export interface PlanWords {
  /** The words that say the plan and its journal again, behind the name of a command. */
  readonly again: Safe;
  /** The words behind `ordo run` that go on with the plan; undefined where its file is not at hand. */
  readonly run?: Safe;
}

/** What of it is left to place is known only once its fills are. */
export function afterNotBack(orders: readonly KnownOrder[], { again, run }: PlanWords): NextStep[] {
  const missing = orders.filter(isCloseNotBack);
  if (missing.length === 0) return [];
  const words = notBackWords(missing.map(({ id, content }) => ({ ...content, id })));
  if (run === undefined) return [{ why: safe`${words}.` }];
  const command = safe`ordo run ${run} --live ${againWords(missing)}`;
  if (missing.every((order) => lineageFilled(order) !== undefined)) return [{ why: safe`${words}:`, command }];
  return [
    {
      why: safe`${words}. How much of ${itOrThem(missing)} was filled is not known. Look first:`,
      command: safe`ordo status ${again} --refresh`,
    },
    { why: safe`Then place ${itOrThem(missing)}:`, command },
  ];
}
