/** The protection of an account as the public stream tells it. */
import { Decimal } from '../model/decimal.ts';
import type { PublicEvent } from '../model/event.ts';
import type { Rational } from '../model/rational.ts';
import type { StakePiece, PositionProtection, Protection } from './protection.ts';

type ProtectionTold = Extract<PublicEvent, { event: 'protection' }>;

/** `halt`: that of the account, which is told beside it. */
export function protectionEvent(
  { state, basis, lookedAtMs, unknown, positions, notRead }: Protection,
  halt?: ProtectionTold['halt'],
): ProtectionTold {
  return {
    event: 'protection',
    state,
    basis,
    ...(lookedAtMs !== undefined && { at: new Date(lookedAtMs).toISOString() }),
    unknown,
    positions: positions.map(positionOf),
    ...(halt !== undefined && { halt }),
    ...(notRead.length > 0 && { notRead: notRead.map(({ symbol, what }) => ({ symbol, list: what })) }),
  };
}

type Told = ProtectionTold['positions'][number];

function positionOf(position: PositionProtection): Told {
  const { symbol, side, marginMode, isModeUnsure, state, isHeldSeen, held, working, covered, naked, unknown } =
    position;
  const { average, unpriced } = position;
  return {
    symbol,
    side,
    ...(isModeUnsure !== true && { marginMode }),
    state,
    ...(isHeldSeen && { held: held.canonical() }),
    working: working.canonical(),
    covered: covered.canonical(),
    naked: naked.canonical(),
    unknown: unknown.canonical(),
    ...(average !== undefined && { average: averageText(average, position) }),
    lossAtStops: position.lossAtStops.canonical(),
    ...(!unpriced.isZero && { unpriced: unpriced.canonical() }),
    why: position.pieces.flatMap(whyOf),
  };
}

/** All digits where they end; else eight more than the sizes and prices it is made of need. */
function averageText(average: Rational, { pieces }: PositionProtection): string {
  const exact = average.toDecimal();
  if (exact !== undefined) return exact.canonical();
  const places = pieces.reduce((most, { unit }) => Math.max(most, unit.entry?.scale ?? 0), 0);
  return average.nearest(Decimal.ofDigits(1n, places + 8)).canonical();
}

function whyOf({ unit: { order }, size, reason, stop }: StakePiece): Told['why'] {
  if (reason === undefined) return [];
  const { plan, id } = order ?? {};
  return [
    {
      ...(plan !== undefined && { plan }),
      ...(id !== undefined && { id }),
      size: size.canonical(),
      reason,
      ...(stop?.id !== undefined && { stop: stop.id }),
    },
  ];
}
