/** One position: its units at stake, the stops that may close them, and the closing triggers that are no stops. */
import type { Decimal } from '../model/decimal.ts';
import { isLong, isOpening } from '../model/order.ts';
import { MEANING, type PositionSide, type GuardedOrder, type MarketRange, type StopIs } from './guarded.ts';
import {
  entryPrice,
  filledOf,
  heldPieces,
  type HeldFill,
  type HeldFills,
  type HeldPiece,
  type SeenHeld,
} from './held.ts';
import { compareKeys, Keys, least, type Key } from './prices.ts';

/** Base coin at stake, of one order or of nobody who could be named. */
export interface Unit {
  readonly state: 'working' | 'held';
  readonly size: Decimal;
  /** Absent of held units whose order is not sure. */
  readonly order?: GuardedOrder;
  /** The plan of held units whose plan is sure, and whose order is not. */
  readonly plan?: string;
  /** All that opened it, or may. */
  readonly openers: readonly GuardedOrder[];
  readonly isOurs: boolean;
  /** By which its loss is reckoned; undefined if nobody knows it. */
  readonly entry: Decimal | undefined;
  readonly entryKey: Key | undefined;
  /** What a trigger has to lie below; held units have no such bound, as their entry is past. */
  readonly bound: Key | undefined;
  /** A rested limit order lies below the market, wherever that is. Of all others the market has to be known. */
  readonly needsMarket: boolean;
  /** The lowest price of the market that its order waits in; undefined if nobody knows. */
  readonly market?: Key | undefined;
}

/** What may as well be of the other margin mode has no stop for certain, and takes none from what is of this one. */
export const isModeSure = ({ order, state }: Unit): boolean => state === 'held' || order?.isModeUnsure !== true;

/** A closing trigger, or what the `stopLoss` of a filled order became. */
export interface ClosingTrigger {
  readonly kind: 'trigger' | 'preset';
  readonly order: GuardedOrder;
  readonly at: Decimal;
  readonly key: Key;
  /** The worst price at which it still closes. */
  readonly exit: Decimal;
  readonly exitKey: Key;
  readonly size: Decimal;
  readonly is: StopIs;
  /** Whether it lay below the market when it was placed. */
  readonly side: 'below' | 'not-below' | 'not-known';
  /** The lowest price of the market when it was placed; undefined if nobody knows. */
  readonly market?: Key;
  /** Once it fires it closes: at market, or at a limit below its trigger. */
  readonly closes: boolean;
}

export interface StakePosition {
  readonly symbol: string;
  readonly side: PositionSide;
  readonly marginMode: GuardedOrder['marginMode'];
  readonly keys: Keys;
  /** All that opens it or did, however it stands. */
  readonly opened: readonly GuardedOrder[];
  readonly fills: HeldFills;
  /** From the lowest bound to the highest, then those without one. */
  readonly units: readonly Unit[];
  /** Every closing trigger that there is or was, from the lowest up. */
  readonly triggers: readonly ClosingTrigger[];
}

/** Where the market of an order was; undefined if nobody knows. */
export type MarketOfOrder = (order: GuardedOrder) => MarketRange | undefined;

interface PositionInput {
  readonly symbol: string;
  readonly side: PositionSide;
  readonly marginMode: GuardedOrder['marginMode'];
  readonly orders: readonly GuardedOrder[];
  readonly seen: SeenHeld | undefined;
  /** What was filled in the other margin mode, and is not seen held there. */
  readonly elsewhere: readonly HeldFill[];
  readonly marketOf: MarketOfOrder;
  /** The market of now, by which an order at market is valued where nobody says or saw where it was. */
  readonly market: MarketRange | undefined;
}

export const directionOf = ({ side }: Pick<GuardedOrder, 'side'>): PositionSide => (isLong(side) ? 'long' : 'short');

export function positionFrom(input: PositionInput): StakePosition {
  const { symbol, side, marginMode, orders, seen, elsewhere, market, marketOf } = input;
  const [opened, closed]: [GuardedOrder[], GuardedOrder[]] = [[], []];
  for (const order of orders) (isOpening(order.side) ? opened : closed).push(order);
  const { pieces: held, fills } = heldPieces({ opened, closed, side, elsewhere }, seen);
  const keys = new Keys(side, scaleIn(orders, input));
  const context = { keys, side, marketOf, market };
  const units = held.map(heldUnit);
  for (const order of opened) {
    const unit = workingUnit(order, context);
    if (unit !== undefined) units.push(unit);
  }
  const named = new Set(held.flatMap(({ order }) => order ?? []));
  const triggers = [
    ...closed.flatMap((order) => triggerStop(order, context)),
    ...opened.flatMap((order) =>
      named.has(order) || (held.length === 0 && order.preset !== 'resting') ? NONE : presetStop(order, keys),
    ),
  ];
  return {
    symbol,
    side,
    marginMode,
    keys,
    opened,
    fills,
    units: units.toSorted(byBound),
    triggers: triggers.toSorted(byKey),
  };
}

const NONE: readonly ClosingTrigger[] = [];

/** The most decimals of any price of a position. There may be thousands of orders. */
function scaleIn(
  orders: readonly GuardedOrder[],
  { market, marketOf }: Pick<PositionInput, 'market' | 'marketOf'>,
): number {
  let most = 0;
  const see = (price: Decimal | undefined): void => {
    if (price !== undefined && price.scale > most) most = price.scale;
  };
  const seeRange = (range: MarketRange | undefined): void => {
    see(range?.low);
    see(range?.high);
  };
  seeRange(market);
  let last: MarketRange | undefined;
  for (const order of orders) {
    const { price, trigger, stopLoss, reference, said } = order;
    if (price.kind === 'limit') see(price.at);
    see(trigger);
    see(stopLoss);
    see(reference);
    seeRange(said);
    const range = marketOf(order);
    // Most often that of the order before.
    if (range !== last) seeRange(range);
    last = range;
  }
  return most;
}

const isOurs = ({ plan }: GuardedOrder): boolean => plan !== undefined;

const heldUnit = ({ size, average, order, plan, openers }: HeldPiece): Unit => ({
  state: 'held',
  size,
  ...(order !== undefined && { order }),
  ...(plan !== undefined && { plan }),
  openers,
  isOurs: openers.some(isOurs),
  entry: average,
  entryKey: undefined,
  bound: undefined,
  needsMarket: true,
});

interface Context extends Pick<PositionInput, 'side' | 'market' | 'marketOf'> {
  readonly keys: Keys;
}

function workingUnit(order: GuardedOrder, context: Context): Unit | undefined {
  if (MEANING[order.standing].opening !== 'working') return undefined;
  const filled = filledOf(order).size;
  const size = filled.isZero ? order.size : order.size.minus(filled);
  if (size.coefficient <= 0n) return undefined;
  const { keys } = context;
  const { price, trigger } = order;
  const entry = entryOf(order, context);
  const bound = boundOf(order, context);
  const entryKey = entry === undefined ? undefined : keys.of(entry);
  const range = context.marketOf(order);
  const market = lowIn(range, context);
  // A limit above the market takes at once, and does not rest; an old market shows only that it may.
  const mayTake = range?.isOld === true && bound !== undefined && market !== undefined && bound >= market;
  return {
    state: 'working',
    size,
    order,
    openers: [order],
    isOurs: isOurs(order),
    entry,
    entryKey,
    bound,
    needsMarket: price.kind === 'market' || trigger !== undefined || mayTake,
    market,
  };
}

/** At market, the worse of where its plan says the market is and where it was seen: what its plan says may be old. */
function entryOf(order: GuardedOrder, { side, market }: Context): Decimal | undefined {
  const said = entryPrice(order);
  if (order.price.kind === 'limit' || order.trigger !== undefined) return said;
  const range = order.market ?? market;
  const seen = side === 'long' ? range?.high : range?.low;
  if (said === undefined || seen === undefined) return said ?? seen;
  return said.compare(seen) > 0 === (side === 'long') ? said : seen;
}

/** Its limit and its trigger; at market, the end of where the market is said to be that is reached first. */
function boundOf({ price, trigger, said, reference }: GuardedOrder, { keys, side }: Context): Key | undefined {
  const keyOf = (one: Decimal | undefined): Key | undefined => (one === undefined ? undefined : keys.of(one));
  if (price.kind === 'limit') return least(keys.of(price.at), keyOf(trigger));
  return keyOf(trigger ?? (side === 'long' ? said?.low : said?.high) ?? reference);
}

/** The lowest price of the market that an order was placed in. */
const lowIn = (market: MarketRange | undefined, { keys, side }: Context): Key | undefined =>
  market && keys.of(side === 'long' ? market.low : market.high);

function triggerStop(order: GuardedOrder, context: Context): ClosingTrigger[] {
  const { trigger, price, size, standing } = order;
  if (trigger === undefined) return [];
  const { keys } = context;
  const key = keys.of(trigger);
  const closes = price.kind === 'market' || keys.of(price.at) < key;
  const exit = price.kind === 'market' ? trigger : price.at;
  const exitKey = keys.of(exit);
  const market = context.marketOf(order);
  const low = lowIn(market, context);
  const { stop: means } = MEANING[standing];
  const isSure = order.isModeUnsure !== true && order.isPresetMaybe !== true;
  const is = means === 'live' && !isSure ? 'not-known' : means;
  const stop = { kind: 'trigger', order, at: trigger, key, exit, exitKey, size, is, closes } as const;
  if (low === undefined) return [{ ...stop, side: 'not-known' }];
  if (key < low && market?.isOld === true) return [{ ...stop, side: 'not-known' }];
  return [{ ...stop, side: key < low ? 'below' : 'not-below', market: low }];
}

/** A preset of a filled order whose units nobody can name: it closes whatever is there. */
function presetStop(order: GuardedOrder, keys: Keys): ClosingTrigger[] {
  const { stopLoss, preset = 'not-seen' } = order;
  const { size } = filledOf(order);
  if (stopLoss === undefined || size.isZero) return [];
  const is = PRESET_IS[preset];
  const [at, key] = [stopLoss, keys.of(stopLoss)];
  return [{ kind: 'preset', order, at, key, exit: at, exitKey: key, size, is, side: 'below', closes: true }];
}

export const PRESET_IS = { resting: 'live', 'not-seen': 'not-known', missing: 'gone' } as const;

const inTurn = <T extends string | number>(one: T, other: T): number => (one < other ? -1 : one > other ? 1 : 0);

/** By name, so that the order of the input changes nothing. */
function byName(one: Partial<GuardedOrder> = {}, other: Partial<GuardedOrder> = {}): number {
  return (
    inTurn(one.plan ?? '', other.plan ?? '') ||
    inTurn(one.generation ?? 0, other.generation ?? 0) ||
    inTurn(one.id ?? '', other.id ?? '') ||
    inTurn(one.standing ?? '', other.standing ?? '')
  );
}

/** Where there is none it comes last. */
const compareBounds = (one: Key | undefined, other: Key | undefined): number =>
  one === undefined || other === undefined
    ? Number(one === undefined) - Number(other === undefined)
    : compareKeys(one, other);

const byBound = (one: Unit, other: Unit): number =>
  compareBounds(one.bound, other.bound) ||
  compareBounds(one.entryKey, other.entryKey) ||
  one.size.compare(other.size) ||
  byName(one.order, other.order);

/** Where two fire at once, the one with the worse exit comes last, so it is taken first. */
const byKey = (one: ClosingTrigger, other: ClosingTrigger): number =>
  compareKeys(one.key, other.key) ||
  compareKeys(other.exitKey, one.exitKey) ||
  one.size.compare(other.size) ||
  byName(one.order, other.order);
