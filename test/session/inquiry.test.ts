import { expect, it } from 'vitest';
import { SimClock } from '../../proofs/support/sim-clock.ts';
import { OPERATIONS } from '../../src/exchange/v2/operations.ts';
import type { ListQuery } from '../../src/model/listing.ts';
import type { Operation, Transmitted } from '../../src/exchange/dialect.ts';
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
