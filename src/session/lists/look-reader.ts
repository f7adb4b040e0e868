/**
 * Reads for one look: the lists of what is open and the positions are asked for once, for all who go by them; these lists at once for
 * all symbols, or symbol by symbol. A list that fills a page is read until no order ended in between, as one that slips to a page
 * before would be in neither.
 */
import type { LookTelling } from '../../exchange/dialect.ts';
import { tellsOpen, type ListedOrder, type ListName } from '../../model/listing.ts';
import type { Prices } from '../../model/standing.ts';
import { sameSymbol } from '../../model/symbol.ts';
import { readAll, type ListReader, type ReadFills, type Taking } from './list-reader.ts';
import type { Walked } from './list-walk.ts';

export type OpenList = 'open' | 'open-triggers';

/** What a list has of a symbol, or why it was not read to its end. */
type OpenRead =
  | { readonly records: readonly ListedOrder[]; readonly failure?: undefined }
  | { readonly records?: undefined; readonly failure: string };

/** What a look reads of a list reader. */
export type LookAnswers = Pick<ListReader, 'readList' | 'fills' | 'position' | 'prices'>;

interface LookReaderOptions {
  readonly reader: LookAnswers;
  readonly telling: LookTelling;
  /** Most records that one page of a list tells. */
  readonly mostOfPage: (list: OpenList) => number;
}

export class LookReader implements Pick<ListReader, 'read' | 'readList' | 'fills' | 'position' | 'prices'> {
  readonly #options: LookReaderOptions;
  readonly #read = new Map<string, Promise<OpenRead>>();
  readonly #told = new Map<ListName, ListedOrder[]>();
  readonly #positions = new Map<string, ReturnType<ListReader['position']>>();

  constructor(options: LookReaderOptions) {
    this.#options = options;
  }

  async open(list: OpenList, symbol: string): Promise<OpenRead> {
    const { opensOfAll } = this.#options.telling;
    const key = opensOfAll ? list : `${list} ${symbol}`;
    const reading = this.#read.get(key) ?? this.#whole(list, opensOfAll ? undefined : symbol);
    this.#read.set(key, reading);
    const { records, failure } = await reading;
    if (records === undefined) return { failure };
    return { records: records.filter((record) => sameSymbol(record.symbol ?? symbol, symbol)) };
  }

  /**
   * What was read of a list already, by the very same question; undefined where that was not asked. That a list of all symbols has
   * those of each is assumed, and no proof that nothing goes twice.
   */
  async told(list: ListName, symbol: string | undefined): Promise<OpenRead | undefined> {
    const isSame = isOpenList(list) && this.#options.telling.opensOfAll === (symbol === undefined);
    return isSame ? this.#read.get(symbol === undefined ? list : `${list} ${symbol}`) : undefined;
  }

  /**
   * Whatever was told of a list, by any question and however that ended: all of it was there, and what is not there may have been as
   * well. How it stood is left out, as that may be long ago.
   */
  shown(list: ListName): readonly ListedOrder[] {
    return (this.#told.get(list) ?? []).map((record) => {
      const { status: _, filledSize: __, ...placed } = record;
      return placed;
    });
  }

  async read(lists: readonly ListName[], orders: readonly Walked[], taking: Taking): Promise<string[]> {
    return readAll(lists, (list) => this.readList(list, orders, taking));
  }

  async readList(list: ListName, orders: readonly Walked[], taking: Taking): Promise<string | undefined> {
    if (!isOpenList(list)) return this.#options.reader.readList(list, orders, taking);
    const { records, failure } = await this.open(list, orders[0]?.symbol ?? '');
    if (records !== undefined) taking.take(records, list);
    return failure;
  }

  fills(orders: readonly Walked[]): Promise<Partial<ReadFills>> {
    return this.#options.reader.fills(orders);
  }

  prices(symbol: string): Promise<Prices | undefined> {
    return this.#options.reader.prices(symbol);
  }

  position(symbol: string): ReturnType<ListReader['position']> {
    const asked = this.#positions.get(symbol) ?? this.#options.reader.position(symbol);
    this.#positions.set(symbol, asked);
    return asked;
  }

  async #whole(list: OpenList, symbol: string | undefined): Promise<OpenRead> {
    const records = new Map<string, ListedOrder>();
    const most = this.#options.mostOfPage(list);
    const told: ListedOrder[] = this.#told.get(list) ?? [];
    this.#told.set(list, told);
    let mayBeLong = false;
    const failure = await this.#options.reader.readList(list, [{ symbol, sentAtMs: 0 }], {
      take: (page) => {
        // More than one page of them, or a full one.
        mayBeLong ||= page.length >= most || (page.length > 0 && records.size > 0);
        for (const record of page) records.set(record.orderId, record);
        told.push(...page);
      },
      isEnough: () => !mayBeLong,
    });
    if (failure !== undefined) return { failure };
    const isNamed = symbol !== undefined || [...records.values()].every((record) => record.symbol !== undefined);
    return isNamed ? { records: [...records.values()] } : { failure: 'a record of it names no symbol' };
  }
}

const isOpenList = (list: ListName): list is OpenList => tellsOpen(list);
