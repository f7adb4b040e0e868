/** What a journal tells of the calls that carried an order. */
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { SentCall } from '../../src/journal/records/request.ts';
import type { PlanName } from '../../src/journal/records/scope.ts';
import { OPERATIONS } from '../../src/exchange/v2/requests.ts';
import { someOrders } from '../support/plan-builder.ts';
import { WALL_START_MS } from '../../proofs/support/sim-clock.ts';
import { intentOf, newFile, openJournal, optionsFor, reader } from '../support/journal-files.ts';

const readSentCalls = (file: string, id: string, changes: Partial<PlanName> = {}): Promise<readonly SentCall[]> =>
  reader(file).sendings(optionsFor(file, changes), id);

test('every sending of an order, with the bytes, the whole call and how it ended; a call under way has no end', async () => {
  const file = newFile();
  const journal = await openJournal(file);
  const [one, two, three] = [someOrders(2), someOrders(3).slice(2), someOrders(4).slice(3)];
  await journal.recordNotTaken(await journal.recordIntent(intentOf(one, 1)), 'rate-refused', 'status 429', 12);
  await journal.recordIntent(intentOf(one, 2));
  await journal.recordIntent(intentOf(two, 3));
  const call = {
    kind: 'batch',
    path: OPERATIONS.batch.path,
    weight: OPERATIONS.batch.weight,
    orders: one.map(({ id, clientOid }) => ({ id, clientOid })),
    sentAtMs: WALL_START_MS,
  };
  expect(await readSentCalls(file, 'o2')).toEqual([
    { ...call, call: 1, body: '{"n":1}', ended: { how: 'rate-refused', latencyMs: 12, message: 'status 429' } },
    { ...call, call: 2, body: '{"n":2}' },
  ]);
  expect((await readSentCalls(file, 'o3')).map((sent) => sent.call)).toEqual([3]);
  expect(await readSentCalls(file, three[0]?.id ?? '')).toEqual([]);
  expect(await readSentCalls(file, 'o2', { generation: 2 })).toEqual([]);
});

test('nothing where there is no journal, and none is made', async () => {
  const file = newFile();
  expect(await readSentCalls(file, 'o1')).toEqual([]);
  expect(existsSync(file)).toBe(false);
});
