/** A line that stalls: nothing comes any more, and nobody says so. Each way of waiting on it ends by itself. */
import { describe, expect, it, vi } from 'vitest';
import type { Claim, Ledger } from '../../src/journal/records/ledger.ts';
import { openServerLedger } from '../../src/journal/postgres/pg-ledger.ts';
import { sharedServer } from '../support/own-server.ts';
import { startProxy, type PostgresProxy, type Way } from '../../proofs/support/postgres-proxy.ts';
import { intentOf, ROOMY } from '../support/journal-files.ts';
import { PLAN, someOrders } from '../support/plan-builder.ts';

const server = (await sharedServer()).server;

const ACCOUNT = { origin: 'http://127.0.0.1:1', name: 'main' };
const NAME = { plan: PLAN.name, generation: PLAN.generation };

interface Line extends AsyncDisposable {
  readonly proxy: PostgresProxy;
  readonly ledger: Ledger;
  stall(way: Way): void;
}

async function opened(): Promise<Line> {
  const url = (await server?.newDatabase()) ?? '';
  const proxy = await startProxy(url);
  const ledger = openServerLedger(proxy.through(url), {
    self: { host: 'here', user: 'tester', pid: 7, since: '' },
    monotonicMs: () => performance.now(),
    wallMs: () => Date.now(),
    defer: (act) => void setImmediate(act),
  });
  const stall = (way: Way): void => proxy.lay({ way, message: 1, how: 'stall' });
  return { proxy, ledger, stall, [Symbol.asyncDispose]: () => proxy.close() };
}

async function claimed(ledger: Ledger): Promise<Claim> {
  const got = await ledger.claim({ account: ACCOUNT, plan: NAME }, ROOMY);
  if (!got.ok) throw new Error('held');
  await got.value.begin({ ...NAME, planFile: 'plan.yaml', digest: 'd' });
  return got.value;
}

/** Each waits for ten seconds, and for nothing else: together they take no longer than one. */
describe.skipIf(server === undefined).concurrent('a line that stalls', { timeout: 30_000 }, () => {
  it.each(['to-server', 'to-client'] as const)('ends a write with an error (%s)', async (way) => {
    await using line = await opened();
    const claim = await claimed(line.ledger);
    line.stall(way);
    await expect(claim.intend([intentOf(someOrders(1))])).rejects.toThrow('no answer within 10 s');
    await claim.release();
  });

  it('ends a claim that connects', async () => {
    await using line = await opened();
    line.stall('to-client');
    await expect(claimed(line.ledger)).rejects.toThrow('timeout expired');
  });

  it('lets go of a claim; the server holds its lock until it learns that the line is gone', async () => {
    await using line = await opened();
    const claim = await claimed(line.ledger);
    line.stall('to-server');
    await claim.release();
    expect(await line.ledger.claim({ account: ACCOUNT, plan: NAME }, ROOMY)).toMatchObject({
      ok: false,
      error: { pid: 7 },
    });
    line.proxy.lay();
    await vi.waitFor(async () => expect(await line.ledger.holder(ACCOUNT)).toBeUndefined());
    const next = await claimed(line.ledger);
    expect((await next.intend([intentOf(someOrders(1))])).attempts).toHaveLength(1);
    await next.release();
    expect(await line.ledger.verify()).toMatchObject({ kind: 'whole' });
  });
});
