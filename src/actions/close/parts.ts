/** What is closed of a position: one part for each margin mode in which it is held, and the orders that close them. */
import { Decimal } from '../../model/decimal.ts';
import type { Instrument } from '../../model/instrument.ts';
import type { HeldPosition, PositionSide } from '../../protection/guarded.ts';
import { refuse } from '../../refusal.ts';
import { shareText, sizeOf, type CloseShare } from './share.ts';
import type { JournalState } from '../../journal/records/state.ts';
import { CLOSE_PLAN } from '../../model/own-plans.ts';
import type { Plan, PlannedOrder } from '../../model/order.ts';
import { symbolKey } from '../../model/symbol.ts';

export interface ClosedPart extends Pick<HeldPosition, 'marginMode' | 'size' | 'average' | 'mark'> {
  /** The whole that it is a part of. */
  readonly held: Decimal;
}

interface PartsAsked {
  readonly symbol: string;
  readonly side: PositionSide;
  readonly share: CloseShare;
  readonly instrument: Instrument;
}

/** What a look saw held of the symbol, on either side. Refuses (exit 2) what is above that, or below the least size. */
export function partsOf(positions: readonly HeldPosition[], asked: PartsAsked): readonly ClosedPart[] {
  const { symbol, side, share, instrument } = asked;
  const held = positions.filter((one) => one.side === side && !one.size.isZero);
  if (held.length === 0) refuse('close/not-held', `${symbol} ${side} is not held`, otherSideWords(positions, asked));
  const all = sumOf(held);
  if (share.kind === 'size') {
    if (share.size.compare(all) > 0)
      refuse(
        'close/size',
        `${share.size.toString()} is more than is held of ${symbol} ${side}: ${all.canonical()}`,
        `leave the size out to close all of it`,
      );
    if (held.length > 1)
      refuse(
        'close/size',
        `${symbol} ${side} is held in two margin modes, and a size does not say which one: ${modeWords(held)}`,
        'write a part of each, such as 50%, or leave it out to close all of both',
      );
  }
  return held.map(({ marginMode, size: whole, average, mark }) => {
    const size = sizeOf(share, whole, instrument.step);
    checkSize(size, { ...asked, whole });
    return { marginMode, held: whole, size, average, mark };
  });
}

function checkSize(
  size: Decimal,
  { symbol, side, share, instrument, whole }: PartsAsked & { readonly whole: Decimal },
): void {
  const { minSize, maxSize, step } = instrument;
  const what = `${shareText(share) ?? 'all'} of ${whole.canonical()} ${symbol} ${side}`;
  if (size.isZero || size.compare(minSize) < 0)
    refuse(
      'close/size',
      `${what} is ${size.canonical()}, cut down to the step ${step.toString()}, and the minimum size is ${minSize.toString()}`,
      'close more of it',
    );
  if (maxSize !== undefined && size.compare(maxSize) > 0)
    refuse(
      'close/size',
      `${what} is ${size.canonical()}, and the maximum size of an order is ${maxSize.toString()}`,
      `close it in parts, such as ${maxSize.toString()}`,
    );
}

function otherSideWords(positions: readonly HeldPosition[], { symbol, side }: PartsAsked): string {
  const others = positions.filter((one) => one.side !== side && !one.size.isZero);
  const [other] = others;
  return other === undefined
    ? `no position in ${symbol} is open: ordo account shows all positions`
    : `the account holds ${other.side} ${sumOf(others).canonical()}`;
}

const modeWords = (held: readonly HeldPosition[]): string =>
  held.map(({ marginMode, size }) => `${size.canonical()} ${marginMode}`).join(', ');

export const sumOf = (held: readonly Pick<HeldPosition, 'size'>[]): Decimal =>
  held.reduce((sum, { size }) => sum.plus(size), Decimal.zero);

interface ClosePlanOf {
  readonly symbol: string;
  readonly side: PositionSide;
  readonly parts: readonly ClosedPart[];
  /** In one line, for whoever reads a report of it. */
  readonly description: string;
}

/** The orders that close the parts of a position, as a plan of ordo's own: each under an id that no close had before. */
export function closePlan({ symbol, side, parts, description }: ClosePlanOf, known: JournalState): Plan {
  const first = 1 + Math.max(0, ...[...known.keys()].map(numberOf));
  const orders = parts.map(({ marginMode, size }, at): PlannedOrder => ({
    id: `${symbolKey(symbol)}-${side}-${first + at}`,
    symbol,
    marginMode,
    side: `close-${side}`,
    size,
    price: { kind: 'market' },
    timeInForce: 'normal',
    line: 1,
  }));
  const { plan: name, generation } = CLOSE_PLAN;
  return { name, generation, description, orders, ladders: [], limits: {} };
}

const numberOf = (id: string): number => Number(/\d+$/.exec(id)?.[0] ?? 0);
