/** What is held of a position, and whose orders opened it as far as that can be told. */
import { Decimal } from '../model/decimal.ts';
import { isLong, isOpening } from '../model/order.ts';
import type { PositionSide, Filled, GuardedOrder } from './guarded.ts';
import { MEANING } from './guarded.ts';

export interface HeldPiece {
  readonly size: Decimal;
  readonly average?: Decimal | undefined;
  /** The order that opened it, where that is sure. */
  readonly order?: GuardedOrder;
  /** The plan whose orders opened it, where that is sure. */
  readonly plan?: string;
  /** All that opened it, or may have. */
  readonly openers: readonly GuardedOrder[];
}

/** What was filled of an order, and is in what is held. */
export type HeldFill = Filled & { readonly order: GuardedOrder };

/** What was filled up to the look, or where nobody looked, by now; and how much is held of it. */
export interface HeldFills {
  readonly opens: readonly HeldFill[];
  readonly closes: readonly HeldFill[];
  readonly size: Decimal;
}

/** What a look saw of one position: size zero where it saw none. */
export interface SeenHeld {
  readonly size: Decimal;
  readonly average?: Decimal | undefined;
}

const NOTHING: Filled = { size: Decimal.zero };

/** What is known to be filled of an order, and not said to be closed. */
export function filledOf({ standing, size, filled }: GuardedOrder): Filled {
  if (standing === 'filled') return filled ?? { size };
  if (standing !== 'closed' && MEANING[standing].opening !== 'nothing' && filled !== undefined) return filled;
  return NOTHING;
}

function fillsOf(orders: readonly GuardedOrder[]): readonly HeldFill[] {
  const fills: HeldFill[] = [];
  for (const order of orders) {
    const filled = filledOf(order);
    // Nothing is filled of nearly all.
    if (filled === NOTHING || filled.size.isZero) continue;
    const { size, sinceLook, atLook, average } = filled;
    if (sinceLook !== true || atLook === undefined || atLook.isZero) {
      fills.push({ ...filled, order });
      continue;
    }
    fills.push({ size: atLook, average, order });
    const since = size.minus(atLook);
    if (since.coefficient > 0n) fills.push({ size: since, average, sinceLook, order });
  }
  return fills;
}

const sum = (fills: readonly HeldFill[]): Decimal => fills.reduce((all, { size }) => all.plus(size), Decimal.zero);

/**
 * The pieces that are held. `opened` and `closed` are the orders of this position that open and close it, `seen` what a look saw. Where
 * what they filled adds up to what is held, each order has its own, or where some of it was closed, the plan of all has it; else nobody is named. What was filled since the look is added to it.
 * `elsewhere`: what was filled in the other margin mode, and is not seen held there. It may be held in this one.
 */
export function heldPieces(
  { opened, closed, side, elsewhere = [] }: HeldOrders,
  seen: SeenHeld | undefined,
): { readonly pieces: readonly HeldPiece[]; readonly fills: HeldFills } {
  const [opens, closes] = [fillsOf(opened), fillsOf(closed)];
  if (seen === undefined) {
    const fills = { opens, closes, size: leftOf(opens, closes) };
    return { pieces: piecesOf(fills, { side, left: fills.size }), fills };
  }
  // What was closed since the look is not taken off: the next look has it.
  const [before, earlier] = [opens, closes].map((fills) => fills.filter((one) => !isSince(one))) as [
    HeldFill[],
    HeldFill[],
  ];
  const left = leftOf(before, earlier);
  const isMore = left.compare(seen.size) < 0 && elsewhere.length > 0;
  const fills = { opens: isMore ? [...before, ...elsewhere] : before, closes: earlier, size: seen.size };
  const pieces = piecesOf(fills, { side, left, average: seen.average });
  return { pieces: [...pieces, ...opens.filter(isSince).map(ownPiece)], fills };
}

interface HeldOrders {
  readonly elsewhere?: readonly HeldFill[];
  readonly opened: readonly GuardedOrder[];
  readonly closed: readonly GuardedOrder[];
  readonly side: PositionSide;
}

const isSince = ({ sinceLook }: HeldFill): boolean => sinceLook === true;

/** What was filled of the orders of a position before a look, where the look saw less of it held. */
export function fillsUnseen(orders: readonly GuardedOrder[], seen: SeenHeld): readonly HeldFill[] {
  const fills = fillsOf(orders).filter((one) => !isSince(one));
  const opens = fills.filter(({ order: { side } }) => isOpening(side));
  const closes = fills.filter(({ order: { side } }) => !isOpening(side));
  return leftOf(opens, closes).compare(seen.size) > 0 ? opens : [];
}

function leftOf(opens: readonly HeldFill[], closes: readonly HeldFill[]): Decimal {
  const left = sum(opens).minus(sum(closes));
  return left.coefficient > 0n ? left : Decimal.zero;
}

const ownPiece = ({ size, average, order }: HeldFill): HeldPiece => ({
  size,
  average: average ?? entryPrice(order),
  order,
  openers: [order],
});

interface Held {
  readonly side: PositionSide;
  /** What our orders opened less what they closed. */
  readonly left: Decimal;
  readonly average?: Decimal | undefined;
}

function piecesOf(fills: HeldFills, { average, side, left }: Held): HeldPiece[] {
  const { size } = fills;
  if (size.isZero) return [];
  const addsUp = left.compare(size) === 0;
  const { opens, closes } = addsUp ? withoutClosed(fills) : fills;
  if (addsUp && closes.length === 0)
    return opens.map((fill) => ({ ...ownPiece(fill), ...(average !== undefined && { average }) }));
  const [only] = opens;
  const openers = opens.map(({ order }) => order);
  const isIts = addsUp && opens.length === 1 && only !== undefined;
  const plan = only?.order.plan;
  const isOfPlan = addsUp && plan !== undefined && openers.every((one) => one.plan === plan);
  return [
    {
      size,
      average: average ?? worstAverage(opens, side),
      openers,
      ...(isIts && { order: only.order }),
      ...(isOfPlan && { plan }),
    },
  ];
}

/** Without the plans whose own orders closed all that they opened: what is held is of the others. */
function withoutClosed({ opens, closes }: HeldFills): Pick<HeldFills, 'opens' | 'closes'> {
  if (closes.length === 0) return { opens, closes };
  const [opened, closed] = [Map.groupBy(opens, planOf), Map.groupBy(closes, planOf)];
  const isClosed = (fill: HeldFill): boolean => {
    const plan = planOf(fill);
    return plan !== undefined && sum(opened.get(plan) ?? []).compare(sum(closed.get(plan) ?? [])) === 0;
  };
  return { opens: opens.filter((fill) => !isClosed(fill)), closes: closes.filter((fill) => !isClosed(fill)) };
}

const planOf = ({ order: { plan, generation = 0 } }: HeldFill): string | undefined =>
  plan === undefined ? undefined : `${plan}\n${generation}`;

/** Which of them are still held nobody knows: that of the most dear. */
function worstAverage(opens: readonly HeldFill[], side: PositionSide): Decimal | undefined {
  const prices = opens.map(({ average, order }) => average ?? entryPrice(order));
  if (prices.includes(undefined)) return undefined;
  const sorted = (prices as Decimal[]).toSorted((a, b) => a.compare(b));
  return sorted.at(side === 'long' ? -1 : 0);
}

/** The price at which an order is taken to fill: its limit; at market its trigger, or the worse end of where its plan said the market is. */
export function entryPrice({
  side,
  price,
  trigger,
  reference,
  said,
}: Pick<GuardedOrder, 'side' | 'price' | 'trigger' | 'reference' | 'said'>): Decimal | undefined {
  if (price.kind === 'limit') return price.at;
  return trigger ?? (isLong(side) ? said?.high : said?.low) ?? reference;
}
