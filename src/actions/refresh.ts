/** Asks the exchange how the placed orders of a plan stand there, and keeps the answers, for `ordo status --refresh` and the library's `refresh`. */
import { againOf } from '../journal/records/known-account.ts';
import type { PlanName } from '../journal/records/scope.ts';
import { mayRest, type KnownOrder } from '../journal/records/state.ts';
import { defined } from '../model/defined.ts';
import type { ExitCode } from '../model/exit-code.ts';
import { restsBySight } from '../model/standing.ts';
import type { AccountLook } from '../protection/journal/look.ts';
import { lostIds } from '../session/lists/followed-parts.ts';
import type { PresetOrder, PresetsRead } from '../session/lists/preset-look.ts';
import type { LookedHow } from '../session/lists/standing-look.ts';
import type { Session } from '../session/session.ts';
import type { StopRequest } from './end-of-run.ts';
import { isAsked } from './look-up.ts';
import { isUnknownIn, unsureNow, type Unfollowed } from './prepare/not-followed.ts';
import { troubleLine } from './trouble-line.ts';

interface RefreshRequest {
  readonly plan: PlanName;
  /** The absolute path of the plan's file, for the record. */
  readonly planFile: string;
  /** The origin of the exchange, for the words. */
  readonly origin: string;
  readonly stop: StopRequest;
  /** The account is looked at, too, and what the exchange made of presets. */
  readonly withPresets: boolean;
  /** The plan itself, where it can be read: of one that was followed, what its triggers became and what others closed is judged as its follower would. */
  readonly judged?: Pick<Unfollowed, 'plan' | 'config' | 'instrumentOf'>;
}

export interface Refreshed {
  readonly looked: readonly LookedHow[];
  /** What a person should know beside the orders. */
  readonly notes: readonly string[];
  /** By the client order id of the order that carried them. */
  readonly presets: ReadonlyMap<string, readonly PresetOrder[]>;
  /** At all of the account that is at stake, or stood today; it is in the journal. */
  readonly look?: AccountLook;
  /** How one of the orders stands could not be seen, or what the account holds or has open. */
  readonly isUnseen: boolean;
  /** The exit code of whatever cut it short. */
  readonly signalled?: ExitCode;
}

/** Nothing was placed that could be asked about. */
export const NOTHING_ASKED: Refreshed = { looked: [], notes: [], presets: new Map(), isUnseen: false };

const NO_PRESETS: PresetsRead = { orders: [], unread: [] };

/** The session is connected. */
export async function refresh(session: Session, request: RefreshRequest): Promise<Refreshed> {
  const { plan, planFile, origin, stop, withPresets } = request;
  const placed = [...(await session.state(plan)).values()].filter(({ orderId }) => orderId !== undefined);
  const orders = placed.filter(isAsked);
  const run = { ...plan, planFile };
  const { looked, presets, ...first } = withPresets
    ? await session.refreshAround(run, { orders, carrying: placed }, stop.signal)
    : { looked: await session.refresh(run, orders, stop.signal), presets: NO_PRESETS, look: undefined };
  const look = first.look && (await lookAsFollower(session, request, first.look));
  const trouble = troubleLine(session, origin);
  const byClientOid = new Map(placed.map((order) => [order.clientOid, order]));
  const orderOf = ({ order }: LookedHow): KnownOrder => byClientOid.get(order.clientOid) as KnownOrder;
  return {
    looked,
    notes: [
      ...(trouble === undefined ? [] : [trouble]),
      ...looked.flatMap(failureWords),
      ...looked.flatMap((one) => closedWords(orderOf(one), one.stand)),
      ...presets.unread.map((why) => `what the exchange made of presets is not known: ${why}`),
    ],
    presets: Map.groupBy(presets.orders, ({ clientOid }) => clientOid),
    isUnseen:
      (look !== undefined && isPartial(look)) ||
      looked.some((one) => one.stand.kind === 'failed' || isLost(one.stand, mayRest(orderOf(one)))),
    ...defined({ look, signalled: stop.exitCode }),
  };
}

/**
 * What a fired trigger became is looked for, and an order whose answer was lost. Where a position is smaller than what the plan counts, looks go on until trades explain
 * that, or do not. The look that counts then: what was found to be filled is in no position that was read before.
 */
async function lookAsFollower(
  session: Session,
  { plan, judged, stop }: RefreshRequest,
  look: AccountLook,
): Promise<AccountLook> {
  if (judged === undefined || stop.exitCode !== undefined) return look;
  const [account, journal] = [await session.account(), await session.state(plan)];
  const again = againOf(account, plan);
  const follow = unsureNow({
    ...judged,
    account,
    journal,
    look,
    name: plan,
    nowMs: session.wallMs(),
    ...defined({ again }),
  });
  if (follow === undefined) return look;
  await session.lookAsFollower({ ...plan, follow, signal: stop.signal });
  const isFoundAnew = lostIds(journal).length > 0 || isUnknownIn(journal);
  return isFoundAnew && !stop.signal.aborted ? ((await session.look(stop.signal)) ?? look) : look;
}

/** Something of the account did not answer, or cannot be read. */
export const isPartial = ({ symbols }: AccountLook): boolean =>
  [...symbols.values()].some((seen) => (seen.positions && seen.orders && seen.triggers) === undefined);

/** Accepted, and in none of the lists: it may rest all the same. A word of a person that it is closed stays. */
const isLost = ({ kind }: LookedHow['stand'], mayBeThere: boolean): boolean => kind === 'not-found' && mayBeThere;

function failureWords({ order: { id }, stand }: LookedHow): string[] {
  if (stand.kind === 'failed') return [`${id}: its state on the exchange is not known: ${stand.message}`];
  return stand.kind === 'seen' && stand.unsized !== undefined
    ? [`${id}: how much of it was filled is not known: ${stand.unsized}`]
    : [];
}

const closedWords = ({ id, state, orderId = '' }: KnownOrder, stand: LookedHow['stand']): string[] =>
  stand.kind === 'seen' && state === 'closed' && restsBySight(stand.seen)
    ? [`${id}: a person settled it as closed, but it is open as order ${orderId}: cancel it on the exchange`]
    : [];
