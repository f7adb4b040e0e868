/**
 * A server of raw bytes on loopback that keeps to no protocol but the one a test scripts: it reads whole HTTP/1.1
 * requests, counts them, and hands each to the script, which may answer with anything, or not at all.
 */
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** One request as its bytes were, header names in lower case. */
export interface Received {
  readonly method: string;
  readonly target: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
}

/** What the server does to a connection. */
type Behaviour = (socket: Socket) => void;

export interface Script {
  /** At once on accept, before anything is read. */
  readonly onAccept?: Behaviour;
  /** Once a whole request was read. */
  readonly onRequest?: (request: Received, socket: Socket) => void;
}

export interface FaultServer {
  readonly port: number;
  readonly origin: string;
  /** Connections accepted and whole requests read so far. */
  connections(): number;
  readonly requests: readonly Received[];
  close(): Promise<void>;
}

export async function startFaultServer(script: Script): Promise<FaultServer> {
  const sockets = new Set<Socket>();
  const requests: Received[] = [];
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // A client that gives up is part of the game.
    socket.on('error', () => {});
    readRequests(socket, (request) => {
      requests.push(request);
      script.onRequest?.(request, socket);
    });
    script.onAccept?.(socket);
  });
  await listen(server);
  const { port } = server.address() as AddressInfo;
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    connections: () => connections,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** A port of loopback on which nothing listens. */
export async function closedPort(): Promise<number> {
  const server = createServer();
  await listen(server);
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const listen = (server: Server): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });

function readRequests(socket: Socket, found: (request: Received) => void): void {
  let pending: Buffer = Buffer.alloc(0);
  socket.on('data', (bytes: Buffer) => {
    pending = Buffer.concat([pending, bytes]);
    for (let split = splitRequest(pending); split !== undefined; split = splitRequest(pending)) {
      pending = split.rest;
      found(split.request);
    }
  });
}

/** The first whole request of the bytes and what follows it; undefined while it is not whole. */
function splitRequest(bytes: Buffer): { request: Received; rest: Buffer } | undefined {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const [start = '', ...lines] = bytes.subarray(0, headEnd).toString('latin1').split('\r\n');
  const [method = '', target = ''] = start.split(' ');
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
    }),
  );
  const bodyStart = headEnd + 4;
  const bodyEnd = bodyStart + Number(headers.get('content-length') ?? 0);
  if (bytes.length < bodyEnd) return undefined;
  return {
    request: { method, target, headers, body: bytes.subarray(bodyStart, bodyEnd) },
    rest: bytes.subarray(bodyEnd),
  };
}

/** A whole HTTP/1.1 answer with the length of its body. */
export function httpAnswer(
  status: number,
  body: string | Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): Buffer {
  const bytes = Buffer.from(body as Uint8Array);
  const lines = Object.entries({ 'content-type': 'application/json', 'content-length': bytes.length, ...headers });
  const head = [`HTTP/1.1 ${status} Scripted`, ...lines.map(([name, value]) => `${name}: ${value}`), '', ''].join(
    '\r\n',
  );
  return Buffer.concat([Buffer.from(head, 'latin1'), bytes]);
}

/** Writes the bytes one at a time; ends with the last byte, or with the connection. */
export function drip(socket: Socket, bytes: Buffer, everyMs: number): void {
  let at = 0;
  const timer = setInterval(() => {
    if (at < bytes.length && socket.writable) socket.write(bytes.subarray(at, ++at));
    else clearInterval(timer);
  }, everyMs);
  socket.on('close', () => clearInterval(timer));
}
