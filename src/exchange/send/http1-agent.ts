/**
 * Node's own HTTP client, restricted to HTTP/1.1. By default its fetch speaks HTTP/2 with every server that offers it. There,
 * a server that drains may leave a request waiting without a socket, and one that ends a session makes many calls unknown at
 * once. With at most one call on each connection HTTP/2 would gain nothing.
 *
 * The class of that client's agents cannot be imported. The default agent of fetch is an instance of it, and is stored under
 * a symbol that all versions of undici share.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { err, ok, type Result } from '../../model/result.ts';

type Dispatcher = NonNullable<RequestInit['dispatcher']>;

export interface Http1Agent {
  readonly dispatcher: Dispatcher;
  /** Closes its sockets, even with requests in flight. */
  close(): Promise<void>;
}

/** The newest first: from undici 8 on, `.1` holds a wrapper for older versions, which is not an agent. */
const GLOBAL_AGENTS = ['undici.globalDispatcher.2', 'undici.globalDispatcher.1'];

/** The caller limits the time of a whole answer; the agent has no time limit of its own. */
const OPTIONS = { allowH2: false, headersTimeout: 0, bodyTimeout: 0 };
/** With more than Node's 16 KiB of headers an answer would be lost, and its order unknown. */
const LONG_HEADERS = { ...OPTIONS, maxHeaderSize: 1024 * 1024 };

/**
 * An agent, or why there is none, in words for a person: then nothing may be sent. While it is open, no other agent of this
 * process speaks HTTP/2 with the host, or, without one, with any: a program that uses the library has connections of its own.
 * `longHeaders`: an answer is read whatever the length of its headers.
 */
export function http1Agent(host?: string, longHeaders = false): Result<Http1Agent, string> {
  const AgentClass = agentClass();
  if (AgentClass === undefined) {
    return err(`Node ${process.version} cannot be limited to HTTP/1.1 here: its own HTTP agent was not found`);
  }
  const refuseHttp2 = (message: unknown): void => {
    const { socket, connectParams } = message as Connected;
    if (socket.alpnProtocol !== 'h2' || (host !== undefined && connectParams.host !== host)) return;
    socket.destroy(new Error('the connection is not HTTP/1.1'));
  };
  subscribe('undici:client:connected', refuseHttp2);
  const dispatcher = new AgentClass(longHeaders ? LONG_HEADERS : OPTIONS);
  return ok({
    dispatcher,
    close: async () => {
      await dispatcher.destroy();
      unsubscribe('undici:client:connected', refuseHttp2);
    },
  });
}

function agentClass(): (new (options: typeof OPTIONS) => Dispatcher) | undefined {
  // Node loads its client, and with it the agent, on the first use of one of its classes.
  if (typeof globalThis.Response !== 'function') return undefined;
  const found: unknown = GLOBAL_AGENTS.map((name) => Reflect.get(globalThis, Symbol.for(name)) as unknown).find(
    (one) => one !== undefined,
  );
  // It is an instance of another class if fetch goes through a proxy, or if other code has replaced it.
  if (typeof found !== 'object' || found?.constructor.name !== 'Agent') return undefined;
  return found.constructor as new (options: typeof OPTIONS) => Dispatcher;
}

/** What is told of a connection before a request is written to it. */
interface Connected {
  readonly socket: { readonly alpnProtocol?: unknown; destroy(error: Error): void };
  /** With its port, where that is not the usual one. */
  readonly connectParams: { readonly host: string };
}
