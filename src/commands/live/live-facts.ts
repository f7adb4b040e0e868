/** What a live run and its dry run must say of themselves, and what they must not start with. */
import { resolve } from 'node:path';
import { EXIT } from '../../model/exit-code.ts';
import type { LiveFacts } from '../../model/event.ts';
import type { Plan } from '../../model/order.ts';
import type { Holder, KeyRefusal } from '../../ledger/ledger.ts';
import type { JournalHistory } from '../../ledger/known-account.ts';
import type { Result } from '../../model/result.ts';
import type { EventSink } from '../../ports.ts';
import { refuse } from '../command-line/refusal.ts';
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

/** A lowered generation would place orders again that stand under the higher one (exit 5). */
export function checkGeneration(plan: Plan, { generation }: JournalHistory): void {
  if (generation === undefined || plan.generation >= generation) return;
  refuse(
    EXIT.notAsReviewed,
    `the plan says generation ${plan.generation}, and the journal knows generation ${generation} of it`,
    `its orders may stand under that one: write generation: ${generation}, or ${generation + 1} to place them once more`,
  );
}

/** Another plan of the same name may have been meant: its orders would be taken for this one's. */
export function noteOtherFile(world: World, planPath: string, { planFile }: JournalHistory, emit: EventSink): void {
  const file = resolve(world.folder, planPath);
  if (planFile === undefined || planFile === file) return;
  emit({ event: 'note', message: `the journal knows this plan from another file: ${planFile}` });
}

/**
 * The same account with another key, or the same key under another account's name, would have a memory of its own, and its
 * orders would be placed twice (exit 2).
 */
export function checkKey(bound: Result<void, KeyRefusal>, { account }: JournalPlace): void {
  if (bound.ok) return;
  const name = `${account.name} at ${account.origin}`;
  if (bound.error.kind === 'other-key') {
    refuse(
      EXIT.usage,
      `the account ${name} was used with another key`,
      'give that key; where this one replaced it, say so once with --rebind',
    );
  }
  const { owner } = bound.error;
  refuse(
    EXIT.usage,
    `this key is known as the account ${owner.name} at ${owner.origin}, not as ${name}`,
    'one account under two names has two memories: give exchange.account and the address as they were; where the key moved for good, say so once with --rebind',
  );
}

export const holderWords = ({ pid, user, host, since }: Holder): string =>
  `pid ${pid} of ${user} on ${host}, since ${since}`;
