/** That nothing stands of a plan needs proof: a journal that knows it. Where this one does not, what may be meant instead. */
import { mayRest } from '../../journal/records/state.ts';
import { shownAddress } from '../../journal/postgres/journal-url.ts';
import type { KnownAccount } from '../../journal/records/known-account.ts';
import type { Ledger } from '../../journal/records/ledger.ts';
import { saidOf } from '../../journal/records/record-schema.ts';
import type { AccountName, JournalPlace, PlanName } from '../../journal/records/scope.ts';
import { sqliteUrl } from '../../journal/url.ts';
import type { Config } from '../../model/config.ts';
import { count, someOf } from '../../model/count.ts';
import { refusalOf, refuse } from '../../refusal.ts';
import { journalFile } from '../live/journal-address.ts';
import { knownInstead } from '../live/plan-meant.ts';
import type { World } from '../world.ts';

interface Asked {
  readonly options: { readonly journalPath?: string };
  readonly setup: { readonly config: Config };
}

/** Refuses (exit 2) a plan that the journal does not know of this account, in any generation; says where it does stand. */
export async function refuseUnknownPlan(
  world: World,
  { options, setup }: Asked,
  { place, all }: { readonly place: JournalPlace; readonly all: KnownAccount },
): Promise<void> {
  if (all.some(({ plan }) => plan === place.plan)) return;
  const { account, journal, plan } = place;
  const here = `the account ${account.name} at ${account.origin}`;
  const details = [
    ...(await standingUnder(await world.journals.open(journal.url), plan, account)).map(
      ({ name: { name, origin }, words }) =>
        `${words} under the account ${name} at ${origin}: set exchange.account: ${name}${origin === account.origin ? '' : `, and exchange.baseUrl: ${origin}`}`,
    ),
    ...(options.journalPath === undefined ? [] : await inOwnJournal(world, setup.config, place)),
  ];
  const [message, hint] =
    all.length === 0
      ? [
          `the journal ${shownAddress(journal.name)} knows nothing of ${here}`,
          'give the journal and the account that placed the plan',
        ]
      : [`the journal knows no plan ${plan} of ${here}`, knownInstead(plan, all)];
  refuse('journal/unknown-plan', `${message}, so what is open of ${plan} is not known`, hint, details);
}

/** The accounts of a journal under which orders of this plan may rest. */
async function standingUnder(
  ledger: Ledger,
  plan: string,
  but?: AccountName,
): Promise<{ readonly name: AccountName; readonly words: string }[]> {
  const names: AccountName[] = [];
  await ledger.records((record) => {
    if (record.kind === 'account') names.push(saidOf('account', record));
  });
  const standing: { readonly name: AccountName; readonly words: string }[] = [];
  for (const name of names) {
    if (name.name === but?.name && name.origin === but.origin) continue;
    const resting = restingOf((await ledger.account(name)).filter((known) => known.plan === plan));
    if (resting.length > 0) standing.push({ name, words: standWords(resting) });
  }
  return standing;
}

/** What the journal has that is taken where none is named. One that cannot be read says nothing. */
async function inOwnJournal(world: World, config: Config, { plan, journal }: JournalPlace): Promise<string[]> {
  try {
    const ledger = await world.journals.open(sqliteUrl(journalFile(world, undefined, config)));
    if (ledger.name === journal.name) return [];
    const standing = await standingUnder(ledger, plan);
    return standing.map(
      ({ name: { name, origin }, words }) =>
        `${words} in the journal ${ledger.name}, account ${name} at ${origin}: leave --journal out`,
    );
  } catch (error) {
    if (refusalOf(error) === undefined) throw error;
    return [];
  }
}

const restingOf = (plans: KnownAccount): string[] =>
  plans.flatMap(({ orders }) => [...orders.values()].filter(mayRest).map(({ id }) => id));

const standWords = (ids: readonly string[]): string =>
  `${count(ids.length, 'order')} of it may be open (${someOf(ids)})`;

/** What may rest of the plan in its other generations, each in words with the command that takes it off. */
export const inOtherGenerations = (all: KnownAccount, { plan, generation }: PlanName, more: string): string[] =>
  all.flatMap((known) => {
    const ids = known.plan === plan && known.generation !== generation ? restingOf([known]) : [];
    if (ids.length === 0) return [];
    return [
      `generation ${known.generation} of ${plan}: ${standWords(ids)}: ordo cancel --name ${plan} --generation ${known.generation}${more}`,
    ];
  });
