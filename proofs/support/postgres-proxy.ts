/**
 * A loopback proxy before a PostgreSQL server. It knows where each message begins and ends, both ways, and breaks the line at one of
 * them: before it, in the middle of it, or right behind it. A line that stalls stays open, and nothing passes any more: neither side
 * hears that the other has gone.
 */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { MessageReader, type Message } from './postgres-messages.ts';

export type Way = 'to-server' | 'to-client';

export interface Cut {
  readonly way: Way;
  /** From 1, over all connections since the cut was laid; or a text: the first message that has it. */
  readonly message: number | string;
  readonly how: 'before' | 'half' | 'after' | 'stall';
}

export interface PostgresProxy {
  /** A database's address, by way of the proxy. */
  through(url: string): string;
  /** Counts from here on; without a cut everything passes. A cut is made once. A line that stalled until here is gone. */
  lay(cut?: Cut): void;
  /** Messages that came since then. */
  readonly passed: Readonly<Record<Way, number>>;
  /** The type of the message at which the line broke; undefined: it did not. */
  readonly broken: string | undefined;
  close(): Promise<void>;
}

/** `url`: of any database of the server. */
export async function startProxy(url: string): Promise<PostgresProxy> {
  const proxy = new Proxy(Number(new URL(url).port));
  await proxy.listen();
  return proxy;
}

class Proxy implements PostgresProxy {
  readonly passed: Record<Way, number> = { 'to-server': 0, 'to-client': 0 };
  broken: string | undefined;
  readonly #port: number;
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer({ noDelay: true, allowHalfOpen: true }, (client) => this.#join(client));
  readonly #stalled: (() => void)[] = [];
  #cut: Cut | undefined;

  constructor(port: number) {
    this.#port = port;
  }

  async listen(): Promise<void> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening');
  }

  through(url: string): string {
    const own = new URL(url);
    own.port = String((this.#server.address() as AddressInfo).port);
    return own.href;
  }

  lay(cut?: Cut): void {
    this.#cut = cut;
    this.broken = undefined;
    for (const end of this.#stalled.splice(0)) end();
    Object.assign(this.passed, { 'to-server': 0, 'to-client': 0 });
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #join(client: Socket): void {
    const server = connect({ port: this.#port, host: '127.0.0.1', noDelay: true, allowHalfOpen: true });
    const line: Line = { isBroken: false, end: () => [client, server].forEach((socket) => socket.destroy()) };
    for (const socket of [client, server]) {
      this.#sockets.add(socket);
      // Whoever breaks a line is part of the game.
      socket.on('error', () => {});
      socket.on('close', () => {
        this.#sockets.delete(socket);
        if (!line.isBroken) line.end();
      });
    }
    this.#pass('to-server', [client, server], line);
    this.#pass('to-client', [server, client], line);
  }

  #pass(way: Way, [from, to]: readonly [Socket, Socket], line: Line): void {
    const reader = new MessageReader(way === 'to-server');
    from.on('data', (bytes: Buffer) => {
      if (line.isBroken) return;
      const passing: Buffer[] = [];
      for (const message of reader.read(bytes)) {
        this.passed[way] += 1;
        const cut = this.#cut;
        if (cut?.way === way && isAt(cut, this.passed[way], message)) {
          passing.push(partOf(message, cut));
          return this.#break(line, { cut, to, message, passing });
        }
        passing.push(message.bytes);
      }
      if (passing.length > 0) to.write(Buffer.concat(passing));
    });
    from.on('end', () => !line.isBroken && to.end());
  }

  #break(line: Line, { cut, to, message, passing }: Broken): void {
    this.#cut = undefined;
    this.broken = message.type;
    line.isBroken = true;
    if (cut.how === 'stall') this.#stalled.push(line.end);
    // What came before it arrives, and then the line is gone.
    to.write(Buffer.concat(passing), () => cut.how !== 'stall' && line.end());
  }
}

interface Line {
  isBroken: boolean;
  readonly end: () => void;
}

interface Broken {
  readonly cut: Cut;
  readonly to: Socket;
  readonly message: Message;
  readonly passing: readonly Buffer[];
}

const isAt = ({ message: at }: Cut, number: number, { bytes }: Message): boolean =>
  typeof at === 'number' ? at === number : bytes.includes(at);

/** What of the message still passes. */
function partOf({ bytes }: Message, { how }: Cut): Buffer {
  if (how === 'after') return bytes;
  return bytes.subarray(0, how === 'half' ? bytes.length >> 1 : 0);
}
