import { sqliteUrl } from '../../journal/url.ts';
import { isServerUrl } from '../../journal/postgres/journal-url.ts';
import type { ClaimScope, JournalPlace, PlanName } from '../../journal/records/scope.ts';
import { defined } from '../../model/defined.ts';
import type { Config } from '../../model/config.ts';
import type { EventSink } from '../../ports.ts';
import { tellPutRight } from '../../session/put-right-told.ts';
import type { Session } from '../../session/session.ts';
import { holdAccount } from '../../actions/hold-account.ts';
import { checkNotLeftBehind } from '../../actions/prepare/left-behind.ts';
import { closedVersionWarning } from './live-target.ts';
import { besideJournalOf, ownJournalFile } from './journal-address.ts';
import type { World } from '../world.ts';

/** The account in its journal, and the plan if it is held for one alone. */
type HeldPlace = Pick<JournalPlace, 'account' | 'journal'> &
  Partial<PlanName> &
  Pick<ClaimScope, 'isWatch' | 'isFollow'>;

interface Holding {
  readonly place: HeldPlace;
  readonly config: Config;
  readonly emit: EventSink;
}

/** Holds the account for as long as `body` runs, and lets go of it and of the connection then. */
export async function withLiveSession<T>(
  world: World,
  holding: Holding,
  body: (session: Session) => Promise<T>,
): Promise<T> {
  const session = await openLiveSession(world, holding);
  try {
    return await body(session);
  } finally {
    await session.close();
  }
}

/** Holds the account until the session is closed. What an earlier run left is put right first, and told. */
export async function openLiveSession(world: World, { place, config, emit }: Holding): Promise<Session> {
  const { account, journal, plan, generation, isWatch, isFollow } = place;
  const held = plan === undefined || generation === undefined ? undefined : { plan, generation };
  const scope = { account, ...defined({ plan: held, isWatch, isFollow }) };
  const ledger = await world.journals.open(journal.url);
  if (isServerUrl(journal.url)) {
    const own = await world.journals.open(sqliteUrl(ownJournalFile(world)));
    await checkNotLeftBehind({ server: ledger, own }, account);
  }
  const session = await holdAccount({
    ledger,
    spool: (id) => world.journals.openSpool(besideJournalOf(world, journal, id), account),
    scope,
    config,
    clock: world.clock,
    emit,
  });
  tellPutRight(session.putRight, emit);
  const closed = closedVersionWarning(account.origin, config);
  if (closed !== undefined) emit({ event: 'note', message: closed });
  return session;
}
