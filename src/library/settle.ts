import { historyOf } from '../journal/records/known-account.ts';
import type { PlanName } from '../journal/records/scope.ts';
import { defined } from '../model/defined.ts';
import type { EventSink } from '../ports.ts';
import { refuse } from '../refusal.ts';
import { thisProcess } from '../system/machine.ts';
import { stopOf } from '../actions/end-of-run.ts';
import { settle, type SettledPlan } from '../actions/settle.ts';
import { refuseTwice, type Decisions, type GivenDecision } from '../actions/settling/decisions.ts';
import { openWords } from '../actions/settling/finding-words.ts';
import { foundWords, type Finding } from '../session/lists/list-matches.ts';
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

/** What the exchange's lists say of an unknown order. Only `found` proves anything: it is accepted from then on. */
export interface LookedUpOrder {
  readonly id: string;
  readonly clientOid: string;
  readonly finding: Finding;
  /** The same in words for a person. */
  readonly words: string;
}

/** All of the words or none. Throws RefusalError where the ledger or the exchange's lists have something against one. */
export async function settleByWord(
  working: Working,
  plan: PlanName,
  words: readonly OrderWord[],
  { why, checked }: WordOptions,
): Promise<void> {
  if (why === undefined && words.some((word) => 'absent' in word))
    refuse('settle/no-reason', 'an order is settled as absent only with a reason', 'give the reason in `why`');
  refuseTwice(words);
  const { telling } = working;
  telling.begin();
  if (words.length > 0) {
    const decisions = { orders: words.map(decisionOf), ...defined({ why }) };
    await settled(working, { plan, decisions, emit: telling.emit, checked });
  }
  telling.end();
}

/** Each finding is on record before the next. Throws RefusalError where the lists may not be asked. */
export async function lookUpUnknown(
  working: Working,
  plan: PlanName,
  signal: AbortSignal,
): Promise<readonly LookedUpOrder[]> {
  // Whoever called is told by the value.
  const { lookedUp } = await settled(working, { plan, decisions: { orders: [] }, emit: () => {}, signal });
  return lookedUp.map(({ order: { id, clientOid }, finding }) => {
    const words = finding.kind === 'found' ? foundWords(finding) : openWords(id, finding);
    return { id, clientOid, finding, words };
  });
}

interface Settling {
  readonly plan: PlanName;
  readonly decisions: Decisions;
  readonly emit: EventSink;
  readonly checked?: CheckedPlan | undefined;
  readonly signal?: AbortSignal;
}

async function settled(
  { session, config, clock, connect, connection: { origin } }: Working,
  { plan: name, decisions, emit, checked, signal = new AbortController().signal }: Settling,
): Promise<SettledPlan> {
  const { user, host } = thisProcess();
  const planFile = historyOf(await session.account(), name.plan).planFile ?? checked?.file ?? IN_MEMORY;
  const request = { name, decisions, planFile, planPath: planFile, origin, again: `--name ${name.plan}` };
  const done = await settle(
    { session, config, clock, emit, connect, stop: stopOf(signal) },
    { ...request, by: `${user} on ${host}`, ...defined({ plan: checked?.plan }) },
  );
  if (done.failure !== undefined) throw done.failure.thrown;
  return done;
}

const decisionOf = (word: OrderWord): GivenDecision => {
  const { id } = word;
  if ('placed' in word) return { id, orderId: word.placed, ...(word.unseen === true && { isUnseen: true }) };
  return 'closed' in word ? { id, isClosed: true, ...(word.unseen === true && { isUnseen: true }) } : { id };
};
