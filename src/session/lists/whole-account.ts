/**
 * All that is asked of an account: the look around what it holds, its money, and its trades. What is held of all symbols is asked for
 * once and last of the look, and says itself which symbols nobody here has an order of.
 */
import type { Operations } from '../../exchange/dialect.ts';
import type { Weight } from '../../model/call.ts';
import type { SettingTold } from '../../model/account-settings.ts';
import { Decimal } from '../../model/decimal.ts';
import type { FillsQuery, HeldRow, MoneyRow, PositionRead, PositionRow } from '../../model/standing.ts';
import { sameSymbol } from '../../model/symbol.ts';
import type { Clock, Exchange } from '../../ports.ts';
import type { AccountLook, SymbolLook } from '../../protection/journal/look.ts';
import type { InquiryOptions } from '../send/inquiry.ts';
import { lookAt, type OwnModes } from './account-look.ts';
import { ListReader, type TradesRead } from './list-reader.ts';
import { LookReader, type LookAnswers } from './look-reader.ts';
import type { LookedAt } from './stand.ts';
import { StandingLook, type LookedHow } from './standing-look.ts';

/** Trades are read so many pages far, of each symbol. */
export const MOST_TRADE_PAGES = 20;

export interface WholeAsked {
  /** Orders of ours that may rest. Those that no list of what is open has are looked for in the histories: lists prove no end. */
  readonly orders: readonly LookedAt[];
  /** Those of all that is at stake by the journal, or stood today. */
  readonly symbols: readonly string[];
  /** The symbols that are looked at, those that are held included, to what is asked of their trades. */
  readonly trades: (symbols: readonly string[]) => readonly FillsQuery[];
  /** Whether it is asked what the account has of each coin, as it is by default. */
  readonly asksMoney?: boolean;
  readonly modes: OwnModes;
  readonly clock: Clock;
  /** By the clock of the store, which dates what was sent. */
  readonly wallMs: () => number;
}

export interface WholeAccount {
  readonly money: SettingTold<readonly MoneyRow[]>;
  /** What is held of all symbols, in the exchange's spelling of these. */
  readonly held: SettingTold<readonly HeldRow[]>;
  readonly look: AccountLook;
  /** How those stand that no list of what is open has. */
  readonly looked: readonly LookedHow[];
  /** By symbol. */
  readonly trades: ReadonlyMap<string, TradesRead>;
  /** What all of this cost. */
  readonly weight: Weight;
}

export class WholeReader {
  readonly #operations: Operations;
  readonly #counted: CountedExchange;
  readonly #lists: ListReader;

  constructor(inquiry: InquiryOptions) {
    this.#operations = inquiry.exchange.operations;
    this.#counted = countedExchange(inquiry.exchange);
    this.#lists = new ListReader({ ...inquiry, exchange: this.#counted.exchange });
  }

  /** Nothing more is asked from here on. */
  stop(why: string): void {
    this.#lists.stop(why);
  }

  /** Rejects with JournalError where a question cannot be recorded. */
  async read({
    symbols,
    orders,
    modes,
    clock,
    wallMs,
    asksMoney = true,
    trades: asked,
  }: WholeAsked): Promise<WholeAccount> {
    const lists = this.#lists;
    const around = new HeldOfAll(lists, this.#operations);
    const looking = { telling: this.#operations.telling, modes };
    const reader = around.reader();
    let looked: readonly LookedHow[] = [];
    const between = async (): Promise<void> => {
      looked = await new StandingLook(reader, clock).look(await notOpen(orders, reader));
    };
    const seen = new Map(await lookAt({ ...looking, reader, symbols, between }));
    const held = await around.all();
    const others = otherSymbols(held, symbols);
    for (const [symbol, look] of await lookAt({ ...looking, reader: around.reader('each'), symbols: others }))
      seen.set(symbol, look);
    const look = { atMs: wallMs(), symbols: seen as ReadonlyMap<string, SymbolLook> };
    const money = asksMoney ? await lists.money() : NOT_ASKED;
    const trades = new Map<string, TradesRead>();
    for (const query of asked([...seen.keys()])) trades.set(query.symbol, await lists.trades(query, MOST_TRADE_PAGES));
    return { money, held, look, looked, trades, weight: this.#counted.weight() };
  }
}

const NOT_ASKED = { kind: 'failed', message: 'not asked' } as const;

/** Those that the lists of what is open lack; where such a list was not read, nobody knows of its orders. */
export async function notOpen(orders: readonly LookedAt[], reader: LookReader): Promise<LookedAt[]> {
  const missing: LookedAt[] = [];
  for (const order of orders) {
    const { records } = await reader.open(order.isTrigger ? 'open-triggers' : 'open', order.symbol);
    const isNamed = records?.some(
      ({ orderId, clientOid }) => orderId === order.orderId || clientOid === order.clientOid,
    );
    if (isNamed === false) missing.push(order);
  }
  return missing;
}

/** Symbols that are held, and not asked about yet. */
function otherSymbols(held: SettingTold<readonly HeldRow[]>, symbols: readonly string[]): string[] {
  if (held.kind === 'failed') return [];
  const names = held.value.filter(({ size }) => !Decimal.of(size).isZero).map(({ symbol }) => symbol);
  return [...new Set(names)].filter((name) => !symbols.some((one) => sameSymbol(one, name)));
}

/** An exchange, and what it was asked for so far. */
interface CountedExchange {
  readonly exchange: Pick<Exchange, 'operations' | 'send'>;
  readonly weight: () => Weight;
}

function countedExchange(exchange: Pick<Exchange, 'operations' | 'send'>): CountedExchange {
  let [ip, uid] = [0, 0];
  return {
    exchange: {
      operations: exchange.operations,
      send: (operation, asked, timestampMs) => {
        ip += operation.weight.ip;
        uid += operation.weight.uid;
        return exchange.send(operation, asked, timestampMs);
      },
    },
    weight: () => ({ ip, uid }),
  };
}

const EMPTY: readonly PositionRow[] = [
  { side: 'long', size: '0' },
  { side: 'short', size: '0' },
];

/** Positions out of the one answer that tells all of them. */
class HeldOfAll {
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
