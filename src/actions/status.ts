/** What the journal knows about the orders of a plan, or about all that stands of an account. Asks nobody, and writes nothing. */
import {
  heldStates,
  knownStates,
  orderStates,
  standingStates,
  type OrderStateEvent,
} from '../journal/history/order-state-events.ts';
import { outcomeEvent } from '../journal/history/outcome-event.ts';
import { againOf, standingOf, stateOf, type KnownAccount } from '../journal/records/known-account.ts';
import type { Awaiting } from '../journal/records/ledger.ts';
import type { PlanName } from '../journal/records/scope.ts';
import type { JournalState, KnownOrder } from '../journal/records/state.ts';
import { defined } from '../model/defined.ts';
import type { PublicEvent } from '../model/event.ts';
import { EXIT, type ExitCode } from '../model/exit-code.ts';
import type { UnfollowedStep } from '../model/followed.ts';
import type { OrderContent } from '../model/order-changes.ts';
import { orderContent, type Plan } from '../model/order.ts';
import { inPlanNames } from '../model/plan-names.ts';
import { lostIds } from '../session/lists/followed-parts.ts';
import { shortWords } from '../session/lists/short-positions.ts';
import type { PresetOrder } from '../session/lists/preset-look.ts';
import type { Config } from '../model/config.ts';
import type { AccountLook } from '../protection/journal/look.ts';
import type { Protection } from '../protection/protection.ts';
import type { Instrument } from '../model/instrument.ts';
import { onwardOf } from './prepare/check-edited.ts';
import { agreedGroups } from './prepare/groups-agreed.ts';
import { toldGroup, type ToldGroup } from './prepare/groups-told.ts';
import { notOnRecord } from './prepare/not-on-record.ts';
import { followedNow, NOT_FOLLOWED, type FollowedNow } from './prepare/not-followed.ts';
import { protectionNow } from './prepare/run-protection.ts';
import { isBreach } from './prepare/stops-first.ts';
import { presetTold } from './preset-told.ts';
import type { Refreshed } from './refresh.ts';

/** An order of the plan with its present content. */
export interface StatusOrder {
  readonly id: string;
  readonly content: OrderContent;
}

export interface AccountStatus {
  /** What the journal knows of the whole account. */
  readonly account: KnownAccount;
  /** A run that holds a plan awaits the answers to what of it is in flight. */
  readonly awaiting?: Awaiting;
  /** How each order stands to the journal. */
  readonly states: readonly OrderStateEvent[];
  /** The outcome of each that has one. */
  readonly outcomes: readonly PublicEvent[];
  /** What of the whole account is covered, naked and not known. */
  readonly protection: Protection;
  readonly exitCode: ExitCode;
}

export interface PlanStatus extends AccountStatus {
  readonly asked: PlanName;
  readonly known: JournalState;
  /** Those of the plan; undefined where it cannot be read. */
  readonly orders?: readonly StatusOrder[];
  /** Those of a plan that is followed, or was: what is held of each, covered and naked. */
  readonly groups: readonly ToldGroup[];
  /** Its orders that wait for others, or for an instant. */
  readonly waiting: FollowedNow['waiting'];
  /** What a follower would place or cancel now, where nobody follows the plan. */
  readonly unfollowed: readonly UnfollowedStep[];
  /** Of a plan that was followed nothing is held, and nothing can become due any more. */
  readonly isOver: boolean;
  /** Positions that the newest look saw smaller than what the plan counts, in words, and when that was. */
  readonly short?: { readonly words: readonly string[]; readonly atMs: number };
  /** Orders that a follower placed, and that fired into nobody knows what. */
  readonly lost: readonly string[];
  /** The exchange was asked just now. */
  readonly isLooked: boolean;
  /** Parts of exits that the look saw open, and that are not in this journal, in words. */
  readonly unrecorded?: string;
  /** When somebody followed it last, in ms since 1970. */
  readonly followedMs?: number;
  /** What the exchange made of presets, by the client order id of the order that carried them; undefined if it was not asked. */
  readonly presets?: ReadonlyMap<string, readonly PresetOrder[]>;
}

interface AccountAsked {
  readonly account: KnownAccount;
  readonly config: Config;
  /** The newest look that is young enough to count. */
  readonly look?: AccountLook;
  /** The newest look, however old. */
  readonly newest?: AccountLook;
  readonly awaiting?: Awaiting;
}

interface StatusRequest extends AccountAsked {
  readonly asked: PlanName;
  readonly plan?: Plan;
  /** What the exchange has just said. */
  readonly refreshed?: Refreshed;
  readonly instrumentOf?: (symbol: string) => Instrument | undefined;
  /** By which times of the plan have come, in ms since 1970. */
  readonly nowMs?: number;
}

export function planStatus(request: StatusRequest): PlanStatus {
  const { account, asked, plan, awaiting, refreshed } = request;
  const isHeld = awaiting?.(asked.plan) !== undefined;
  const known = inPlanNames(stateOf(account, asked), plan?.orders ?? []);
  const orders = plan?.orders.map((order) => ({ id: order.id, content: orderContent(order) }));
  const states = orders === undefined ? knownStates(known) : statesOf(orders, known);
  const presets = refreshed?.presets;
  const protection = protectionNow(request);
  const now = followedOf(request, protection);
  const unfollowed = isHeld ? [] : (now?.due ?? []);
  const lost = isHeld ? [] : lostIds(known);
  const awaited = (order: KnownOrder): boolean => order.state === 'in-flight' && isHeld;
  return {
    account,
    asked,
    known,
    states: states.map((event) => withPresets(event, presets)),
    outcomes: [...known.values()].flatMap((order) => (awaited(order) ? [] : (outcomeEvent(order) ?? []))),
    protection,
    exitCode: bareOr(
      followedOr(
        nakedOr(
          exitCodeOf(lost.length > 0 || [...known.values()].some((order) => isUnknown(order, isHeld)), refreshed),
          protection,
          request,
        ),
        unfollowed,
      ),
      { now, isHeld, refreshed },
    ),
    ...groupsTold(now, isHeld),
    ...unrecordedOf(request, known),
    unfollowed,
    isOver: now?.isOver === true,
    lost,
    isLooked: refreshed !== undefined,
    ...shortSeen(now, request),
    ...defined({ orders, awaiting, presets, followedMs: planOf(account, asked)?.followedMs }),
  };
}

/** Of a look that was made for this alone: what an older one saw may be on record since. */
function unrecordedOf({ plan, look, refreshed }: StatusRequest, known: JournalState): Pick<PlanStatus, 'unrecorded'> {
  const words = plan && look && refreshed && notOnRecord(plan, known, look);
  return words === undefined ? {} : { unrecorded: words };
}

/** How its groups stand, and what is due. */
function followedOf(request: StatusRequest, protection: Protection): FollowedNow | undefined {
  const { account, asked: name, plan, config, nowMs = 0, instrumentOf, look, newest } = request;
  const [journal, again] = [stateOf(account, name), againOf(account, name)];
  const now = plan && followedNow({ plan, config, journal, again, account, name, nowMs, instrumentOf, look, newest });
  return now && { ...now, groups: agreedGroups(now.groups, protection, { isFresh: true }) };
}

const shortSeen = (
  { short }: FollowedNow = NOT_FOLLOWED,
  { newest }: Pick<StatusRequest, 'newest'>,
): Pick<PlanStatus, 'short'> =>
  newest === undefined || short.length === 0 ? {} : { short: { words: short.map(shortWords), atMs: newest.atMs } };

const groupsTold = (
  { groups, waiting }: FollowedNow = NOT_FOLLOWED,
  isFollowed: boolean,
): Pick<PlanStatus, 'groups' | 'waiting'> => ({
  groups: groups.map((group) => toldGroup(group, { isFollowed })),
  waiting,
});

const planOf = (account: KnownAccount, { plan, generation }: PlanName): KnownAccount[number] | undefined =>
  account.find((known) => known.plan === plan && known.generation === generation);

const statesOf = (orders: readonly StatusOrder[], known: JournalState): OrderStateEvent[] => [
  ...orderStates(orders, known, ({ content }) => content),
  ...heldStates(
    orders.map(({ id }) => id),
    known,
  ),
];

/** With what the exchange made of its presets. */
function withPresets(event: OrderStateEvent, presets: PlanStatus['presets']): OrderStateEvent {
  const made = presets?.get(event.clientOid ?? '');
  return made === undefined ? event : { ...event, presets: made.map(presetTold) };
}

/** What a follower of that plan would place or cancel now, and whether that is all that can come. */
export const dueNow = (of: Parameters<typeof followedNow>[0]): Pick<FollowedNow, 'due' | 'isOver'> => followedNow(of);

/** How a plan that nobody follows is followed on, by its file as it is now. */
export const onwardNow = (of: Parameters<typeof onwardOf>[0], account: KnownAccount): Onward => onwardOf(of, account);

/** The options that a start of it needs; or why it would be refused, and the first thing to do. */
export type Onward = ReturnType<typeof onwardOf>;

interface AllAsked extends AccountAsked {
  /** What a follower of any plan that nobody follows would place or cancel now. */
  readonly unfollowed?: readonly UnfollowedStep[];
}

/** All that stands, over plans and generations. */
export function accountStatus(asked: AllAsked): AccountStatus {
  const { account, awaiting, unfollowed = [] } = asked;
  const protection = protectionNow(asked);
  const standing = standingOf(account);
  const isHeld = (plan: string): boolean => awaiting?.(plan) !== undefined;
  const exitCode = exitCodeOf(standing.some(({ order, plan }) => isUnknown(order, isHeld(plan))));
  return {
    account,
    states: standingStates(standing),
    outcomes: [],
    protection,
    exitCode: followedOr(nakedOr(exitCode, protection, asked), unfollowed),
    ...defined({ awaiting }),
  };
}

/** Where each opening order has to have a stop, one that has none is the next thing to know after what is unknown. */
const nakedOr = (code: ExitCode, protection: Protection, ruled: Parameters<typeof isBreach>[1]): ExitCode =>
  code === EXIT.done && isBreach(protection, ruled) ? EXIT.naked : code;

/** What is due waits for a follower. */
const followedOr = (code: ExitCode, unfollowed: readonly UnfollowedStep[]): ExitCode =>
  code === EXIT.done && unfollowed.length > 0 ? EXIT.incomplete : code;

interface Bare {
  readonly now: FollowedNow | undefined;
  readonly isHeld: boolean;
  readonly refreshed: Refreshed | undefined;
}

/** The exchange was asked, and what is held of a plan that nobody follows has no stop for certain. */
function bareOr(code: ExitCode, { now = NOT_FOLLOWED, isHeld, refreshed }: Bare): ExitCode {
  if (code !== EXIT.done || isHeld || refreshed === undefined) return code;
  const { groups } = now;
  if (groups.some(({ unknown }) => !unknown.isZero)) return EXIT.unknown;
  return groups.some(({ naked }) => !naked.isZero) ? EXIT.incomplete : code;
}

function exitCodeOf(hasUnknown: boolean, { signalled, isUnseen = false }: Partial<Refreshed> = {}): ExitCode {
  if (hasUnknown) return EXIT.unknown;
  return signalled ?? (isUnseen ? EXIT.unknown : EXIT.done);
}

const UNKNOWN: ReadonlySet<KnownOrder['state']> = new Set(['unknown', 'cancel-unknown']);

/** While a run holds the plan, what it has sent or is cancelling is on its way: the answer may come in a moment. */
const isUnknown = ({ state }: KnownOrder, isHeld: boolean): boolean =>
  UNKNOWN.has(state) || ((state === 'in-flight' || state === 'cancelling') && !isHeld);
