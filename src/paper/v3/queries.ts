/** What version 3 tells: lists, trades, positions, settings of the account, contracts (docs/exchange-v3.md#lists). */
import { err, ok, type Result } from '../../model/result.ts';
import { buys, isTrigger, rests, type Book, type PaperFill, type PaperOrder } from '../book.ts';
import { pageTold, type ListFault } from '../list-faults.ts';
import { contracts } from '../v2/order/instruments.ts';
import { numberOf } from '../v2/order/json.ts';
import { isLong, isMarket } from '../v2/order/rules.ts';
import { inBook, onWire, sidesOf, TIME_WORDS, wrongParameter, type WireRefusal } from './wire.ts';

/** What an account is set to, which no order can say. */
export interface PaperAccount {
  readonly marginType: 'CROSSED' | 'ISOLATED';
  readonly separatedType: 'COMBINED' | 'SEPARATED';
  readonly dualSidePosition: boolean;
  readonly canTrade: boolean;
  /** Symbols that take orders of the API, as version 3 spells them; undefined: all. */
  readonly apiSymbols?: readonly string[];
}

export const USUAL: PaperAccount = {
  marginType: 'CROSSED',
  separatedType: 'COMBINED',
  dualSidePosition: true,
  canTrade: true,
};

export interface WireAsked {
  readonly params: URLSearchParams;
  readonly book: Book;
  readonly wallMs: number;
  readonly settings: PaperAccount;
  readonly fault: ListFault | undefined;
}

export interface WireQuery {
  /** Of the address. */
  readonly ip: number;
  readonly isPrivate: boolean;
  readonly answer: (asked: WireAsked) => Result<unknown, WireRefusal>;
}

const HISTORY_MS = 90 * 86_400_000;
const STATES: Readonly<Record<PaperOrder['status'], string>> = {
  open: 'NEW',
  filled: 'FILLED',
  canceling: 'CANCELING',
  canceled: 'CANCELED',
  untriggered: 'UNTRIGGERED',
  triggered: 'TRIGGERED',
};

const filledOf = ({ filledSize, status, size }: PaperOrder): string => filledSize ?? (status === 'filled' ? size : '0');

/** Ids are bare numbers of 18 digits here, where answers to placing have them as texts. */
const orderRecord = (order: PaperOrder): object => ({
  avgPrice: order.averagePrice ?? '0',
  clientOrderId: order.clientOid,
  cumQuote: '0',
  executedQty: filledOf(order),
  orderId: numberOf(order.orderId),
  origQty: order.size,
  price: order.price ?? '0',
  reduceOnly: false,
  ...sidesOf(order),
  status: STATES[order.status],
  stopPrice: '0',
  symbol: onWire(order.symbol),
  time: order.acceptedAtMs,
  timeInForce: isMarket(order) ? 'IOC' : (TIME_WORDS[Number(order.orderType ?? '0')] ?? 'GTC'),
  type: isMarket(order) ? 'MARKET' : 'LIMIT',
  updateTime: order.acceptedAtMs,
  workingType: 'UNKNOWN_PRICE_TYPE',
});

const triggerRecord = (order: PaperOrder): object => ({
  algoId: numberOf(order.orderId),
  clientAlgoId: order.clientOid,
  algoType: 'CONDITIONAL',
  orderType: isMarket(order) ? 'STOP_MARKET' : 'STOP',
  symbol: onWire(order.symbol),
  ...sidesOf(order),
  timeInForce: isMarket(order) ? 'IOC' : 'GTC',
  quantity: order.size,
  algoStatus: STATES[order.status],
  // A preset that waits names the order that it came with.
  actualOrderId: numberOf((order.status === 'untriggered' ? order.presetOf : undefined) ?? '0'),
  triggerPrice: order.trigger ?? '0',
  price: order.price ?? '0',
  tpTriggerPrice: order.takeProfit ?? null,
  slTriggerPrice: order.stopLoss ?? null,
  workingType: 'CONTRACT_PRICE',
  createTime: order.acceptedAtMs,
  updateTime: order.acceptedAtMs,
  triggerTime: order.triggeredAtMs ?? 0,
});

const recordOf = (order: PaperOrder): object => (isTrigger(order) ? triggerRecord(order) : orderRecord(order));

const named = (record: object, fault: ListFault | undefined): object =>
  fault !== 'nameless'
    ? record
    : { ...record, ...('clientAlgoId' in record ? { clientAlgoId: null } : { clientOrderId: null }) };

interface Listing {
  readonly matches: (order: PaperOrder) => boolean;
  /** Pages are counted from this number; undefined where the list has none. */
  readonly firstPage?: number;
  readonly mostOfPage: number;
  readonly isHistory?: true;
}

/** Whether it stands in the list, of the symbol and the time that are asked for. */
function isAsked({ params, wallMs }: WireAsked, { matches, isHistory }: Listing): (order: PaperOrder) => boolean {
  const symbol = params.get('symbol');
  const from = Math.max(Number(params.get('startTime') ?? 0), isHistory === true ? wallMs - HISTORY_MS : 0);
  const to = Number(params.get('endTime') ?? Number.POSITIVE_INFINITY);
  return (order) =>
    matches(order) &&
    (symbol === null || onWire(order.symbol) === symbol) &&
    order.acceptedAtMs >= from &&
    order.acceptedAtMs <= to;
}

/** A page, the newest first. */
function listed(asked: WireAsked, listing: Listing): Result<readonly object[], WireRefusal> {
  const { params, book, fault } = asked;
  const { firstPage, mostOfPage, isHistory } = listing;
  const limit = Number(params.get('limit') ?? Math.min(100, mostOfPage));
  if (!(limit >= 1 && limit <= mostOfPage)) return err(wrongParameter('limit'));
  const symbol = params.get('symbol');
  if (symbol !== null && !book.contracts.has(inBook(symbol))) return err(wrongParameter('symbol'));
  const page = firstPage === undefined ? 0 : pageTold(Number(params.get('page') ?? firstPage) - firstPage, fault);
  if (page < 0) return err(wrongParameter('page'));
  const all = book.orders.filter(isAsked(asked, listing)).toReversed();
  const told = all.slice(page * limit, page * limit + limit);
  const [first] = told;
  const isShifted = fault === 'shifted' && isHistory !== true && page === 0 && told.length === limit;
  if (isShifted && first !== undefined) book.end(first);
  return ok(told.map((order) => named(recordOf(order), fault)));
}

const open = (isOfTriggers: boolean) => (order: PaperOrder) => isTrigger(order) === isOfTriggers && rests(order);
const over = (isOfTriggers: boolean) => (order: PaperOrder) => isTrigger(order) === isOfTriggers && !rests(order);

const reading = (ip: number, listing: Listing): WireQuery => ({
  ip,
  isPrivate: true,
  answer: (asked) => listed(asked, listing),
});

const trades: WireQuery['answer'] = ({ params, book }) => {
  const limit = Number(params.get('limit') ?? 100);
  if (!(limit >= 1 && limit <= 100)) return err(wrongParameter('limit'));
  const [symbol, orderId] = [params.get('symbol'), params.get('orderId')];
  const from = Number(params.get('startTime') ?? 0);
  const to = Number(params.get('endTime') ?? Number.POSITIVE_INFINITY);
  const asked = book.fills.filter(
    ({ order, filledAtMs }) =>
      (symbol === null || onWire(order.symbol) === symbol) &&
      (orderId === null || order.orderId === orderId) &&
      filledAtMs >= from &&
      filledAtMs <= to,
  );
  return ok(asked.toReversed().slice(0, limit).map(tradeRecord));
};

/** The price is what was paid for one, as far as digits go. */
const tradeRecord = ({ tradeId, order, size, value, profit, filledAtMs }: PaperFill): object => ({
  id: numberOf(tradeId),
  orderId: numberOf(order.orderId),
  symbol: onWire(order.symbol),
  buyer: buys(order),
  commission: '0',
  commissionAsset: 'USDT',
  maker: false,
  price: order.averagePrice ?? order.price ?? '0',
  qty: size,
  quoteQty: value,
  realizedPnl: profit,
  side: buys(order) ? 'BUY' : 'SELL',
  positionSide: isLong(order) ? 'LONG' : 'SHORT',
  time: filledAtMs,
});

const position: WireQuery['answer'] = ({ params, book, settings }) => {
  const symbol = params.get('symbol') ?? '';
  if (!book.contracts.has(inBook(symbol))) return err(wrongParameter('symbol'));
  const { marginType, separatedType: separatedMode } = settings;
  const rows = book.held(inBook(symbol)).map(({ side, size, value: openValue }) => ({
    asset: 'USDT',
    symbol,
    side: side.toUpperCase(),
    marginType,
    separatedMode,
    size,
    openValue,
  }));
  return ok(rows);
};

/** Numbers, and not texts, as the exchange has them. */
const exchangeInfo: WireQuery['answer'] = () =>
  ok({
    assets: [],
    rateLimits: [],
    symbols: [...contracts.values()].map(({ record, tick, step }) => ({
      symbol: onWire(record.symbol),
      baseAsset: record.coin,
      quoteAsset: 'USDT',
      pricePrecision: tick.scale,
      quantityPrecision: step.scale,
      contractVal: numberOf(step.toString()),
      minOrderSize: numberOf(record.minOrderSize),
      maxOrderSize: numberOf(record.maxOrderSize),
    })),
  });

const SYMBOLS = [...contracts.values()].map(({ record }) => onWire(record.symbol));

/** Every query by its path. */
export const QUERIES: ReadonlyMap<string, WireQuery> = new Map<string, WireQuery>([
  ['/capi/v3/openOrders', reading(2, { matches: open(false), firstPage: 0, mostOfPage: 100 })],
  ['/capi/v3/order/history', reading(10, { matches: over(false), firstPage: 0, mostOfPage: 1000, isHistory: true })],
  ['/capi/v3/openAlgoOrders', reading(3, { matches: open(true), firstPage: 1, mostOfPage: 100 })],
  [
    '/capi/v3/allAlgoOrders',
    {
      ip: 5,
      isPrivate: true,
      answer: (asked) => {
        const page = listed(asked, { matches: over(true), mostOfPage: 1000, isHistory: true });
        return page.ok ? ok({ orders: page.value, hasMore: false, nextPage: 0 }) : page;
      },
    },
  ],
  ['/capi/v3/userTrades', { ip: 5, isPrivate: true, answer: trades }],
  ['/capi/v3/account/position/singlePosition', { ip: 2, isPrivate: true, answer: position }],
  [
    '/capi/v3/account/accountConfig',
    {
      ip: 5,
      isPrivate: true,
      answer: ({ settings: { canTrade, dualSidePosition } }) =>
        ok({ canTrade, canDeposit: true, canWithdraw: true, dualSidePosition }),
    },
  ],
  [
    '/capi/v3/account/symbolConfig',
    {
      ip: 5,
      isPrivate: true,
      answer: ({ settings: { marginType, separatedType } }) =>
        ok(SYMBOLS.map((symbol) => ({ symbol, marginType, separatedType, crossLeverage: '20.00' }))),
    },
  ],
  [
    '/capi/v3/market/apiTradingSymbols',
    { ip: 5, isPrivate: false, answer: ({ settings: { apiSymbols = SYMBOLS } }) => ok(apiSymbols) },
  ],
  ['/capi/v3/market/exchangeInfo', { ip: 1, isPrivate: false, answer: exchangeInfo }],
  ['/capi/v3/market/time', { ip: 1, isPrivate: false, answer: ({ wallMs }) => ok({ serverTime: Math.floor(wallMs) }) }],
]);
