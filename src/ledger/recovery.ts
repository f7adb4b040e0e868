/** What a run that ended before its answers came has left, put right by the next one that holds the account. Pure. */
import { NO_ANSWER, type Verdict } from '../model/outcome.ts';
import { defined } from '../model/defined.ts';
import type { AccountMemory } from './account-memory.ts';
import type { KnownAttempt } from './known-attempt.ts';
import type { Decision, SpooledVerdict } from './ledger.ts';
import { JournalError } from './journal-error.ts';
import type { Settlement } from './said.ts';
import type { KnownOrder } from './state.ts';

/** What is said of an order whose answer is on record nowhere. */
export const NO_RECORD: Verdict = {
  outcome: 'unknown',
  message: NO_ANSWER,
  rule: 'no-record',
};
/** What is said of an order that was placed from elsewhere, before it is settled as found. */
export const ADOPTED: Verdict = { outcome: 'unknown', message: 'never sent from here', rule: 'adopted' };
const FROM_SPOOL = 'kept beside the journal by the run that sent it';

export interface Recovery {
  /** The verdicts of each call that was left open. */
  readonly endings: readonly { readonly attempt: KnownAttempt; readonly verdicts: readonly Verdict[] }[];
  /** Orders that another run has called unknown meanwhile, for want of a record. */
  readonly settled: readonly Settlement[];
  readonly taken: number;
  readonly unknown: number;
  /** Not taken; what of it the ledger says already is no contradiction. */
  readonly refused: readonly SpooledVerdict[];
}

/** What has to be written. Of two spooled verdicts about one order the first counts. */
export function recovery(memory: AccountMemory, spooled: readonly SpooledVerdict[]): Recovery {
  const inFlight = new Map([...memory.ordersIn('in-flight')].map((order) => [order.clientOid, NO_RECORD]));
  const unrecorded = new Set(
    [...memory.ordersIn('unknown')].flatMap(({ clientOid, rule }) => (rule === NO_RECORD.rule ? [clientOid] : [])),
  );
  const told = new Map<string, Verdict>();
  const refused: SpooledVerdict[] = [];
  const settled: Settlement[] = [];
  for (const one of spooled) {
    const { clientOid, verdict } = one;
    if (inFlight.has(clientOid) && !told.has(clientOid)) told.set(clientOid, verdict);
    else if (verdict.outcome === 'unknown') continue;
    else if (unrecorded.delete(clientOid)) {
      told.set(clientOid, verdict);
      settled.push(settledBy(memory, clientOid, verdict));
    } else refused.push(one);
  }
  // A question may be asked without a claim, so another process may await its answer.
  const calls = [...memory.open.values()].filter(({ plan }) => plan !== undefined);
  const endings = calls.map((attempt) => ({
    attempt,
    verdicts: attempt.orders.map(({ clientOid }) => told.get(clientOid) ?? NO_RECORD),
  }));
  const unknown = [...inFlight.keys()].filter((clientOid) => !told.has(clientOid)).length;
  return { endings, settled, taken: told.size, unknown, refused };
}

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
  const from = isClosed === true ? 'accepted' : 'unknown';
  if (order?.state !== from)
    throw new JournalError(`${clientOid} is not ${from}`, `only ${from} orders are settled so`);
  if (isClosed === true) return { step: 'settle-closed', ...defined({ orderId: order.orderId }) };
  return orderId === undefined ? { step: 'settle-absent' } : { step: 'settle-accepted', orderId };
}

function placeOf(memory: AccountMemory, clientOid: string): { readonly intent: number; readonly at: number } {
  const last = memory.lastSent(clientOid);
  if (last === undefined) throw new Error(`${clientOid} was never sent`);
  return { intent: last.attempt.id, at: last.at };
}
