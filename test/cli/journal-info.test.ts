/** What `ordo journal info` tells of both kinds of journal, and what is told of a server that is not the one that was meant. */
import { expect, test } from 'vitest';
import { bids, start } from '../../proofs/support/ordo.ts';
import { here } from '../support/here.ts';
import { paperAndPlace, run, type At } from '../support/live.ts';
import { sharedServer } from '../support/own-server.ts';

const { server, fresh } = await sharedServer();

const WAITS = 'version: 1\nexecution: { maxOrdersPerCall: 1 }\nexchange: { inFlight: 1, queries: false }\n';

async function infoOf(at: At): Promise<string> {
  const { code, stdout, stderr } = await here(['journal', 'info'], at);
  expect([code, stderr]).toEqual([0, '']);
  return stdout;
}

test('of a file: before the first run, during one and after it', async () => {
  const { paper, at } = await paperAndPlace({ latencyMs: 400 });
  at.write('ordo.config.yaml', WAITS);
  at.write('plan.yaml', bids('filed', 2));
  expect(await infoOf(at)).toMatch(/journal\.db\n\nrecords {2}no record yet\n$/);
  const first = start(['run', 'plan.yaml', '--execute', '--live', '--yes', '--output', 'ndjson'], at);
  await first.until(/"accepted"/);
  expect(await infoOf(at)).toMatch(/^held {6}filed, generation 1, of default at http:\/\/127\S+:\s+pid\s+\d+\s+of\s/m);
  expect((await first.ended).code).toBe(0);
  const after = await infoOf(at);
  expect(after).toContain(`accounts  default at ${paper.origin}\nplans     1\nruns      1\nheld      by nobody\n`);
  expect(after).toMatch(/^version {3}\d+$/m);
  expect(after).toMatch(/^durable {3}synchronous FULL/m);
});

test.skipIf(server === undefined)('of a server: each plan with who has it, and what a record outlives', async () => {
  const { at: place } = await paperAndPlace({ latencyMs: 2000 });
  const at = { ...place, env: { ...place.env, ORDO_JOURNAL: await fresh() } };
  at.write('ordo.config.yaml', WAITS);
  at.write('plan.yaml', bids('served', 2));
  const none = await here(['journal', 'info'], at);
  expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('there is no journal postgres://postgres@127')]);
  const first = start(['run', 'plan.yaml', '--execute', '--live', '--yes', '--output', 'ndjson'], at);
  await first.until(/"accepted"/);
  expect((await infoOf(at)).replaceAll(/\s+/g, ' ')).toMatch(
    / held served, generation 1, of default at http:\/\/127\S+: pid \d+ of /,
  );
  expect((await first.ended).code).toBe(0);
  const after = await infoOf(at);
  expect(after).toContain('held      by nobody\n');
  expect(after).toContain('durable   synchronous_commit on\n          no standby: durable on one disk\n');
});

test.skipIf(server === undefined)('a journal is taken as restored on a server only', async () => {
  const { at } = await paperAndPlace();
  at.write('plan.yaml', bids('restored', 1));
  const filed = await here(['journal', 'restored'], at);
  expect([filed.code, filed.stderr]).toEqual([2, expect.stringContaining('is for a journal on a server')]);
  const served = { ...at, env: { ...at.env, ORDO_JOURNAL: await fresh() } };
  expect((await run(served)).code).toBe(0);
  expect(await infoOf(served)).not.toContain('restored');
  const before = Date.now();
  const taken = await here(['journal', 'restored'], served);
  expect([taken.code, taken.stdout]).toEqual([0, expect.stringContaining('accepted as it is from here on')]);
  expect((await run(served)).code).toBe(0);
  // The run since then does not hide whose word it goes by.
  expect(await infoOf(served)).toContain('restored  accepted as it is by tester on here, 20');
  const { stdout } = await here(['journal', 'info', '--json'], served);
  const { restored } = JSON.parse(stdout) as { restored: { at: string } };
  expect(Date.parse(restored.at)).toBeGreaterThanOrEqual(before);
  expect(Date.parse(restored.at)).toBeLessThanOrEqual(Date.now());
});

test.skipIf(server === undefined)(
  'the wrong database is seen by who only looks, where a file knows the account',
  async () => {
    const { paper, at } = await paperAndPlace();
    at.write('plan.yaml', bids('mistyped', 2));
    expect((await run(at)).code).toBe(0);
    const served = { ...at, env: { ...at.env, ORDO_JOURNAL: await fresh() } };
    const refused = await run(served);
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining('knows nothing about the account default'),
    ]);
    for (const words of [['status'], ['status', 'plan.yaml'], ['run', 'plan.yaml', '--live']]) {
      const { code, stdout, stderr } = await here(words, served);
      const told = (stdout + stderr).replaceAll(/\s+/g, ' ');
      expect([words, code, told]).toEqual([
        words,
        5,
        expect.stringContaining('knows nothing about the account default'),
      ]);
      expect(told).not.toContain('--approve');
    }
    expect(paper.orders).toHaveLength(2);
  },
);
