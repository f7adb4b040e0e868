/**
 * A version of the interface that no exchange speaks, made by the recipe of CONTRIBUTING.md: one `Dialect` and one `Version`. It
 * has its own paths, fields, words, codes, pages and spelling of symbols, takes two orders in a batch, and cancels one at a time
 * by a path of the order.
 */
import type { AnswerBook } from '../../../src/exchange/answers/answer-book.ts';
import { isObject, orderIdOf, textOf, type JsonObject } from '../../../src/exchange/answers/answers.ts';
import { readContractsBy, aboveZero } from '../../../src/exchange/answers/contract-records.ts';
import { operationsWith, type Version } from '../../../src/exchange/answers/operations-with.ts';
import { pricesIn } from '../../../src/exchange/answers/symbol-rows.ts';
import { decimalTextOf, timeMsOf, toldBy } from '../../../src/exchange/answers/told.ts';
import type { Calls, Dialect } from '../../../src/exchange/dialect.ts';
import { defined } from '../../../src/model/defined.ts';
import type { Evidence, Json } from '../../../src/model/evidence.ts';
import type { ListedOrder, ListName, Unanswered } from '../../../src/model/listing.ts';
import type { Order, Side } from '../../../src/model/order.ts';
import type { RecordStatus } from '../../../src/model/standing.ts';
import { symbolKey } from '../../../src/model/symbol.ts';

/** `btcusdt` is `usdt.btc`. */
const pairOf = (symbol: string): string => symbolKey(symbol).replace(/^(.+)(usdt)$/, '$2.$1');
const symbolOf = (pair: string): string => pair.replace(/^(usdt)\.(.+)$/, '$2$1');

const DOES: Readonly<Record<Side, string>> = {
  'open-long': 'enter up',
  'open-short': 'enter down',
  'close-long': 'leave up',
  'close-short': 'leave down',
};
const LIVES = { normal: 'rest', 'post-only': 'make', fok: 'whole', ioc: 'now' } as const;

const wanted = ({
  symbol,
  side,
  size,
  price,
  timeInForce,
  clientOid,
  trigger,
  takeProfit,
  stopLoss,
}: Order): object => ({
  tag: clientOid,
  pair: pairOf(symbol),
  does: DOES[side],
  much: size.toString(),
  ...(price.kind === 'limit' && { at: price.at.toString(), lives: LIVES[timeInForce] }),
  ...(trigger && { once: trigger.toString() }),
  ...(takeProfit && { win: takeProfit.toString() }),
  ...(stopLoss && { lose: stopLoss.toString() }),
});

const PLACES = {
  single: { path: '/third/want', weight: { ip: 3, uid: 1 } },
  batch: { path: '/third/want/two', weight: { ip: 4, uid: 2 } },
  trigger: { path: '/third/want/once', weight: { ip: 3, uid: 1 } },
} as const;
const OFF = { path: '/third/off', weight: { ip: 2, uid: 0 } } as const;

const CALLS: Calls = {
  place: {
    most: 2,
    batchPaysFrom: 2,
    weight: (kind) => PLACES[kind].weight,
    write: (kind, orders) => ({
      path: PLACES[kind].path,
      body: JSON.stringify(kind === 'batch' ? { wants: orders.map(wanted) } : wanted(orders[0] as Order)),
    }),
  },
  cancel: {
    most: 1,
    batchPaysFrom: 2,
    weight: () => OFF.weight,
    write: (_, [target]) => ({
      method: 'DELETE',
      path: `${OFF.path}/${target?.orderId ?? ''}?tag=${target?.clientOid ?? ''}`,
      body: '',
    }),
  },
};

const BOOK: AnswerBook = {
  successCodes: new Set(['FINE']),
  accessCodes: new Set(['KEY']),
  clockCodes: new Set(['LATE']),
  rateCodes: new Set(['SLOW']),
  leastWaitMs: 0,
  engineCode: 'CORE',
  refusals: new Set(['SMALL', 'CORE']),
  fixedCodes: new Set(['FINE', 'KEY', 'LATE', 'SLOW', 'CORE']),
  orderRefusals: new Set(['GONE']),
  cancelRefusals: new Set(['GONE']),
  accessWords: ({ code, message }) => ({ why: `refused: ${code} ${message}`, mend: 'check the key' }),
  accessRefused: ({ message }) => `access refused: ${message}`,
  names: {
    orderId: 'ref',
    clientOid: 'tag',
    clientOids: ['tag'],
    result: 'done',
    errorCode: 'ill',
    errorMessage: 'because',
    entries: 'wants',
    isBareList: false,
    cancelled: [],
  },
  refusesInPlace: true,
};

const rowsIn = (evidence: Evidence): { readonly rows: readonly Json[] } | Unanswered => {
  const told = toldBy(evidence, BOOK);
  if (told.kind !== 'told') return told;
  const rows = isObject(told.payload) ? told.payload['rows'] : undefined;
  return Array.isArray(rows)
    ? { rows: rows as readonly Json[] }
    : { kind: 'failed', message: 'an answer without a list' };
};

/** What can be read of these rows, and how many cannot. */
function readAll<Each>(rows: readonly Json[], read: (row: JsonObject) => Each | undefined): [Each[], number] {
  const all = rows.map((row) => (isObject(row) ? read(row) : undefined)).filter((one) => one !== undefined);
  return [all, rows.length - all.length];
}

const STANDS: Readonly<Record<string, RecordStatus>> = {
  waits: 'open',
  leaves: 'cancelling',
  left: 'cancelled',
  done: 'filled',
};

function orderIn(row: JsonObject): ListedOrder | undefined {
  const orderId = orderIdOf(row['ref']);
  if (orderId === undefined) return undefined;
  const does = textOf(row['does']);
  return {
    orderId,
    clientOid: textOf(row['tag']) ?? '',
    ...defined({
      symbol: symbolOf(textOf(row['pair']) ?? ''),
      side: Object.keys(DOES).find((side) => DOES[side as Side] === does) ?? does,
      size: decimalTextOf(row['much']),
      filledSize: decimalTextOf(row['had']),
      price: decimalTextOf(row['at']),
      triggerPrice: decimalTextOf(row['once']),
      createdMs: timeMsOf(row['since']),
      status: STANDS[textOf(row['stands']) ?? ''],
    }),
  };
}

/** Of what rests or is over, plain or once; it counts rows and not pages, and tells two at a time. */
const LISTS: Readonly<Record<ListName, string>> = {
  open: 'rests/plain',
  history: 'over/plain',
  'open-triggers': 'rests/once',
  'trigger-history': 'over/once',
};
const ROWS = 2;
const listed = { path: '/third/rows', weight: { ip: 5, uid: 0 }, reads: 'pages', mostOfPage: ROWS } as const;

/** Nothing here asks for it. */
const UNTOLD = { kind: 'failed', message: 'the third version does not tell it' } as const;

const VERSION: Version = {
  book: BOOK,
  calls: CALLS,
  placing: PLACES,
  cancelling: { single: OFF, batch: OFF, trigger: OFF },
  cancelMethod: 'DELETE',
  lists: { open: listed, history: listed, 'open-triggers': listed, 'trigger-history': listed },
  listTarget: ({ list, symbol, page }) =>
    `/third/rows/${LISTS[list]}?skip=${page * ROWS}${symbol === undefined ? '' : `&pair=${pairOf(symbol)}`}`,
  readList: (evidence) => {
    const told = rowsIn(evidence);
    if (!('rows' in told)) return told;
    const [orders, unreadable] = readAll(told.rows, orderIn);
    return { kind: 'page', orders, unreadable };
  },
  fills: {
    path: '/third/deals',
    weight: { ip: 5, uid: 0 },
    mostOfPage: ROWS,
    target: ({ symbol, fromMs, toMs }) => `/third/deals?pair=${pairOf(symbol)}&between=${fromMs}-${toMs}`,
    read: (evidence) => {
      const told = rowsIn(evidence);
      if (!('rows' in told)) return told;
      return { kind: 'page', fills: [], unreadable: told.rows.length };
    },
  },
  position: {
    path: '/third/holds',
    weight: { ip: 1, uid: 0 },
    target: ({ symbol }) => `/third/holds?pair=${pairOf(symbol)}`,
    read: (evidence) => {
      const told = toldBy(evidence, BOOK);
      if (told.kind !== 'told') return told;
      const [up, down] = ['up', 'down'].map((name) =>
        isObject(told.payload) ? decimalTextOf(told.payload[name]) : undefined,
      );
      if (up === undefined || down === undefined) return { kind: 'failed', message: 'a side is missing' };
      const rows = [
        { side: 'long', size: up, marginMode: 'cross' },
        { side: 'short', size: down, marginMode: 'cross' },
      ] as const;
      return { kind: 'position', long: up, short: down, rows };
    },
  },
  positions: { path: '/third/holds/all', weight: { ip: 1, uid: 0 }, read: () => UNTOLD },
  money: { path: '/third/purse', weight: { ip: 1, uid: 0 }, read: () => UNTOLD },
  candles: {
    newest: { path: '/third/bars', weight: { ip: 1, uid: 0 }, mostOfPage: 500 },
    history: { path: '/third/bars', weight: { ip: 1, uid: 0 }, mostOfPage: 500 },
  },
  candlesTarget: (path, { symbol, length, limit }) => `${path}?pair=${pairOf(symbol)}&span=${length}&most=${limit}`,
  market: [
    {
      path: '/third/costs',
      weight: { ip: 1, uid: 0 },
      target: ({ symbol }) => `/third/costs?pair=${pairOf(symbol)}`,
      read: (evidence, { symbol }) =>
        pricesIn(evidence, { book: BOOK, symbol, names: { bid: 'bid', ask: 'ask', mark: 'mark' } }),
    },
  ],
  telling: { opensOfAll: false, bothSides: true, modePerOrder: true },
  time: { path: '/third/now', weight: { ip: 1, uid: 0 }, field: 'now' },
};

export const OPERATIONS = operationsWith(VERSION);

const TAG = /"tag":"([A-Za-z0-9]+)"/g;

export const third: Dialect = {
  calls: CALLS,
  triggerPresets: false,
  entryOf: (body, clientOid) =>
    (JSON.parse(body) as { readonly wants: readonly { readonly tag: string }[] }).wants
      .filter(({ tag }) => tag === clientOid)
      .map((want) => JSON.stringify(want))[0],
  clientOidsIn: (body) => [...body.matchAll(TAG)].map(([, tag = '']) => tag),
  contracts: {
    path: '/third/pairs',
    weight: { ip: 1, uid: 0 },
    read: (received) =>
      readContractsBy(
        {
          book: BOOK,
          names: { symbol: 'pair', minSize: 'least', maxSize: 'most' },
          listIn: (body) => (isObject(body) ? body['rows'] : undefined),
          tickOf: (row) => aboveZero(row, 'tick'),
          stepOf: (row) => aboveZero(row, 'step'),
        },
        received,
      ),
  },
  defaults: {
    limits: {
      ip: { amount: 100, windowMs: 1000 },
      uid: { amount: 100, windowMs: 1000 },
      orderCalls: { amount: 100, windowMs: 1000 },
    },
    cancelBatch: 1,
    maxOrdersPerCall: 2,
  },
  accountWindow: { key: 'uidWeight', name: 'UID weight' },
  fixedCodes: BOOK.fixedCodes,
  check: { settings: [], money: { ip: 1, uid: 0 }, ofAll: [], ofSymbol: [{ ip: 12, uid: 0 }] },
  look: { ip: 12, uid: 0 },
  heaviest: { calls: { ip: 4, uid: 2 }, questions: { ip: 5, uid: 0 } },
};
