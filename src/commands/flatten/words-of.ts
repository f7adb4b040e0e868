/** What a flatten says besides what it found: where it is, and how it is typed again. */
import type { KnownNow } from '../../actions/flatten/known-now.ts';
import { historyOf } from '../../journal/records/known-account.ts';
import type { AccountName, JournalAddress } from '../../journal/records/scope.ts';
import { defined } from '../../model/defined.ts';
import { CLOSE_PLAN, isOwnPlan } from '../../model/own-plans.ts';
import { safe, safeText, type Safe } from '../../model/safe-text.ts';
import { shellWord } from '../../report/text/phrases.ts';
import type { FlattenWords } from '../../views/flatten/sheet.ts';
import { journalWords } from '../live/live-facts.ts';
import { placeWords, sameAgain, type GivenPlace } from '../live/same-again.ts';

interface Typed extends Omit<GivenPlace, 'planPath'> {
  readonly why: string;
  readonly all: boolean;
}

interface SaidAround extends Pick<FlattenWords, 'limits' | 'nowMs' | 'asks'>, KnownNow {
  readonly place: { readonly journal: JournalAddress; readonly account: AccountName };
}

export const flattenWords = (asked: Typed, { place, account, ...around }: SaidAround): FlattenWords => ({
  ...around,
  account: place.account,
  journal: journalWords(place.journal, historyOf(account, CLOSE_PLAN.plan)),
  again: [
    safe`--why ${shellWord(safeText(asked.why))}`,
    ...(asked.all ? [safe`--all`] : []),
    ...placeWords({ ...asked, variables: [] }),
  ],
  settle: ({ plan, generation }) => settleWords(asked, plan, generation),
});

/** The words behind `ordo settle`. A plan of ordo's own has one generation. */
const settleWords = (
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
