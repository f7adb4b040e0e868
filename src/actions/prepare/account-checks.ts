/** What an account's journal has against a run: another generation, another key, another holder. */
import type { Config } from '../../model/config.ts';
import type { Plan } from '../../model/order.ts';
import type { Result } from '../../model/result.ts';
import type { Holder, KeyRefusal } from '../../journal/records/ledger.ts';
import type { JournalHistory, KnownAccount } from '../../journal/records/known-account.ts';
import type { AccountName } from '../../journal/records/scope.ts';
import { refuse } from '../../refusal.ts';
import { earlierAtWork } from './check-edited.ts';

/** Refuses (exit 2) where the order lists may not be asked. Nothing else shows that a cancel worked, or how an order is. */
export function checkCanAsk({ exchange }: Config, hint?: string): void {
  if (!exchange.queries)
    refuse('config/queries-off', 'exchange.queries is off in the config, so the order lists cannot be asked', hint);
}

/** A lowered generation would place orders again that stand under the higher one (exit 5). */
export function checkGeneration(plan: Plan, { generation }: JournalHistory, account: KnownAccount = []): void {
  if (generation === undefined || plan.generation >= generation) return;
  // A higher one is refused while that one is followed and at work.
  const isAtWork = earlierAtWork({ ...plan, generation: generation + 1 }, account) !== undefined;
  refuse(
    'plan/generation',
    `the plan says generation ${plan.generation}, and the journal knows generation ${generation} of it`,
    `its orders may be open under that one: write generation: ${generation}${isAtWork ? '' : `, or ${generation + 1} to place them once more`}`,
  );
}

/**
 * The same account with another key, or the same key under another account's name, would have a memory of its own, and its
 * orders would be placed twice (exit 2).
 */
export function checkKey(bound: Result<void, KeyRefusal>, { account }: { readonly account: AccountName }): void {
  if (bound.ok) return;
  const name = `${account.name} at ${account.origin}`;
  if (bound.error.kind === 'other-key') {
    refuse(
      'account/other-key',
      `the account ${name} was used with another key`,
      'use that key; if this one replaced it, say so once with --rebind',
    );
  }
  const { owner } = bound.error;
  refuse(
    'account/other-account',
    `this key was first used for the account ${owner.name} at ${owner.origin}, not for ${name}`,
    'use that name (exchange.account) and that address; if the key has moved here for good, say so once with --rebind',
  );
}

export function holderWords({ pid, user, host, since, isWatch, isFollow }: Holder): string {
  const how = isWatch === true ? ', a watch: q in its terminal ends it' : '';
  const follows = isFollow === true ? ', it follows the plan: Ctrl-C in its terminal ends it' : '';
  return `pid ${pid} of ${user} on ${host}, since ${since}${how}${follows}`;
}
