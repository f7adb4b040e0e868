/**
 * A server of raw bytes between a client and the paper exchange: all passes, but a cancel that a fault is meant for is
 * answered with that fault, before the exchange hears of it or after it did what was asked.
 */
import type { Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import type { PaperExchange } from '../../src/paper/server.ts';
import { httpAnswer, startFaultServer, type Received } from '../../proofs/support/fault-server.ts';
import { orderIdAt } from '../support/cancel-cases.ts';
import type { RawAnswer } from '../support/fault-cases.ts';
import { clientOid } from '../support/prompt-exchange.ts';

/** What is seen of a request: an answer, or what its connection does. */
export type Seen = { readonly answer: RawAnswer } | { readonly socket: (socket: Socket) => void };

export interface Meeting {
  readonly seen: Seen;
  readonly when: 'before' | 'after';
}

/** An order that a cancel names. */
export interface Named {
  readonly orderId: string;
  readonly clientOid: string;
}

/** What meets a cancel of these orders; undefined: nothing does. */
type Meets = (orders: readonly Named[]) => Meeting | undefined;

/** The origin of the way to this exchange. */
export async function faultyWay(paper: PaperExchange, meets: Meets): Promise<string> {
  const serve = async (request: Received, socket: Socket): Promise<void> => {
    const isCancel = request.method === 'DELETE' || request.target.includes('/cancel_');
    const orders = isCancel ? namedBy(`${request.target} ${request.body.toString()}`, paper) : [];
    const meeting = orders.length > 0 ? meets(orders) : undefined;
    const passed = meeting?.when === 'before' ? undefined : await passOn(request, paper.origin);
    if (meeting !== undefined) show(meeting.seen, orders, socket);
    else if (passed !== undefined) socket.write(passed);
  };
  const server = await startFaultServer({
    onRequest: (request, socket) => {
      // Where the exchange is closed already, the answer is lost on the way.
      serve(request, socket).catch(() => socket.destroy());
    },
  });
  onTestFinished(() => server.close());
  return server.origin;
}

function namedBy(sent: string, { orders }: PaperExchange): readonly Named[] {
  const names = sent.match(/(?<![a-z0-9])(?:ordo)?[a-z0-9]{18,}(?![a-z0-9])/g) ?? [];
  return names.flatMap((name) => orders.findLast((one) => one.orderId === name || one.clientOid === name) ?? []);
}

const OF_THE_CONNECTION = new Set(['host', 'connection', 'content-length', 'transfer-encoding']);

async function passOn({ method, target, headers, body }: Received, origin: string): Promise<Buffer> {
  const kept = [...headers].filter(([name]) => !OF_THE_CONNECTION.has(name));
  const answer = await fetch(`${origin}${target}`, { method, headers: kept, ...(body.length > 0 && { body }) });
  return httpAnswer(answer.status, await answer.text());
}

/** The cases name orders of their own: those of the call stand in their place. */
function show(seen: Seen, orders: readonly Named[], socket: Socket): void {
  if ('socket' in seen) return seen.socket(socket);
  const [status, text] = seen.answer;
  const said = orders.reduce(
    (words, one, at) => words.replaceAll(orderIdAt(at), one.orderId).replaceAll(clientOid(at), one.clientOid),
    text,
  );
  socket.write(httpAnswer(status, status === 204 ? '' : said, status >= 300 && status < 400 ? { location: '/x' } : {}));
}

const HEAD = 'HTTP/1.1 200 Scripted\r\ncontent-type: application/json\r\n';

/** Faults 11 to 21: what a connection does, by number. */
export const WAYS: Readonly<Record<string, (socket: Socket) => void>> = {
  'fault 11: no answer': () => {},
  'fault 12: the body stops coming': (socket) => void socket.write(`${HEAD}content-length: 90\r\n\r\n{"order_id"`),
  'fault 13: a reset': (socket) => void socket.resetAndDestroy(),
  'fault 14: an end': (socket) => void socket.end(),
  'fault 19: no HTTP': (socket) => void socket.end('SSH-2.0-x\r\n\r\n'),
  'fault 20: a body shorter than announced': (socket) =>
    void socket.end(`${HEAD}content-length: 90\r\n\r\n{"result":true}`),
  'fault 21: a body over the bound': (socket) =>
    void socket.write(httpAnswer(200, `{"result":true,"x":"${'x'.repeat(1_100_000)}"}`)),
};
