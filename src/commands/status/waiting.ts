/** What of each plan of an account is due or waits while nobody follows it: by its file, where that can be read, as `status <plan>` says it. */
import { dueNow, onwardNow, type Onward } from '../../actions/status.ts';
import { againOf, stateOf, type KnownAccount, type KnownPlan } from '../../journal/records/known-account.ts';
import type { Awaiting } from '../../journal/records/ledger.ts';
import { defined } from '../../model/defined.ts';
import type { UnfollowedStep } from '../../model/followed.ts';
import type { AccountLook } from '../../protection/journal/look.ts';
import { refusalOf } from '../../refusal.ts';
import { dueWords, isWaiting, waitingWords } from '../../views/not-followed.ts';
import type { Arguments } from '../command-line/arguments.ts';
import { givenVariables } from '../command-line/var-option.ts';
import { loadSetup, type Setup } from '../inputs/setup.ts';
import { givenPlace, placeWords } from '../live/same-again.ts';
import type { World } from '../world.ts';

interface Asked {
  readonly known: KnownAccount;
  readonly awaiting: Awaiting;
  readonly look?: AccountLook;
  readonly newest?: AccountLook;
}

interface NotFollowed {
  readonly notes: readonly string[];
  readonly unfollowed: readonly UnfollowedStep[];
}

export async function waitingOf(world: World, given: Arguments, asked: Asked): Promise<NotFollowed> {
  const place = placeWords(givenPlace(given));
  const notes: string[] = [];
  const unfollowed: UnfollowedStep[] = [];
  for (const plan of asked.known.filter((one) => isWaiting(one, asked.awaiting))) {
    const now = await dueOf(world, given, plan, { ...asked, place });
    const { followedMs, planFile } = plan;
    if (now?.isOver === true) continue;
    const { due, onward } = now ?? {};
    unfollowed.push(...(due ?? []));
    const name = `${plan.plan}, generation ${plan.generation}`;
    if (due === undefined || due.length === 0) notes.push(...waitingWords(plan, { place, onward }));
    else notes.push(...dueWords(due, followedMs, { planFile, place, onward }).map((words) => `${name}: ${words}`));
    if (due === undefined) notes.push(`${name}: its file cannot be read, so whether something is due is not known`);
  }
  return { notes, unfollowed };
}

/** Undefined where its file does not say, or says another plan. */
async function dueOf(
  world: World,
  given: Arguments,
  { plan: name, generation, planFile }: KnownPlan,
  { known: account, look, newest, place }: Asked & { readonly place: readonly string[] },
): Promise<(ReturnType<typeof dueNow> & { readonly onward: Onward }) | undefined> {
  if (planFile === undefined) return undefined;
  const setup = await readable(world, given, planFile);
  const plan = setup?.plan ?? setup?.forbidden;
  if (setup === undefined || plan?.name !== name || plan.generation !== generation) return undefined;
  const { config, instruments } = setup;
  const of = { plan: name, generation };
  const journal = stateOf(account, of);
  const nowMs = world.clock.wallMs();
  const more = defined({ again: againOf(account, of), look, newest });
  const instrumentOf = (symbol: string) => instruments?.bySymbol.get(symbol);
  const onward = onwardNow({ plan, planFile, place }, account);
  return { onward, ...dueNow({ plan, config, journal, account, name: of, nowMs, instrumentOf, ...more }) };
}

async function readable(world: World, given: Arguments, planPath: string): Promise<Setup | undefined> {
  const configPath = given.value('config');
  try {
    const variables = givenVariables(given);
    return await loadSetup(world, { planPath, variables, isTimeless: true, ...defined({ configPath }) });
  } catch (error) {
    if (refusalOf(error) === undefined) throw error;
    return undefined;
  }
}
