/** What a result says, in a form that can be compared: without the order in which it says it. */
import { Decimal } from '../../src/model/decimal.ts';
import type { PositionProtection, Protection } from '../../src/protection/protection.ts';

const NUMBERS = ['held', 'working', 'covered', 'naked', 'unknown', 'lossAtStops', 'unpriced'] as const;

/** `scale` divides every size that was multiplied by it before. */
export const figures = ({ state, unknown, isOursNaked, positions }: Protection, scale = 1n) => ({
  state,
  unknown,
  isOursNaked,
  positions: positions.map((position: PositionProtection) => ({
    mode: position.marginMode,
    state: position.state,
    ...Object.fromEntries(NUMBERS.map((name) => [name, position[name].multiplied(scale).canonical()])),
    pieces: position.pieces
      .map(({ size, result, reason, unit, stop, mayFireFirst }) =>
        [size.multiplied(scale).canonical(), result, reason, unit.state, unit.order?.id, stop?.id, mayFireFirst].join(
          ' ',
        ),
      )
      .toSorted(),
    spare: position.spare.map(({ stop, size }) => `${stop.id} ${size.multiplied(scale).canonical()}`).toSorted(),
  })),
});

export type Result = 'covered' | 'unknown' | 'naked' | 'held' | 'working';

export const total = ({ positions }: Protection, of: Result): Decimal =>
  positions.reduce((all, position) => all.plus(position[of]), Decimal.zero);
