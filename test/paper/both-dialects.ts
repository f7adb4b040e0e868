/** One client for either version of the interface, by bare HTTP: what it says is the same, how it says it is the version's own. */
import { onTestFinished } from 'vitest';
import { startPaperExchange, type PaperExchange, type PaperOptions } from '../../src/paper/server.ts';
import { AMPLE, json, list, NOW_MS, PATHS, send, single, trigger, type Received } from '../support/paper-client.ts';
import { ask, ORDER, TRIGGER } from './v3/raw.ts';

interface Placing {
  readonly id: string;
  readonly size: string;
  /** Of a long position; default: it opens. */
  readonly closes?: boolean;
  /** Undefined: at market. */
  readonly price?: string;
  readonly trigger?: string;
  /** For version 3 alone: fok or ioc. */
  readonly time?: string;
}

/** The order id, or the words of the refusal. */
type Placed = { readonly orderId: string } | { readonly refused: string };

export const idOf = (placed: Placed): string => ('orderId' in placed ? placed.orderId : placed.refused);

interface Row {
  readonly orderId: string;
  readonly clientId: string;
  readonly size: string;
  readonly filled: string;
  readonly status: string;
  /** Of a trigger that fired, on version 3: the order that it names. */
  readonly names: string;
}

export interface Client {
  readonly exchange: PaperExchange;
  place(order: Placing): Promise<Placed>;
  rows(list: 'open' | 'history' | 'open-triggers' | 'trigger-history'): Promise<readonly Row[]>;
  /** The newest first, each as `size at price`. */
  trades(): Promise<readonly string[]>;
  tradeIds(): Promise<readonly string[]>;
  held(): Promise<string>;
  last(): Promise<string>;
  /** Lets so much time pass. */
  wait(ms: number): void;
}

type Record_ = Readonly<Record<string, unknown>>;
const text = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value);

const PATHS_OF = {
  2: {
    open: 'order/current',
    history: 'order/history',
    'open-triggers': 'order/currentPlan',
    'trigger-history': 'order/historyPlan',
  },
  3: {
    open: 'openOrders',
    history: 'order/history',
    'open-triggers': 'openAlgoOrders',
    'trigger-history': 'allAlgoOrders',
  },
} as const;

/** An exchange whose clock goes on by `wait` alone, closed after the test. */
export async function clientOf(version: 2 | 3, options: PaperOptions = {}): Promise<Client> {
  let passed = 0;
  const clock = { wallMs: () => NOW_MS + passed, monotonicMs: () => passed };
  const ample = { ipWeight: AMPLE, uidWeight: AMPLE, orderCalls: AMPLE, orderCallsPerMinute: AMPLE };
  const exchange = await startPaperExchange({ ...ample, clock, ...options });
  onTestFinished(() => exchange.close());
  const wait = (ms: number): void => void (passed += ms);
  return version === 2 ? second(exchange, wait, () => passed) : third(exchange, wait, () => passed);
}

const rowOf = (row: Record_): Row => ({
  orderId: text(row['orderId'] ?? row['algoId'] ?? row['order_id']),
  clientId: text(row['clientOrderId'] ?? row['clientAlgoId'] ?? row['client_oid']),
  size: text(row['origQty'] ?? row['quantity'] ?? row['size']),
  filled: text(row['executedQty'] ?? row['filled_qty']),
  status: text(row['status'] ?? row['algoStatus']),
  names: text(row['actualOrderId'] ?? '0'),
});

/** Numbers of 18 digits as texts. */
const exact = (body: string): string => body.replaceAll(/:(\d{16,})/g, ':"$1"');

function second(exchange: PaperExchange, wait: Client['wait'], passed: () => number): Client {
  const call = (path: string, body?: Record_): Promise<Received> =>
    send(exchange.origin, path, body, { timestamp: String(NOW_MS + passed()) });
  const get = async (path: string): Promise<unknown> => JSON.parse(exact((await call(`/capi/v2/${path}`)).text));
  const fills = async () => ((await get('order/fills')) as { list: Record_[] }).list;
  return {
    exchange,
    wait,
    async place({ id, size, closes = false, price, trigger: at, time }) {
      const type = closes ? '3' : '1';
      const order_type = time === 'FOK' ? '2' : time === 'IOC' ? '3' : '0';
      const answer =
        at === undefined
          ? await call(
              PATHS.single,
              single({ client_oid: id, size, type, order_type, match_price: price === undefined ? '1' : '0', price }),
            )
          : await call(PATHS.trigger, trigger({ client_oid: id, size, type, trigger_price: at }));
      return answer.status === 200
        ? { orderId: text(json(answer)['order_id']) }
        : { refused: text(json(answer)['msg']) };
    },
    async rows(name) {
      const told = await get(`${PATHS_OF[2][name]}?symbol=cmt_btcusdt`);
      return (Array.isArray(told) ? told : (told as { list: Record_[] }).list).map(rowOf);
    },
    trades: async () =>
      (await fills()).map((row) => `${text(row['fillSize'])} at ${Number(row['fillValue']) / Number(row['fillSize'])}`),
    tradeIds: async () => (await fills()).map((row) => text(row['tradeId'])),
    held: async () =>
      text(list(await call('/capi/v2/account/position/singlePosition?symbol=cmt_btcusdt'))[0]?.['size']),
    last: async () => text(json(await call('/capi/v2/market/ticker?symbol=cmt_btcusdt'))['last']),
  };
}

function third(exchange: PaperExchange, wait: Client['wait'], passed: () => number): Client {
  const atMs = (): number => NOW_MS + passed();
  const get = async (path: string): Promise<unknown> =>
    JSON.parse(exact((await ask(exchange, 'GET', `/capi/v3/${path}`, { atMs: atMs() })).text));
  const fills = async () => (await get('userTrades')) as Record_[];
  return {
    exchange,
    wait,
    async place({ id, size: quantity, closes = false, price, trigger: at, time = 'GTC' }) {
      const shared = { quantity, side: closes ? 'SELL' : 'BUY' };
      const ordinary = {
        ...ORDER,
        ...shared,
        newClientOrderId: id,
        type: price === undefined ? 'MARKET' : 'LIMIT',
        price,
        timeInForce: time,
      };
      const body = at === undefined ? ordinary : { ...TRIGGER, ...shared, clientAlgoId: id, triggerPrice: at };
      const path = at === undefined ? 'order' : 'algoOrder';
      const { status, json: answer } = await ask(exchange, 'POST', `/capi/v3/${path}`, { body, atMs: atMs() });
      return status === 200 ? { orderId: text(answer['orderId']) } : { refused: text(answer['msg']) };
    },
    async rows(name) {
      const told = await get(`${PATHS_OF[3][name]}?symbol=BTCUSDT`);
      return (Array.isArray(told) ? told : (told as { orders: Record_[] }).orders).map(rowOf);
    },
    trades: async () => (await fills()).map((row) => `${text(row['qty'])} at ${text(row['price'])}`),
    tradeIds: async () => (await fills()).map((row) => text(row['id'])),
    held: async () => {
      const rows = (await get('account/position/singlePosition?symbol=BTCUSDT')) as Record_[];
      return text(rows[0]?.['size']);
    },
    last: async () => text(((await get('market/symbolPrice?symbol=BTCUSDT')) as Record_)['price']),
  };
}
