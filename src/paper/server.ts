/**
 * The paper exchange: the interface of docs/exchange.md over real HTTP on loopback, with an order book of record behind it.
 *
 * It replaces the exchange in paper runs, in `ordo exchange` and in tests, and judges what the client sends: it shares no
 * code with the client, and is written from docs/exchange.md alone. If strict, it refuses whatever any reading of that
 * refuses. Otherwise it accepts what is not forbidden, and what the live exchange is recorded to accept. It helps with
 * nothing that is not promised: a repeated client order id places a second order. Margin is not modelled.
 * The market stands still unless it is told to move; then what waits is filled, and a close of more
 * than is held is refused (market/paper-book.ts). What happens after placing is answered as docs/exchange.md#cancel has it,
 * and can be made to happen by hand.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Rate } from '../model/call.ts';
import { defined } from '../model/defined.ts';
import type { Book, BookOptions, PaperOrder } from './book.ts';
import { handOn, type HandOn } from './by-hand.ts';
import { createCancelDealer } from './cancel-faults.ts';
import { createDealer, createWireDealer, type WireHand } from './faults.ts';
import { tellingOf } from './account-telling.ts';
import { Admission } from './admission.ts';
import { Market } from './market/market.ts';
import { PaperBook } from './market/paper-book.ts';
import { USUAL_BALANCE } from './money.ts';
import { Service, type Arrived, type Handled, type ServiceParts } from './v2/service.ts';
import { ODD_CONTRACTS } from './v3/odd-contracts.ts';
import { USUAL, withFaults } from './v3/query.ts';
import { isThird, WireService } from './v3/service.ts';
import { arrival, deliver, recordOf, type ReceivedRequest } from './transport.ts';
import type { PaperOptions } from './options.ts';

export type { PaperOptions, ReceivedRequest };

export interface PaperExchange extends HandOn {
  /** `http://127.0.0.1:<port>`. */
  readonly origin: string;
  /** In order of arrival. */
  readonly requests: readonly ReceivedRequest[];
  /** In order of acceptance; with a moving market also what triggers became, and presets. */
  readonly orders: readonly PaperOrder[];
  /** Lets a moving market make so many steps at once. */
  advance(steps: number): void;
  /** Whether it stands still: connections are accepted, and nothing that arrives is taken or ever answered. */
  standStill(is: boolean): void;
  /** Requests answered 429 because a window was full; the fault `rate` is not among them. */
  readonly refusedByRate: number;
  /** Also ends open sockets. May be called twice. */
  close(): Promise<void>;
}

const REAL_CLOCK = { wallMs: () => Date.now(), monotonicMs: () => performance.now() };
const RATE: Rate = { amount: 500, windowMs: 10_000 };
/** Orders on version 3: the lowest of three limits that were told. */
const ORDERS: readonly [Rate, Rate] = [
  { amount: 10, windowMs: 10_000 },
  { amount: 50, windowMs: 60_000 },
];
const BAN_MS = 10_000;

function bookOptionsOf(options: PaperOptions, clock: BookOptions['clock']): BookOptions {
  const { cancelDelayMs = 0, presets = false, orphans = false, oddContracts, fees, closes, fired, passed, held } = options;
  const more = oddContracts === true ? ODD_CONTRACTS : [];
  return { cancelDelayMs, presets, orphans, clock, more, ...defined({ fees, closes, fired, passed, held }) };
}

/** The exchange without its sockets: what each request that arrived is answered, and the book behind it. */
export interface PaperEngine {
  readonly book: Book;
  readonly market: Market | undefined;
  readonly requests: readonly ReceivedRequest[];
  readonly refusedByRate: number;
  readonly handle: (arrived: Arrived) => Handled;
  /** Something changed that no request did. */
  readonly keep: () => void;
}

/** Nothing of it waits by itself, but for the steps of a market that has a length of step. */
export function paperEngine(options: PaperOptions = {}): PaperEngine {
  const clock = options.clock ?? REAL_CLOCK;
  const bookOptions = bookOptionsOf(options, clock);
  const keep = (): void => parts.telling.keep(clock.monotonicMs());
  const market = options.market === undefined ? undefined : new Market(options.market, bookOptions, keep);
  const book = market ?? new PaperBook(bookOptions);
  const parts = partsOf(options, book);
  const { cancelsAs = 'array' } = options;
  const account = withFaults(options.account ?? USUAL, options.accountFaults ?? {});
  const service = new Service(parts);
  const third = new WireService({ ...parts, deal: parts.dealWire, account, cancelsAs });
  const requests: ReceivedRequest[] = [];
  return {
    book,
    market,
    requests,
    keep,
    get refusedByRate() {
      return service.refusedByRate + third.refusedByRate;
    },
    handle(arrived) {
      parts.telling.keep(arrived.monotonicMs);
      const handled = (isThird(arrived.target) ? third : service).handle(arrived);
      parts.telling.keep(arrived.monotonicMs);
      if (options.keepRequests !== false) requests.push(recordOf(arrived, handled));
      return handled;
    },
  };
}

/** Serves until closed. Rejects with the system's error if the port cannot be used (`EADDRINUSE`). */
export async function startPaperExchange(options: PaperOptions = {}): Promise<PaperExchange> {
  const clock = options.clock ?? REAL_CLOCK;
  const engine = paperEngine(options);
  const { book, market, requests, keep } = engine;
  let isStill = false;

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const arrived = await arrival(request, clock);
    if (arrived === undefined || isStill) return;
    const handled = engine.handle(arrived);
    const send = (): void => deliver(handled, response, clock.wallMs());
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
      if (market === undefined) throw new Error('the market does not move');
      market.advance(steps);
    },
    ...handOn(book, keep),
    standStill(is) {
      isStill = is;
    },
    get refusedByRate() {
      return engine.refusedByRate;
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

const DEFAULTS = {
  ipWeight: RATE,
  uidWeight: RATE,
  counting: 'sliding',
  phaseMs: 0,
  faults: {},
  cancelFaults: {},
  seed: 1,
  credentials: { key: 'paper', secret: 'paper', passphrase: 'paper' },
  timestampToleranceMs: 30_000,
  businessStatus: 400,
  strict: true,
  refuseBatchPresets: false,
  cancelBatchLimit: 50,
  cancelRefusals: 'status',
  liveWords: false,
  fillsAs: 'list',
} as const satisfies PaperOptions;

/** Both versions of the interface answer over one book, under one window of the address; each counts the account in its own. */
function partsOf(options: PaperOptions, book: Book): ServiceParts & { readonly dealWire: () => WireHand } {
  const given = { ...DEFAULTS, ...defined(options) };
  const { ipWeight, uidWeight, counting, phaseMs, liveWords, fillsAs } = given;
  const { orderCalls, orderCallsPerMinute, banMs = BAN_MS } = options;
  const { balance = USUAL_BALANCE, accountFaults = {}, listLagMs = 0, tradesLagMs = listLagMs, hidesTradesOf } = options;
  const orders = [orderCalls ?? ORDERS[0], orderCallsPerMinute ?? ORDERS[1]] as const;
  const deal = createDealer(given.faults, given.seed);
  return {
    ...given,
    book,
    admission: new Admission({ ipWeight, uidWeight, orderCalls, orders, banMs }, counting, phaseMs),
    deal,
    dealWire: createWireDealer(deal, given.faults, given.seed),
    dealCancel: createCancelDealer(given.cancelFaults, given.seed),
    querySpelling: { liveWords, fillsAs, lists: options.lists },
    telling: tellingOf(book, { balance, faults: accountFaults, seed: given.seed, listLagMs, tradesLagMs, hidesTradesOf }),
  };
}
