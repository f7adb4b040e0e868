import { defined } from '../../model/defined.ts';
import { isOwnPlan } from '../../model/own-plans.ts';
import type { Safe } from '../../model/safe-text.ts';
import { sameAgain, type GivenPlace } from '../live/same-again.ts';

/** The words behind `ordo settle`. A plan of ordo's own has one generation. */
export const settleWords = (
  { configPath, journalPath }: Pick<GivenPlace, 'configPath' | 'journalPath'>,
  plan: string,
  generation: number,
): Safe =>
  sameAgain(
    {
      ...defined({ configPath, journalPath }),
      ...(isOwnPlan(plan) ? {} : { generation: String(generation) }),
      variables: [],
    },
    plan,
  );
