/** Where stops are required, what a run leaves without one refuses it, whatever was selected, rejected or cancelled before (exit 4). */
import { isOpening } from '../../model/order.ts';
import type { Protection, StakePiece } from '../../protection/protection.ts';
import { rowText } from '../../protection/words.ts';
import { refuse } from '../../refusal.ts';
import type { PreparedRun } from './prepared-run.ts';
import { protectionAfter } from './run-protection.ts';
import { requiresStop } from './stops-first.ts';

/**
 * Refuses a run that opens, where units of its plan would have no stop, or where it takes the stop off others. Another plan's naked
 * units do not hold it back, and a run that only closes or cancels is never held back. A stop of which nobody knows whether it is there withholds its entries as they come.
 */
export function checkRequiredStops(run: PreparedRun): void {
  const { plan, schedule } = run;
  if (!requiresStop(run)) return;
  if (![...schedule.pending.values()].some(({ side }) => isOpening(side))) return;
  const bare = bareOf(protectionAfter(run), plan.name);
  const [first] = bare;
  if (first === undefined) return;
  const more = bare.length === 1 ? '' : ` (and ${bare.length - 1} more)`;
  refuse(
    'limit/no-stop',
    `after this run ${wordsOf(first)}${more}, and ${limitOf(run)} forbids that`,
    hintOf(first, run),
  );
}

interface Bare {
  readonly piece: StakePiece;
  readonly symbol: string;
  readonly side: 'long' | 'short';
}

/** What is naked, and what is not known for want of a market, or as its stop is in no list: of the plan, and of all that this run takes the stop off. */
const bareOf = ({ positions }: Protection, plan: string): Bare[] =>
  positions.flatMap(({ symbol, side, pieces }) =>
    pieces.flatMap((piece) => {
      const isLost = piece.stop?.standing === 'in-no-list';
      const isBare = piece.result === 'naked' || piece.reason === 'no-market' || (piece.result === 'unknown' && isLost);
      const isOfRun = piece.unit.order?.plan === plan || piece.stop?.isTakenOff === true;
      return isBare && isOfRun ? [{ piece, symbol, side }] : [];
    }),
  );

function wordsOf({ piece: { unit, size, reason, stop, result }, symbol, side }: Bare): string {
  const kind = result === 'naked' ? 'naked' : 'unknown';
  const about = { ...(unit.order && { order: unit.order }), ...(reason && { reason }), ...(stop && { stop }) };
  return rowText({ kind, symbol, side, size, isOurs: true, ...about });
}

/** A stop that is over: the run may place it again. */
const PLACED_AGAIN: ReadonlySet<string> = new Set(['stop-rejected', 'stop-cancelled', 'stop-absent']);

function hintOf({ piece }: Bare, run: PreparedRun): string {
  const { reason, stop } = piece;
  const { plan, planFile } = run;
  if (reason === 'stop-not-selected') return `add --only ${stop?.id ?? ''}`;
  if (reason === 'no-market') return 'add `reference:` with where the market is';
  if (stop?.isTakenOff === true && plan.orders.every(({ id }) => id !== stop.id))
    return 'leave it on: leave out --removed';
  if (reason === 'stop-unknown') return `look whether it is there: ordo status ${planFile} --refresh`;
  const isOurs = stop?.plan === plan.name && stop.generation === plan.generation;
  if (PLACED_AGAIN.has(reason ?? '') && isOurs && stop.id !== undefined)
    return `place it again: add --again ${stop.id}`;
  return isSeen(piece) ? hintOfSeen(run) : 'add `stopLoss`, or a trigger that closes as much';
}

/** Of what a look saw, or missed: the next one may not. */
function hintOfSeen({ look, checkedAtMs, planFile }: PreparedRun): string {
  // What is held is no order any more: nothing is added to it.
  const way = 'a trigger that closes as much';
  return look === undefined || checkedAtMs !== undefined
    ? `add ${way}`
    : `by the look of ${clockOf(look.atMs)}: look again with ordo status ${planFile} --refresh, or add ${way}`;
}

const isSeen = ({ unit: { state }, reason }: StakePiece): boolean => state === 'held' || reason === 'preset-missing';

const clockOf = (atMs: number): string => `${new Date(atMs).toISOString().slice(11, 19)}Z`;

const limitOf = ({ plan, config: { policy } }: PreparedRun): string => {
  const [key, limits] =
    plan.limits.requireStop === true || plan.limits.maxLossAtStops !== undefined
      ? (['limits', plan.limits] as const)
      : (['policy', policy] as const);
  return `${key}.${limits.requireStop === true ? 'requireStop' : 'maxLossAtStops'}`;
};
