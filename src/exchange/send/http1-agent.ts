/**
 * Node's own HTTP client, held to HTTP/1.1. Left to itself its fetch speaks HTTP/2 wherever a server offers it, and there a
 * server that drains may leave a request waiting without a socket, and one that ends a session makes many calls unknown at
 * once. With at most one call on each connection it would buy nothing.
 *
 * The class of that client's agents cannot be imported; the agent that fetch goes by unless told otherwise is one of them,
 * and stands under a symbol that all versions of undici share.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { err, ok, type Result } from '../../model/result.ts';

type Dispatcher = NonNullable<RequestInit['dispatcher']>;

export interface Http1Agent {
  readonly dispatcher: Dispatcher;
  /** Lets go of its sockets, whatever is in flight. */
  close(): Promise<void>;
}

/** The newest first: from undici 8 on, what stands under `.1` is a wrapper for older versions and not an agent. */
const GLOBAL_AGENTS = ['undici.globalDispatcher.2', 'undici.globalDispatcher.1'];

/** The deadline over a whole answer is the caller's; the agent has none of its own. */
const OPTIONS = { allowH2: false, headersTimeout: 0, bodyTimeout: 0 };

/** Or why there is none: then nothing may be sent. */
export function http1Agent(): Result<Http1Agent, string> {
  const AgentClass = agentClass();
  if (AgentClass === undefined) {
    return err(
      `Node ${process.version} cannot be held to HTTP/1.1 here: its own HTTP agent is not where it is looked for`,
    );
  }
  subscribe('undici:client:connected', refuseHttp2);
  const dispatcher = new AgentClass(OPTIONS);
  return ok({
    dispatcher,
    close: async () => {
      await dispatcher.destroy();
      unsubscribe('undici:client:connected', refuseHttp2);
    },
  });
}

function agentClass(): (new (options: typeof OPTIONS) => Dispatcher) | undefined {
  // Node loads its client, and with it the agent, when one of its classes is first asked for.
  if (typeof globalThis.Response !== 'function') return undefined;
  const found: unknown = GLOBAL_AGENTS.map((name) => Reflect.get(globalThis, Symbol.for(name)) as unknown).find(
    (one) => one !== undefined,
  );
  // Another class stands there where fetch is sent through a proxy, or where other code has put its own.
  if (typeof found !== 'object' || found?.constructor.name !== 'Agent') return undefined;
  return found.constructor as new (options: typeof OPTIONS) => Dispatcher;
}

/** If an agent speaks HTTP/2 nevertheless, its connection ends before a request is written to it. */
const refuseHttp2 = (message: unknown): void => {
  const { socket } = message as { socket: { alpnProtocol?: unknown; destroy(error: Error): void } };
  if (socket.alpnProtocol === 'h2') socket.destroy(new Error('the connection is not HTTP/1.1'));
};
