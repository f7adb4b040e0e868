/**
 * Which questions about orders that may have been placed from elsewhere go side by side: a stop may wait for the answers. What one
 * symbol has says nothing of another.
 */
import type { ListName } from '../../model/listing.ts';
import { ALL_LISTS, listsOf } from './list-reader.ts';
import type { Sought } from './list-matches.ts';

/**
 * The lists that an order can stand in, in rounds: what rests before what is over, and triggers before what they become. So an order
 * that moves while they are read is in one that is read after it moved. Triggers that fired and orders that rest need no such order.
 */
export const roundsOf = ({ elsewhere, isTrigger }: Pick<Sought, 'elsewhere' | 'isTrigger'>): ListName[][] => {
  if (elsewhere === undefined) return listsOf(isTrigger).map((list) => [list]);
  const [triggers, fired, resting, over] = ALL_LISTS as readonly [ListName, ListName, ListName, ListName];
  return [[triggers], [fired, resting], [over]];
};

/** In their order. Each is awaited, whatever becomes of another: no question is left open. */
export async function allOf<T>(all: readonly Promise<T>[]): Promise<T[]> {
  const broken = (await Promise.allSettled(all)).find(({ status }) => status === 'rejected');
  if (broken !== undefined) throw (broken as PromiseRejectedResult).reason;
  return Promise.all(all);
}

/** One after the other. */
export async function inTurn<T, R>(all: readonly T[], act: (one: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (const one of all) done.push(await act(one));
  return done;
}
