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
import { needsFills, standOf, twinOf, type LookedAt, type Stand } from './stand.ts';

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
  readonly #reader: Pick<ListReader, 'read' | 'fills'>;
  readonly #clock: Clock;

  constructor(reader: Pick<ListReader, 'read' | 'fills'>, clock: Clock) {
    this.#reader = reader;
    this.#clock = clock;
  }

  /**
   * How each stands, in the order given. Triggers of all symbols first: what one became is looked for among the orders, which are read
   * once for all that is sought there. Rejects with JournalError where a question cannot be recorded.
   */
  async look(orders: readonly LookedAt[]): Promise<readonly LookedHow[]> {
    const stands = new Map<LookedAt, Stand>();
    const plain = orders.filter((one) => !one.isTrigger);
    for (const triggers of bySymbol(orders.filter((one) => one.isTrigger)))
      for (const [order, stand] of await this.#triggers(triggers)) stands.set(order, stand);
    const fired = [...stands].flatMap(([order, stand]) => (mayHaveBecome(order, stand) ? [order] : []));
    for (const group of bySymbol([...plain, ...fired]))
      for (const [order, stand] of await this.#orders(group)) stands.set(order, stand);
    return orders.map((order) => ({ order, stand: stands.get(order) as Stand }));
  }

  /** For one symbol: orders, and triggers that fired, which count as these if their order is not seen. */
  async #orders(sought: readonly LookedAt[]): Promise<[LookedAt, Stand][]> {
    const read = await this.#read(listsOf(false), sought);
    const children = new Map<LookedAt, LookedAt>();
    for (const order of sought.filter((one) => one.isTrigger)) {
      const child = childOf(order, read.records);
      if (child !== undefined) children.set(child, order);
    }
    const plain = sought.filter((one) => !one.isTrigger);
    const stands = await this.#ordinary([...plain, ...children.keys()], read);
    // Where the order of a trigger is not seen, all that is known is that it fired.
    return stands.flatMap(([one, stand]): [LookedAt, Stand][] => {
      const order = children.get(one);
      if (order === undefined) return [[one, stand]];
      return stand.kind === 'seen' ? [[order, stand]] : [];
    });
  }

  async #triggers(orders: readonly LookedAt[]): Promise<[LookedAt, Stand][]> {
    const read = await this.#read(listsOf(true), orders);
    const atMs = this.#clock.wallMs();
    return orders.map((order): [LookedAt, Stand] => {
      const records = recordsOf(order, read);
      return [order, twinOf(order, read.records) ?? standOf(order, { ...read, records, fills: undefined, atMs })];
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
      const stand = standOf(order, { records, unread: read.unread, fills: own, fillsFailure, atMs });
      return [order, twinOf(order, read.records) ?? stand];
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

const bySymbol = (orders: readonly LookedAt[]): Iterable<readonly LookedAt[]> =>
  Map.groupBy(orders, ({ symbol }) => symbol).values();

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
