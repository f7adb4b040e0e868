/** A cancel over real sockets: which bytes leave, how often, and what of the answer comes back. */
import { describe, expect, it } from 'vitest';
import { CANCELS } from '../../src/exchange/v2/requests.ts';
import { closedPort, httpAnswer } from '../../proofs/support/fault-server.ts';
import { cancelOf, gone, off, orderIdAt, takenOff } from '../support/cancel-cases.ts';
import { refusal } from '../support/fault-cases.ts';
import { KINDS, NOW_MS } from '../support/prompt-exchange.ts';
import { client, serve, write } from './rig.ts';

describe.each(KINDS)('a cancel of kind %s', (kind) => {
  const call = cancelOf(kind, 'by order id');

  it('leaves once, signed, with its own bytes, and is taken', async () => {
    const server = await serve({ onRequest: write(httpAnswer(200, takenOff(kind))) });
    const exchange = client(server.origin);
    const came = await exchange.send(exchange.operations.cancel[kind], call, NOW_MS);
    expect(came).toEqual({
      kind: 'answered',
      value: {
        answers: call.orders.map((_, index) => ({ answer: 'taken', orderId: orderIdAt(index), rule: 'cancel-taken' })),
      },
    });
    expect(server.requests).toHaveLength(1);
    const [request] = server.requests;
    expect([request?.method, request?.target, request?.body.toString()]).toEqual([
      'POST',
      CANCELS[kind].path,
      call.body,
    ]);
    expect(request?.headers.get('access-sign')).toMatch(/=$/);
  });

  it('weighs what the page says, and does not go again of itself', () => {
    const exchange = client('http://127.0.0.1:1');
    expect(exchange.operations.cancel[kind]).toMatchObject({ weight: CANCELS[kind].weight, isRepeatable: false });
  });

  it('whose answer is cut is lost, and is not sent again', async () => {
    const server = await serve({ onRequest: (_, socket) => socket.resetAndDestroy() });
    const exchange = client(server.origin);
    const came = await exchange.send(exchange.operations.cancel[kind], call, NOW_MS);
    const lost = { answer: 'unknown', rule: 'cut' };
    expect(came).toMatchObject({ kind: 'answered', isLost: true, value: { answers: call.orders.map(() => lost) } });
    expect(server.requests).toHaveLength(1);
  });

  it('to a closed port is not sent', async () => {
    const exchange = client(`http://127.0.0.1:${await closedPort()}`);
    const came = await exchange.send(exchange.operations.cancel[kind], call, NOW_MS);
    expect(came).toMatchObject({ kind: 'not-sent', again: true });
  });

  it('refused for its timestamp is a refusal of access, should that happen again', async () => {
    const server = await serve({ onRequest: write(httpAnswer(400, refusal('40008', 'expired'))) });
    const exchange = client(server.origin);
    const came = await exchange.send(exchange.operations.cancel[kind], call, NOW_MS);
    const answer = { answer: 'refused', code: '40008', message: 'expired', rule: 'clock-refused' };
    expect(came).toEqual({
      kind: 'clock-refused',
      message: '40008 expired',
      value: { answers: call.orders.map(() => answer), halt: 'access refused: 40008 expired' },
    });
  });
});

describe('no credential of a cancel', () => {
  const KEY = 'weex_key';
  const SECRETS = /weex_key|passphrase|test-secret-key/;

  it.each([
    ['a refusal', 400, refusal('50005', `no order of ${KEY}`)],
    ['an error of no list', 400, refusal(KEY, 'passphrase')],
    ['a failed entry', 200, JSON.stringify(gone(0, { err_msg: `${KEY} test-secret-key` }))],
    ['an order id', 200, JSON.stringify(off(0, { order_id: KEY, client_oid: null }))],
    ['access refused', 401, refusal('40009', `signature of ${KEY}`)],
  ])('in the words of %s', async (_, status, text) => {
    const server = await serve({ onRequest: write(httpAnswer(status, text)) });
    const exchange = client(server.origin);
    const call = cancelOf('single', 'by client order id');
    const came = await exchange.send(exchange.operations.cancel.single, call, NOW_MS);
    expect(JSON.stringify(came)).not.toMatch(SECRETS);
    expect(came).toMatchObject({
      kind: 'answered',
      value: { answers: [{ answer: expect.not.stringMatching('taken') as string }] },
    });
  });
});
