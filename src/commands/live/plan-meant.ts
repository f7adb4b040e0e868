import { someOf } from '../../model/count.ts';
import { resolve } from 'node:path';
import { historyOf, stateOf, type KnownAccount } from '../../journal/records/known-account.ts';
import type { PlanName } from '../../journal/records/scope.ts';
import { refuse, suggestion } from '../../refusal.ts';
import type { OnePlan, Unread } from '../inputs/one-plan.ts';
import type { Files } from '../world.ts';

/**
 * Which plan in which generation is asked about. Where the file does not say the generation, it is the highest that the
 * journal knows. Refuses (exit 2) a name that only a person gave and the journal does not know, and a file that says none.
 */
export function planMeant(files: Files, one: OnePlan, account: KnownAccount): PlanName {
  const { identity, planPath } = one;
  const plan = identity.name ?? nameByFile(files, one, account);
  if (planPath === undefined && !namesOf(account).includes(plan)) {
    refuse('journal/unknown-plan', `the journal knows no plan ${plan} of this account`, knownInstead(plan, account));
  }
  const { generation } = identity;
  const generations = account.filter((known) => known.plan === plan).map((known) => known.generation);
  if (planPath === undefined && generation !== undefined && !generations.includes(generation)) {
    refuse(
      'journal/unknown-generation',
      `the journal knows no generation ${generation} of ${plan}`,
      `it knows generation ${generations.join(', ')}`,
    );
  }
  return { plan, generation: generation ?? historyOf(account, plan).generation ?? 1 };
}

/** Why the plan's file does not count, and that the journal does; `done` says what for. */
export function unreadWords({ why, command }: Unread, asked: PlanName, account: KnownAccount, done: string): string {
  const { plan, generation } = asked;
  const instead =
    stateOf(account, asked).size > 0
      ? `${done} is what the journal knows`
      : `the journal knows nothing of ${plan}, generation ${generation}; ${knownInstead(plan, account)}`;
  return `${why}: ${instead}${command === undefined ? '' : `; ${command}`}`;
}

/** What the journal knows instead, with a word on what may be meant. */
export const knownInstead = (plan: string, account: KnownAccount): string =>
  `${suggestion(plan, namesOf(account))}${listed(namesOf(account))}`;

const namesOf = (account: KnownAccount): string[] => [...new Set(account.map(({ plan }) => plan))];

const listed = (names: readonly string[]): string =>
  names.length === 0 ? 'it knows nothing of this account' : `it knows ${someOf(names)}`;

/** The name of a plan whose file is gone: the one that was sent from it. */
function nameByFile(files: Files, { planPath = '', unread }: OnePlan, account: KnownAccount): string {
  const file = resolve(files.folder, planPath);
  const names = namesOf(account.filter(({ planFile }) => planFile === file));
  const isGone = files.entryAt(file).kind === 'nothing';
  if (isGone && names[0] !== undefined && names.length === 1) return names[0];
  const why = unread?.why ?? '';
  return refuse(
    isGone ? 'input/unreadable' : 'input/not-a-plan',
    isGone ? why : `${why}, and no line of it gives the plan’s name`,
    `ask the journal with --name <plan>: ${listed(names.length === 0 ? namesOf(account) : names)}`,
  );
}
