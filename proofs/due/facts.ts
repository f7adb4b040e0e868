/** What has come about, by what the follower saw: passed, fired, filled whole, at its end. */
import type { PlannedOrder } from '../../src/model/order.ts';
import { seenFilled, sum, type Book } from './book.ts';
import { PLACES, type ScenedOrder } from './draw.ts';
import { filledIn, heldOf, isEntered, isOrdinary, ofGroup, sharesOf } from './sums.ts';

/** A size in whole steps, read from its text. */
export function stepsOf({ size }: PlannedOrder): number {
  const [whole = '', places = ''] = size.toString().split('.');
  return Number(whole + places.padEnd(PLACES, '0').slice(0, PLACES));
}
export const ticksOf = (price: { toString(): string }): number => {
  const [whole = '', place = '0'] = price.toString().split('.');
  return Number(whole) * 10 + Number(place[0]);
};

export const isPassed = ({ price }: Book, { role, isLong }: ScenedOrder, trigger: number): boolean =>
  (role === 'stop') === isLong ? price <= trigger : price >= trigger;

export const hasFired = (book: Book, group: number): boolean =>
  ofGroup(book, group, 'stop').some((sent) => isOrdinary(sent) && sent.seen.state !== 'rejected');

/** On the nearest tick, the higher of two. */
export function averageOf(book: Book, group: number): number {
  const trades = ofGroup(book, group, 'entry').flatMap(({ trades: all, seen }) => all.slice(0, seen.trades));
  const size = sum(trades.map((one) => one.size));
  const worth = sum(trades.map((one) => one.size * one.price));
  return Math.floor((2 * worth + size) / (2 * size));
}

/** It has come about, by what was seen: filled to the last step, or nothing more is due of it. */
export function isWhole(book: Book, id: string): boolean {
  const order = book.scene.orders.find((one) => one.id === id) as ScenedOrder;
  const filled = sum(book.of(id).map(seenFilled));
  if (filled === 0) return false;
  if (order.group === undefined || order.role === 'entry') return filled === order.size;
  if (!isEntered(book, order.group)) return false;
  const due =
    order.role === 'target'
      ? (sharesOf(book, order.group, filledIn(book, order.group, 'seen')).get(id) as number) - filled
      : heldOf(book, order.group, 'seen');
  return due < book.scene.least;
}

/** Whether its end has come, by what was seen. */
export function hasEnded(book: Book, { id, untilAt, untilFor, untilFilled }: ScenedOrder): boolean {
  const first = book.of(id).find(({ seen }) => seen.state !== 'rejected' && seen.state !== 'absent');
  if (untilAt !== undefined && book.askedMs >= untilAt) return true;
  if (untilFor !== undefined && first !== undefined && book.askedMs >= first.sentMs + untilFor) return true;
  return (untilFilled ?? []).some((other) =>
    book.of(other).some((sent) => seenFilled(sent) > 0 || sent.seen.firedMs !== undefined),
  );
}

/** The last fill of these. */
export const lastOf = (book: Book, ids: readonly string[]): number =>
  Math.max(0, ...ids.flatMap((id) => book.of(id).flatMap(({ trades }) => trades.map(({ ms }) => ms))));
