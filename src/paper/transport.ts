/** Between a socket and the service: a request as it arrived, the record of it, and how an answer leaves. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Weight } from '../model/call.ts';
import type { Refusal } from './v2/order/refusals.ts';
import { splitTarget, type Arrived, type Handled } from './v2/service.ts';

/** A request that arrived completely. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  /** Without its `?`; empty if there is none. */
  readonly query: string;
  readonly body: string;
  /** When it was counted and processed, by the monotonic clock. */
  readonly receivedAtMs: number;
  /** The status that was decided; undefined if the connection is cut or stays silent instead. */
  readonly status?: number;
  readonly weight: Weight;
  /** Why the request was refused as a whole; single entries of a batch are refused in the answer. */
  readonly refusal?: Refusal;
}

const LONGEST_BODY = 1024 * 1024;
/** The request, read completely; undefined if its connection ended before. */
export async function arrival(
  request: IncomingMessage,
  clock: { wallMs(): number; monotonicMs(): number },
): Promise<Arrived | undefined> {
  // Read first: a socket that its client has closed meanwhile no longer says whose it was.
  const address = request.socket.remoteAddress ?? '';
  const body = await readBody(request);
  if (body === 'cut') return undefined;
  return {
    method: request.method ?? '',
    target: request.url ?? '',
    headers: request.headers,
    body: body === 'too-long' ? undefined : body,
    address,
    monotonicMs: clock.monotonicMs(),
    wallMs: clock.wallMs(),
  };
}

export function recordOf(arrived: Arrived, { delivery, headers: _said, ...outcome }: Handled): ReceivedRequest {
  const [path, query = ''] = splitTarget(arrived.target);
  return {
    method: arrived.method,
    path,
    query,
    body: Buffer.from(arrived.body ?? []).toString('utf8'),
    receivedAtMs: arrived.monotonicMs,
    ...('answer' in delivery && { status: delivery.answer.status }),
    ...outcome,
  };
}

/** Reads a body. One over the limit is read to its end and dropped, so that the client can read the refusal. */
async function readBody(request: IncomingMessage): Promise<Uint8Array | 'too-long' | 'cut'> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length <= LONGEST_BODY) chunks.push(chunk);
    }
  } catch {
    return 'cut';
  }
  return length <= LONGEST_BODY ? Buffer.concat(chunks) : 'too-long';
}

/** Sends what was decided, by the exchange's wall clock. */
export function deliver(
  { delivery, headers }: Pick<Handled, 'delivery' | 'headers'>,
  response: ServerResponse,
  wallMs: number,
): void {
  if (delivery.kind === 'stall') return;
  if (delivery.kind === 'cut') {
    response.destroy();
    return;
  }
  const body = Buffer.from(delivery.answer.body);
  response.writeHead(delivery.answer.status, {
    'Content-Type': delivery.answer.contentType,
    'Content-Length': body.length,
    Date: new Date(wallMs).toUTCString(),
    ...headers,
  });
  if (delivery.kind === 'answer') response.end(body);
  else response.write(body.subarray(0, body.length >> 1), () => response.destroy());
}
