/**
 * Reads a list so that what it does not have was not there. An order that ends while a list is read page by page moves
 * another from a page that is still to come to one that was read: it is in neither. So such a list is read until one reading
 * has every order that the reading before it had; then none had ended in that one, and it skipped none.
 */
import type { ListOperation } from '../../exchange/dialect.ts';
import type { ListedOrder, ListName, ListQuery, ListRead } from '../../model/listing.ts';
import { ListWalk, type Walked } from './list-walk.ts';

/** Most readings of a list that changes all the time. */
const MOST_READINGS = 6;

/** Why a list tells nothing, as a person reads it. */
export const listWords = (list: ListName, why: string): string => `the ${list} list: ${why}`;

export interface ReadingOptions {
  readonly operation: ListOperation;
  readonly nowMs: () => number;
  readonly ask: (query: ListQuery) => Promise<ListRead>;
  readonly take: (orders: readonly ListedOrder[]) => void;
}

/** Undefined where the list was read to its end, or why it was not. */
export async function readOnce(
  list: ListName,
  orders: readonly Walked[],
  options: ReadingOptions,
): Promise<string | undefined> {
  return (await reading(list, orders, options)).failure;
}

/** The same, and what it did not tell was not there; read once only where nothing that is sought is missing. */
export async function readSurely(
  list: ListName,
  orders: readonly Walked[],
  options: ReadingOptions & { readonly isEnough: () => boolean },
): Promise<string | undefined> {
  let before = await reading(list, orders, options);
  if (options.operation.reads !== 'pages' || options.isEnough()) return before.failure;
  for (let readings = 1; before.failure === undefined && before.seen.size > 0; readings++) {
    if (readings >= MOST_READINGS) return 'orders end all the while that it is read';
    const again = await reading(list, orders, options);
    if (again.failure === undefined && before.seen.isSubsetOf(again.seen)) return undefined;
    before = again;
  }
  return before.failure;
}

interface Reading {
  readonly failure: string | undefined;
  readonly seen: ReadonlySet<string>;
}

async function reading(
  list: ListName,
  orders: readonly Walked[],
  { operation, nowMs, ask, take }: ReadingOptions,
): Promise<Reading> {
  const walk = new ListWalk(list, orders, { operation, nowMs: nowMs() });
  for (let query = walk.query(); query !== undefined; query = walk.query()) {
    const answer = await ask(query);
    if (answer.kind === 'failed') return { failure: answer.message, seen: walk.seen };
    take(answer.orders);
    walk.take(answer);
  }
  return walk;
}
