/**
 * Adds a question to the exchange by the recipe of CONTRIBUTING.md: one object, and nothing else. It goes over real HTTP through
 * the same five marks as a call: weighed, on record, sent once, judged by its own table, ended on record.
 */
import { expect, it, onTestFinished } from 'vitest';
import { textOf, isObject } from '../../src/exchange/answers/answers.ts';
import type { Operation } from '../../src/exchange/dialect.ts';
import { realClock } from '../../src/system/clock.ts';
import { Line } from '../../src/session/send/line.ts';
import type { Sent } from '../../src/session/send/sending.ts';
import { startPaperExchange } from '../../src/paper/server.ts';
import { startFaultServer, httpAnswer } from '../../proofs/support/fault-server.ts';
import { KeptStore } from '../support/kept-store.ts';
import { limits } from '../support/plan-builder.ts';
import { connect } from '../support/prompt-exchange.ts';
import { memoryClaim } from './settle-rig.ts';

/** What a symbol last traded at, in the exchange's own digits. */
const LAST_PRICE: Operation<string, string | undefined> = {
  name: 'last-price',
  method: 'GET',
  weight: { ip: 1, uid: 0, orderCalls: 0 },
  isSigned: false,
  isRepeatable: true,
  target: (symbol) => `/capi/v2/market/ticker?symbol=${symbol}`,
  body: () => '',
  judge: (evidence) => {
    if (evidence.kind === 'no-answer') return { kind: 'answered', value: undefined, isLost: true };
    if (evidence.status === 429) return { kind: 'rate-refused', message: 'status 429', again: true };
    const { body } = evidence;
    const last = body.kind === 'json' && isObject(body.value) ? textOf(body.value['last']) : undefined;
    return { kind: 'answered', value: last };
  },
};

interface Asked {
  readonly sent: Sent<string | undefined>;
  readonly store: KeptStore;
  readonly used: number;
}

async function ask(origin: string): Promise<Asked> {
  const store = new KeptStore(() => realClock.wallMs());
  const claim = await memoryClaim(realClock, limits({ ip: { amount: 10, windowMs: 50 } }), store);
  const exchange = connect(origin);
  onTestFinished(() => exchange.close());
  const line = new Line({
    ledger: claim,
    exchange,
    clock: realClock,
    limits: limits({ ip: { amount: 10, windowMs: 50 }, uid: { amount: 10, windowMs: 50 } }),
    rateRefusals: 1,
    notSentPausesMs: [],
    maxPauseMs: 1000,
    tooLong: () => ({ reason: 'rate-limit', why: 'too long' }),
  });
  const sent = await line.send({ operation: LAST_PRICE, asked: 'cmt_btcusdt', number: 1 });
  return { sent, store, used: claim.gauges().ip.used };
}

it('is answered by its own table, to the digit, and weighs what it says', async () => {
  const server = await startFaultServer({
    onRequest: (_, socket) => void socket.write(httpAnswer(200, '{"last":64000.10}')),
  });
  onTestFinished(() => server.close());
  const { sent, store, used } = await ask(server.origin);
  expect(sent).toMatchObject({ kind: 'answered', value: '64000.10', recorded: { ok: true } });
  expect([store.count('question'), store.count('answered')]).toEqual([1, 1]);
  expect(used).toBe(1);
});

it('goes again after a refusal by the rate limit, each time on record', async () => {
  let times = 0;
  const server = await startFaultServer({
    onRequest: (_, socket) => {
      times += 1;
      socket.write(times === 1 ? httpAnswer(429, '') : httpAnswer(200, '{"last":"1"}'));
    },
  });
  onTestFinished(() => server.close());
  const { sent, store } = await ask(server.origin);
  expect(sent).toMatchObject({ kind: 'answered', value: '1' });
  expect([store.count('question'), store.count('rate-refused'), store.count('answered')]).toEqual([2, 1, 1]);
});

it('is lost where nobody listens, and that is on record', async () => {
  const paper = await startPaperExchange({});
  const { origin } = paper;
  await paper.close();
  const { sent, store } = await ask(origin);
  expect(sent).toMatchObject({ kind: 'answered', value: undefined });
  expect(store.count('lost')).toBe(1);
});
