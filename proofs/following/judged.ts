/** What the judge of followed plans reckons with. */
import type { PublicEvent } from '../../src/model/event.ts';
import { ofKind } from '../support/ordo.ts';
import { stepsIn, type Named } from './book.ts';
import type { DrawnGroup } from './draw.ts';

/** An exit is let go by two refusals in a row: a part that was taken in between begins anew, one that never arrived does not. */
export function refusedInARow(refused: readonly number[], taken: readonly number[]): number {
  let [most, inARow] = [0, 0];
  for (let part = 1; part <= Math.max(0, ...refused); part++) {
    if (taken.includes(part)) inARow = 0;
    else if (refused.includes(part)) inARow += 1;
    most = Math.max(most, inARow);
  }
  return most;
}

/** An entry that no exit of the plan closes is bare by its author's will: it is said all the same. */
export const isToldNaked = (events: readonly PublicEvent[], { isLong }: DrawnGroup): boolean =>
  ofKind(events, 'protection')
    .at(-1)
    ?.positions.some(({ side, naked }) => side === (isLong ? 'long' : 'short') && stepsIn(naked ?? '0') > 0) === true;

/** What the last line says that a group holds. */
export const heldTold = (events: readonly PublicEvent[], group: DrawnGroup): string | undefined =>
  ofKind(events, 'protection')
    .at(-1)
    ?.positions.flatMap(({ groups = [] }) => groups)
    .find(({ entries }) => isSameSet(entries, group.now ?? group.entries))?.held;

export const isSameSet = (some: readonly string[], others: readonly string[]): boolean =>
  some.toSorted().join(' ') === others.toSorted().join(' ');

export const isBetween = (one: number, least: number, most: number): boolean => one >= least && one <= most;

/** As told; a part before one of these that was not taken was refused to a life that told nobody. */
export function partsRefused(
  id: string,
  taken: readonly number[],
  of: { readonly refused: ReadonlySet<string>; readonly names: ReadonlyMap<string, Named> },
): readonly number[] {
  const told = [...of.refused].flatMap((clientOid) => {
    const named = of.names.get(clientOid);
    return named?.id === id ? [named.part] : [];
  });
  const before = Array.from({ length: Math.max(0, ...told) }, (_, at) => at + 1).filter((one) => !taken.includes(one));
  return [...new Set([...told, ...before])].toSorted((one, other) => one - other);
}
