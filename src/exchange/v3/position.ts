/** Asks what the account holds and has, and at which prices a symbol trades; and reads these (docs/exchange-v3.md#position). */
import type { SettingTold } from '../../model/account-settings.ts';
import type { CandlesQuery } from '../../model/candle-question.ts';
import type { Evidence } from '../../model/evidence.ts';
import type { Unanswered } from '../../model/listing.ts';
import type { HeldRow, MarketTold, MoneyRow, PositionRow, PositionTold } from '../../model/standing.ts';
import { sameSymbol } from '../../model/symbol.ts';
import { givenAs, onlyOf, textOf, type JsonObject } from '../answers/answers.ts';
import { moneyIn } from '../answers/money-rows.ts';
import { heldIn, positionIn, pricesIn } from '../answers/symbol-rows.ts';
import { BOOK } from './book.ts';
import { BOOK_TICKER, MARK_PRICE, POSITION } from './requests.ts';
import { onWire } from './symbols.ts';

interface SymbolQuery {
  readonly symbol: string;
}

const of = (path: string, { symbol }: SymbolQuery, more: Readonly<Record<string, string>> = {}): string =>
  `${path}?${new URLSearchParams({ symbol: onWire(symbol), ...more }).toString()}`;

export const positionTarget = (asked: SymbolQuery): string => of(POSITION.path, asked);

const READING = {
  book: BOOK,
  names: { marginMode: 'marginType', openValue: 'openValue', separated: 'separatedMode' },
  combined: 'COMBINED',
};

export const readPosition = (evidence: Evidence, { symbol }: SymbolQuery): PositionTold | Unanswered =>
  positionIn(evidence, {
    ...READING,
    sideOf: (row) => (sameSymbol(textOf(row['symbol']) ?? symbol, symbol) ? sideOf(row) : undefined),
  });

export const readPositions = (evidence: Evidence): SettingTold<readonly HeldRow[]> | Unanswered =>
  heldIn(evidence, { ...READING, sideOf });

export const readMoney = (evidence: Evidence): SettingTold<readonly MoneyRow[]> | Unanswered =>
  moneyIn(evidence, {
    book: BOOK,
    names: { coin: 'asset', available: 'availableBalance', balance: 'balance', openProfit: 'unrealizePnl' },
  });

/** In small letters; undefined where its two names say two sides. */
function sideOf(row: JsonObject): PositionRow['side'] | undefined {
  const words = ['side', 'positionSide'].flatMap((name) => givenAs(row, name)).map((one) => textOf(one)?.toLowerCase());
  const side = onlyOf(words);
  return side === 'long' || side === 'short' ? side : undefined;
}

/** The last price, which is what the list tells; with an end alone the newest would come, so both ends are said. */
export const candlesTarget = (path: string, { symbol, length, limit, span }: CandlesQuery): string =>
  of(
    path,
    { symbol },
    {
      interval: length,
      ...(span && { startTime: String(span.fromMs), endTime: String(span.toMs) }),
      limit: String(limit),
    },
  );

export const bookTickerTarget = (asked: SymbolQuery): string => of(BOOK_TICKER.path, asked);

export const readBookTicker = (evidence: Evidence, { symbol }: SymbolQuery): MarketTold | Unanswered =>
  pricesIn(evidence, { book: BOOK, symbol, names: { bid: 'bidPrice', ask: 'askPrice' } });

export const markPriceTarget = (asked: SymbolQuery): string => of(MARK_PRICE.path, asked, { priceType: 'MARK' });

export const readMarkPrice = (evidence: Evidence, { symbol }: SymbolQuery): MarketTold | Unanswered =>
  pricesIn(evidence, { book: BOOK, symbol, names: { mark: 'price' } });
