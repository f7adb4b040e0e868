/** Asks the exchange how the placed orders of a plan stand there, and keeps the answers in the journal. */
import { resolve } from 'node:path';
import { historyOf, stateOf } from '../../journal/records/known-account.ts';
import type { JournalPlace, PlanName } from '../../journal/records/scope.ts';
import { mayRest } from '../../journal/records/state.ts';
import { restsBySight } from '../../model/standing.ts';
import type { ExitCode } from '../../model/exit-code.ts';
import { isAsked } from '../../actions/look-up.ts';
import { checkCanAsk, checkKey } from '../../actions/prepare/account-checks.ts';
import { troubleLine } from '../../actions/trouble-line.ts';
import type { Session } from '../../session/session.ts';
import type { PresetOrder } from '../../session/lists/preset-look.ts';
import type { LookedHow } from '../../session/lists/standing-look.ts';
import { connectLive } from '../live/connect-live.ts';
import { readAccount } from '../live/journal-place.ts';
import { withLiveSession } from '../live/live-session.ts';
import { journalAt } from '../live/journal-address.ts';
import { accountOf, checkSafeToRunLive } from '../live/live-target.ts';
import { planMeant } from '../live/plan-meant.ts';
import { refuseOthersFiles } from '../live/whose-files.ts';
import type { OnePlan } from '../inputs/one-plan.ts';
import { Steering } from '../run/steering.ts';
import type { World } from '../world.ts';

export interface Refreshed {
  /** What there is to say beside the orders. */
  readonly notes: readonly string[];
  /** By the client order id of the order that carried them. */
  readonly presets: ReadonlyMap<string, readonly PresetOrder[]>;
  /** How one of the orders stands could not be seen. */
  readonly isUnseen?: boolean;
  /** Of a signal that cut it short. */
  readonly signalled?: ExitCode;
}

export interface RefreshAsked {
  readonly one: OnePlan;
  readonly journalPath: string | undefined;
  readonly rebind: boolean;
}

/** Refuses (exit 2) where the exchange has no lists, 10 where another run holds the account. */
export async function refresh(world: World, asked: RefreshAsked): Promise<Refreshed> {
  const { one, rebind } = asked;
  const { setup } = one;
  const { config } = setup;
  const notes: string[] = [];
  checkCanAsk(config, 'leave --refresh out');
  checkSafeToRunLive(world, (message) => notes.push(message));
  refuseOthersFiles(world, setup);
  const account = accountOf(world, config);
  const store = { journal: await journalAt(world, asked.journalPath, config), account };
  const all = await readAccount(world, store);
  const name = planMeant(world, one, all);
  const place: JournalPlace = { ...store, ...name };
  const planFile = resolve(world.folder, one.planPath ?? historyOf(all, name.plan).planFile ?? name.plan);
  if ([...stateOf(all, name).values()].every((order) => !isAsked(order))) return { notes, presets: new Map() };
  const emit = (event: { readonly event: string; readonly message?: string }): void => {
    if (event.event === 'note') notes.push(event.message ?? '');
  };
  return withLiveSession(world, { place, config, emit }, async (session) => {
    checkKey(await session.connect(() => connectLive(world, setup, account.origin), rebind), place);
    const steering = new Steering(world, () => {}, true);
    const unsubscribe = world.onInterruption(steering.interrupt);
    try {
      const looked = await asksAll(session, {
        name,
        planFile,
        notes,
        origin: account.origin,
        signal: steering.signal,
      });
      const { exitCode } = steering;
      return { notes, ...looked, ...(exitCode !== undefined && { signalled: exitCode }) };
    } finally {
      unsubscribe();
    }
  });
}

interface Asked {
  readonly name: PlanName;
  readonly planFile: string;
  readonly origin: string;
  readonly notes: string[];
  readonly signal: AbortSignal;
}

async function asksAll(
  session: Session,
  { name, planFile, origin, notes, signal }: Asked,
): Promise<Pick<Refreshed, 'presets' | 'isUnseen'>> {
  const placed = [...(await session.state(name)).values()].filter(({ orderId }) => orderId !== undefined);
  const looked = await session.refresh({ ...name, planFile }, placed.filter(isAsked), signal);
  const { orders, unread } = await session.presets(placed, signal);
  const trouble = troubleLine(session, origin);
  if (trouble !== undefined) notes.push(trouble);
  notes.push(...looked.flatMap(failureWords));
  const closed = new Set(placed.flatMap(({ state, clientOid }) => (state === 'closed' ? [clientOid] : [])));
  for (const { order, stand } of looked)
    if (stand.kind === 'seen' && closed.has(order.clientOid) && restsBySight(stand.seen))
      notes.push(
        `${order.id}: a person called it closed, and it is open as order ${order.orderId}: cancel it on the exchange`,
      );
  notes.push(...unread.map((why) => `what the exchange made of presets is not known: ${why}`));
  const resting = new Set(placed.flatMap((order) => (mayRest(order) ? [order.clientOid] : [])));
  return {
    presets: Map.groupBy(orders, ({ clientOid }) => clientOid),
    isUnseen: looked.some(({ order, stand }) => stand.kind === 'failed' || isLost(stand, resting.has(order.clientOid))),
  };
}

/** Accepted, and in none of the lists: it may rest all the same. A word of a person that it is closed stays. */
const isLost = ({ kind }: LookedHow['stand'], mayBeThere: boolean): boolean => kind === 'not-found' && mayBeThere;

function failureWords({ order: { id }, stand }: LookedHow): string[] {
  if (stand.kind === 'failed') return [`${id}: its state on the exchange is not known: ${stand.message}`];
  return stand.kind === 'seen' && stand.unsized !== undefined
    ? [`${id}: how much of it was filled is not known: ${stand.unsized}`]
    : [];
}
