/**
 * What a flatten does where the exchange refuses a close. The exchange does not say why. What of ours closes the position may hold its
 * size, so it goes off. It stays on where something else rests that leaves that close no room by itself: nothing would be won, and the
 * position would be bare. What such orders leave of the position is closed next, with ours on; they go off once that is refused too.
 */
import { Decimal } from '../../model/decimal.ts';
import { sameSymbol } from '../../model/symbol.ts';
import { inTheWay, otherCloses, sumOf, type OtherClose } from '../close/other-closes.ts';
import { cancelOrders } from './cancel-orders.ts';
import type { FlattenNotes, FlattenWith } from './flatten-with.ts';
import { isSamePosition, lookAtAll, type HeldNow, type LookedAtAll } from './look-at-all.ts';
import { isOf } from './own-closes.ts';
import { standingSteps } from './standing.ts';

interface Refused extends HeldNow {
  /** The size of the close. */
  readonly closing: Decimal;
}

/** What is not ordo's to cancel and leaves a close no room. */
export interface Room {
  readonly others: readonly OtherClose[];
  /** What they leave of the position. */
  readonly free: Decimal;
}

const NOTHING: Room = { others: [], free: Decimal.zero };

/** By a look that began after the refusal; undefined where that was not read. Without others ours went off. */
export async function makeRoom(how: FlattenWith, refused: Refused, notes: FlattenNotes): Promise<Room | undefined> {
  const looked = await lookAtAll({ ...how, signal: how.stop.signal });
  if (looked === undefined) return undefined;
  const held = looked.held.find((one) => isSamePosition(one, refused));
  if (held === undefined) return NOTHING;
  const others = othersIn(looked, { ...refused, size: held.size });
  if (others.length > 0) return { others, free: freeOf(held.size, others) };
  const { stops, limits } = standingSteps(looked.account);
  const going = stops.filter(({ order }) => isOf(order, refused));
  await cancelOrders(how, [...limits.filter(({ order }) => isOf(order, refused)), ...going], notes);
  if (going.length > 0) notes.takenOff.push({ position: refused, stops: going });
  return NOTHING;
}

/** 0 where they may hold all of it. */
function freeOf(held: Decimal, others: readonly OtherClose[]): Decimal {
  const free = held.minus(sumOf(others));
  return free.coefficient > 0n ? free : Decimal.zero;
}

function othersIn({ look, account }: LookedAtAll, { closing, size: held, ...refused }: Refused): readonly OtherClose[] {
  const [, seen] = [...look.symbols].find(([symbol]) => sameSymbol(symbol, refused.symbol)) ?? [];
  const rows = [...(seen?.orders ?? []), ...(seen?.triggers ?? [])];
  // Less may be held by now than when the close was sent.
  const size = closing.compare(held) < 0 ? closing : held;
  return inTheWay({ marginMode: refused.marginMode, held, size }, otherCloses(rows, refused, account)).others;
}
