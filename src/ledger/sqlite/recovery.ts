/** What a run that ended before its answers came has left, put right by the next one that holds the account. */
import { NO_ANSWER } from '../../model/outcome.ts';
import type { AsideVerdict, Recovered, Settled } from '../../ports.ts';
import { JournalError } from '../journal-error.ts';
import { verdictFields, type Steps } from './steps.ts';

const NO_RECORD = { step: 'unknown', message: NO_ANSWER, rule: 'no-record' } as const;
const FROM_ASIDE = 'kept beside the journal by the run that sent it';

/**
 * Takes in what was kept aside: for orders in flight, and for those that another run has called unknown meanwhile for want of a
 * record. Whatever is still in flight is unknown. Within a commit.
 */
export function recover(steps: Steps, aside: readonly AsideVerdict[], atMs: number): Recovered {
  const inFlight = steps.lastWith('intent');
  const unrecorded = new Map([...steps.lastWith('unknown')].filter(([, row]) => row['rule'] === NO_RECORD.rule));
  const refused: AsideVerdict[] = [];
  let taken = 0;
  for (const one of aside) {
    const { clientOid, verdict } = one;
    const sent = inFlight.get(clientOid);
    const unknown = unrecorded.get(clientOid);
    if (sent !== undefined) steps.writeAfter(sent, { ...verdictFields(verdict), atMs });
    else if (verdict.outcome === 'unknown') continue;
    else if (unknown === undefined) {
      refused.push(one);
      continue;
    } else {
      const settled = { ...verdictFields(verdict), step: `settle-${verdict.outcome}` } as const;
      steps.writeAfter(unknown, { message: FROM_ASIDE, ...settled, atMs });
    }
    inFlight.delete(clientOid);
    unrecorded.delete(clientOid);
    taken += 1;
  }
  for (const row of inFlight.values()) steps.writeAfter(row, { ...NO_RECORD, atMs });
  return { taken, unknown: inFlight.size, refused: refused.filter((one) => !isKnown(steps, one)) };
}

/** Whether the journal says of the order what the verdict says. */
function isKnown(steps: Steps, { clientOid, verdict }: AsideVerdict): boolean {
  const row = steps.lastOf(clientOid);
  const isSame = row?.['step'] === verdict.outcome || row?.['step'] === `settle-${verdict.outcome}`;
  return isSame && (verdict.outcome !== 'accepted' || row['order_id'] === verdict.orderId);
}

/** Writes what was found out about an unknown order. Within a commit. */
export function settle(steps: Steps, clientOid: string, { orderId, rule, evidence }: Settled, atMs: number): void {
  const row = steps.lastOf(clientOid);
  if (row?.['step'] !== 'unknown')
    throw new JournalError(`${clientOid} is not unknown`, 'only an unknown order is settled');
  const step = orderId === undefined ? 'settle-absent' : 'settle-accepted';
  steps.writeAfter(row, { step, ...(orderId !== undefined && { orderId }), message: evidence, rule, atMs });
}
