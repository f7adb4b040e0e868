/** What a live run and its dry run must say of themselves. */
import { resolve } from 'node:path';
import type { LiveFacts } from '../../model/event.ts';
import type { JournalHistory } from '../../ledger/known-account.ts';
import type { EventSink } from '../../ports.ts';
import type { Setup } from '../inputs/setup.ts';
import type { JournalPlace, World } from '../world.ts';

/** A journal's path, and that it is new where nothing was ever sent from it. */
export const journalWords = (file: string, { isNew }: JournalHistory): string =>
  isNew ? `${file} (new to this account)` : file;

/** For whom, by which config, and from which memory. */
export const liveFacts = (
  { account, file }: JournalPlace,
  { configFile }: Setup,
  history: JournalHistory,
): LiveFacts => ({
  account: account.name,
  config: configFile ?? 'none',
  journal: journalWords(file, history),
});

/** Another plan of the same name may have been meant: its orders would be taken for this one's. */
export function noteOtherFile(world: World, planPath: string, { planFile }: JournalHistory, emit: EventSink): void {
  const file = resolve(world.folder, planPath);
  if (planFile === undefined || planFile === file) return;
  emit({ event: 'note', message: `the journal knows this plan from another file: ${planFile}` });
}
