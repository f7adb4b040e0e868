/** What one placed order comes to: filled, what is left of it, and whether that may still fill. Sizes are whole steps. */
import { tenTo, type Decimal } from '../../model/decimal.ts';
import { isContradicted, isSurePart, isUnsurePart, surelyFilled, type PlacedPart } from '../../model/followed.ts';
import { identityOf, type PlannedOrder } from '../../model/order.ts';

/** The id from which a part's client order id comes: the next part of an order is the same for whoever computes it. */
export const partName = (order: Pick<PlannedOrder, 'id' | 'was' | 'exit'>, part: number): string =>
  order.exit === undefined || part === 1 ? identityOf(order) : `${identityOf(order)}/${part}`;

/** Whole steps in a size, cut down. */
export function stepsIn(size: Decimal, step: Decimal): bigint {
  if (size.scale === step.scale)
    return step.coefficient === 1n ? size.coefficient : size.coefficient / step.coefficient;
  const scale = Math.max(size.scale, step.scale);
  return (size.coefficient * tenTo(scale - size.scale)) / (step.coefficient * tenTo(scale - step.scale));
}

/** How long a cancel may take before it is asked for again. */
export const CANCEL_AGAIN_MS = 10_000;

export interface PartView {
  readonly part: PlacedPart;
  readonly size: bigint;
  readonly filled: bigint;
  /** 0 once it is over. */
  readonly left: bigint;
  /** The exchange took it, and it is not over. */
  readonly isSure: boolean;
  /** Nobody knows whether the exchange took it. */
  readonly isUnsure: boolean;
  /**
   * A cancel of it is under way, or was taken: it is counted as gone, and as able to fill until it is over. One that a look sees
   * work 10 s later came to nothing.
   */
  readonly isGoing: boolean;
  /** It closes now: at market, at a limit, or as what it became when it fired. */
  readonly isOrdinary: boolean;
  /** It works although the market has passed its trigger: no cover. */
  readonly isStuck: boolean;
  /** What it became is not found. */
  readonly isFrozen: boolean;
  /** Its trades come to more than its size: what is filled is what its record says. */
  readonly isContradicted: boolean;
}

/** `lookedMs`: when the last look began. */
export function partView(part: PlacedPart, step: Decimal, lookedMs = 0): PartView {
  const { priceLooks, firedMs, trigger } = part;
  const size = stepsIn(part.size, step);
  const filled = part.trades.size === 0 ? 0n : stepsIn(surelyFilled(part), step);
  const [isSure, isUnsure] = [isSurePart(part), isUnsurePart(part)];
  const isOrdinary = trigger === undefined || firedMs !== undefined;
  return {
    part,
    size,
    filled,
    left: (isSure || isUnsure) && filled < size ? size - filled : 0n,
    isSure,
    isUnsure,
    isGoing: isGoing(part, lookedMs),
    isOrdinary,
    isStuck: isSure && !isOrdinary && priceLooks !== undefined && priceLooks.asked >= 2 && priceLooks.passed >= 2,
    isFrozen: part.isFrozen === true,
    isContradicted: isContradicted(part),
  };
}

const isGoing = ({ cancel, state }: PlacedPart, lookedMs: number): boolean =>
  cancel !== undefined &&
  cancel.answer !== 'refused' &&
  !(state === 'works' && lookedMs >= cancel.ms + CANCEL_AGAIN_MS);

export const wasAccepted = ({ part }: PartView): boolean => isSurePart(part) || part.state === 'over';

/** Cancelled before it fired, and not by ordo. */
export const wasTakenOff = ({ part, isOrdinary }: PartView): boolean =>
  part.state === 'over' && part.end === 'other' && !isOrdinary;

export const sum = (views: readonly PartView[]): bigint => views.reduce((all, { left }) => all + left, 0n);
