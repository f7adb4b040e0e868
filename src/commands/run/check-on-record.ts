import { checkAtStart, type CompiledRun, type Connecting } from '../../actions/place.ts';
import { JournalError } from '../../journal/records/journal-error.ts';
import { refuse } from '../../refusal.ts';

/** The check of the account. A journal that fails while it is read was usable before: the run ends with 6, and not as one that was started wrong. */
export async function checkOnRecord(asking: Connecting, compiled: CompiledRun): Promise<CompiledRun> {
  try {
    return await checkAtStart(asking, compiled);
  } catch (error) {
    if (!(error instanceof JournalError) || error.code !== 'journal/unusable') throw error;
    return refuse('journal/failed', error.message, error.hint);
  }
}
