/** Version 3: other paths, names, codes and pages around the same orders. */
import { OPERATIONS } from '../../../src/exchange/v3/operations.ts';
import type { Cost } from '../../../src/model/call.ts';
import type { ListName } from '../../../src/model/listing.ts';
import type { CancelRequest } from '../cancels/cancel-request.ts';
import type { HeldRow } from '../cancels/told-state.ts';
import type { Entry, PlacedRequest } from '../request.ts';
import { said } from './v3-answers.ts';
import { pathOf, type Told, type Wire } from './wire.ts';

/** What places takes of both windows of orders, and nothing else does. */
const orders = (count: number): Cost => ({ ip: 0, uid: count, orderCalls: count });
const weight = (ip: number): Cost => ({ ip, uid: 0, orderCalls: 0 });

const PATHS = { single: '/capi/v3/order', batch: '/capi/v3/batchOrders', trigger: '/capi/v3/algoOrder' } as const;
const LIST_PATHS: Readonly<Record<string, ListName>> = {
  '/capi/v3/openOrders': 'open',
  '/capi/v3/order/history': 'history',
  '/capi/v3/openAlgoOrders': 'open-triggers',
  '/capi/v3/allAlgoOrders': 'trigger-history',
};

type Fields = Readonly<Record<string, string | undefined>>;

const inBook = (symbol = ''): string => `cmt_${symbol.toLowerCase()}`;
const onWire = (symbol = ''): string => symbol.replace('cmt_', '').toUpperCase();

const TYPES = ['BUY LONG', 'SELL SHORT', 'SELL LONG', 'BUY SHORT'];
const TIMES = ['GTC', 'POST_ONLY', 'FOK', 'IOC'];
const digitIn = (words: readonly string[], word: string, first: number): string => {
  const at = words.indexOf(word);
  if (at < 0) throw new Error(`the exchange does not know ${word}`);
  return String(at + first);
};

/** An order in the words of the exchange; a field that is not there is none. */
function entryOf(one: Fields): Entry {
  const isTrigger = one['clientAlgoId'] !== undefined;
  const isMarket = one['type'] === 'MARKET' || one['type'] === 'STOP_MARKET';
  const fields: Record<string, string | undefined> = {
    symbol: inBook(one['symbol']),
    type: digitIn(TYPES, `${one['side']} ${one['positionSide']}`, 1),
    size: one['quantity'],
    client_oid: one['newClientOrderId'] ?? one['clientAlgoId'],
    ...(isTrigger
      ? { match_type: isMarket ? '1' : '0', execute_price: one['price'] ?? '0', trigger_price: one['triggerPrice'] }
      : { match_price: isMarket ? '1' : '0', price: one['price'] }),
    ...(!isTrigger && !isMarket && { order_type: digitIn(TIMES, one['timeInForce'] ?? '', 0) }),
    presetTakeProfitPrice: one['tpTriggerPrice'] ?? one['presetTakeProfitPrice'],
    presetStopLossPrice: one['slTriggerPrice'] ?? one['presetStopLossPrice'],
  };
  return JSON.parse(JSON.stringify(fields)) as Entry;
}

function readPlaced(path: string, body: string): PlacedRequest {
  const whole = JSON.parse(body) as Fields & { readonly batchOrders?: readonly Fields[] };
  const entries = (whole.batchOrders ?? [whole]).map(entryOf);
  const [first] = entries as [Entry & { symbol: string }];
  if (entries.some(({ symbol }) => symbol !== first.symbol)) throw new Error('a batch of two symbols');
  const isMarket = entries.some(({ order_type }) => order_type === undefined);
  return {
    path,
    body,
    isBatch: path === PATHS.batch,
    isTrigger: path === PATHS.trigger,
    shared: { symbol: first.symbol },
    entries,
    // The margin mode is a setting, and an order at market says no time in force.
    unsaid: new Set(['marginMode', ...(isMarket ? ['order_type'] : [])]),
  };
}

/** A batch names orders in its body, whose ids are numbers of more digits than a float holds; any other call in its query. */
function readCancel({ method, path, body }: Parameters<Wire['readCancel']>[0]): CancelRequest {
  if (method !== 'DELETE') throw new Error(`a cancel is a ${method}`);
  const kind = pathOf(path);
  const isBatch = kind === PATHS.batch;
  const query = new URLSearchParams(path.slice(kind.length));
  if (isBatch === (body === '')) throw new Error(`a cancel at ${kind} with the body "${body}"`);
  const byId = isBatch ? body.match(/^\{"orderIdList":\[([\d,]+)\]\}$/)?.[1]?.split(',') : query.getAll('orderId');
  const byClientOid = isBatch
    ? (JSON.parse(body) as { origClientOrderIdList?: readonly string[] }).origClientOrderIdList
    : query.getAll('origClientOrderId');
  const isById = byId !== undefined && byId.length > 0;
  return {
    path,
    body,
    isBatch,
    isTrigger: kind === PATHS.trigger,
    by: isById ? 'orderId' : 'clientOid',
    names: (isById ? byId : byClientOid) ?? [],
  };
}

const readQuery: Wire['readQuery'] = (_, target) => {
  const path = pathOf(target);
  const list = LIST_PATHS[path];
  if (list === undefined) throw new Error(`no list is at ${path}`);
  const query = new URLSearchParams(target.slice(path.length));
  const symbol = query.get('symbol');
  const page = Number(query.get('page') ?? 0) - (list === 'open-triggers' ? 1 : 0);
  if (page < 0) throw new Error(`${path} counts its pages from 1`);
  return {
    list,
    page,
    fromMs: Number(query.get('startTime') ?? 0),
    toMs: Number(query.get('endTime') ?? Number.POSITIVE_INFINITY),
    ...(symbol !== null && { symbol: inBook(symbol) }),
  } as ReturnType<Wire['readQuery']>;
};

const STATES: Readonly<Record<string, string>> = {
  open: 'NEW',
  pending: 'PENDING',
  canceling: 'CANCELING',
  canceled: 'CANCELED',
  cancelled: 'CANCELED',
  filled: 'FILLED',
  '0': 'UNTRIGGERED',
  untriggered: 'UNTRIGGERED',
  '-1': 'CANCELED',
  '2': 'TRIGGERED',
  triggered: 'FILLED',
};

const SIDE_WORDS = ['open_long', 'open_short', 'close_long', 'close_short'];

/** Ids and times are numbers: they are written as they are. */
function recordText(told: Told, isTrigger: boolean): string {
  const { symbol, type, size, createTime, client_oid, order_id, status, filled_qty, price, triggerPrice } = told;
  const at = type === undefined ? -1 : Math.max(SIDE_WORDS.indexOf(type.toLowerCase()), Number(type) - 1 || 0);
  const [side, positionSide] = at < 0 ? [] : (TYPES[at] as string).split(' ');
  const [id, ownId, amount, state, created] = isTrigger
    ? (['algoId', 'clientAlgoId', 'quantity', 'algoStatus', 'createTime'] as const)
    : (['orderId', 'clientOrderId', 'origQty', 'status', 'time'] as const);
  const words = {
    [ownId]: client_oid,
    ...(symbol !== undefined && { symbol: onWire(symbol) }),
    side,
    positionSide,
    [amount]: size,
    [state]: status && STATES[status.toLowerCase()],
    // What is not filled has 0 of it; a record of a filled order may lack how much.
    ...(!isTrigger && { executedQty: filled_qty ?? '0' }),
    ...(isTrigger && { actualOrderId: 0 }),
    ...(price !== undefined && { price, triggerPrice, slTriggerPrice: told['presetStopLossPrice'] }),
  };
  return `{"${id}":${order_id},"${created}":${createTime},${JSON.stringify(words).slice(1)}`;
}

const heldTold = (symbol: string, rows: readonly HeldRow[]): readonly object[] =>
  rows
    .filter(({ size }) => Number(size) > 0)
    .map(({ side, size, value }) => ({
      symbol: onWire(symbol),
      side,
      marginType: 'CROSSED',
      size,
      openValue: value,
    }));

const NAMES = ['BTCUSDT', 'ETHUSDT'];
/** All symbols alike, and as a plan without words on it has it. */
const SETTINGS: Readonly<Record<string, unknown>> = {
  account: { canTrade: true, dualSidePosition: true },
  symbols: NAMES.map((symbol) => ({ symbol, marginType: 'CROSSED', separatedType: 'COMBINED' })),
  tradable: NAMES,
  money: [{ asset: 'USDT', balance: '1000', availableBalance: '1000' }],
};

export const V3: Wire = {
  interface: 'v3',
  operations: OPERATIONS,
  costs: {
    place: { [PATHS.single]: orders(1), [PATHS.batch]: orders(5), [PATHS.trigger]: orders(1) },
    cancel: { [PATHS.single]: weight(1), [PATHS.batch]: weight(5), [PATHS.trigger]: weight(1) },
    lists: { open: weight(2), history: weight(10), 'open-triggers': weight(3), 'trigger-history': weight(5) },
    fills: weight(5),
    position: weight(2),
    positions: weight(10),
    contracts: weight(1),
    market: weight(1),
    settings: weight(5),
    money: weight(5),
    time: weight(1),
  },
  readPlaced,
  readCancel,
  readQuery,
  isPaged: (list) => list !== 'trigger-history',
  // Nobody promises in which order a page tells its records.
  page: (records, list, random) =>
    `[${random
      .shuffled(records)
      .map((one) => recordText(one, list === 'open-triggers' || list === 'trigger-history'))
      .join(',')}]`,
  fills: (text) =>
    text
      .replace(/^\{"list":(\[.*\]),"nextFlag".*$/, '$1')
      .replaceAll('"tradeId":', '"id":')
      .replaceAll('"fillSize":', '"qty":')
      .replaceAll('"fillValue":', '"quoteQty":')
      .replaceAll('"createdTime":', '"time":')
      .replaceAll(/"symbol":"cmt_(\w+)"/g, (_, name: string) => `"symbol":"${name.toUpperCase()}"`),
  // A side that is not held has no row.
  position: (symbol, rows) => JSON.stringify(heldTold(symbol, rows)),
  positions: (rows) => JSON.stringify([...rows].flatMap(([symbol, held]) => heldTold(symbol, held))),
  contracts: (symbols, maxSize) =>
    JSON.stringify({
      symbols: symbols.map((symbol) => ({
        symbol: onWire(symbol),
        pricePrecision: 1,
        quantityPrecision: 6,
        contractVal: '0.000001',
        minOrderSize: '0.000001',
        maxOrderSize: maxSize,
      })),
    }),
  market: (path, symbol, price) => {
    if (path === '/capi/v3/market/ticker/bookTicker')
      return JSON.stringify([{ symbol: onWire(symbol), bidPrice: price, askPrice: price }]);
    if (path !== '/capi/v3/market/symbolPrice') throw new Error(`no prices are at ${path}`);
    return JSON.stringify({ symbol: onWire(symbol), price });
  },
  settings: (name) => JSON.stringify(SETTINGS[name]),
  said,
};
