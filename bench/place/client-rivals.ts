/** The same batches by the bare HTTP clients and by ccxt: each builds, signs, sends and reads a batch, and does no more. */
import { createHmac } from 'node:crypto';
import ky from 'ky';
import { BATCH, BATCH_PATH, CONCURRENCY, oneByOne, orderKey, type Client, type Place } from './batch-client.ts';

function request(call: number): { body: string; headers: Record<string, string> } {
  const body = JSON.stringify({
    symbol: 'cmt_btcusdt',
    marginMode: 1,
    orderDataList: Array.from({ length: BATCH }, (_, entry) => ({
      client_oid: orderKey(call, entry),
      size: '0.01',
      type: '1',
      order_type: '0',
      match_price: '0',
      price: String(60_000 + ((call * BATCH + entry) % 4000)),
    })),
  });
  const timestamp = String(Date.now());
  return {
    body,
    headers: {
      'ACCESS-KEY': 'paper',
      'ACCESS-SIGN': createHmac('sha256', 'paper').update(`${timestamp}POST${BATCH_PATH}${body}`).digest('base64'),
      'ACCESS-PASSPHRASE': 'paper',
      'ACCESS-TIMESTAMP': timestamp,
      locale: 'en-US',
      'Content-Type': 'application/json',
    },
  };
}

interface BatchAnswer {
  readonly order_info: readonly { readonly client_oid: string; readonly order_id: string; readonly result: boolean }[];
}

const acceptedIn = (answer: BatchAnswer): string[] =>
  answer.order_info.filter(({ result, order_id }) => result && order_id !== '').map(({ client_oid }) => client_oid);

export function bareKy({ origin }: Place): Client {
  const http = ky.create({ prefix: origin, retry: 0, timeout: 10_000 });
  return oneByOne(async (call) => acceptedIn(await http.post(BATCH_PATH.slice(1), request(call)).json<BatchAnswer>()));
}

interface Undici {
  readonly Pool: new (
    origin: string,
    options: { connections: number; pipelining: number },
  ) => {
    request(
      options: ReturnType<typeof request> & { path: string; method: string },
    ): Promise<{ body: { json(): Promise<unknown> } }>;
  };
}

export async function bareUndici({ origin }: Place): Promise<Client> {
  const { Pool } = await rival<Undici>('undici');
  const pool = new Pool(origin, { connections: CONCURRENCY, pipelining: 1 });
  return oneByOne(async (call) => {
    const { body } = await pool.request({ path: BATCH_PATH, method: 'POST', ...request(call) });
    return acceptedIn((await body.json()) as BatchAnswer);
  });
}

interface CcxtExchange {
  urls: { api: Record<string, string> };
  currencies: object;
  readonly options: Record<string, unknown>;
  setMarkets(markets: readonly object[]): void;
  createOrders(orders: readonly object[]): Promise<readonly { id?: string; clientOrderId?: string }[]>;
}
interface Ccxt {
  readonly default: { readonly bitget: new (settings: object) => CcxtExchange };
}

const CCXT_MARKET = {
  id: 'BTCUSDT',
  symbol: 'BTC/USDT:USDT',
  base: 'BTC',
  quote: 'USDT',
  settle: 'USDT',
  baseId: 'BTC',
  quoteId: 'USDT',
  settleId: 'USDT',
  type: 'swap',
  swap: true,
  active: true,
  contract: true,
  spot: false,
  margin: false,
  future: false,
  option: false,
  linear: true,
  inverse: false,
  contractSize: 1,
  taker: 0.0006,
  maker: 0.0002,
  precision: { amount: 0.001, price: 0.1 },
  limits: { amount: { min: 0.001 }, price: {}, cost: {}, leverage: {} },
  info: {},
};

/** The bitget class, whose interface is closest to ours: its own throttle off, its markets given, so that it sends one request a batch. */
export async function ccxt({ origin }: Place): Promise<Client> {
  const { bitget: Bitget } = (await rival<Ccxt>('ccxt')).default;
  const exchange = new Bitget({ apiKey: 'paper', secret: 'paper', password: 'paper', enableRateLimit: false });
  exchange.setMarkets([CCXT_MARKET]);
  exchange.currencies = {};
  exchange.options['uta'] = false;
  exchange.urls.api = Object.fromEntries(Object.keys(exchange.urls.api).map((name) => [name, origin]));
  return oneByOne(async (call) => {
    const orders = Array.from({ length: BATCH }, (_, entry) => ({
      symbol: 'BTC/USDT:USDT',
      type: 'limit',
      side: 'buy',
      amount: 0.01,
      price: 60_000 + ((call * BATCH + entry) % 4000),
      params: { clientOrderId: orderKey(call, entry), marginMode: 'cross' },
    }));
    const placed = await exchange.createOrders(orders);
    return placed.filter(({ id }) => id !== undefined && id !== '').map(({ clientOrderId = '' }) => clientOrderId);
  });
}

/** A rival's package is not in the main install, so the compiler must not look for it: what we use of it is declared here. */
const rival = async <T>(name: string): Promise<T> => (await import(name)) as T;
