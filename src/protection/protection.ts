/** What of an account is covered by a stop, what is naked, and what is not known; what it loses at its stops. Pure. */
import type { Decimal } from '../model/decimal.ts';
import { Rational } from '../model/rational.ts';
import { coverOf, withOtherMode, type Cover, type Match } from './cover.ts';
import type { Basis, PositionSide, Guarded, GuardedOrder, HeldPosition, MarketRange, NotRead } from './guarded.ts';
import { isModeSure, type StakePosition, type ClosingTrigger, type Unit } from './position.ts';
import { otherMode, positionKey, positionsIn, seenHeld, unreadIn } from './positions.ts';
import { unknownReason, type Reason } from './reasons.ts';
import { Sum, sum } from './sum.ts';
import { bareOf, type OtherMode } from './suspects.ts';

/** `naked`: all of it; `partly`: some of it; `unknown`: none is naked, some is not known; `none`: nothing is at stake. */
export const STATES = ['naked', 'partly', 'unknown', 'covered', 'none'] as const;
export type State = (typeof STATES)[number];

/** So much of one unit at stake, and which of the three it is. Each unit is exactly one. */
export interface StakePiece {
  readonly unit: Unit;
  /** Base coin. */
  readonly size: Decimal;
  readonly result: 'covered' | 'unknown' | 'naked';
  /** For a covered piece: the price at which its stop fires, and the worst at which that still closes. */
  readonly at?: Decimal;
  readonly exit?: Decimal;
  /** The order that stops it, or would; its own for its `stopLoss`. */
  readonly stop?: GuardedOrder;
  /** For what is naked or not known. */
  readonly reason?: Reason['reason'];
  /** It is covered only if its entry is reached before its stop. */
  readonly mayFireFirst?: true;
}

/** What is left of a live stop: it closes whatever is there when it fires. */
interface Spare {
  readonly stop: GuardedOrder;
  readonly size: Decimal;
  /** Nobody knows where the market was when it was placed: it may as well be a target. */
  readonly mayBeTarget?: true;
}

export interface PositionProtection {
  readonly symbol: string;
  readonly side: PositionSide;
  /** The mode that it is taken for, where it may be of either. */
  readonly marginMode: GuardedOrder['marginMode'];
  /** What somebody else's orders may open, of which nobody knows the margin mode. */
  readonly isModeUnsure?: true;
  readonly state: State;
  /** Whether a look said what of it is held. */
  readonly isHeldSeen: boolean;
  /** Sizes in base coin. `covered + naked + unknown` is `held + working`. */
  readonly held: Decimal;
  readonly working: Decimal;
  readonly covered: Decimal;
  readonly naked: Decimal;
  readonly unknown: Decimal;
  /** The average of what is held, or where nothing is, of what is working; undefined where an entry is not known. */
  readonly average?: Rational;
  /** The mark price, where a look told it. */
  readonly mark?: Decimal;
  /** Quote coin, over covered units only. */
  readonly lossAtStops: Decimal;
  /** Base coin that is covered and has no entry to reckon from. */
  readonly unpriced: Decimal;
  readonly pieces: readonly StakePiece[];
  readonly spare: readonly Spare[];
}

export interface Protection {
  readonly basis: Basis;
  readonly lookedAtMs?: number;
  /** Whether a look said what is held, of every symbol. */
  readonly isHeldSeen: boolean;
  /** Whether nothing is held for certain, as the account is new. */
  readonly isNewAccount: boolean;
  /** The worst of its positions. */
  readonly state: State;
  /** How many orders, cancels, stops and lists are not known. */
  readonly unknown: number;
  /** Whether an order that we know opened a naked unit, or may open it. */
  readonly isOursNaked: boolean;
  /** By symbol, long before short. */
  readonly positions: readonly PositionProtection[];
  readonly notRead: readonly NotRead[];
  /** All that were judged. */
  readonly orders: readonly GuardedOrder[];
  /** The market that it was judged by, where one was told. */
  readonly markets?: ReadonlyMap<string, MarketRange>;
}

export function protectionOf(guarded: Guarded): Protection {
  const found = coveredIn(guarded);
  const positions = found.flatMap(({ protections }) => protections);
  const { basis, lookedAtMs, held, isNewAccount = false, notRead = [] } = guarded;
  const worst = STATES.find((state) => positions.some((one) => one.state === state)) ?? 'none';
  const isRead = notRead.length === 0 || worst === 'naked' || worst === 'partly';
  return {
    basis,
    ...(lookedAtMs !== undefined && { lookedAtMs }),
    isHeldSeen: held !== undefined && unreadIn(guarded).size === 0 && positions.every(({ isHeldSeen }) => isHeldSeen),
    isNewAccount,
    state: isRead ? worst : 'unknown',
    unknown: unknownCount(guarded, found) + notRead.length,
    isOursNaked: isNakedOf(positions, ({ plan }) => plan !== undefined),
    positions,
    notRead,
    orders: guarded.orders,
    ...(guarded.markets !== undefined && { markets: guarded.markets }),
  };
}

/** Whether one of these orders opened a naked unit, or may have, or may open it. */
export const isNakedOf = (
  positions: readonly PositionProtection[],
  isMeant: (order: GuardedOrder) => boolean,
): boolean =>
  positions.some(({ pieces }) => pieces.some(({ result, unit }) => result === 'naked' && unit.openers.some(isMeant)));

interface Found {
  readonly position: StakePosition;
  readonly cover: Cover;
  readonly protections: readonly PositionProtection[];
}

function coveredIn(guarded: Guarded): Found[] {
  const isHeldSeen = seenHeld(guarded);
  const covered = new Map(
    [...positionsIn(guarded)].map(([key, { position, seen }]) => [key, { position, seen, cover: coverOf(position) }]),
  );
  return [...covered.values()].map(({ position, seen, cover }) => {
    const found = covered.get(positionKey(otherMode(position), position.side));
    const other = found && { opened: found.position.opened, spare: found.cover.spare };
    const judging = { position, other, seen, isHeldSeen: isHeldSeen(position.symbol) };
    const withOther = withOtherMode(cover, other);
    return { position, cover: withOther, protections: protectionsIn({ ...judging, cover: withOther }) };
  });
}

interface Judged {
  readonly position: StakePosition;
  readonly cover: Cover;
  readonly other: OtherMode | undefined;
  readonly seen: HeldPosition | undefined;
  readonly isHeldSeen: boolean;
}

interface UnitsIn {
  readonly units: readonly Unit[];
  readonly pieces: readonly StakePiece[];
}

/** What is of this margin mode, and by itself what may be of the other. */
function protectionsIn(judged: Judged): PositionProtection[] {
  const { units } = judged.position;
  const pieces = piecesIn(judged);
  if (units.every(isModeSure)) return [protectionIn(judged, { units, pieces })];
  const part = (isSure: boolean): UnitsIn => ({
    units: units.filter((unit) => isModeSure(unit) === isSure),
    pieces: pieces.filter(({ unit }) => isModeSure(unit) === isSure),
  });
  const [sure, unsure] = [part(true), part(false)];
  if (sure.units.length === 0) return [{ ...protectionIn(judged, unsure), isModeUnsure: true }];
  const ofNobody = { ...judged, cover: { ...judged.cover, spare: [] }, seen: undefined };
  return [protectionIn(judged, sure), { ...protectionIn(ofNobody, unsure), isModeUnsure: true }];
}

const piecesIn = ({ position, cover, other }: Judged): readonly StakePiece[] => [
  ...cover.matches.map((match) => pieceOf(match, position)),
  ...bareOf(position, cover, other).map(({ unit, size, why }): StakePiece =>
    Object.assign({ unit, size, result: 'naked' as const }, why),
  ),
];

function protectionIn(
  { position: { symbol, side, marginMode }, cover, seen, isHeldSeen }: Judged,
  { units, pieces }: UnitsIn,
): PositionProtection {
  const sums = { covered: new Sum(), naked: new Sum(), unknown: new Sum() };
  for (const { result, size } of pieces) sums[result].add(size);
  const [covered, naked, unknown] = [sums.covered.total, sums.naked.total, sums.unknown.total];
  const [held, working]: [Unit[], Unit[]] = [[], []];
  for (const unit of units) (unit.state === 'held' ? held : working).push(unit);
  const [heldSize, workingSize] = [sum(held), sum(working)];
  const average =
    seen?.average !== undefined
      ? Rational.of(seen.average)
      : held.length > 0
        ? averageOf(held, heldSize)
        : averageOf(working, workingSize);
  return {
    symbol,
    side,
    marginMode,
    state: stateOf({ covered, naked, unknown }),
    isHeldSeen,
    held: heldSize,
    working: workingSize,
    covered,
    naked,
    unknown,
    ...(average !== undefined && { average }),
    ...(seen?.mark !== undefined && { mark: seen.mark }),
    ...figuresOf(pieces, side),
    pieces,
    spare: cover.spare.flatMap(({ stop, size }) => (stop.is === 'live' ? spareOf(stop, size) : [])),
  };
}

const spareOf = ({ order, side }: ClosingTrigger, size: Decimal): Spare => ({
  stop: order,
  size,
  ...(side === 'not-known' && { mayBeTarget: true }),
});

function pieceOf(match: Match, { keys }: StakePosition): StakePiece {
  const { unit, size, stop, isSure } = match;
  if (!isSure) return { unit, size, result: 'unknown', ...unknownReason(match) };
  const { order } = unit;
  if (stop === undefined) {
    const own = order as GuardedOrder & { readonly stopLoss: Decimal };
    return { unit, size, result: 'covered', at: own.stopLoss, exit: own.stopLoss, stop: own };
  }
  const covered = { unit, size, result: 'covered', at: stop.at, exit: stop.exit, stop: stop.order } as const;
  return firesFirst(unit, stop, keys) ? { ...covered, mayFireFirst: true } : covered;
}

/**
 * An entry that waits for the market to rise: from where the market is, the stop may be reached before. Where it was when the stop was
 * placed does not tell: the entry may have come later.
 */
function firesFirst({ order, state, market }: Unit, stop: ClosingTrigger, keys: StakePosition['keys']): boolean {
  const from = market ?? stop.market;
  if (state === 'held' || order?.trigger === undefined || order.standing === 'fired' || from === undefined)
    return false;
  return keys.of(order.trigger) > from;
}

function stateOf({ covered, naked, unknown }: Record<'covered' | 'naked' | 'unknown', Decimal>): State {
  if (!naked.isZero) return covered.isZero && unknown.isZero ? 'naked' : 'partly';
  if (!unknown.isZero) return 'unknown';
  return covered.isZero ? 'none' : 'covered';
}

function figuresOf(pieces: readonly StakePiece[], side: PositionSide): { lossAtStops: Decimal; unpriced: Decimal } {
  const [loss, unpriced] = [new Sum(), new Sum()];
  for (const { result, size, exit, unit } of pieces) {
    if (result !== 'covered' || exit === undefined) continue;
    if (unit.entry === undefined) {
      unpriced.add(size);
      continue;
    }
    const lost = side === 'long' ? unit.entry.minus(exit) : exit.minus(unit.entry);
    // A stop beyond the entry closes at a profit: it loses nothing.
    if (lost.coefficient > 0n) loss.add(size.times(lost));
  }
  return { lossAtStops: loss.total, unpriced: unpriced.total };
}

function averageOf(units: readonly Unit[], size: Decimal): Rational | undefined {
  if (units.length === 0) return undefined;
  const value = new Sum();
  for (const unit of units) {
    if (unit.entry === undefined) return undefined;
    value.add(unit.size.times(unit.entry));
  }
  return Rational.of(value.total).dividedBy(Rational.of(size));
}

/** Nobody knows whether it is there, or whether it is over. */
export const isUnknown = ({ standing, isUnsettled }: GuardedOrder): boolean =>
  standing === 'unsure' || standing === 'in-no-list' || isUnsettled === true;

/** Each order, stop and list once. */
function unknownCount({ orders }: Guarded, found: readonly Found[]): number {
  const unknown = new Set<GuardedOrder>(orders.filter(isUnknown));
  const presets = new Set<GuardedOrder>();
  for (const { position, cover } of found) {
    for (const { kind, is, order } of position.triggers)
      if (kind === 'preset' && is === 'not-known') presets.add(order);
    for (const { isSure, stop, unit } of cover.matches) {
      if (isSure) continue;
      if (stop === undefined) presets.add(unit.order as GuardedOrder);
      else if (stop.kind === 'trigger') unknown.add(unit.order?.isModeUnsure === true ? unit.order : stop.order);
    }
  }
  return unknown.size + presets.size;
}
