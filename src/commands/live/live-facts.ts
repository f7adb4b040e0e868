/** What a live run and its dry run must say of themselves. */
import type { JournalAddress, JournalPlace } from '../../journal/records/scope.ts';
import { resolve } from 'node:path';
import type { LiveFacts } from '../../model/event.ts';
import type { JournalHistory } from '../../journal/records/known-account.ts';
import type { EventSink } from '../../ports.ts';
import type { Setup } from '../inputs/setup.ts';
import type { Files } from '../world.ts';

/** A journal's name, and that it is new where nothing was ever sent from it. */
export const journalWords = ({ name }: JournalAddress, { isNew }: Pick<JournalHistory, 'isNew'>): string =>
  isNew ? `${name} (new to this account)` : name;

/** For whom, by which config, and from which memory. */
export const liveFacts = (
  { account, journal }: JournalPlace,
  { configFile }: Setup,
  history: JournalHistory,
): LiveFacts => ({
  account: account.name,
  config: configFile ?? 'none',
  journal: journalWords(journal, history),
});

/** Another plan of the same name may have been meant: its orders would be taken for this one's. */
export function noteOtherFile(files: Files, planPath: string, { planFile }: JournalHistory, emit: EventSink): void {
  const file = resolve(files.folder, planPath);
  if (planFile === undefined || planFile === file) return;
  emit({ event: 'note', message: `the journal knows this plan from another file: ${planFile}` });
}
