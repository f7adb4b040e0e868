/** How a run that followed its plan ends: what is left of it, and which exit code that makes. */
import { EXIT, type ExitCode } from '../../model/exit-code.ts';
import type { PublicEvent } from '../../model/event.ts';
import {
  isContradicted,
  isSurePart,
  isUnknownPart,
  isUnsurePart,
  isWhole,
  type PlacedPart,
} from '../../model/followed.ts';
import { isOpening, type PlannedOrder } from '../../model/order.ts';
import type { WithheldReason } from '../../model/outcome.ts';
import type { PlanName } from '../../journal/records/scope.ts';
import type { GuardedOrder } from '../../protection/guarded.ts';
import type { Protection } from '../../protection/protection.ts';
import type { FollowEnd } from '../../session/follow/follow-task.ts';

export type LeftTold = NonNullable<Extract<PublicEvent, { event: 'run-finished' }>['left']>[number];

/** Nobody saw yet whether it took the order off. */
const isCancelOpen = (part: PlacedPart): boolean =>
  isSurePart(part) && (part.cancel?.answer === 'asked' || part.cancel?.answer === 'unknown');

/** Each order that is open, not known, or not sent although nothing says that it is not needed. */
export function leftOf(orders: readonly PlannedOrder[], end: FollowEnd): readonly LeftTold[] {
  return orders.flatMap((order): LeftTold[] => {
    const { id } = order;
    const parts = end.known.placed.get(id) ?? [];
    if (parts.some(isUnknownPart)) return [{ id, reason: 'unknown' }];
    if (parts.some((part) => isSurePart(part) && !isWhole(part))) return [{ id, reason: 'open' }];
    const reason = whyNotSent(order, end);
    if (reason === undefined || reason === 'not-needed') return [];
    const waitsFor = [...(order.exit?.filled ?? []), ...(order.afterFilled ?? []), ...(order.after ?? [])];
    return [{ id, reason, ...(reason === 'waiting' && waitsFor.length > 0 && { waitsFor }) }];
  });
}

type NotSent = Extract<
  WithheldReason,
  'missed' | 'let-go' | 'waiting' | 'not-needed' | 'halted' | 'policy' | 'expired'
>;

/** Undefined of one that was sent, and needs nothing more. */
export function whyNotSent({ id, exit }: PlannedOrder, end: FollowEnd): NotSent | undefined {
  const said = end.withheld.get(id)?.reason;
  if (said !== undefined) return said === 'stopped' || said === 'rate-limit' ? 'waiting' : said;
  // An earlier run may have told of its refusals.
  if (end.groups.some(({ letGo }) => letGo.includes(id))) return 'let-go';
  if (end.known.placed.has(id)) return undefined;
  const isOver = end.stop === 'at-end';
  if (!isOver) return 'waiting';
  return exit === undefined ? 'waiting' : 'not-needed';
}

/** By which of its parts an order stands: one that nobody knows, one that works, and where all are over, the last. */
export const standingPart = (parts: readonly PlacedPart[]): PlacedPart | undefined =>
  parts.findLast(isUnknownPart) ?? parts.findLast(isSurePart) ?? parts.at(-1);

/** What an order is that an earlier run placed, in the words of one that is not sent again. */
export function standsAs(part: PlacedPart): WithheldReason {
  const { state, trades } = part;
  if (state === 'rejected') return 'already-rejected';
  if (state === 'absent') return 'already-absent';
  if (isUnsurePart(part)) return 'unresolved';
  return state === 'over' && trades.size === 0 ? 'already-cancelled' : 'already-accepted';
}

interface Ending {
  readonly signalled: ExitCode | undefined;
  readonly isNaked: boolean;
  /** What of the `stopLoss` of its entries is not where it should be, or where nobody saw it. */
  readonly preset?: 'missing' | 'not-seen' | undefined;
}

/** The worst that the account's protection says of a `stopLoss` that orders of the plan carried. */
export function presetAmiss({ positions }: Protection, { plan, generation }: PlanName): Ending['preset'] {
  const isOurs = (order: GuardedOrder): boolean => order.plan === plan && order.generation === generation;
  const own = positions.flatMap(({ pieces }) =>
    pieces.filter(({ unit }) => unit.state === 'held' && unit.openers.some(isOurs)),
  );
  if (own.some(({ result, reason }) => result === 'unknown' && reason === 'preset-not-seen')) return 'not-seen';
  return own.some(({ reason }) => reason === 'preset-missing') ? 'missing' : undefined;
}

/** The first that applies: 7, 130 or 143, 8, 5, 11, 6, 0 (docs/contract.md#exit-rank). */
export function exitOf(
  orders: readonly PlannedOrder[],
  end: FollowEnd,
  { signalled, isNaked, preset }: Ending,
): ExitCode {
  const parts = [...end.known.placed.values()].flat();
  if (parts.some((part) => isUnknownPart(part) || isContradicted(part) || isCancelOpen(part))) return EXIT.unknown;
  if (preset === 'not-seen') return EXIT.unknown;
  if (signalled !== undefined) return signalled;
  if (end.stop === 'banned') return EXIT.rateLimited;
  const reasons = new Set(orders.map((order) => whyNotSent(order, end)));
  if (reasons.has('expired')) return EXIT.notAsReviewed;
  if (isNaked) return EXIT.naked;
  return preset === 'missing' || isIncomplete(orders, end) ? EXIT.incomplete : EXIT.done;
}

function isIncomplete(orders: readonly PlannedOrder[], end: FollowEnd): boolean {
  if (end.stop !== 'at-end' || end.short.length > 0) return true;
  if (orders.some((order) => FAILED.has(whyNotSent(order, end) ?? 'not-needed'))) return true;
  if (orders.some((order) => order.exit === undefined && wasRefused(order, end))) return true;
  const isBare = end.groups.some(
    ({ hasStop, naked, isBelowLeast, isLetGo, letGo, tooMuch, held }) =>
      isBelowLeast || !tooMuch.isZero || letGo.length > 0 || (hasStop && !naked.isZero) || (isLetGo && !held.isZero),
  );
  return isBare || bothFilled(orders, end);
}

const FAILED: ReadonlySet<WithheldReason> = new Set(['missed', 'let-go', 'waiting', 'halted', 'policy']);

/** Refused, or settled as absent and not allowed again. */
function wasRefused({ id }: PlannedOrder, { known }: FollowEnd): boolean {
  const state = known.placed.get(id)?.at(-1)?.state;
  return state === 'rejected' || state === 'absent';
}

/** Two that were to cancel each other were filled both. */
function bothFilled(orders: readonly PlannedOrder[], { known }: FollowEnd): boolean {
  const isFilled = (id: string): boolean => known.placed.get(id)?.some(({ trades }) => trades.size > 0) === true;
  return orders.some(
    ({ id, side, until }) =>
      isOpening(side) &&
      isFilled(id) &&
      until?.filled?.some((other) => {
        const one = orders.find((order) => order.id === other);
        return one !== undefined && isOpening(one.side) && one.until?.filled?.includes(id) === true && isFilled(other);
      }) === true,
  );
}
