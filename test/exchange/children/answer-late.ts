/** A server on a thread of its own, so that it answers while the test's thread stands still. */
import { createServer } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

const { answer, afterMs } = workerData as { readonly answer: Uint8Array; readonly afterMs: number };

const server = createServer((socket) => {
  socket.once('data', () => {
    tell('asked');
    setTimeout(() => socket.write(answer), afterMs);
  });
});
server.listen(0, '127.0.0.1', () => tell(server.address()));

function tell(what: unknown): void {
  parentPort?.postMessage(what, []);
}
