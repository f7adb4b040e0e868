/** `ordo status --refresh`: holds the account, connects, and looks. */
import { resolve } from 'node:path';
import { historyOf, stateOf } from '../../journal/records/known-account.ts';
import { isAsked } from '../../actions/look-up.ts';
import { checkCanAsk } from '../../actions/prepare/account-checks.ts';
import { NOTHING_ASKED, refresh as look, type Refreshed } from '../../actions/refresh.ts';
import { ordersOfJournal, symbolsToLook } from '../../protection/journal/of-journal.ts';
import { defined } from '../../model/defined.ts';
import type { Instrument } from '../../model/instrument.ts';
import type { EventSink } from '../../ports.ts';
import { connectKnown } from '../live/connect-live.ts';
import { readAccount } from '../live/journal-place.ts';
import { withLiveSession } from '../live/live-session.ts';
import { journalAt } from '../live/journal-address.ts';
import { accountOf, checkSafeToRunLive } from '../live/live-target.ts';
import { planMeant } from '../live/plan-meant.ts';
import { refuseOthersFiles } from '../live/whose-files.ts';
import type { OnePlan } from '../inputs/one-plan.ts';
import type { Setup } from '../inputs/setup.ts';
import { Steering } from '../run/steering.ts';
import type { World } from '../world.ts';

/** Where somebody follows the plan. */
const FOLLOWER_LOOKS = 'nothing was asked: whoever follows the plan looks, and this is what the journal knows of that';

interface RefreshAsked {
  readonly one: OnePlan;
  readonly journalPath: string | undefined;
  readonly rebind: boolean;
}

/** What the line says then is by the journal. */
const NOBODY_LOOKED = 'nothing was asked, as no order in the journal is open: ordo account shows what is held';

/** Refuses (exit 2) where the exchange has no lists, 10 where another run has locked the account. */
export async function refresh(world: World, { one, journalPath, rebind }: RefreshAsked): Promise<Refreshed> {
  const { setup } = one;
  const { config } = setup;
  const notes: string[] = [];
  checkCanAsk(config, 'leave --refresh out');
  checkSafeToRunLive(world, (message) => notes.push(message));
  refuseOthersFiles(world.files, setup);
  const account = accountOf(world, config);
  const store = { journal: await journalAt(world, journalPath, config), account };
  const all = await readAccount(world.journals, store);
  const plan = planMeant(world.files, one, all);
  // Whoever follows the plan looks at it, and has it for as long as it does.
  const ledger = await world.journals.open(store.journal.url);
  const isFollowed = async (): Promise<boolean> => (await ledger.holder(account, plan.plan))?.isFollow === true;
  const unasked = (): Refreshed => ({ ...NOTHING_ASKED, notes: [...notes, FOLLOWER_LOOKS] });
  if (await isFollowed()) return unasked();
  const asked = [...stateOf(all, plan).values()].filter(isAsked);
  const symbols = symbolsToLook(ordersOfJournal(all), world.clock.wallMs());
  if (asked.length === 0 && symbols.length === 0) return { ...NOTHING_ASKED, notes: [...notes, NOBODY_LOOKED] };
  const place = { ...store, ...plan };
  const planFile = resolve(world.files.folder, one.planPath ?? historyOf(all, plan.plan).planFile ?? plan.plan);
  const emit: EventSink = (event) => {
    if (event.event === 'note') notes.push(event.message);
  };
  let isOurs = false;
  const told = withLiveSession(world, { place, config, emit }, async (session) => {
    isOurs = true;
    await connectKnown(world, { setup, session, place, rebind });
    const stop = new Steering(world, () => {}, true);
    const unsubscribe = world.process.onInterruption(stop.interrupt);
    try {
      const judged = setup.plan && { plan: setup.plan, config, instrumentOf: instrumentIn(setup) };
      const asking = { plan, planFile, origin: account.origin, stop, withPresets: true, ...defined({ judged }) };
      const looked = await look(session, asking);
      return { ...looked, notes: [...notes, ...looked.notes] };
    } finally {
      unsubscribe();
    }
  });
  return told.catch(async (error: unknown) => {
    // Somebody has begun to follow it meanwhile.
    if (!isOurs && (await isFollowed())) return unasked();
    throw error;
  });
}

const instrumentIn =
  ({ instruments }: Setup) =>
  (symbol: string): Instrument | undefined =>
    instruments?.bySymbol.get(symbol);
