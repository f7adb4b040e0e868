import { createHmac } from 'node:crypto';
import type { FaultName } from '../../src/paper/faults.ts';
import { startPaperExchange, type PaperExchange, type PaperOptions } from '../../src/paper/server.ts';

/** The wall clock of the tests; whoever needs another moment says so. */
export const NOW_MS = 1_764_000_000_000;
export const AMPLE = { amount: 1_000_000_000, windowMs: 10_000 };

/** A paper exchange whose windows never fill and whose clock stands at NOW_MS. */
export const startAmple = (options: PaperOptions = {}): Promise<PaperExchange> =>
  startPaperExchange({
    ipWeight: AMPLE,
    uidWeight: AMPLE,
    clock: { wallMs: () => NOW_MS, monotonicMs: () => 0 },
    ...options,
  });

export const PATHS = {
  single: '/capi/v2/order/placeOrder',
  batch: '/capi/v2/order/batchOrders',
  trigger: '/capi/v2/order/plan_order',
} as const;

/** Fields over the ones of a valid request; undefined takes a field away. */
export type Changes = Readonly<Record<string, unknown>>;

const change = (base: Changes, changes: Changes): Changes =>
  Object.fromEntries(Object.entries({ ...base, ...changes }).filter(([, value]) => value !== undefined));

export const single = (changes: Changes = {}): Changes =>
  change(
    {
      symbol: 'cmt_btcusdt',
      client_oid: 'one',
      size: '0.01',
      type: '1',
      order_type: '0',
      match_price: '0',
      price: '63000',
    },
    changes,
  );

export const entry = (changes: Changes = {}): Changes => single({ symbol: undefined, ...changes });

export const batch = (entries: readonly unknown[] = [entry()], changes: Changes = {}): Changes =>
  change({ symbol: 'cmt_btcusdt', marginMode: 1, orderDataList: entries }, changes);

export const trigger = (changes: Changes = {}): Changes =>
  change(
    {
      symbol: 'cmt_btcusdt',
      client_oid: 'stop',
      size: '0.01',
      type: '3',
      match_type: '1',
      execute_price: '0',
      trigger_price: '61900',
    },
    changes,
  );

export interface Sending {
  readonly method?: string;
  /** Over the headers of a signed request; undefined takes one away. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly timestamp?: string;
  readonly secret?: string;
  /** What is signed in place of the body that is sent. */
  readonly signedBody?: string;
}

export interface Received {
  readonly status: number;
  readonly text: string;
  readonly contentType: string | null;
}

/** Signs and sends on its own account: nothing here is the client's code or the exchange's. */
export async function send(
  origin: string,
  target: string,
  body: string | Uint8Array<ArrayBuffer> | Changes | undefined,
  sending: Sending = {},
): Promise<Received> {
  const method = sending.method ?? (body === undefined ? 'GET' : 'POST');
  const bytes = body === undefined ? undefined : bytesOf(body);
  const timestamp = sending.timestamp ?? String(NOW_MS);
  const signature = createHmac('sha256', sending.secret ?? 'paper')
    .update(`${timestamp}${method}${target}`)
    .update(sending.signedBody ?? bytes ?? '')
    .digest('base64');
  const headers = change(
    {
      'ACCESS-KEY': 'paper',
      'ACCESS-SIGN': signature,
      'ACCESS-PASSPHRASE': 'paper',
      'ACCESS-TIMESTAMP': timestamp,
      locale: 'en-US',
      'Content-Type': 'application/json',
    },
    sending.headers ?? {},
  ) as Record<string, string>;
  const response = await fetch(origin + target, { method, headers, ...(bytes === undefined ? {} : { body: bytes }) });
  return { status: response.status, text: await response.text(), contentType: response.headers.get('content-type') };
}

const bytesOf = (body: string | Uint8Array<ArrayBuffer> | Changes): Uint8Array<ArrayBuffer> =>
  body instanceof Uint8Array ? body : new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body));

export const json = (received: Received): Record<string, unknown> =>
  JSON.parse(received.text) as Record<string, unknown>;
export const list = (received: Received): Record<string, unknown>[] =>
  JSON.parse(received.text) as Record<string, unknown>[];

/** Entries of a batch. */
export const four = ['a', 'b', 'c', 'd'].map((clientOid) => entry({ client_oid: clientOid }));

/** One exchange that deals exactly these faults to every order call, for as long as a body runs. */
export async function under(
  faults: readonly FaultName[],
  body: (exchange: PaperExchange) => Promise<void>,
  seed = 1,
): Promise<void> {
  const exchange = await startAmple({ faults: Object.fromEntries(faults.map((name) => [name, 1])), seed });
  try {
    await body(exchange);
  } finally {
    await exchange.close();
  }
}
