/** What was put right of an earlier run, or of this one before the journal's server was gone, in notes. */
import { count } from '../model/count.ts';
import type { Verdict } from '../model/outcome.ts';
import type { EventSink } from '../ports.ts';
import type { PutRight } from './place/placement.ts';

export function tellPutRight({ taken, unknown, refused, unfit = [] }: PutRight, emit: EventSink): void {
  const note = (message: string): void => emit({ event: 'note', message });
  if (taken > 0) note(`imported ${count(taken, 'outcome')} that an earlier run could not write to the journal`);
  for (const { clientOid, verdict } of refused)
    note(`saved outside the journal and not imported, as it contradicts the journal: ${clientOid} ${wordsOf(verdict)}`);
  for (const { clientOid, verdict } of unfit)
    note(
      `saved outside the journal, which cannot record it, so its order is unknown: ${clientOid} ${wordsOf(verdict)}`,
    );
  if (unknown > 0) note(`${count(unknown, 'order')} unknown: an earlier run ended before the answers came`);
}

const wordsOf = (verdict: Verdict): string =>
  verdict.outcome === 'accepted' ? `accepted, order id ${verdict.orderId}` : `${verdict.outcome}, ${verdict.message}`;
