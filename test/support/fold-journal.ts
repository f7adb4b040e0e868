import type { JournalStep } from '../../src/model/outcome.ts';
import type { JournalRecord, JournalState, KnownOrder } from '../../src/journal/records/state.ts';
import { applyRecord } from '../../src/journal/records/apply-record.ts';

/** The state that records give each order, in the order in which they were written. */
export function foldJournal(records: Iterable<JournalRecord>): JournalState {
  const state = new Map<string, KnownOrder>();
  for (const record of records) state.set(record.id, applyRecord(state.get(record.id), record));
  return state;
}

/** A record of the order `a` of the plan `p`. */
export const step = (name: JournalStep, rest: Partial<JournalRecord> = {}): JournalRecord => ({
  step: name,
  plan: 'p',
  generation: 1,
  id: 'a',
  clientOid: `oid${rest.lineage ?? 0}`,
  lineage: 0,
  atMs: 1,
  ...rest,
});
