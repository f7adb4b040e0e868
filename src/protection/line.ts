/** The parts of the one line that says what is held, working, lost at the stops, naked and not known; and the rows below it. */
import { Decimal } from '../model/decimal.ts';
import type { PositionSide } from './guarded.ts';
import type { StakePiece, PositionProtection, Protection } from './protection.ts';
import { Sum, sum } from './sum.ts';

/** Something is naked; nothing is, but something is not known; all is covered; nothing is at stake. */
type LineSign = '!' | '?' | '✓' | '–';

/** Base coin of the one position that there is, or quote coin over several. */
export type Amount =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'units'; readonly size: Decimal; readonly side: PositionSide; readonly symbol: string }
  | { readonly kind: 'quote'; readonly value: Decimal }
  /** For several positions, and one of them has neither a mark nor an entry. */
  | { readonly kind: 'no-value' }
  /** Nobody looked. */
  | { readonly kind: 'not-seen' };

export type LineAsOf =
  | { readonly kind: 'look'; readonly atMs: number }
  | { readonly kind: 'journal' | 'after-run' | 'plan' };

export interface ProtectionLine {
  readonly sign: LineSign;
  readonly hold: Amount;
  readonly working: Amount;
  /** Quote coin, of all that is covered and has an entry. */
  readonly atStops: Decimal;
  /** Some of what is covered has no entry that anybody knows: more is lost than that. */
  readonly isAtStopsPartial: boolean;
  readonly naked: Amount;
  /** How many orders, cancels, stops, positions and lists are not known. */
  readonly unknown: number;
  readonly asOf: LineAsOf;
}

const DAY_MS = 86_400_000;

const NOTHING: Amount = { kind: 'nothing' };

/** `nowMs` tells whether a look is young enough to be named: at most a day. */
export function lineOf(protection: Protection, nowMs: number): ProtectionLine {
  const { positions, unknown, isHeldSeen, isNewAccount } = protection;
  const atStake = positions.filter(({ held, working }) => !held.isZero || !working.isZero);
  return {
    sign: signOf(protection),
    hold: isHeldSeen || isNewAccount ? amountOf(atStake, 'held') : { kind: 'not-seen' },
    working: amountOf(atStake, 'working'),
    atStops: positions.reduce((all, { lossAtStops }) => all.plus(lossAtStops), Decimal.zero),
    isAtStopsPartial: positions.some(({ unpriced }) => !unpriced.isZero),
    naked: amountOf(atStake, 'naked'),
    unknown,
    asOf: asOf(protection, nowMs),
  };
}

function signOf({ state, unknown }: Protection): LineSign {
  if (state === 'naked' || state === 'partly') return '!';
  if (state === 'unknown' || unknown > 0) return '?';
  return state === 'covered' ? '✓' : '–';
}

function asOf({ basis, lookedAtMs }: Protection, nowMs: number): LineAsOf {
  if (basis === 'plan' || basis === 'after-run') return { kind: basis };
  return lookedAtMs === undefined || nowMs - lookedAtMs > DAY_MS
    ? { kind: 'journal' }
    : { kind: 'look', atMs: lookedAtMs };
}

type Part = 'held' | 'working' | 'naked';

function amountOf(atStake: readonly PositionProtection[], part: Part): Amount {
  const some = atStake.filter((position) => !position[part].isZero);
  const [first] = some;
  if (first === undefined) return NOTHING;
  if (isOnePosition(atStake))
    return {
      kind: 'units',
      size: sum(some.map((one) => ({ size: one[part] }))),
      side: first.side,
      symbol: first.symbol,
    };
  let value = Decimal.zero;
  for (const position of some) {
    const worth = worthOf(position, part);
    if (worth === undefined) return { kind: 'no-value' };
    value = value.plus(worth);
  }
  return { kind: 'quote', value };
}

/** What may be of either margin mode is of one position with what it is taken for. */
const isOnePosition = (atStake: readonly PositionProtection[]): boolean =>
  new Set(atStake.map(({ symbol, side, marginMode }) => `${symbol} ${side} ${marginMode}`)).size === 1;

/** Quote coin: at the mark, or else at the entry. */
function worthOf(position: PositionProtection, part: Part): Decimal | undefined {
  const pieces = position.pieces.filter(({ unit, result }) => (part === 'naked' ? result : unit.state) === part);
  const value = new Sum();
  for (const piece of pieces) {
    const worth = pieceWorth(piece, position);
    if (worth === undefined) return undefined;
    value.add(worth);
  }
  return value.total;
}

/** What is held at the mark, where there is one; what is working at its entry. */
export function pieceWorth({ unit, size }: StakePiece, { mark }: PositionProtection): Decimal | undefined {
  const price = unit.state === 'held' ? (mark ?? unit.entry) : unit.entry;
  return price === undefined ? undefined : size.times(price);
}
