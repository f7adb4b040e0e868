/** What a run may take the place of, and how much of an order there may come to be. */
import { saysTheSame, type Task } from '../expected.ts';
import type { JournaledOrder } from '../journal-observer.ts';
import type { Surroundings } from '../life.ts';
import type { MadeRoom } from './made-room.ts';
import type { OrderWords } from '../plan-text.ts';

/** Ids of orders whose place a run may take, and of those that it may take off. */
interface Replaced {
  readonly replaced: ReadonlySet<string>;
  readonly removed: ReadonlySet<string>;
}

/** What is known of orders that were sent before, by client order id. */
interface SentBefore {
  readonly orders: ReadonlyMap<string, JournaledOrder>;
  /** What each said when it was sent. */
  readonly sentAs: ReadonlyMap<string, OrderWords>;
  readonly rooms: Pick<MadeRoom, 'isFor'>;
}

const OFF: ReadonlySet<string> = new Set(['cancelling', 'cancel-unknown', 'cancelled']);

/** What a person cancelled, or the exchange: it stays off until it is named. */
export const isOffOnPurpose = ({ clientOid, state }: JournaledOrder, rooms: Pick<MadeRoom, 'isFor'>): boolean =>
  OFF.has(state) && !rooms.isFor(clientOid);

export function replacedBy({ replaces, orders }: Task, before: SentBefore): Replaced {
  const newest = new Map([...before.orders.values()].map((order) => [order.id, order]));
  const isEdited = (words: OrderWords): boolean => {
    const known = newest.get(words.id);
    const sent = before.sentAs.get(known?.clientOid ?? '');
    if (known === undefined || sent === undefined || isOffOnPurpose(known, before.rooms)) return false;
    return !saysTheSame(sent, words) && isSamePosition(sent, words);
  };
  const inPlan = new Set(orders.map(({ id }) => id));
  return {
    replaced: new Set(replaces?.edited === true ? orders.filter(isEdited).map(({ id }) => id) : []),
    removed: new Set(replaces?.removed === true ? [...newest.keys()].filter((id) => !inPlan.has(id)) : []),
  };
}

const OF_POSITION = ['symbol', 'side', 'marginMode'];

/** Whether both are of one symbol, side and margin mode. */
export const isSamePosition = (one: OrderWords, other: OrderWords): boolean =>
  OF_POSITION.every((key) => one[key] === other[key]);

/** What of all other lineages of an order was filled, or may be yet, in millionths. */
export function standingBeside({ disk, venue }: Surroundings, id: string, clientOid: string): number {
  return [...disk.orders().values()]
    .filter((one) => one.id === id && one.clientOid !== clientOid)
    .reduce((sum, { orderId }) => sum + (venue.listed.aliveAs(orderId)?.mostFilled ?? 0), 0);
}
