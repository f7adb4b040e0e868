import { expect, it } from 'vitest';
import { SimClock } from '../../proofs/support/sim-clock.ts';
import { OPERATIONS } from '../../src/exchange/v2/operations.ts';
import type { ListQuery } from '../../src/model/listing.ts';
import type { Operation, Transmitted } from '../../src/exchange/dialect.ts';
import { Restraint } from '../../src/session/send/exchange-pause.ts';
import { Inquiry } from '../../src/session/send/inquiry.ts';
import { limits } from '../support/plan-builder.ts';
import { memoryClaim } from './settle-rig.ts';

const QUERY: ListQuery = { list: 'open', symbol: 'cmt_btcusdt', page: 0, fromMs: 0, toMs: 1 };

it('a ban ends the asking, though nothing else of the session hears of it', async () => {
  const clock = new SimClock();
  const ledger = await memoryClaim(clock);
  let asked = 0;
  const banned = <Q, V>(_operation: Operation<Q, V>, _query: Q): Promise<Transmitted<V>> => {
    asked += 1;
    return Promise.resolve({ kind: 'rate-refused', message: 'status 418', again: false });
  };
  const exchange = { operations: OPERATIONS, send: banned };
  const inquiry = new Inquiry({
    exchange,
    ledger,
    clock,
    limits: limits(),
    rateRefusals: 3,
    maxPauseMs: 3_600_000,
    note: () => {},
  });
  const ask = () => clock.run(inquiry.ask(OPERATIONS.list.open, QUERY));
  expect(await ask()).toEqual({ kind: 'failed', message: 'the exchange bans this address: status 418' });
  expect(await ask()).toEqual({ kind: 'failed', message: 'the exchange bans this address: status 418' });
  expect(asked).toBe(1);
});

it.each([
  ['a run ends at the second within a minute', false, [0, 10]],
  ['a run that follows its plan waits longer each time', true, [0, 10, 30, 70, 130]],
])('refusals by the rate limit: %s', async (_, outwaits, seconds) => {
  const clock = new SimClock();
  const ledger = await memoryClaim(clock);
  const beganMs = clock.monotonicMs();
  const asked: number[] = [];
  const limited = <Q, V>(_operation: Operation<Q, V>, _query: Q): Promise<Transmitted<V>> => {
    asked.push(Math.round((clock.monotonicMs() - beganMs) / 1000));
    return Promise.resolve({ kind: 'rate-refused', message: 'status 429', again: true, secondEndsMs: 60_000 });
  };
  const restraint = new Restraint();
  if (outwaits) restraint.outwait();
  const inquiry = new Inquiry({
    exchange: { operations: OPERATIONS, send: limited },
    ledger,
    clock,
    limits: limits(),
    rateRefusals: 4,
    maxPauseMs: 3_600_000,
    restraint,
    note: () => {},
  });
  await clock.run(inquiry.ask(OPERATIONS.list.open, QUERY));
  expect([asked, restraint.end === undefined]).toEqual([seconds, outwaits]);
});
