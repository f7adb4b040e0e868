import { historyOf } from '../journal/records/known-account.ts';
import type { PlanName } from '../journal/records/scope.ts';
import { defined } from '../model/defined.ts';
import { onceAsked } from '../model/once-asked.ts';
import { inPlanNames } from '../model/plan-names.ts';
import { thisProcess } from '../system/machine.ts';
import { refuse } from '../refusal.ts';
import { Conclusions } from '../actions/settling/conclusions.ts';
import { decide } from '../actions/settling/decide.ts';
import { refuseTwice, type GivenDecision } from '../actions/settling/decisions.ts';
import type { Working } from './holding.ts';
import { IN_MEMORY, type CheckedPlan } from './load.ts';

/** A person's word on one order, by id or by a ladder's name. */
export type OrderWord =
  /** It stands, under the exchange's order id; `unseen`: though the exchange's lists do not show it. */
  | { readonly id: string; readonly placed: string; readonly unseen?: true }
  /** It does not exist, and may be placed again by `again`. */
  | { readonly id: string; readonly absent: true }
  /** Nothing of it rests, and its position is gone. */
  | { readonly id: string; readonly closed: true; readonly unseen?: true };

export interface WordOptions {
  /** What the words rest on; kept in the ledger. An absent order needs it. */
  readonly why?: string;
  /** The plan itself: its ladders have names then, and an order of it that was placed from elsewhere is taken in. */
  readonly checked?: CheckedPlan;
}

/** All of the words or none. Throws RefusalError where the ledger or the exchange's lists have something against one. */
export async function settleByWord(
  { session, config, clock, connect, telling }: Working,
  plan: PlanName,
  words: readonly OrderWord[],
  { why, checked }: WordOptions,
): Promise<void> {
  if (why === undefined && words.some((word) => 'absent' in word))
    refuse('settle/no-reason', 'an order is settled as absent only with a reason', 'give the reason in `why`');
  refuseTwice(words);
  telling.begin();
  const { user, host } = thisProcess();
  const known = await session.state(plan);
  const planFile = historyOf(await session.account(), plan.plan).planFile ?? checked?.file ?? IN_MEMORY;
  const { emit } = telling;
  await decide({
    config,
    session,
    emit,
    planPath: planFile,
    again: `--name ${plan.plan}`,
    run: { ...plan, planFile },
    known: checked === undefined ? known : inPlanNames(known, checked.plan.orders),
    ...defined({ plan: checked?.plan }),
    decisions: { orders: words.map(decisionOf), ...defined({ why }) },
    by: `${user} on ${host}`,
    nowMs: clock.wallMs(),
    connect: onceAsked(async () => {
      if (!config.exchange.queries) return 'exchange.queries is off';
      await connect();
      return undefined;
    }),
    conclusions: new Conclusions(session, emit),
  });
  telling.end();
}

const decisionOf = (word: OrderWord): GivenDecision => {
  const { id } = word;
  if ('placed' in word) return { id, orderId: word.placed, ...(word.unseen === true && { isUnseen: true }) };
  return 'closed' in word ? { id, isClosed: true, ...(word.unseen === true && { isUnseen: true }) } : { id };
};
