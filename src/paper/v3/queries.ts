/** What version 3 tells: the account and its settings, contracts, time; and the lists (docs/exchange-v3.md#account). */
import { err, ok } from '../../model/result.ts';
import { heldSymbols, moneyOf } from '../money.ts';
import type { Contract } from '../v2/order/instruments.ts';
import { numberOf } from '../v2/order/json.ts';
import { CANDLE_QUERIES } from './candle-queries.ts';
import { ORDER_QUERIES } from './lists.ts';
import type { WireAsked, WireQuery } from './query.ts';
import { emptyParameter, inBook, onWire, wrongParameter } from './wire.ts';

const rowsOf = (symbol: string, { book, settings }: WireAsked): readonly object[] =>
  book.held(symbol).map(({ side, marginMode, size, value }) => ({
    asset: 'USDT',
    symbol: onWire(symbol),
    side: side.toUpperCase(),
    marginType: size === '0' ? settings.marginType : marginMode === 1 ? 'CROSSED' : 'ISOLATED',
    separatedMode: settings.separatedType,
    leverage: '20.00',
    size,
    openValue: value,
  }));

/** Both sides of one symbol, empty or not. */
const position: WireQuery['answer'] = (asked) => {
  const symbol = inBook(asked.params.get('symbol') ?? '');
  return asked.book.contracts.has(symbol) ? ok(rowsOf(symbol, asked)) : err(wrongParameter('symbol'));
};

/** What is held of all symbols. */
const positions: WireQuery['answer'] = (asked) =>
  ok(heldSymbols(asked.book).flatMap((symbol) => rowsOf(symbol, asked)));

function priced({ params, book }: WireAsked): readonly Contract[] {
  const symbol = params.get('symbol');
  return [...book.contracts.values()].filter(({ record }) => symbol === null || onWire(record.symbol) === symbol);
}

/** A list, of one symbol too. The book keeps no sizes at its prices. */
const bookTicker: WireQuery['answer'] = (asked) => {
  const rows = priced(asked).map(({ record, bid, ask }) => ({
    symbol: onWire(record.symbol),
    bidPrice: bid.toString(),
    bidQty: '1',
    askPrice: ask.toString(),
    askQty: '1',
    time: Math.floor(asked.wallMs),
  }));
  return rows.length === 0 ? err(wrongParameter('symbol')) : ok(rows);
};

/** The mark price, and the index next to it, are the last price here. */
const symbolPrice: WireQuery['answer'] = (asked) => {
  const { params, wallMs } = asked;
  if (params.get('symbol') === null) return err(emptyParameter('symbol'));
  if (!['INDEX', 'MARK', null].includes(params.get('priceType'))) return err(wrongParameter('priceType'));
  const [contract] = priced(asked);
  if (contract === undefined) return err(wrongParameter('symbol'));
  return ok({ symbol: onWire(contract.record.symbol), price: contract.last.toString(), time: Math.floor(wallMs) });
};

/** Numbers, and not texts, as the exchange has them. */
const contractRecord = ({ record, step }: Contract): object => ({
  symbol: onWire(record.symbol),
  displaySymbol: onWire(record.symbol),
  baseAsset: record.underlying_index,
  quoteAsset: record.quote_currency,
  marginAsset: record.coin,
  pricePrecision: Number(record.tick_size),
  quantityPrecision: step.scale,
  contractVal: numberOf(step.toString()),
  forwardContractFlag: record.forwardContractFlag,
  minLeverage: record.minLeverage,
  maxLeverage: record.maxLeverage,
  minOrderSize: numberOf(record.minOrderSize),
  maxOrderSize: numberOf(record.maxOrderSize),
  maxPositionSize: numberOf(record.maxPositionSize),
  marketOpenLimitSize: numberOf(record.marketOpenLimitSize),
});

const exchangeInfo: WireQuery['answer'] = ({ params, book }) => {
  const symbol = params.get('symbol');
  const symbols = [...book.contracts.values()].filter(
    ({ record }) => symbol === null || onWire(record.symbol) === symbol,
  );
  if (symbols.length === 0) return err(wrongParameter('symbol'));
  return ok({ assets: [], rateLimits: [], symbols: symbols.map(contractRecord) });
};

const symbolsOf = ({ book }: WireAsked): readonly string[] => [...book.contracts.keys()].map(onWire);

const symbolConfig: WireQuery['answer'] = (asked) => {
  const { marginType, separatedType } = asked.settings;
  const symbol = asked.params.get('symbol');
  const rows = symbolsOf(asked).filter((one) => symbol === null || one === symbol);
  if (rows.length === 0) return err(wrongParameter('symbol'));
  const configOf = (one: string): object => ({
    symbol: one,
    marginType,
    separatedType,
    crossLeverage: '20.00',
    isolatedLongLeverage: '20.00',
    isolatedShortLeverage: '20.00',
  });
  return ok(rows.map(configOf));
};

/** A listed contract may take no orders of the API. */
const apiSymbols: WireQuery['answer'] = (asked) => {
  const isOpen = (symbol: string): boolean => asked.book.contracts.get(inBook(symbol))?.isShut !== true;
  return ok(asked.settings.apiSymbols ?? symbolsOf(asked).filter(isOpen));
};

/** The balance has the open profit in it, as it was seen to (docs/exchange-v3.md#money). */
const balance: WireQuery['answer'] = ({ book, balance: start }) => {
  const { equity, open } = moneyOf(book, start);
  return ok([{ asset: 'USDT', balance: equity, availableBalance: equity, frozen: '0', unrealizePnl: open }]);
};

const accountConfig: WireQuery['answer'] = ({ settings: { canTrade, dualSidePosition }, wallMs }) =>
  ok({ canTrade, canDeposit: true, canWithdraw: true, dualSidePosition, updateTime: Math.floor(wallMs) });

const ofAccount = (ip: number, answer: WireQuery['answer']): WireQuery => ({ ip, isPrivate: true, answer });
const ofMarket = (ip: number, answer: WireQuery['answer']): WireQuery => ({ ip, isPrivate: false, answer });

/** Every query by its path. */
export const QUERIES: ReadonlyMap<string, WireQuery> = new Map<string, WireQuery>([
  ...ORDER_QUERIES,
  ...CANDLE_QUERIES,
  ['/capi/v3/account/position/singlePosition', ofAccount(2, position)],
  ['/capi/v3/account/position/allPosition', ofAccount(10, positions)],
  ['/capi/v3/account/balance', { ...ofAccount(5, balance), hasRows: true }],
  ['/capi/v3/account/accountConfig', ofAccount(5, accountConfig)],
  ['/capi/v3/account/symbolConfig', { ...ofAccount(5, symbolConfig), hasRows: true }],
  ['/capi/v3/market/apiTradingSymbols', ofMarket(5, apiSymbols)],
  ['/capi/v3/market/exchangeInfo', ofMarket(1, exchangeInfo)],
  ['/capi/v3/market/ticker/bookTicker', ofMarket(1, bookTicker)],
  ['/capi/v3/market/symbolPrice', ofMarket(1, symbolPrice)],
  ['/capi/v3/market/time', ofMarket(1, ({ wallMs }) => ok({ serverTime: Math.floor(wallMs) }))],
]);
