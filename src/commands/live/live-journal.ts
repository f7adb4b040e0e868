import { EXIT } from '../../model/exit-code.ts';
import type { Verdict } from '../../model/outcome.ts';
import type { Aside, EventSink, Journal } from '../../ports.ts';
import { refuse } from '../command-line/refusal.ts';
import { count } from '../../model/count.ts';
import type { JournalPlace, World } from '../world.ts';

/**
 * Holds the account's lock and its journal for as long as `body` runs. What an earlier run left is put right first: its
 * verdicts that were kept aside, and orders left in flight, which become unknown because no process awaits their answer.
 */
export async function withLiveJournal<T>(
  world: World,
  place: JournalPlace,
  emit: EventSink,
  body: (journal: Journal, aside: Aside) => Promise<T>,
): Promise<T> {
  const lock = await world.lock(place);
  if (!lock.ok) {
    const { error: holder } = lock;
    const who =
      holder === undefined ? '' : `: pid ${holder.pid} of ${holder.user} on ${holder.host}, since ${holder.since}`;
    refuse(
      EXIT.locked,
      `another run holds this account and journal${who}`,
      'wait for it to end; the lock goes with the process',
    );
  }
  try {
    const journal = await world.openJournal(place);
    try {
      await recover(world, place, journal, emit);
      return await body(journal, await world.keepAside(place));
    } finally {
      journal.close();
    }
  } finally {
    lock.value.release();
  }
}

async function recover(world: World, place: JournalPlace, journal: Journal, emit: EventSink): Promise<void> {
  const aside = await world.readAside(place);
  const { taken, unknown, refused } = journal.recover(aside);
  if (aside.length > 0) await world.setAsideDone(place);
  const note = (message: string): void => emit({ event: 'note', message });
  if (taken > 0) note(`${count(taken, 'outcome')} that an earlier run kept beside the journal: in it now`);
  for (const { clientOid, verdict } of refused)
    note(`kept beside the journal, and not taken, as the journal knows otherwise: ${clientOid} ${wordsOf(verdict)}`);
  if (unknown > 0) note(`${count(unknown, 'order')} unknown: an earlier run ended before the answers came`);
}

const wordsOf = (verdict: Verdict): string =>
  verdict.outcome === 'accepted' ? `accepted, order id ${verdict.orderId}` : `${verdict.outcome}, ${verdict.message}`;
