/**
 * The paper exchange: the interface of docs/exchange.md over real HTTP on loopback, with an order book of record behind it.
 *
 * It replaces the exchange in paper runs, in `ordo exchange` and in tests, and judges what the client sends: it shares no
 * code with the client, and is written from docs/exchange.md alone. If strict, it refuses whatever any reading of that
 * refuses. Otherwise it accepts what is not forbidden, and what the live exchange is recorded to accept. It helps with
 * nothing that is not promised: a repeated client order id places a second order. Balances and margin are not modelled. The
 * market stands still unless it is told to move; then there are positions, and what waits is filled (market/moving-book.ts).
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Rate, Weight } from '../model/call.ts';
import type { Delivery, Refusal } from './refusals.ts';
import type { Credentials } from './authentication.ts';
import type { Book, BookOptions, PaperOrder } from './book.ts';
import type { Counting } from './counting.ts';
import { createDealer, type FaultSpec } from './faults.ts';
import { Admission } from './admission.ts';
import { Market, type MarketOptions } from './market/market.ts';
import { StillBook } from './market/still-book.ts';
import { Service, splitTarget, type Arrived, type Handled } from './service.ts';

export interface PaperOptions {
  /** 0, the default: any free port. Always bound to 127.0.0.1. */
  readonly port?: number;
  /** Default of both: 500 per 10 s. */
  readonly ipWeight?: Rate;
  readonly uidWeight?: Rate;
  /** Order calls of the account; by default they are not counted. */
  readonly orderCalls?: Rate;
  readonly counting?: Counting;
  /** Where fixed windows begin, by the monotonic clock. */
  readonly phaseMs?: number;
  /** Added before each answer, after the request was processed. */
  readonly latencyMs?: number;
  readonly faults?: FaultSpec;
  /** Of the faults; the market has its own. */
  readonly seed?: number;
  /** Lets prices move; by default they stand still, at what `instruments.ts` lists. */
  readonly market?: MarketOptions;
  /** From a cancel that is taken on to the end of its order, by the monotonic clock; default 0: it ends at once. */
  readonly cancelDelayMs?: number;
  /** Whether presets become trigger orders where prices stand still; where they move they always do. Default false. */
  readonly presets?: boolean;
  /** Whether presets outlive each other and the position (docs/exchange.md#presets); default false. */
  readonly orphans?: boolean;
  readonly credentials?: Credentials;
  readonly clock?: { wallMs(): number; monotonicMs(): number };
  readonly timestampToleranceMs?: number;
  /** Whether to refuse what only the narrowest reading of docs/exchange.md refuses; default true. */
  readonly strict?: boolean;
  /** HTTP status of a refusal by the engine (code 40015): sources differ (docs/exchange.md#statuses). */
  readonly businessStatus?: 200 | 400;
  /** Whether presets in a batch entry are refused as unknown fields, as the batch's request shape has none; default false. */
  readonly refuseBatchPresets?: boolean;
  /** False keeps `requests` empty, for long runs. */
  readonly keepRequests?: boolean;
}

/** A request that arrived completely. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  /** Without its `?`; empty if there is none. */
  readonly query: string;
  readonly body: string;
  /** When it was counted and processed, by the monotonic clock. */
  readonly receivedAtMs: number;
  /** The status that was decided; undefined if the connection is cut or stays silent instead. */
  readonly status?: number;
  readonly weight: Weight;
  /** Why the request was refused as a whole; single entries of a batch are refused in the answer. */
  readonly refusal?: Refusal;
}

export interface PaperExchange {
  /** `http://127.0.0.1:<port>`. */
  readonly origin: string;
  /** In order of arrival. */
  readonly requests: readonly ReceivedRequest[];
  /** In order of acceptance; with a moving market also what triggers became, and presets. */
  readonly orders: readonly PaperOrder[];
  /** Lets a moving market make so many steps at once. */
  advance(steps: number): void;
  /** Requests answered 429 because a window was full; the fault `rate` is not among them. */
  readonly refusedByRate: number;
  /** Also ends open sockets. May be called twice. */
  close(): Promise<void>;
}

const LONGEST_BODY = 1024 * 1024;
const REAL_CLOCK = { wallMs: () => Date.now(), monotonicMs: () => performance.now() };
const RATE: Rate = { amount: 500, windowMs: 10_000 };

/** Serves until closed. Rejects with the system's error if the port cannot be used (`EADDRINUSE`). */
export async function startPaperExchange(options: PaperOptions = {}): Promise<PaperExchange> {
  const clock = options.clock ?? REAL_CLOCK;
  const { cancelDelayMs = 0, presets = false, orphans = false } = options;
  const bookOptions: BookOptions = { cancelDelayMs, presets, orphans, clock };
  const market = options.market === undefined ? undefined : new Market(options.market, bookOptions);
  const book = market ?? new StillBook(bookOptions);
  const service = createService(options, book);
  const requests: ReceivedRequest[] = [];

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const arrived = await arrival(request, clock);
    if (arrived === undefined) return;
    const handled = service.handle(arrived);
    if (options.keepRequests !== false) requests.push(recordOf(arrived, handled));
    const send = (): void => deliver(handled.delivery, response, clock.wallMs());
    if (options.latencyMs === undefined || options.latencyMs <= 0) send();
    else setTimeout(send, options.latencyMs).unref();
  };

  const server = createServer((request, response) => void serve(request, response));
  await listen(server, options.port ?? 0);
  let closed: Promise<void> | undefined;
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    get orders() {
      return book.orders;
    },
    advance(steps) {
      if (market === undefined) throw new Error('the market stands still');
      market.advance(steps);
    },
    get refusedByRate() {
      return service.refusedByRate;
    },
    close() {
      market?.close();
      closed ??= new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      return closed;
    },
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** The request, read completely; undefined if its connection ended before. */
async function arrival(request: IncomingMessage, clock: typeof REAL_CLOCK): Promise<Arrived | undefined> {
  // Read first: a socket that its client has closed meanwhile no longer says whose it was.
  const address = request.socket.remoteAddress ?? '';
  const body = await readBody(request);
  if (body === 'cut') return undefined;
  return {
    method: request.method ?? '',
    target: request.url ?? '',
    headers: request.headers,
    body: body === 'too-long' ? undefined : body,
    address,
    monotonicMs: clock.monotonicMs(),
    wallMs: clock.wallMs(),
  };
}

function recordOf(arrived: Arrived, { delivery, ...outcome }: Handled): ReceivedRequest {
  const [path, query = ''] = splitTarget(arrived.target);
  return {
    method: arrived.method,
    path,
    query,
    body: Buffer.from(arrived.body ?? []).toString('utf8'),
    receivedAtMs: arrived.monotonicMs,
    ...('answer' in delivery && { status: delivery.answer.status }),
    ...outcome,
  };
}

function createService(options: PaperOptions, book: Book): Service {
  const rates = {
    ipWeight: options.ipWeight ?? RATE,
    uidWeight: options.uidWeight ?? RATE,
    orderCalls: options.orderCalls,
  };
  return new Service({
    book,
    admission: new Admission(rates, options.counting ?? 'sliding', options.phaseMs ?? 0),
    deal: createDealer(options.faults ?? {}, options.seed ?? 1),
    credentials: options.credentials ?? { key: 'paper', secret: 'paper', passphrase: 'paper' },
    timestampToleranceMs: options.timestampToleranceMs ?? 30_000,
    businessStatus: options.businessStatus ?? 400,
    strict: options.strict ?? true,
    refuseBatchPresets: options.refuseBatchPresets ?? false,
  });
}

/** Reads a body. One over the limit is read to its end and dropped, so that the client can read the refusal. */
async function readBody(request: IncomingMessage): Promise<Uint8Array | 'too-long' | 'cut'> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length <= LONGEST_BODY) chunks.push(chunk);
    }
  } catch {
    return 'cut';
  }
  return length <= LONGEST_BODY ? Buffer.concat(chunks) : 'too-long';
}

function deliver(delivery: Delivery, response: ServerResponse, wallMs: number): void {
  if (delivery.kind === 'stall') return;
  if (delivery.kind === 'cut') {
    response.destroy();
    return;
  }
  const body = Buffer.from(delivery.answer.body);
  response.writeHead(delivery.answer.status, {
    'Content-Type': delivery.answer.contentType,
    'Content-Length': body.length,
    Date: new Date(wallMs).toUTCString(),
  });
  if (delivery.kind === 'answer') response.end(body);
  else response.write(body.subarray(0, body.length >> 1), () => response.destroy());
}
