/**
 * What a flatten does where the exchange refuses a close. The exchange does not say why. What of ours closes the position may hold its
 * size, so it goes off. It stays on where something else rests that may hold all of it by itself: nothing would be won, and the position
 * would be bare.
 */
import { someOf } from '../../model/count.ts';
import type { Decimal } from '../../model/decimal.ts';
import { sameSymbol } from '../../model/symbol.ts';
import { inTheWay, otherCloses, otherWords, type OtherClose } from '../close/other-closes.ts';
import { cancelOrders } from './cancel-orders.ts';
import type { FlattenNotes, FlattenWith } from './flatten-with.ts';
import { isSamePosition, lookAtAll, type HeldNow, type LookedAtAll } from './look-at-all.ts';
import { isOf } from './own-closes.ts';
import { standingSteps } from './standing.ts';

interface Refused extends HeldNow {
  /** The size of the close. */
  readonly closing: Decimal;
}

/** What is in the way and is not ordo's to cancel, by a look that began after the refusal; undefined where that was not read. */
export async function makeRoom(
  how: FlattenWith,
  refused: Refused,
  notes: FlattenNotes,
): Promise<readonly OtherClose[] | undefined> {
  const looked = await lookAtAll({ ...how, signal: how.stop.signal });
  if (looked === undefined) return undefined;
  const held = looked.held.find((one) => isSamePosition(one, refused));
  if (held === undefined) return [];
  const { others, leaveNothing } = othersIn(looked, { ...refused, size: held.size });
  // Where they leave some of it, what of ours is on may be what holds the rest.
  if (others.length > 0 && leaveNothing) return others;
  const { stops, limits } = standingSteps(looked.account);
  const going = stops.filter(({ order }) => isOf(order, refused));
  await cancelOrders(how, [...limits.filter(({ order }) => isOf(order, refused)), ...going], notes);
  if (going.length > 0) notes.takenOff.push({ position: refused, stops: going });
  return [];
}

function othersIn({ look, account }: LookedAtAll, { closing, size: held, ...refused }: Refused) {
  const [, seen] = [...look.symbols].find(([symbol]) => sameSymbol(symbol, refused.symbol)) ?? [];
  const rows = [...(seen?.orders ?? []), ...(seen?.triggers ?? [])];
  // Less may be held by now than when the close was sent.
  const size = closing.compare(held) < 0 ? closing : held;
  return inTheWay({ marginMode: refused.marginMode, held, size }, otherCloses(rows, refused, account));
}

/** Nothing more is sent for it. */
export const heldBackWords = (size: Decimal, others: readonly OtherClose[]): string =>
  `a close of ${size.canonical()} was refused. What may hold that size, and ordo never cancels: ${someOf(others.map(otherWords))}`;
