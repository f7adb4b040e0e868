/** Asks what the account holds and has, and at which prices a symbol trades; and reads these (docs/exchange.md#positions). */
import type { SettingTold } from '../../model/account-settings.ts';
import type { CandlesQuery } from '../../model/candle-question.ts';
import type { Evidence } from '../../model/evidence.ts';
import type { Unanswered } from '../../model/listing.ts';
import type { HeldRow, MarketTold, MoneyRow, PositionRow, PositionTold } from '../../model/standing.ts';
import { givenAs, lettersOf, onlyOf, textOf, type JsonObject } from '../answers/answers.ts';
import { moneyIn } from '../answers/money-rows.ts';
import { heldIn, positionIn, pricesIn } from '../answers/symbol-rows.ts';
import { BOOK } from './book.ts';
import { POSITION, TICKER } from './requests.ts';

interface SymbolQuery {
  readonly symbol: string;
}

const of = (path: string, { symbol }: SymbolQuery): string => `${path}?${new URLSearchParams({ symbol }).toString()}`;

export const positionTarget = (asked: SymbolQuery): string => of(POSITION.path, asked);

const READING = {
  book: BOOK,
  names: { marginMode: 'margin_mode', openValue: 'open_value', separated: 'separated_mode' },
  combined: 'COMBINED',
};

export const readPosition = (evidence: Evidence, { symbol }: SymbolQuery): PositionTold | Unanswered =>
  positionIn(evidence, { ...READING, sideOf: (row) => (isOf(row, symbol) ? sideOf(row) : undefined) });

export const readPositions = (evidence: Evidence): SettingTold<readonly HeldRow[]> | Unanswered =>
  heldIn(evidence, { ...READING, sideOf });

export const readMoney = (evidence: Evidence): SettingTold<readonly MoneyRow[]> | Unanswered =>
  moneyIn(evidence, {
    book: BOOK,
    names: { coin: 'coinName', available: 'available', equity: 'equity', openProfit: 'unrealizePnl' },
  });

export const tickerTarget = (asked: SymbolQuery): string => of(TICKER.path, asked);

/** The last price, and not the mark price. With an end alone the newest would come, so both ends are said. */
export const candlesTarget = (path: string, { symbol, length, limit, span }: CandlesQuery): string => {
  const times = span && { startTime: String(span.fromMs), endTime: String(span.toMs) };
  const asked = { symbol, granularity: length, ...times, limit: String(limit), priceType: 'LAST' };
  return `${path}?${new URLSearchParams(asked).toString()}`;
};

export const readTicker = (evidence: Evidence, { symbol }: SymbolQuery): MarketTold | Unanswered =>
  pricesIn(evidence, {
    book: BOOK,
    symbol,
    names: { last: 'last', bid: 'best_bid', ask: 'best_ask', mark: 'markPrice' },
  });

const isOf = (row: JsonObject, symbol: string): boolean =>
  givenAs(row, 'symbol').every((one) => lettersOf(textOf(one) ?? '') === lettersOf(symbol));

/** The side of a row, which its two names for it must agree on. */
function sideOf(row: JsonObject): PositionRow['side'] | undefined {
  const words = [...givenAs(row, 'side'), ...givenAs(row, 'positionSide')];
  const side = onlyOf(words.map((one) => textOf(one)?.toLowerCase()));
  return side === 'long' || side === 'short' ? side : undefined;
}
