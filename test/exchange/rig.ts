/** Servers and clients that end with the test that made them. */
import { onTestFinished } from 'vitest';
import { httpAnswer, startFaultServer, type FaultServer, type Script } from '../../proofs/support/fault-server.ts';
import { placed } from '../support/fault-cases.ts';
import { connect, type PromptExchange, type PromptOptions } from '../support/prompt-exchange.ts';

/** Closes after the test, the last first. */
export const afterTest = (close: () => Promise<void>): void => onTestFinished(close);

export async function serve(script: Script): Promise<FaultServer> {
  const server = await startFaultServer(script);
  afterTest(() => server.close());
  return server;
}

export function client(origin: string, changes: Partial<PromptOptions> = {}): PromptExchange {
  const exchange = connect(origin, changes);
  afterTest(() => exchange.close());
  return exchange;
}

/** The success of a single order. */
export const ANSWER = httpAnswer(200, placed('single'));

/** Answers a request with these bytes. */
export const write =
  (bytes: string | Buffer): NonNullable<Script['onRequest']> =>
  (_request, socket) =>
    void socket.write(bytes);

/** Answers with these bytes and ends the connection. */
export const writeAndEnd =
  (bytes: string | Buffer): NonNullable<Script['onRequest']> =>
  (_request, socket) =>
    void socket.end(bytes);
