/**
 * Looks how placed orders stand: their records in the lists of their symbol, and their trades.
 *
 * What rests is read before what is over, and trades last: so an order that ends in between is told by the later list, and
 * its trades are never older than its record. Each list of a symbol is read once in a look, for all that is looked for in it:
 * no list that is read for one order tells of another what the look does not go by.
 */
import type { ListName, TellingRecord } from '../../model/listing.ts';
import type { Clock } from '../../ports.ts';
import { listsOf, type ListReader } from './list-reader.ts';
import { needsFills, standOf, type LookedAt, type Stand } from './stand.ts';

export interface LookedHow {
  readonly order: LookedAt;
  readonly stand: Stand;
}

/** What was read of one symbol. */
interface SymbolRead {
  readonly records: readonly TellingRecord[];
  /** The lists that were not read to their end, and why. */
  readonly unread: readonly string[];
}

export class StandingLook {
  readonly #reader: ListReader;
  readonly #clock: Clock;

  constructor(reader: ListReader, clock: Clock) {
    this.#reader = reader;
    this.#clock = clock;
  }

  /** How each stands, in the order given. Rejects with JournalError where a question cannot be recorded. */
  async look(orders: readonly LookedAt[]): Promise<readonly LookedHow[]> {
    const stands = new Map<LookedAt, Stand>();
    for (const group of Map.groupBy(orders, ({ symbol }) => symbol).values())
      for (const [order, stand] of await this.#symbol(group)) stands.set(order, stand);
    return orders.map((order) => ({ order, stand: stands.get(order) as Stand }));
  }

  /** Triggers first: what one became is looked for among the orders, which are read once for all that is sought there. */
  async #symbol(orders: readonly LookedAt[]): Promise<[LookedAt, Stand][]> {
    const { triggers = [], plain = [] } = Object.groupBy(orders, (one) => (one.isTrigger ? 'triggers' : 'plain'));
    const told = triggers.length > 0 ? await this.#triggers(triggers) : [];
    const fired = told.flatMap(([order, stand]) => (mayHaveBecome(order, stand) ? [order] : []));
    if (plain.length + fired.length === 0) return told;
    const read = await this.#read(listsOf(false), [...plain, ...fired]);
    const children = new Map<LookedAt, LookedAt>();
    for (const order of fired) {
      const child = childOf(order, read.records);
      if (child !== undefined) children.set(child, order);
    }
    const stands = await this.#ordinary([...plain, ...children.keys()], read);
    // Of a trigger whose order is not seen all that is known is that it fired.
    const became = stands.flatMap(([one, stand]): [LookedAt, Stand][] => {
      const order = children.get(one);
      if (order === undefined) return [[one, stand]];
      return stand.kind === 'seen' ? [[order, stand]] : [];
    });
    return [...told, ...became];
  }

  async #triggers(orders: readonly LookedAt[]): Promise<[LookedAt, Stand][]> {
    const read = await this.#read(listsOf(true), orders);
    const atMs = this.#clock.wallMs();
    return orders.map((order): [LookedAt, Stand] => {
      return [order, standOf(order, { ...read, records: recordsOf(order, read), fills: undefined, atMs })];
    });
  }

  async #ordinary(orders: readonly LookedAt[], read: SymbolRead): Promise<[LookedAt, Stand][]> {
    const told = new Map(orders.map((order) => [order, recordsOf(order, read)]));
    const wanting = orders.filter((order) => told.get(order)?.some(({ record }) => needsFills(record)));
    const { fills, failure: fillsFailure } = await this.#reader.fills(wanting);
    const atMs = this.#clock.wallMs();
    return orders.map((order) => {
      const records = told.get(order) ?? [];
      const ids = new Set(records.map(({ record: { orderId } }) => orderId));
      const own = fills?.filter(({ orderId }) => ids.has(orderId));
      return [order, standOf(order, { records, unread: read.unread, fills: own, fillsFailure, atMs })];
    });
  }

  /** All that these lists have under one of the orders' ids. */
  async #read(lists: readonly ListName[], orders: readonly LookedAt[]): Promise<SymbolRead> {
    const ids = new Set(orders.flatMap(({ orderId, clientOid }) => [orderId, clientOid]));
    const records: TellingRecord[] = [];
    const unread = await this.#reader.read(lists, orders, {
      take: (told, list) => {
        for (const record of told)
          if (ids.has(record.orderId) || ids.has(record.clientOid)) records.push({ list, record });
      },
    });
    return { records, unread };
  }
}

/**
 * The records that tell of an order: those under its order id. Where that is a person's word alone, those under its client order
 * id, and of several orders those of the one that was named.
 */
function recordsOf({ orderId, clientOid, isClaimed }: LookedAt, { records }: SymbolRead): readonly TellingRecord[] {
  const named = records.filter(({ record }) => record.orderId === orderId);
  if (isClaimed !== true || named.some(({ record }) => record.clientOid === clientOid)) return named;
  const own = records.filter(({ record }) => record.clientOid === clientOid);
  return own.length > 0 ? own : named;
}

/** A trigger at a price became a limit order, which may rest. One at market did not. */
const mayHaveBecome = ({ isAtMarket }: LookedAt, stand: Stand): boolean =>
  isAtMarket !== true && stand.kind === 'seen' && stand.seen.state === 'triggered';

/** What a trigger became, if one ordinary order has its client order id: it is looked at by its own order id. */
function childOf(order: LookedAt, records: readonly TellingRecord[]): LookedAt | undefined {
  const [firedAs, ...more] = new Set(
    records.flatMap(({ record: { clientOid, orderId } }) => (clientOid === order.clientOid ? [orderId] : [])),
  );
  if (firedAs === undefined || more.length > 0) return undefined;
  const { isClaimed: _, ...sought } = order;
  return { ...sought, isTrigger: false, orderId: firedAs, firedAs };
}
