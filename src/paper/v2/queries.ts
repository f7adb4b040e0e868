/** Every call that only reads, with what it costs and takes (docs/exchange.md#weights, docs/exchange.md#lists). */
import type { Weight } from '../../model/call.ts';
import { CANDLE_QUERIES } from './candle-queries.ts';
import { detail, history, openOrders, openTriggers, triggerHistory } from './order-queries.ts';
import {
  ANYTHING,
  MILLISECONDS,
  ORDER_ID,
  PAGE,
  SYMBOL,
  UP_TO_100,
  type Query,
  isAsked,
  LONGEST_LIST,
  spanOf,
  type Asked,
} from './query.ts';
import { ok, type Result, err } from '../../model/result.ts';
import { buys, type PaperFill } from '../book.ts';
import { heldSymbols, moneyOf } from '../money.ts';
import { numberOf } from './order/json.ts';
import { type Refusal, parameterBad } from './order/refusals.ts';
import { isLong, isOpening } from './order/rules.ts';
import { contracts, type Contract } from './order/instruments.ts';

// What was filled, and what is held (docs/exchange.md#fills, docs/exchange.md#positions).

/** The newest first. `nextFlag` says that the limit left some out. */
function fills({ params, book, spelling }: Asked): Result<unknown, Refusal> {
  const limit = Number(params.get('limit') ?? LONGEST_LIST);
  const orderId = params.get('orderId');
  const asked = book.fills.filter(
    ({ order, filledAtMs }) =>
      (orderId === undefined || order.orderId === orderId) && isAsked(params, spanOf(params), order.symbol, filledAtMs),
  );
  const list = asked.toReversed().slice(0, limit).map(fillRecord);
  return ok(spelling.fillsAs === 'array' ? list : { list, nextFlag: asked.length > limit, totals: 0 });
}

const rowsOf = (symbol: string, { book, account }: Asked): readonly object[] =>
  book.held(symbol).map(({ side, marginMode, size, value }) => ({
    symbol,
    side: side.toUpperCase(),
    margin_mode: (marginMode === 1) === account.isOtherMode ? 'ISOLATED' : 'SHARED',
    separated_mode: account.isSeparated ? 'SEPARATED' : 'COMBINED',
    leverage: '20.00',
    size,
    open_value: value,
  }));

/** Both sides of a symbol, empty or not; a side that is held in both margin modes has two rows. */
const position = (asked: Asked): Result<unknown, Refusal> => ok(rowsOf(asked.params.get('symbol') ?? '', asked));

/** The same of each symbol that is held. */
const positions = (asked: Asked): Result<unknown, Refusal> =>
  ok(heldSymbols(asked.book).flatMap((symbol) => rowsOf(symbol, asked)));

const assets = ({ book, account }: Asked): Result<unknown, Refusal> => {
  const { equity, open } = moneyOf(book, account.balance);
  return ok([{ coinName: 'USDT', available: equity, frozen: '0', equity, unrealizePnl: open }]);
};

/** Both ids are JSON numbers, with all of their digits. Liquidations are not modelled. */
function fillRecord(fill: PaperFill): Readonly<Record<string, unknown>> {
  const { tradeId, order, size, value, profit, fee, filledAtMs } = fill;
  const direction = isOpening(order) ? 'OPEN' : 'CLOSE';
  const positionSide = isLong(order) ? 'LONG' : 'SHORT';
  return {
    tradeId: numberOf(tradeId),
    orderId: numberOf(order.orderId),
    symbol: order.symbol,
    marginMode: order.marginMode === 1 ? 'SHARED' : 'ISOLATED',
    separatedMode: 'COMBINED',
    positionSide,
    orderSide: buys(order) ? 'BUY' : 'SELL',
    fillSize: size,
    fillValue: value,
    fillFee: fee,
    liquidateFee: '0',
    realizePnl: profit,
    direction,
    liquidateType: null,
    legacyOrdeDirection: `${direction}_${positionSide}`,
    createdTime: filledAtMs,
  };
}

const ip = (weight: number): Weight => ({ ip: weight, uid: 0 });

/** Every query by its path. */
export const QUERIES: ReadonlyMap<string, Query> = new Map<string, Query>([
  ...CANDLE_QUERIES,
  ['/capi/v2/market/time', { weight: ip(1), private: false, params: {}, required: [], answer: time }],
  [
    '/capi/v2/market/ticker',
    { weight: ip(1), private: false, params: { symbol: SYMBOL }, required: ['symbol'], answer: ticker },
  ],
  [
    '/capi/v2/market/contracts',
    { weight: ip(10), private: false, params: { symbol: SYMBOL }, required: [], answer: listContracts },
  ],
  [
    '/capi/v2/order/detail',
    { weight: { ip: 2, uid: 2 }, private: true, params: { orderId: ORDER_ID }, required: ['orderId'], answer: detail },
  ],
  [
    '/capi/v2/order/current',
    {
      weight: { ip: 2, uid: 2 },
      private: true,
      params: {
        symbol: SYMBOL,
        orderId: ORDER_ID,
        startTime: MILLISECONDS,
        endTime: MILLISECONDS,
        limit: UP_TO_100,
        page: PAGE,
      },
      required: [],
      answer: openOrders,
    },
  ],
  [
    '/capi/v2/order/currentPlan',
    {
      weight: { ip: 3, uid: 3 },
      private: true,
      params: {
        symbol: SYMBOL,
        orderId: ANYTHING,
        startTime: MILLISECONDS,
        endTime: MILLISECONDS,
        limit: UP_TO_100,
        page: PAGE,
      },
      required: [],
      answer: openTriggers,
    },
  ],
  [
    '/capi/v2/order/history',
    {
      weight: { ip: 10, uid: 10 },
      private: true,
      params: { symbol: SYMBOL, pageSize: UP_TO_100, createDate: MILLISECONDS, endCreateDate: MILLISECONDS },
      required: [],
      answer: history,
    },
  ],
  [
    '/capi/v2/order/historyPlan',
    {
      weight: { ip: 5, uid: 10 },
      private: true,
      params: {
        symbol: SYMBOL,
        startTime: MILLISECONDS,
        endTime: MILLISECONDS,
        delegateType: /^[1-4]$/,
        pageSize: UP_TO_100,
      },
      required: ['symbol'],
      answer: triggerHistory,
    },
  ],
  [
    '/capi/v2/order/fills',
    {
      weight: { ip: 5, uid: 5 },
      private: true,
      params: { symbol: SYMBOL, orderId: ORDER_ID, startTime: MILLISECONDS, endTime: MILLISECONDS, limit: UP_TO_100 },
      required: [],
      answer: fills,
    },
  ],
  [
    '/capi/v2/account/position/singlePosition',
    {
      weight: { ip: 2, uid: 3 },
      private: true,
      params: { symbol: SYMBOL },
      required: ['symbol'],
      hasRows: true,
      answer: position,
    },
  ],
  [
    '/capi/v2/account/position/allPosition',
    { weight: { ip: 10, uid: 15 }, private: true, params: {}, required: [], hasRows: true, answer: positions },
  ],
  [
    '/capi/v2/account/assets',
    { weight: { ip: 5, uid: 10 }, private: true, params: {}, required: [], hasRows: true, answer: assets },
  ],
]);

// Time, prices and contracts (docs/exchange.md#time, docs/exchange.md#contracts).

function time({ wallMs }: Asked): Result<unknown, Refusal> {
  const timestamp = Math.floor(wallMs);
  return ok({ epoch: (timestamp / 1000).toFixed(3), iso: new Date(timestamp).toISOString(), timestamp });
}

function ticker({ params, book, wallMs }: Asked): Result<unknown, Refusal> {
  const contract = book.contracts.get(params.get('symbol') ?? '');
  if (contract === undefined) return err(parameterBad('symbol', 'is not a trading pair'));
  const last = contract.last.toString();
  return ok({
    symbol: contract.record.symbol,
    last,
    best_ask: contract.ask.toString(),
    best_bid: contract.bid.toString(),
    high_24h: last,
    low_24h: last,
    volume_24h: '0',
    timestamp: String(Math.floor(wallMs)),
    priceChangePercent: '0',
    base_volume: '0',
    markPrice: last,
    indexPrice: last,
  });
}

function listContracts({ params }: Asked): Result<unknown, Refusal> {
  const symbol = params.get('symbol');
  if (symbol === undefined) return ok([...contracts.values()].map(({ record }) => record));
  const contract: Contract | undefined = contracts.get(symbol);
  return contract === undefined ? err(parameterBad('symbol', 'is not a trading pair')) : ok([contract.record]);
}
