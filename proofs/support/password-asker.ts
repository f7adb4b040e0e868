/** A server that asks whoever connects for a journal's password, and listens. */
import { createServer, type AddressInfo, type Socket } from 'node:net';

/** A server's requests for a password, by its protocol. */
const ASKED = {
  'in clear text': Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3]),
  'under MD5': Buffer.from([0x52, 0, 0, 0, 12, 0, 0, 0, 5, 1, 2, 3, 4]),
  'by SCRAM': Buffer.concat([Buffer.from([0x52, 0, 0, 0, 23, 0, 0, 0, 10]), Buffer.from('SCRAM-SHA-256\0\0')]),
} as const;

export type Asking = keyof typeof ASKED;

export interface Asker {
  readonly port: number;
  /** All that came, of every connection. */
  heard(): Buffer;
  close(): void;
}

/** It asks whoever says hello, and listens. */
export async function asker(how: Asking): Promise<Asker> {
  const chunks: Buffer[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('data', () => socket.write(ASKED[how]));
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    heard: () => Buffer.concat(chunks),
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
