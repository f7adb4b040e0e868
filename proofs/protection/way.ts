/** The ways that a market is driven, and what each leaves open. */
import { Decimal } from '../../src/model/decimal.ts';
import { Rational } from '../../src/model/rational.ts';
import type { PaperFill } from '../../src/paper/book.ts';
import { isOpening } from '../../src/paper/v2/order/rules.ts';
import type { PositionProtection } from '../../src/protection/protection.ts';
import { opens, positionOf, type Scene, type SceneOrder } from './scene.ts';
import { sideOf, type Enacted, type Held, type Venue } from './venue.ts';

export type Side = 'long' | 'short';

/** Beyond every price. */
const BEYOND = 20;

interface Span {
  readonly least: number;
  readonly most: number;
}

function spanOf(scene: Scene, symbol: string, markets: ReadonlyMap<string, number>): Span {
  const orders = [...scene.first, ...scene.second].filter((order) => order.symbol === symbol);
  const prices = orders.flatMap(({ limit, trigger, stopLoss, takeProfit }) => [limit, trigger, stopLoss, takeProfit]);
  const all = [...prices.filter((one) => one !== undefined), markets.get(symbol) as number];
  return { least: Math.min(...all) - BEYOND, most: Math.max(...all) + BEYOND };
}

/** Just over every entry of that side that opens on the way to a profit. */
function overEntries(orders: readonly SceneOrder[], from: number, side: Side): number {
  const way = side === 'long' ? 1 : -1;
  const triggers = orders.flatMap((order) =>
    opens(order) && order.trigger !== undefined && positionOf(order).includes(` ${side} `) ? [order.trigger] : [],
  );
  return triggers.reduce((top, trigger) => ((trigger - top) * way > 0 ? trigger : top), from);
}

/** Where the market goes, one leg after the other. */
function legsOf(
  scene: Scene,
  symbol: string,
  { markets }: Enacted,
  side: Side,
): Record<'out' | 'far' | 'over', number> {
  const { least, most } = spanOf(scene, symbol, markets);
  const from = markets.get(symbol) as number;
  const orders = [...scene.first, ...scene.second].filter((order) => order.symbol === symbol);
  const over = overEntries(orders, from, side);
  return { out: side === 'long' ? least : most, far: side === 'long' ? most : least, over };
}

interface Left {
  readonly size: Decimal;
  /** What it lost since the look, in quote coin, of what was held then and opened after. */
  readonly lost: Rational;
  /** Something was closed on the way to a profit. */
  readonly passedTarget: boolean;
  /** What was filled of this position on the way. */
  readonly fills: readonly PaperFill[];
}

export interface Before {
  /** What was held of each position at the look, and how many fills there had been. */
  readonly held: ReadonlyMap<string, Held>;
  readonly fills: number;
}

export type Way = 'out' | 'other';

/** Drives the markets of a scene for all positions of one side. */
export function drive(scene: Scene, enacted: Enacted, side: Side, way: Way): number {
  const { venue } = enacted;
  for (const symbol of scene.symbols)
    if (way === 'other') venue.moveTo(symbol, legsOf(scene, symbol, enacted, side).out);
  for (const symbol of scene.symbols) venue.moveTo(symbol, legsOf(scene, symbol, enacted, side).over);
  const turn = venue.book.fills.length;
  for (const symbol of scene.symbols) venue.moveTo(symbol, legsOf(scene, symbol, enacted, side).out);
  return turn;
}

/** What the way left of one position. `turn` is how many fills there were when it turned. */
export function leftOf(venue: Venue, position: string, { held, fills }: Before, turn: number): Left {
  const all = venue.book.fills
    .map((fill, index) => ({ fill, index }))
    .filter(({ fill, index }) => index >= fills && positionOf(sideOf(fill.order)) === position);
  const before = held.get(position);
  let worth = before === undefined ? Rational.of(Decimal.zero) : before.cost;
  for (const { fill } of all) {
    const value = Rational.of(Decimal.of(fill.value));
    worth = isOpening(fill.order) ? worth.plus(value) : worth.minus(value);
  }
  return {
    size: venue.held(position).size,
    lost: position.includes(' long ') ? worth : worth.negated(),
    passedTarget: all.some(({ fill, index }) => index < turn && !isOpening(fill.order)),
    fills: all.map(({ fill }) => fill),
  };
}

/** A position of a scene after a way, and what protection said of it before. */
export interface Tried {
  readonly scene: Scene;
  readonly enacted: Enacted;
  readonly before: Before;
  readonly position: string;
  /** Absent where protection knows of no such position. */
  readonly said: PositionProtection | undefined;
  readonly left: Left;
}
