/** Version 3 over real sockets: what is signed is what is sent, query and body, and no request goes where a redirect points. */
import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../src/exchange/v3/operations.ts';
import { v3 } from '../../src/exchange/v3/dialect.ts';
import type { Operation } from '../../src/exchange/dialect.ts';
import type { CallKind } from '../../src/model/call.ts';
import type { CancelCall } from '../../src/model/cancel.ts';
import { httpAnswer, type Received } from '../../proofs/support/fault-server.ts';
import { NAMINGS, orderIdAt, type Naming } from '../support/cancel-cases.ts';
import { anOrder } from '../support/plan-builder.ts';
import { clientOid, credentials, KINDS, NOW_MS } from '../support/prompt-exchange.ts';
import { client, serve, write } from './rig.ts';

/** A cancel as version 3 writes it. */
function cancelOf(kind: CallKind, naming: Naming): CancelCall {
  const count = kind === 'batch' ? 3 : 1;
  const orders = Array.from({ length: count }, (_, at) => ({
    id: `o${at}`,
    clientOid: clientOid(at),
    ...(naming === 'by order id' && { orderId: orderIdAt(at) }),
  }));
  const { weight, write: written } = v3.calls.cancel;
  return { number: 1, kind, ...written(kind, orders), orders, weight: weight(kind, count) };
}

/** By a reading of the page, and not by the client's code. */
const signatureOf = ({ method, target, headers, body }: Received): string =>
  createHmac('sha256', credentials.secret.reveal())
    .update(`${headers.get('access-timestamp')}${method}${target}${body.toString()}`)
    .digest('base64');

const CALLS = KINDS.flatMap((kind) =>
  NAMINGS.filter((naming) => kind !== 'trigger' || naming === 'by order id').map((naming) => [kind, naming] as const),
);

describe.each(CALLS)('a cancel of kind %s, %s', (kind, naming) => {
  const call = cancelOf(kind, naming);

  it('is a DELETE that is signed as it is sent', async () => {
    const server = await serve({ onRequest: write(httpAnswer(200, '{}')) });
    const exchange = client(server.origin, { operations: OPERATIONS });
    await exchange.send(OPERATIONS.cancel[kind], call, NOW_MS);
    expect(server.requests).toHaveLength(1);
    const [request] = server.requests as readonly [Received];
    expect([request.method, request.target, request.body.toString()]).toEqual(['DELETE', call.path, call.body]);
    expect(request.target.includes('?')).toBe(kind !== 'batch');
    expect(request.headers.get('access-sign')).toBe(signatureOf(request));
    // A body is announced where there is one, and only there.
    expect(request.headers.get('content-length')).toBe(call.body === '' ? undefined : String(call.body.length));
  });
});

const ORDER = anOrder();
const placing = (kind: CallKind): Parameters<(typeof OPERATIONS.place)['single']['target']>[0] => ({
  number: 1,
  kind,
  ...v3.calls.place.write(kind, [kind === 'trigger' ? anOrder({ trigger: '50000' }) : ORDER]),
  orders: [ORDER],
  weight: v3.calls.place.weight(kind, 1),
});
const SPAN = { fromMs: NOW_MS - 1000, toMs: NOW_MS };

type Asking = readonly [name: string, operation: Operation<never, unknown>, asked: unknown];
const ALL: readonly Asking[] = [
  ...KINDS.map((kind): Asking => [`placing a ${kind}`, OPERATIONS.place[kind], placing(kind)]),
  ...CALLS.map(([kind, naming]): Asking => [
    `cancelling a ${kind} ${naming}`,
    OPERATIONS.cancel[kind],
    cancelOf(kind, naming),
  ]),
  ...Object.entries(OPERATIONS.list).map(([list, operation]): Asking => [
    `the list ${list}`,
    operation,
    { list, symbol: 'cmt_btcusdt', page: 0, ...SPAN },
  ]),
  ['trades', OPERATIONS.fills, { symbol: 'cmt_btcusdt', ...SPAN }],
  ['the position', OPERATIONS.position, { symbol: 'cmt_btcusdt' }],
  ...Object.entries(OPERATIONS.settings ?? {}).map(([name, operation]): Asking => [name, operation, undefined]),
  ['the time', OPERATIONS.time, undefined],
];

describe.each(ALL)('%s', (_, operation, asked) => {
  it.each([302, 308])('is not sent where a redirect %d points', async (status) => {
    const elsewhere = await serve({ onRequest: write(httpAnswer(200, '[]')) });
    const location = { location: `${elsewhere.origin}/capi/v3/order` };
    const server = await serve({ onRequest: write(httpAnswer(status, '', location)) });
    const exchange = client(server.origin, { operations: OPERATIONS });
    const came = await exchange.send(operation, asked as never, NOW_MS);
    expect([server.requests.length, elsewhere.connections()]).toEqual([1, 0]);
    // Nor is it taken for an answer, or as leave to send again.
    expect(came).toMatchObject({ kind: 'answered' });
    expect(JSON.stringify(came)).not.toMatch(/"(accepted|taken|page|told)"/);
    if (operation !== OPERATIONS.time) expect(JSON.stringify(came)).toContain(`status ${status}`);
  });

  it('is signed as it is sent', async () => {
    const server = await serve({ onRequest: write(httpAnswer(200, '[]')) });
    await client(server.origin, { operations: OPERATIONS }).send(operation, asked as never, NOW_MS);
    const [request] = server.requests as readonly [Received];
    expect(request.headers.get('access-sign')).toBe(operation.isSigned ? signatureOf(request) : undefined);
  });
});
