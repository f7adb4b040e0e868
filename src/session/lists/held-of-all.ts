import type { Operations } from '../../exchange/dialect.ts';
import type { SettingTold } from '../../model/account-settings.ts';
import { Decimal } from '../../model/decimal.ts';
import type { HeldRow, PositionRead, PositionRow } from '../../model/standing.ts';
import { sameSymbol } from '../../model/symbol.ts';
import type { ListReader } from './list-reader.ts';
import { LookReader, type LookAnswers } from './look-reader.ts';

const EMPTY: readonly PositionRow[] = [
  { side: 'long', size: '0' },
  { side: 'short', size: '0' },
];

/** Positions out of the one answer that tells all of them. */
export class HeldOfAll {
  readonly #lists: ListReader;
  readonly #operations: Pick<Operations, 'telling' | 'list'>;
  #all: Promise<SettingTold<readonly HeldRow[]>> | undefined;

  constructor(lists: ListReader, operations: Pick<Operations, 'telling' | 'list'>) {
    this.#lists = lists;
    this.#operations = operations;
  }

  all(): Promise<SettingTold<readonly HeldRow[]>> {
    return (this.#all ??= this.#lists.positions());
  }

  /** `each`: the position of each symbol is asked for by itself, once its orders were read. */
  reader(how: 'all' | 'each' = 'all'): LookReader {
    const lists = this.#lists;
    const answers: LookAnswers = {
      readList: lists.readList.bind(lists),
      fills: lists.fills.bind(lists),
      prices: lists.prices.bind(lists),
      position: (symbol) => (how === 'each' ? lists.position(symbol) : this.#position(symbol)),
    };
    const { telling, list } = this.#operations;
    return new LookReader({ reader: answers, telling, mostOfPage: (name) => list[name].mostOfPage });
  }

  /** A symbol of which a side has a row and the other should have one was not told whole: it is asked for by itself. */
  async #position(symbol: string): Promise<PositionRead> {
    const told = await this.all();
    if (told.kind === 'failed') return told;
    const rows = told.value.filter((row) => sameSymbol(row.symbol, symbol));
    const isWhole = !this.#operations.telling.bothSides || new Set(rows.map(({ side }) => side)).size === 2;
    if (rows.length > 0 && !isWhole) return this.#lists.position(symbol);
    return {
      kind: 'position',
      long: sumOf(rows, 'long'),
      short: sumOf(rows, 'short'),
      rows: rows.length === 0 ? EMPTY : rows,
    };
  }
}

const sumOf = (rows: readonly PositionRow[], of: PositionRow['side']): string =>
  rows.reduce((sum, { side, size }) => (side === of ? sum.plus(Decimal.of(size)) : sum), Decimal.zero).canonical();
