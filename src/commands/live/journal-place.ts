import type { AccountName, JournalPlace } from '../../journal/records/scope.ts';
import type { Halt } from '../../journal/records/halt.ts';
import type { Approval, Awaiting, Ledger } from '../../journal/records/ledger.ts';
import { asFollowed, type KnownAccount } from '../../journal/records/known-account.ts';
import type { Objection } from '../../journal/records/objection.ts';
import type { Config } from '../../model/config.ts';
import { defined } from '../../model/defined.ts';
import type { OrderState } from '../../model/outcome.ts';
import type { Plan } from '../../model/order.ts';
import { youngLook } from '../../protection/journal/account.ts';
import { lookOf } from '../../protection/journal/kept-look.ts';
import type { AccountLook } from '../../protection/journal/look.ts';
import { checkNotLeftBehind } from '../../actions/prepare/left-behind.ts';
import { stateFolderOf } from '../../journal/files/journal-folder.ts';
import { isServerUrl } from '../../journal/postgres/journal-url.ts';
import { sqliteUrl } from '../../journal/url.ts';
import { refusalOf } from '../../refusal.ts';
import { journalAt, ownJournalFile } from './journal-address.ts';
import { accountOf } from './live-target.ts';
import type { Journals, World } from '../world.ts';

export interface WantedPlace {
  readonly config: Config;
  readonly plan: Pick<Plan, 'name' | 'generation'>;
  readonly journal: string | undefined;
  /** Who needs the exchange's address, for the words of a refusal. */
  readonly who?: string;
}

/** The place of a plan in the live account's journal; refuses (exit 2) without an exchange's address or a path for the file. */
export async function journalPlaceOf(world: World, { config, plan, journal, who }: WantedPlace): Promise<JournalPlace> {
  const account = accountOf(world, config, who);
  return { journal: await journalAt(world, journal, config), account, plan: plan.name, generation: plan.generation };
}

/** All that the journal knows of the account. Makes and changes nothing. */
export async function readAccount(
  journals: Journals,
  { journal, account }: Pick<JournalPlace, 'journal' | 'account'>,
): Promise<KnownAccount> {
  const ledger = await journals.open(journal.url);
  return ledger.account(account);
}

/** Every approval of a plan. */
export async function readApprovals(journals: Journals, place: JournalPlace): Promise<readonly Approval[]> {
  const ledger = await journals.open(place.journal.url);
  return ledger.approvals(place);
}

/** The same with whoever awaits the answers of what is in flight. */
export async function readAccountInUse(
  world: World,
  place: Pick<JournalPlace, 'journal' | 'account'>,
): Promise<AccountInUse> {
  const ledger = await world.journals.open(place.journal.url);
  const { known, look: kept, halt } = await ledger.accountWithLook(place.account);
  const newest = kept && lookOf(kept);
  const look = youngLook(newest, world.clock.wallMs());
  const objection = (await ledger.objection()) ?? (await leftBehind(world, ledger, place));
  return { ...(await inUse(ledger, place.account, known)), ...defined({ look, newest, halt, objection }) };
}

/** What a live run would say of a server that knows nothing of the account, where a file of this machine does: a mistyped database. */
async function leftBehind(
  world: World,
  server: Ledger,
  { journal, account }: Pick<JournalPlace, 'journal' | 'account'>,
): Promise<Objection | undefined> {
  const isAtHome = stateFolderOf(world.variables, world.home) !== undefined;
  if (!isServerUrl(journal.url) || !isAtHome) return undefined;
  try {
    const own = await world.journals.open(sqliteUrl(ownJournalFile(world)));
    await checkNotLeftBehind({ server, own }, account);
    return undefined;
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === undefined) throw error;
    return { message: refusal.message, hint: refusal.hint ?? '' };
  }
}

interface AccountInUse {
  readonly all: KnownAccount;
  readonly awaiting: Awaiting;
  readonly objection?: Objection;
  /** The newest look at it, where that is young enough to count. */
  readonly look?: AccountLook;
  /** The same, however old. */
  readonly newest?: AccountLook;
  readonly halt?: Halt;
}

const UNANSWERED: ReadonlySet<OrderState> = new Set(['in-flight', 'cancelling']);

const isUnanswered = ({ orders }: KnownAccount[number]): boolean =>
  [...orders.values()].some(({ state }) => UNANSWERED.has(state));

async function inUse(
  ledger: Pick<Ledger, 'account' | 'holder'>,
  account: AccountName,
  all: KnownAccount,
): Promise<Pick<AccountInUse, 'all' | 'awaiting'>> {
  // Whoever follows a plan holds it with nothing in flight, too.
  const asked = all.filter((known) => known.followedMs !== undefined || isUnanswered(known));
  const plans = [...new Set(asked.map(({ plan }) => plan))];
  const holders = await Promise.all(plans.map((plan) => ledger.holder(account, plan)));
  const awaiting: Awaiting = (plan) => holders[plans.indexOf(plan)];
  // A run that has ended since has its outcomes on record now.
  const hasEnded = all.some((known) => isUnanswered(known) && awaiting(known.plan) === undefined);
  const now = hasEnded ? await ledger.account(account) : all;
  return { all: asFollowed(now, (plan) => awaiting(plan)?.isFollow === true), awaiting };
}
