/**
 * Takes off what has nothing to close any more. A stop stays on where its position may be there all the same: an order that opens it
 * may still fill, or was filled, and positions do not show that yet.
 */
import type { PlanOrder } from '../../journal/records/known-account.ts';
import { cancelOrders, findUnknown } from './cancel-orders.ts';
import type { FlattenNotes, FlattenWith } from './flatten-with.ts';
import type { LookedAtAll } from './look-at-all.ts';
import { keyOf, positionKey, type LateFill, type ShownFills } from './shown-fills.ts';
import { standingSteps, type StandingSteps } from './standing.ts';

interface Taking {
  readonly notes: FlattenNotes;
  readonly shown: ShownFills;
}

/** A placing that is unknown is looked up first. What opens goes first: how that ends says whether a stop may go. */
export async function takeOffLeft(
  how: FlattenWith,
  { held, begunMs }: LookedAtAll,
  { notes, shown }: Taking,
): Promise<void> {
  const { session } = how;
  const standing = async (): Promise<StandingSteps> => standingSteps(await session.account());
  const { openers, ...closing } = await standing();
  await findUnknown(how, [...openers, ...mayGo({ openers: [], ...closing }, held, [])]);
  await cancelOrders(how, (await standing()).openers, notes);
  const late = shown.late(await session.account(), held, begunMs);
  await cancelOrders(how, mayGo(await standing(), held, late), notes);
  notes.late.push(...late);
}

/** What closes a position that is not told as held: its stops only where no order that opens it may fill, or was filled and is not shown. */
export function mayGo(
  { openers, limits, stops }: StandingSteps,
  held: LookedAtAll['held'],
  late: readonly Pick<LateFill, 'key'>[],
): readonly PlanOrder[] {
  const isHeld = new Set(held.map(positionKey));
  const mayCome = new Set([...openers.map(({ order }) => keyOf(order)), ...late.map(({ key }) => key)]);
  return [...limits, ...stops.filter(({ order }) => !mayCome.has(keyOf(order)))].filter(
    ({ order }) => !isHeld.has(keyOf(order)),
  );
}
