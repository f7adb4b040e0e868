/**
 * Looks how placed orders stand: their records in the lists of their symbol, and their trades.
 *
 * What rests is read before what is over, and trades last: so an order that ends in between is told by the later list, and
 * its trades are never older than its record.
 */
import type { ListName } from '../../model/listing.ts';
import type { Clock, Exchange } from '../../ports.ts';
import type { Fill } from '../../model/standing.ts';
import type { Inquiry } from '../inquiry.ts';
import { FillsWalk, ListWalk } from '../list-walk.ts';
import { needsFills, standOf, type LookedAt, type Stand, type TellingRecord } from './stand.ts';

export interface LookedHow {
  readonly order: LookedAt;
  readonly stand: Stand;
}

/** What was read of one symbol. */
interface SymbolRead {
  readonly records: Map<string, TellingRecord[]>;
  readonly unread: string[];
}

export class StandingLook {
  readonly #inquiry: Inquiry;
  readonly #exchange: Pick<Exchange, 'operations'>;
  readonly #clock: Clock;

  constructor(inquiry: Inquiry, exchange: Pick<Exchange, 'operations'>, clock: Clock) {
    this.#inquiry = inquiry;
    this.#exchange = exchange;
    this.#clock = clock;
  }

  /** Nothing more is asked from here on; what was not read says so. */
  stop(why: string): void {
    this.#inquiry.stop(why);
  }

  /** How each stands, in the order given. Rejects with JournalError where a question cannot be recorded. */
  async look(orders: readonly LookedAt[]): Promise<readonly LookedHow[]> {
    const stands = new Map<LookedAt, Stand>();
    for (const group of Map.groupBy(orders, ({ symbol, isTrigger }) => `${String(isTrigger)} ${symbol}`).values())
      for (const [order, stand] of await this.#group(group)) stands.set(order, stand);
    return orders.map((order) => ({ order, stand: stands.get(order) as Stand }));
  }

  async #group(orders: readonly LookedAt[]): Promise<[LookedAt, Stand][]> {
    const read = await this.#records(orders);
    const recordsOf = ({ orderId }: LookedAt): TellingRecord[] => read.records.get(orderId) ?? [];
    const isOrdinary = orders[0]?.isTrigger === false;
    const wanting = orders.filter((order) => recordsOf(order).some(({ record }) => needsFills(record)));
    const fills = isOrdinary && wanting.length > 0 ? await this.#fills(wanting) : undefined;
    const atMs = this.#clock.wallMs();
    return orders.map((order) => {
      const own = fills?.filter(({ orderId }) => orderId === order.orderId);
      return [order, standOf(order, { records: recordsOf(order), unread: read.unread, fills: own, atMs })];
    });
  }

  async #records(orders: readonly LookedAt[]): Promise<SymbolRead> {
    const wanted = new Set(orders.map(({ orderId }) => orderId));
    const read: SymbolRead = { records: new Map(), unread: [] };
    const lists: readonly ListName[] =
      orders[0]?.isTrigger === true ? ['open-triggers', 'trigger-history'] : ['open', 'history'];
    for (const list of lists) {
      const failure = await this.#readList(list, orders, (record) => {
        if (!wanted.has(record.orderId)) return;
        const told = read.records.get(record.orderId);
        if (told === undefined) read.records.set(record.orderId, [{ list, record }]);
        else told.push({ list, record });
      });
      if (failure !== undefined) read.unread.push(`${list}: ${failure}`);
    }
    return read;
  }

  /** Undefined where the list was read to its end, or why it was not. */
  async #readList(
    list: ListName,
    orders: readonly LookedAt[],
    take: (record: TellingRecord['record']) => void,
  ): Promise<string | undefined> {
    const walk = new ListWalk(list, orders, this.#clock.wallMs());
    for (let query = walk.query(); query !== undefined; query = walk.query()) {
      const answer = await this.#inquiry.ask(this.#exchange.operations.list[list], query);
      if (answer.kind === 'failed') return answer.message;
      answer.orders.forEach(take);
      walk.take(answer);
    }
    return walk.failure;
  }

  /** The trades of a symbol since the first of these was sent; undefined where they were not read to their end. */
  async #fills(orders: readonly LookedAt[]): Promise<readonly Fill[] | undefined> {
    const walk = new FillsWalk(orders, this.#clock.wallMs());
    const fills = new Map<string, Fill>();
    for (let query = walk.query(); query !== undefined; query = walk.query()) {
      const answer = await this.#inquiry.ask(this.#exchange.operations.fills, query);
      if (answer.kind === 'failed') return undefined;
      for (const fill of answer.fills) fills.set(fill.id, fill);
      walk.take(answer);
    }
    return walk.failure === undefined ? [...fills.values()] : undefined;
  }
}
