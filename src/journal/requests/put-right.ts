/** Puts right on record what a run that ended before its answers came has left (recovery.ts says what). */
import type { AccountBooks, RecordFields } from '../account/account-log.ts';
import { RefusedRecord } from '../records/journal-error.ts';
import type { Recovered, SpooledVerdict } from '../records/ledger.ts';
import { isKnown, recovery, type Recovery } from './recovery.ts';
import { said, type By } from '../records/record-schema.ts';

interface PuttingRight {
  readonly books: AccountBooks;
  /** Whether a plan, by the number of its record, is held: of others another run may await the answers. */
  readonly holds: (plan: number) => boolean;
  readonly by: By;
}

export async function putRight(how: PuttingRight, spooled: readonly SpooledVerdict[]): Promise<Recovered> {
  try {
    return await putRightAtOnce(how, spooled);
  } catch (error) {
    if (!(error instanceof RefusedRecord) || spooled.length === 0) throw error;
    return putRightByOne(how, spooled);
  }
}

/** What one of them says is no reason to lose the others, nor to send nothing for good. */
async function putRightByOne(how: PuttingRight, spooled: readonly SpooledVerdict[]): Promise<Recovered> {
  let { taken, unknown } = await putRightAtOnce(how, []);
  const [refused, unfit]: [SpooledVerdict[], SpooledVerdict[]] = [[], []];
  for (const one of spooled) {
    try {
      const found = await putRightAtOnce(how, [one]);
      [taken, unknown] = [taken + found.taken, unknown - found.taken];
      refused.push(...found.refused);
    } catch (error) {
      if (!(error instanceof RefusedRecord)) throw error;
      unfit.push(one);
    }
  }
  return { taken, unknown, refused, unfit };
}

async function putRightAtOnce(
  { books, holds, by }: PuttingRight,
  spooled: readonly SpooledVerdict[],
): Promise<Recovered> {
  const work = (append: (record: RecordFields) => number): Recovery => {
    const found = recovery(books.memory, spooled, holds);
    for (const { attempt, said: what } of found.endings)
      append({ kind: 'unrecorded', ...books.of(attempt.plan), about: attempt.id, said: said(what) });
    if (found.sights.length > 0)
      append({ kind: 'seen', ...books.of(), said: said<'seen'>({ ...by, orders: found.sights }) });
    if (found.settled.length > 0)
      append({ kind: 'settled', ...books.of(), said: said({ ...by, orders: found.settled }) });
    return found;
  };
  const { taken, unknown, refused } = await books.write(work, { isTrial: spooled.length > 0 });
  return { taken, unknown, refused: refused.filter((one) => !isKnown(books.memory, one)) };
}
