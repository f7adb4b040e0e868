/** A server between the command and the paper exchange, which answers for it where a test says so. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PaperExchange } from '../../src/paper/server.ts';
import { afterTest } from './live.ts';

/** An answer in the place of the exchange's. */
export interface Instead {
  readonly status: number;
  readonly body: string;
}

/** The exchange's own answer, once that resolves: the request arrives at once. */
interface Held {
  readonly until: Promise<unknown>;
}

/** The origin of the server, which ends with the test. `instead`: of the path, the method and the body of each request that arrives. */
export async function between(
  paper: PaperExchange,
  instead: (path: string, method: string, sent: string) => Instead | Held | undefined | Promise<Instead | undefined>,
): Promise<{ readonly origin: string }> {
  const server = createServer((request, response) => void pass(request, response, { paper, instead }));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterTest(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  };
}

async function pass(
  request: IncomingMessage,
  response: ServerResponse,
  {
    paper,
    instead,
  }: {
    readonly paper: PaperExchange;
    readonly instead: Parameters<typeof between>[1];
  },
): Promise<void> {
  const { method = 'GET', url = '/' } = request;
  const parts: Uint8Array[] = [];
  for await (const part of request) parts.push(part as Uint8Array);
  const given = await instead(url.split('?')[0] ?? '', method, Buffer.concat(parts).toString());
  const { status, body } = given === undefined || 'until' in given ? await asked() : given;
  if (given !== undefined && 'until' in given) await given.until;
  response.writeHead(status, { 'content-type': 'application/json' }).end(body);

  async function asked(): Promise<Instead> {
    const answer = await fetch(new URL(url, paper.origin), {
      method,
      headers: headersOf(request),
      ...(method !== 'GET' && { body: Buffer.concat(parts) }),
    });
    return { status: answer.status, body: await answer.text() };
  }
}

/** All but what belongs to the connection. */
const headersOf = ({ headers }: IncomingMessage): [string, string][] =>
  Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value !== 'string' || ['host', 'connection', 'content-length'].includes(name) ? [] : [[name, value]],
  );
