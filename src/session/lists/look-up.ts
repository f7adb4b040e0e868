/**
 * Looks unknown orders up in the exchange's lists, under the same weight budget as orders.
 *
 * Invariants
 * 1. Finding is proof as list-matches.ts has it. Nothing else decides: an order in no list may still exist (late
 *    visibility, short retention), so "not found" leaves it unknown.
 * 2. Both lists of an order's kind are read to their end, though it was found before: it may stand once more behind that. Of one
 *    that may have been placed from elsewhere all four are: there it may be of the other kind.
 *    A list counts as looked through only if every record of every page of it was read; otherwise that is said.
 * 3. Nothing is told before all lists were read: what a later one tells may contradict what was found.
 * 4. Weight first, then the question on disk, then its first byte: the next run knows what was spent (line.ts).
 */
import { defined } from '../../model/defined.ts';
import { tellsOpen, type ListedOrder, type ListName, type TellingRecord } from '../../model/listing.ts';
import { Breath } from '../send/breath.ts';
import { atMost } from '../send/dispatcher.ts';
import { carriedPrice } from './carried-price.ts';
import type { ChosenLineage } from './lineages.ts';
import type { InquiryOptions } from '../send/inquiry.ts';
import { ALL_LISTS, ListReader, readAll, type Taking } from './list-reader.ts';
import { allOf, inTurn, roundsOf } from './side-by-side.ts';
import type { LookReader } from './look-reader.ts';
import type { Walked } from './list-walk.ts';
import { Sightings, type Finding, type OwnerOf, type Sought } from './list-matches.ts';
import { needsFills, standOf, type Stand } from './stand.ts';
import type { Clock } from '../../ports.ts';
import { GapWatch, stoodStill } from '../send/gap-watch.ts';

/** What has read lists a moment ago. */
export interface Listed extends Pick<LookReader, 'told' | 'shown'> {
  /** Something is sent: what was told is asked again from here on. */
  readonly age: () => void;
}

export interface LookUpOptions extends InquiryOptions {
  readonly ownerOf: OwnerOf;
  /** What was read of the lists of what is open, a moment ago. */
  readonly listed?: Pick<Listed, 'told' | 'shown'> | undefined;
}

/** What was found out about one order. */
export interface LookedUp {
  readonly order: Sought;
  readonly finding: Finding;
  /** For one that was found. */
  readonly as?: FoundAs;
}

/** Under which of its client order ids an order was found, and how it stands there. */
export interface FoundAs extends ChosenLineage {
  readonly stand: Stand;
  /** At which price earlier lineages were filled, where that is known. */
  readonly carriedPrice?: string;
}

/** One symbol and kind, with the lists that it can stand in. */
interface Group {
  readonly orders: readonly Sought[];
  readonly lists: readonly ListName[];
  /** The lists that were not read to their end, and why. */
  readonly unread: readonly string[];
}

export class LookUp {
  readonly #options: LookUpOptions;
  readonly #reader: ListReader;
  readonly #atOnce: ReturnType<typeof atMost>;

  constructor(options: LookUpOptions) {
    this.#atOnce = atMost(options.limits.inFlight);
    this.#options = options;
    this.#reader = new ListReader(options);
  }

  /** A finding for each order. Rejects with JournalError where a question cannot be recorded. */
  async *look(orders: readonly Sought[]): AsyncGenerator<LookedUp> {
    const sightings = new Sightings(orders);
    // What is too old for a list says nothing of the others.
    const groups = Map.groupBy(orders, (order) => {
      const { symbol, isTrigger, elsewhere } = order;
      return JSON.stringify([symbol, elsewhere === undefined ? isTrigger : 'either', this.#reader.isTooOld(order)]);
    });
    const readOne = (group: readonly Sought[]): Promise<Group> => this.#readLists(group, sightings);
    const all = [...groups.values()];
    const areElsewhere = orders.every(({ elsewhere }) => elsewhere !== undefined);
    const read = await (areElsewhere ? allOf(all.map(readOne)) : inTurn(all, readOne));
    const beyond = await this.#readBeyond(orders, sightings);
    const breath = new Breath(this.#options.clock);
    for (const { orders: group, lists, unread: own } of read) {
      const found: LookedUp[] = [];
      const unread = group[0]?.elsewhere === undefined ? own : [...new Set([...own, ...beyond])];
      for (const order of group) {
        const finding = await sightings.finding(order, { lists, unread }, this.#options.ownerOf);
        found.push({ order: sightings.asTold(order), finding });
        await breath.take();
      }
      yield* await this.#withStands(found, sightings);
    }
  }

  /** What was found, with how it stands by its records and its trades. */
  async #withStands(looked: readonly LookedUp[], sightings: Sightings): Promise<readonly LookedUp[]> {
    const { clock } = this.#options;
    const lineages = new Map(looked.map(({ order, finding }) => [order, chosenOf(finding, order, sightings)]));
    const wanting = looked.flatMap(({ order }) => {
      const lineage = lineages.get(order);
      const earlier = lineage?.carried?.isZero === true ? [] : (lineage?.before ?? []);
      const records = [...(lineage?.records ?? []), ...earlier.flatMap((one) => one.records)];
      return !order.isTrigger && records.some(({ record }) => needsFills(record)) ? [sinceCreated(order, records)] : [];
    });
    const read = await this.#reader.fills(wanting);
    return looked.map((one): LookedUp => {
      const { order, finding } = one;
      const lineage = lineages.get(order);
      if (finding.kind !== 'found' || lineage === undefined) return one;
      const { orderId } = finding;
      const size = lineage.records.findLast(({ record }) => record.size !== undefined)?.record.size ?? order.size;
      const stand = standOf(
        { ...order, clientOid: lineage.clientOid, size, orderId },
        {
          records: lineage.records,
          unread: [],
          fills: read.fills?.filter((fill) => fill.orderId === orderId),
          fillsFailure: read.failure,
          atMs: clock.wallMs(),
        },
      );
      return { ...one, as: { ...lineage, stand, ...defined({ carriedPrice: carriedPrice(lineage, read.fills) }) } };
    });
  }

  /** Nothing more is asked from here on; what was not looked up says so. */
  stop(why: string): void {
    this.#reader.stop(why);
  }

  async #readLists(orders: readonly Sought[], sightings: Sightings): Promise<Group> {
    const [first] = orders;
    const rounds = first === undefined ? [] : roundsOf(first);
    const taking = takenBy(sightings, orders);
    const unread = await inTurn(rounds, (lists) => allOf(lists.map((list) => this.#read([list], orders, taking))));
    return { orders, lists: rounds.flat(), unread: unread.flat(2) };
  }

  /**
   * What rests of whatever symbol: an order that may have been placed from elsewhere may have had another one there
   * (docs/exchange.md#every-symbol).
   */
  async #readBeyond(orders: readonly Sought[], sightings: Sightings): Promise<readonly string[]> {
    const elsewhere = orders.filter(({ elsewhere: of }) => of !== undefined && of.isPart !== true);
    if (sightings.hasAll(elsewhere)) return [];
    const anySymbol = elsewhere.map(({ sentAtMs }) => ({ symbol: undefined, sentAtMs }));
    return this.#read(ALL_LISTS.filter(tellsOpen), anySymbol, takenBy(sightings, elsewhere));
  }

  /** What was read of a list a moment ago is not asked again. What another question was told of it, and this one was not, counts as well. */
  #read(lists: readonly ListName[], orders: readonly Walked[], taking: Taking): Promise<string[]> {
    return readAll(lists, (list) => this.#atOnce(() => this.#readList(list, orders, taking)));
  }

  async #readList(list: ListName, orders: readonly Walked[], taking: Taking): Promise<string | undefined> {
    const { listed } = this.#options;
    const seen = new Set<string>();
    const take = (records: readonly ListedOrder[]): void => {
      for (const { orderId } of records) seen.add(orderId);
      taking.take(records, list);
    };
    const told = await listed?.told(list, orders[0]?.symbol);
    take(told?.records ?? []);
    const isRead = told?.records !== undefined;
    const failure = isRead ? undefined : await this.#reader.readList(list, orders, { ...taking, take });
    const shown = listed?.shown(list) ?? [];
    taking.take(
      shown.filter(({ orderId }) => !seen.has(orderId)),
      list,
    );
    return failure;
  }
}

const takenBy = (sightings: Sightings, orders: readonly Sought[]): Taking => ({
  take: (told, list) => sightings.take(list, told),
  isEnough: () => sightings.hasAll(orders),
});

/** One that was placed from elsewhere was sent when its records say so: its trades are not older. */
function sinceCreated(order: Sought, records: readonly TellingRecord[]): Walked {
  const created = records.map(({ record }) => record.createdMs ?? order.sentAtMs);
  return order.elsewhere === undefined ? order : { symbol: order.symbol, sentAtMs: Math.min(...created) };
}

const chosenOf = (finding: Finding, order: Sought, sightings: Sightings): ChosenLineage | undefined =>
  finding.kind === 'found' ? sightings.lineageOf(order) : undefined;

/** Nothing more is asked once the signal is aborted. */
export async function* lookedUpUntil(
  signal: AbortSignal,
  lookUp: LookUp,
  orders: readonly Sought[],
): AsyncGenerator<LookedUp> {
  const stop = (): void => lookUp.stop(String(signal.reason));
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop);
  try {
    yield* lookUp.look(orders);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** All that is asked. Where this machine stood still meanwhile, what was approved is old, and every finding is a failure. */
export async function withoutGap(
  { clock, maxPauseMs }: { readonly clock: Clock; readonly maxPauseMs: number },
  ask: (signal: AbortSignal) => AsyncIterable<LookedUp>,
): Promise<readonly LookedUp[]> {
  const gap = new AbortController();
  const gaps = new GapWatch(clock, maxPauseMs, (ms) => gap.abort(stoodStill(ms)));
  return gaps.during(async () => {
    const found: LookedUp[] = [];
    for await (const one of ask(gap.signal)) found.push(one);
    gaps.look();
    if (!gap.signal.aborted) return found;
    return found.map(({ order }) => ({ order, finding: { kind: 'failed', message: String(gap.signal.reason) } }));
  });
}
