/** What the steps of a flatten came to by its end: a list may have shown since what an answer did not say. */
import type { KnownAccount } from '../../journal/records/known-account.ts';
import { lineageFilled, sentSize, type KnownOrder } from '../../journal/records/state.ts';
import { isOwnPlan } from '../../model/own-plans.ts';
import type { DoneStep, FlattenStep } from './flatten-with.ts';

/** One for each order, in the order in which they began. */
export function stepsNow(done: readonly DoneStep[], account: KnownAccount): FlattenStep[] {
  const known = new Map(
    account.flatMap(({ plan, orders }) =>
      [...orders.values()].map((order) => [order.clientOid, isOwnPlan(plan) ? closeEnd(order) : cancelEnd(order)]),
    ),
  );
  // A map keeps the place of the first, and what was said last.
  const last = new Map(done.map((step) => [step.clientOid, step]));
  return [...last.values()].map(({ clientOid, name, ...said }) => {
    const end = said.kind === 'unknown' ? known.get(clientOid) : undefined;
    const { kind, words } = end ?? said;
    return { kind, name, words };
  });
}

type StepEnd = Pick<FlattenStep, 'kind' | 'words'>;

export const NOT_SENT: StepEnd = { kind: 'withheld', words: 'it was not sent' };

/** Undefined where it is not known. */
export function closeEnd(order: KnownOrder): StepEnd | undefined {
  const { state, seen, code, message } = order;
  if (state === 'filled') return { kind: 'closed', words: `${sentSize(order)} at ${seen?.averagePrice ?? '?'}` };
  if (state === 'rejected')
    return { kind: 'refused', words: [code, message].filter((text) => text !== undefined).join(' ') };
  if (state === 'cancelled')
    return { kind: 'cancelled', words: `${lineageFilled(order)?.canonical() ?? '?'} of ${sentSize(order)} filled` };
  return state === 'never-sent' ? NOT_SENT : undefined;
}

const cancelEnd = ({ state }: KnownOrder): StepEnd | undefined =>
  state === 'cancelled' || state === 'filled' ? { kind: state, words: '' } : undefined;
