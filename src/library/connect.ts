/** The two exchanges that come with the library: the live one over HTTP, and the paper exchange on loopback. */
import { parseBaseUrl } from '../config/base-url.ts';
import { usable } from '../exchange/keys/keys.ts';
import type { PlainKeys } from '../exchange/keys/secret.ts';
import { defaultConfig, type Config } from '../model/config.ts';
import { defined } from '../model/defined.ts';
import { err, errorWords, ok, type Result } from '../model/result.ts';
import type { FaultSpec } from '../paper/faults.ts';
import type { Clock, Exchange } from '../ports.ts';
import { refusalWith, type Refusal } from '../refusal.ts';
import { VERSION } from '../version.ts';

/** An exchange and its name. A session leaves it open, so that others can use it. */
export interface Connection {
  /** Its origin: with an account's name it is what a ledger knows the account by, so it must not change between runs. */
  readonly origin: string;
  /** What the events say; default `live`. */
  readonly target?: 'live' | 'paper';
  readonly exchange: Exchange;
}

export interface OpenConnection extends Connection, AsyncDisposable {
  /** Lets go of sockets and listeners; of the paper exchange, ends it. May be called twice. */
  close(): Promise<void>;
}

export interface ConnectOptions {
  /** Its origin: https, or http on loopback. */
  readonly baseUrl: string;
  /** Kept where no usual way to print shows them. */
  readonly keys: PlainKeys;
  /** Locale, time limit and codes of refusals come from its `exchange`. */
  readonly config?: Config;
}

/** Opens no socket yet. Err (exit code 2): an address or a key that cannot be used, or a Node that must not send. */
export async function connectExchange(options: ConnectOptions): Promise<Result<OpenConnection, Refusal>> {
  const { exchange: speaking } = options.config ?? defaultConfig;
  const { locale, timeoutMs, refusalCodes } = speaking;
  const address = parseBaseUrl(options.baseUrl);
  if (!address.ok) return err(refusalWith('config/address', `the address of the exchange ${address.error}`));
  const origin = address.value;
  const missing = (['key', 'secret', 'passphrase'] as const).find((name) => (options.keys[name] ?? '') === '');
  if (missing !== undefined) return err(refusalWith('keys/unusable', `keys.${missing} is empty`));
  const keys = usable(options.keys, (name) => `keys.${name}`);
  if (!keys.ok) return err(refusalWith('keys/unusable', keys.error));
  const { connect } = await import('../exchange/send/connect.ts');
  const judged = { speaking, refusalCodes: new Set(refusalCodes) };
  const how = { origin, locale, timeoutMs, userAgent: `ordo/${VERSION}`, ...judged };
  const connected = connect(how, keys.value);
  if (!connected.ok) return err(refusalWith('environment/node', connected.error));
  const exchange = connected.value;
  return ok({ origin, target: 'live', exchange, ...closing(() => exchange.close()) });
}

/** Both ways to close, and either of them once. */
function closing(end: () => Promise<void>): Pick<OpenConnection, 'close' | typeof Symbol.asyncDispose> {
  let closed: Promise<void> | undefined;
  const close = (): Promise<void> => (closed ??= end());
  return { close, [Symbol.asyncDispose]: close };
}

export interface PaperExchangeOptions {
  /** 0, the default: any free port. With a port of its own its origin is the same in every run. */
  readonly port?: number;
  /** The limits that it holds calls to, and the time limit of an answer. */
  readonly config?: Config;
  /** Added before each answer, in ms. */
  readonly latencyMs?: number;
  /** The probability of each fault per order call, from 0 to 1; drawn by the seed. */
  readonly faults?: FaultSpec;
  readonly seed?: number;
  readonly clock?: Pick<Clock, 'wallMs' | 'monotonicMs'>;
}

/** An order that the paper exchange took, in order of acceptance. */
export interface TakenOrder {
  readonly clientOid: string;
  readonly orderId: string;
  readonly symbol: string;
  readonly status: string;
}

export interface PaperConnection extends OpenConnection {
  /** Every order that it has taken so far. */
  taken(): readonly TakenOrder[];
}

const KEYS: PlainKeys = { key: 'paper', secret: 'paper', passphrase: 'paper' };

/** Starts a paper exchange on 127.0.0.1, and connects to it over real HTTP. Err (exit code 2): the port cannot be had. */
export async function startPaperExchange(
  settings: PaperExchangeOptions = {},
): Promise<Result<PaperConnection, Refusal>> {
  const { config = defaultConfig, port, latencyMs, faults, seed, clock } = settings;
  const { startPaperExchange: start } = await import('../paper/server.ts');
  const { ip: ipWeight, uid, orderCalls, countsOrders } = config.exchange.limits;
  // Version 3 counts orders in both windows of the account.
  const ofAccount = countsOrders === true ? { orderCalls, orderCallsPerMinute: uid } : { uidWeight: uid };
  const given = defined({ port, latencyMs, faults, seed, clock });
  let paper: Awaited<ReturnType<typeof start>>;
  try {
    paper = await start({ ...given, ...ofAccount, ipWeight, keepRequests: false });
  } catch (error) {
    return err(
      refusalWith('paper/cannot-listen', `the paper exchange cannot listen on port ${port ?? 0}: ${errorWords(error)}`),
    );
  }
  const connected = await connectExchange({ baseUrl: paper.origin, keys: KEYS, config });
  if (!connected.ok) {
    await paper.close();
    return connected;
  }
  const taken = (): TakenOrder[] =>
    paper.orders.map(({ clientOid, orderId, symbol, status }) => ({ clientOid, orderId, symbol, status }));
  const end = async (): Promise<void> => {
    await connected.value.close();
    await paper.close();
  };
  return ok({ ...connected.value, target: 'paper', taken, ...closing(end) });
}
