/** Runs beside one another, on one file and on one server: at the same moment, many of them, one that stands still, and a server that does. */
import { hostname, userInfo } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import type { PaperExchange, PaperOptions } from '../../src/paper/server.ts';
import { bids, start, type Running } from '../../proofs/support/ordo.ts';
import { startPostgres } from '../../proofs/support/postgres-server.ts';
import { here } from '../support/here.ts';
import { afterTest, oids, paperAndPlace, run, said, type At } from '../support/live.ts';

const server = await startPostgres({ fsync: true });
afterAll(() => server?.stop());

const ONE_BY_ONE = 'version: 1\nexecution: { maxOrdersPerCall: 1 }\nexchange: { inFlight: 1, queries: false }\n';

type Store = 'a file' | 'a server';
/** Without a server to start, what is proved on one is left out. */
const STORES: readonly Store[] = server === undefined ? ['a file'] : ['a file', 'a server'];

/** Plans of so many orders each, named as they are. */
async function desk(store: Store, plans: Readonly<Record<string, number>>, options: PaperOptions): Promise<Desk> {
  const { paper, at } = await paperAndPlace(options);
  if (store === 'a server') at.env['ORDO_JOURNAL'] = (await server?.newDatabase()) ?? '';
  at.write('ordo.config.yaml', ONE_BY_ONE);
  for (const [name, orders] of Object.entries(plans)) at.write(`${name}.yaml`, bids(name, orders));
  const go = (name: string): Running => {
    const running = start(['run', `${name}.yaml`, ...LIVE], at);
    // One that a failed test has left suspended as well.
    afterTest(() => void running.child.kill('SIGKILL'));
    return running;
  };
  return { paper, at, go };
}

interface Desk {
  readonly paper: PaperExchange;
  readonly at: At;
  readonly go: (name: string) => Running;
}

const LIVE = ['--execute', '--live', '--yes', '--output', 'ndjson'];

async function expectOnce({ paper, at }: Desk, orders: number): Promise<void> {
  expect([paper.orders.length, new Set(oids(paper)).size]).toEqual([orders, orders]);
  expect(await here(['journal', 'verify'], at)).toMatchObject({ code: 0 });
}

describe.each(STORES)('beside one another on %s', (store) => {
  test('two of one plan at once: one goes on, and the other says who has it', async () => {
    const all = await desk(store, { plan: 5 }, { latencyMs: 500 });
    const both = [all.go('plan'), all.go('plan')];
    const [winner, loser] = (await Promise.all(both.map(async (one) => ({ one, ended: await one.ended })))).toSorted(
      (a, b) => (a.ended.code ?? -1) - (b.ended.code ?? -1),
    );
    expect([winner?.ended.code, loser?.ended.code]).toEqual([0, 10]);
    const who = `pid ${winner?.one.child.pid} of ${userInfo().username} on ${hostname()}, since 20`;
    expect(loser?.ended.stderr.replaceAll(/\s+/g, ' ')).toContain(`has locked the plan plan of this account: ${who}`);
    await expectOnce(all, 5);
  });

  // As processes of their own: `npm run beside-server`.
  test('eight plans of one account at once: each order goes once', async () => {
    const names = Array.from({ length: 8 }, (_, at) => `plan-${at + 1}`);
    const all = await desk(store, Object.fromEntries(names.map((name) => [name, 2])), { latencyMs: 50 });
    const ended = await Promise.all(names.map((name) => here(['run', `${name}.yaml`, ...LIVE], all.at)));
    expect(ended.map(({ code, stderr }) => [code, stderr])).toEqual(names.map(() => [0, '']));
    for (const one of ended) expect(said(one)).toEqual(['bid-1 accepted', 'bid-2 accepted']);
    await expectOnce(all, 16);
    expect(all.paper.refusedByRate).toBe(0);
  });

  test('what a killed run had in flight is unknown, though another plan’s run goes on', async () => {
    const all = await desk(store, { plan: 20, other: 20 }, { latencyMs: 400 });
    const killed = all.go('plan');
    await killed.until(/"accepted"/);
    const other = all.go('other');
    await other.until(/"accepted"/);
    expect((await here(['status', 'plan.yaml'], all.at)).code).toBe(0);
    killed.child.kill('SIGKILL');
    await killed.ended;
    const status = await here(['status', 'plan.yaml'], all.at);
    expect([status.code, status.stdout]).toEqual([7, expect.stringContaining('UNKNOWN')]);
    expect((await here(['status'], all.at)).code).toBe(7);
    expect((await here(['status', 'other.yaml'], all.at)).code).toBe(0);
    expect((await other.ended).code).toBe(0);
    // The place that it has kept is free.
    expect((await run(all.at)).stdout).toContain('"accepted"');
    expect(new Set(oids(all.paper)).size).toBe(all.paper.orders.length);
  });

  test('one that the system stops for a while keeps its plan, and holds up no other', async () => {
    const all = await desk(store, { plan: 4, other: 3 }, { latencyMs: 600 });
    const stopped = all.go('plan');
    await stopped.until(/"accepted"/);
    // It awaits an answer. In the middle of a write it would hold up all who write to its file.
    await sleep(200);
    stopped.child.kill('SIGSTOP');
    const before = all.paper.orders.length;
    const again = await run(all.at);
    expect([again.code, again.stderr]).toEqual([10, expect.stringContaining(`pid ${stopped.child.pid} of`)]);
    expect((await here(['run', 'other.yaml', ...LIVE], all.at)).code).toBe(0);
    await sleep(2000);
    expect(all.paper.orders.length).toBeLessThanOrEqual(before + 1 + 3);
    stopped.child.kill('SIGCONT');
    expect(await stopped.ended).toMatchObject({ code: 0, stderr: '' });
    await expectOnce(all, 7);
  });
});

describe.skipIf(server === undefined)('on one server', () => {
  test('a server that stands still for three seconds ends no run', async () => {
    const all = await desk('a server', { plan: 5 }, { latencyMs: 200 });
    const waiting = run(all.at);
    await expect.poll(() => all.paper.orders.length, { timeout: 20_000 }).toBeGreaterThan(0);
    const goOn = await server?.suspend();
    if (goOn !== undefined) afterTest(goOn);
    await sleep(3000);
    // One call was on its way; what follows has no record yet, and so has not left.
    expect(all.paper.orders.length).toBeLessThan(4);
    goOn?.();
    expect(await waiting).toMatchObject({ code: 0, stderr: '' });
    await expectOnce(all, 5);
  });
});
