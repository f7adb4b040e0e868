/** What a run that ended before its answers came has left, put right by the next one that holds the account. Pure. */
import { NO_ANSWER, transition, type OrderState, type Verdict } from '../../model/outcome.ts';
import { defined } from '../../model/defined.ts';
import type { AccountMemory } from '../account/account-memory.ts';
import type { KnownAttempt } from '../account/known-attempt.ts';
import type { Decision, Sighting, SpooledVerdict } from '../records/ledger.ts';
import { JournalError } from '../records/journal-error.ts';
import { withoutTakenIds, type OwnerName } from '../account/taken-ids.ts';
import type { PlacedAt, Said, Settlement, Look } from '../records/record-schema.ts';
import type { KnownOrder } from '../records/state.ts';

/** What is said of an order whose answer is on record nowhere. */
const NO_RECORD: Verdict = {
  outcome: 'unknown',
  message: NO_ANSWER,
  rule: 'no-record',
};
/** What is said of an order that was placed from elsewhere, before it is settled as found. */
export const ADOPTED: Verdict = { outcome: 'unknown', message: 'never sent from here', rule: 'adopted' };
const FROM_SPOOL = 'saved outside the journal by the run that sent it';

export interface Recovery {
  /** How each call that was left open ended: with verdicts on its orders, or with what is known of its cancels. */
  readonly endings: readonly { readonly attempt: KnownAttempt; readonly said: Said['ending'] }[];
  /** Orders whose cancel nobody follows any more. */
  readonly sights: readonly Look[];
  /** Orders that another run has called unknown meanwhile, for want of a record. */
  readonly settled: readonly Settlement[];
  readonly taken: number;
  readonly unknown: number;
  /** Not taken; what of it the ledger says already is no contradiction. */
  readonly refused: readonly SpooledVerdict[];
}

/**
 * What has to be written. Verdicts are taken in whatever plan they are of; given up is only what is of a plan that is held, as
 * of others another run may await the answers. Of two spooled verdicts about one order the first counts.
 */
export function recovery(
  memory: AccountMemory,
  spooled: readonly SpooledVerdict[],
  isHeld: (plan: number) => boolean = () => true,
): Recovery {
  const inFlight = new Set([...memory.ordersIn('in-flight')].map(({ clientOid }) => clientOid));
  const unrecorded = new Set(
    [...memory.ordersIn('unknown')].flatMap(({ clientOid, rule }) => (rule === NO_RECORD.rule ? [clientOid] : [])),
  );
  const told = new Map<string, Verdict>();
  const refused: SpooledVerdict[] = [];
  const settled: Settlement[] = [];
  const stand = withoutTakenIds(
    spooled.map(({ verdict }) => verdict),
    spooled,
    ownersIn(memory, spooled),
  );
  for (const [at, one] of spooled.entries()) {
    const { clientOid } = one;
    const verdict = stand[at] as Verdict;
    if (inFlight.has(clientOid) && !told.has(clientOid)) told.set(clientOid, verdict);
    else if (one.verdict.outcome === 'unknown') continue;
    else if (verdict.outcome !== 'unknown' && unrecorded.delete(clientOid)) {
      told.set(clientOid, verdict);
      settled.push(settledBy(memory, clientOid, verdict));
    } else refused.push(one);
  }
  // A question may be asked without a claim, so another process may await its answer.
  const calls = [...memory.open.values()].filter(
    ({ plan, orders }) => plan !== undefined && (isHeld(plan) || orders.some(({ clientOid }) => told.has(clientOid))),
  );
  const endings = calls.map((attempt) => ({ attempt, said: endingOf(attempt, told) }));
  const given = [...memory.ordersIn('in-flight', isHeld)].filter(({ clientOid }) => !told.has(clientOid));
  const sights = [...memory.ordersIn('cancelling', isHeld)].map(({ clientOid }) =>
    notFollowed(placeOf(memory, clientOid)),
  );
  return { endings, settled, sights, taken: told.size, unknown: given.length, refused };
}

/** Who has an order id: what is on record first, then the first of what was kept beside it. */
function ownersIn(
  memory: AccountMemory,
  spooled: readonly SpooledVerdict[],
): (orderId: string) => OwnerName | undefined {
  const kept = new Map<string, OwnerName>();
  for (const { clientOid, verdict } of spooled) {
    if (verdict.outcome !== 'accepted' || kept.has(verdict.orderId)) continue;
    kept.set(verdict.orderId, { id: memory.lastSent(clientOid)?.order?.id ?? clientOid, clientOid });
  }
  return (orderId) => memory.orderIdOwner(orderId) ?? kept.get(orderId);
}

const notFollowed = ({ intent, at }: PlacedAt): Look => ({
  intent,
  at,
  step: 'cancel-unknown',
  rule: NO_RECORD.rule,
  message: 'its cancel was begun, and how it ended was not recorded',
});

const endingOf = ({ orders, cancels }: KnownAttempt, told: ReadonlyMap<string, Verdict>): Said['ending'] =>
  cancels === undefined
    ? { verdicts: orders.map(({ clientOid }) => told.get(clientOid) ?? NO_RECORD) }
    : { answers: cancels.map(() => ({ answer: 'unknown', message: NO_ANSWER, rule: NO_RECORD.rule })) };

/** Whether the ledger says of the order what the verdict says. */
export function isKnown(memory: AccountMemory, { clientOid, verdict }: SpooledVerdict): boolean {
  const order = memory.lastSent(clientOid)?.order;
  return order?.state === verdict.outcome && (verdict.outcome !== 'accepted' || order.orderId === verdict.orderId);
}

function settledBy(
  memory: AccountMemory,
  clientOid: string,
  verdict: Exclude<Verdict, { outcome: 'unknown' }>,
): Settlement {
  const place = placeOf(memory, clientOid);
  return verdict.outcome === 'accepted'
    ? { ...place, step: 'settle-accepted', orderId: verdict.orderId, message: FROM_SPOOL, rule: verdict.rule }
    : { ...place, step: 'settle-rejected', code: verdict.code, message: verdict.message, rule: verdict.rule };
}

/** What was decided, as it is written. Throws JournalError where an order is not unknown, or, to be closed, not accepted. */
export const settledOrders = (memory: AccountMemory, decisions: readonly Decision[]): Settlement[] =>
  decisions.map((decision) => {
    const { clientOid, evidence, rule } = decision;
    const what = settledAs(decision, memory.lastSent(clientOid)?.order);
    return { ...placeOf(memory, clientOid), ...what, message: evidence, rule };
  });

function settledAs(
  { clientOid, orderId, isClosed }: Decision,
  order: KnownOrder | undefined,
): Pick<Settlement, 'step' | 'orderId'> {
  const [step, from] =
    isClosed === true ? (['settle-closed', 'accepted'] as const) : (['settle-absent', 'unknown'] as const);
  if (order === undefined || transition(order.state, step) === undefined)
    throw new JournalError(`${clientOid} is not ${from}`, `only ${from} orders are settled so`, 'settle/wrong-state');
  if (isClosed === true) return { step: 'settle-closed', ...defined({ orderId: order.orderId }) };
  return orderId === undefined ? { step: 'settle-absent' } : { step: 'settle-accepted', orderId };
}

/** Where an order was placed last. Throws where it never was: a bug of ours. */
export function placeOf(memory: AccountMemory, clientOid: string): PlacedAt {
  const last = memory.lastSent(clientOid);
  if (last === undefined) throw new Error(`${clientOid} was never sent`);
  return { intent: last.attempt.id, at: last.at };
}

/** Where a look leaves an order. */
const TOLD_BY_LOOKS: ReadonlySet<OrderState> = new Set(['accepted', 'cancelled', 'filled', 'closed']);

/** What a look saw. What another process told in the meantime it decides no more; what was seen stays. */
export function seenOrders(memory: AccountMemory, sightings: readonly Sighting[]): readonly Look[] {
  return sightings.map(({ clientOid, step, ...sight }) => {
    const state = memory.lastSent(clientOid)?.order?.state;
    const isOld =
      step !== undefined && state !== undefined && TOLD_BY_LOOKS.has(state) && transition(state, step) === undefined;
    return { ...placeOf(memory, clientOid), ...(!isOld && defined({ step })), ...sight };
  });
}
