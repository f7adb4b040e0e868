/** Where stops are required, what a run leaves without one refuses it, whatever was selected, rejected or cancelled before (exit 4). */
import { needsFollow } from '../../compile/follow/later.ts';
import type { Decimal } from '../../model/decimal.ts';
import { isLong, isOpening, type Plan } from '../../model/order.ts';
import type { GuardedOrder } from '../../protection/guarded.ts';
import type { Protection, StakePiece } from '../../protection/protection.ts';
import { sum } from '../../protection/sum.ts';
import { rowText } from '../../protection/words.ts';
import { refusalWith, RefusalError } from '../../refusal.ts';
import type { PreparedRun } from './prepared-run.ts';
import { protectionAfter, protectionBeside, type OthersToCome } from './run-protection.ts';
import { requiresStop } from './stops-first.ts';
import { timeOfDay } from '../../model/time-words.ts';

/**
 * Refuses a run that opens, where units of its plan and generation would have no stop, or more of a position than has none without
 * it. What is naked of other plans and generations does not hold it back, and a run that only closes or cancels is never held back.
 * A stop of which nobody knows whether it is there withholds its entries as they come.
 */
export function checkRequiredStops(run: PreparedRun): void {
  const refusal = stopsRefusal(run);
  if (refusal !== undefined) throw refusal;
}

/** With `others`, as the run begins: beside what runs of other plans may still do. */
export function stopsRefusal(run: BesideOthers): RefusalError | undefined {
  if (!requiresStop(run)) return undefined;
  const { pending, later = [] } = run.schedule;
  if (![...pending.values(), ...later].some(({ side }) => isOpening(side))) return undefined;
  const bare = bareBy(run);
  const [first] = bare;
  if (first === undefined) return undefined;
  const more = bare.length === 1 ? '' : ` (and ${bare.length - 1} more)`;
  const words = `after this run${besideWords(run)} ${wordsOf(first, run)}${more}, and ${limitOf(run)} forbids that`;
  return new RefusalError(refusalWith('limit/no-stop', words, hintOf(first, run)));
}

function besideWords({ others }: BesideOthers): string {
  const plans = new Set(others?.orders.map(({ plan = '' }) => plan));
  return plans.size === 0 ? '' : `, with what the runs of ${[...plans].toSorted().join(', ')} still place,`;
}

type BesideOthers = PreparedRun & { readonly others?: OthersToCome };

interface Bare {
  readonly piece: StakePiece;
  readonly symbol: string;
  readonly side: 'long' | 'short';
}

/** What the run leaves bare in positions where something of its own was bare before, or of which it leaves more bare: what it opens or takes the stop off first, as another may have the stop that it brings. */
function bareBy(run: PreparedRun): Bare[] {
  const after = bareIn(protectionAfter(run));
  if (after.size === 0) return [];
  const before = bareIn(protectionBeside(run));
  const more = [...after].filter(
    ([key, bare]) => bare.some(isOwn(run)) || sizeOf(bare).compare(sizeOf(before.get(key) ?? [])) > 0,
  );
  return more
    .flatMap(([, bare]) => bare)
    .toSorted((one, other) => Number(isOfRun(other, run)) - Number(isOfRun(one, run)));
}

/** Naked, or not known for want of a market, or as its stop is in no list; by position. */
function bareIn({ positions }: Protection): ReadonlyMap<string, readonly Bare[]> {
  const bare = positions.flatMap(({ symbol, side, marginMode, pieces }) =>
    pieces.filter(isBare).map((piece): [string, Bare] => [`${symbol} ${side} ${marginMode}`, { piece, symbol, side }]),
  );
  const byPosition = Map.groupBy(bare, ([key]) => key);
  return new Map(Array.from(byPosition, ([key, all]) => [key, all.map(([, one]) => one)]));
}

const isBare = ({ result, reason, stop }: StakePiece): boolean =>
  result === 'naked' || reason === 'no-market' || (result === 'unknown' && stop?.standing === 'in-no-list');

/** An earlier run of this plan and generation has opened it. */
const isOwn =
  ({ plan: { name, generation } }: PreparedRun) =>
  ({ piece: { unit } }: Bare): boolean =>
    unit.order?.plan === name && unit.order.generation === generation && unit.order.standing !== 'new';

const isOfRun = ({ piece: { unit, stop } }: Bare, { plan: { name } }: PreparedRun): boolean =>
  (unit.order?.standing === 'new' && unit.order.plan === name) || stop?.isTakenOff === true;

const sizeOf = (bare: readonly Bare[]): Decimal => sum(bare.map(({ piece }) => piece));

function wordsOf({ piece, symbol, side }: Bare, { plan }: PreparedRun): string {
  const { unit, size, reason, stop, result } = piece;
  const [order, gone] = [named(unit.order, plan), named(stop, plan)];
  const about = { ...(order && { order }), ...(reason && { reason }), ...(gone && { stop: gone }) };
  return rowText({ kind: result === 'naked' ? 'naked' : 'unknown', symbol, side, size, isOurs: true, ...about });
}

/** An id is of one generation: one of another is told with it. */
function named(order: GuardedOrder | undefined, { name, generation }: Plan): GuardedOrder | undefined {
  const isOther = order?.plan === name && order.generation !== generation;
  return isOther ? { ...order, id: `${order.id ?? ''} of generation ${order.generation ?? 0}` } : order;
}

/** A stop that is over: the run may place it again. */
const PLACED_AGAIN: ReadonlySet<string> = new Set(['stop-rejected', 'stop-cancelled', 'stop-absent']);

/** The first that helps. */
const hintOf = (bare: Bare, run: PreparedRun): string =>
  hintOfStop(bare.piece, run) ??
  hintOfEdit(bare, run) ??
  hintOfOther(bare, run) ??
  (isSeen(bare.piece) ? hintOfSeen(run) : `add \`stopLoss\`, or ${TRIGGER}`);

const TRIGGER = 'a trigger that closes as much';

/** Where one order was to be its stop. */
function hintOfStop({ reason, stop }: StakePiece, { plan, planFile }: PreparedRun): string | undefined {
  if (reason === 'stop-not-selected') return `add --only ${stop?.id ?? ''}`;
  if (reason === 'no-market') return 'add `reference:` with where the market is';
  if (reason === 'stop-unknown') return `look whether it is there: ordo status ${planFile} --refresh`;
  const { id, isTakenOff, generation } = stop ?? {};
  if (id === undefined || stop?.plan !== plan.name || generation !== plan.generation) return undefined;
  if (isTakenOff === true) return plan.orders.some((one) => one.id === id) ? undefined : 'keep it: leave out --removed';
  return PLACED_AGAIN.has(reason ?? '') ? `place it again: add --again ${id}` : undefined;
}

/** Where its stop was edited with it, and stays as it was sent. */
function hintOfEdit({ symbol, side }: Bare, { schedule, plan }: PreparedRun): string | undefined {
  // A run that follows takes up the edit of a stop alone, by its id.
  if (plan.orders.some(needsFollow)) return undefined;
  const edited = schedule.withheld.find(
    ({ order, outcome }) =>
      outcome.reason === 'edited-after-send' &&
      order.trigger !== undefined &&
      !isOpening(order.side) &&
      order.symbol === symbol &&
      isLong(order.side) === (side === 'long'),
  );
  return edited && `bring ${edited.order.id} to the market as well: --replace edited`;
}

/** Where an order of another generation may still open: it takes the stops of this one, and nothing that this plan says changes it. */
function hintOfOther({ piece, symbol, side }: Bare, run: PreparedRun): string | undefined {
  const { name, generation } = run.plan;
  const isOther = (order: GuardedOrder | undefined): boolean => order?.plan === name && order.generation !== generation;
  if (!isOther(piece.unit.order) && !isOther(piece.stop)) return undefined;
  const { pieces = [] } =
    protectionAfter(run).positions.find((one) => one.symbol === symbol && one.side === side) ?? {};
  const { order } = pieces.find(({ unit }) => unit.state === 'working' && isOther(unit.order))?.unit ?? {};
  if (order?.id === undefined) return undefined;
  return `add ${TRIGGER}, or cancel it: ordo cancel --name ${name} --generation ${order.generation ?? 0} --only ${order.id}`;
}

/** What a look saw, or missed, the next one may see otherwise. What is held is no order any more: nothing is added to it. */
const hintOfSeen = ({ look, checkedAtMs, planFile }: PreparedRun): string =>
  look === undefined || checkedAtMs !== undefined
    ? `add ${TRIGGER}`
    : `as of the look at ${timeOfDay(look.atMs)}: look again with ordo status ${planFile} --refresh, or add ${TRIGGER}`;

const isSeen = ({ unit: { state }, reason }: StakePiece): boolean => state === 'held' || reason === 'preset-missing';

const limitOf = ({ plan, config: { policy } }: PreparedRun): string => {
  const [key, limits] =
    plan.limits.requireStop === true || plan.limits.maxLossAtStops !== undefined
      ? (['limits', plan.limits] as const)
      : (['policy', policy] as const);
  return `${key}.${limits.requireStop === true ? 'requireStop' : 'maxLossAtStops'}`;
};
