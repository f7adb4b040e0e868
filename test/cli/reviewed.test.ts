/** A reviewed plan whose run is killed: the same command goes on with the rest, under the code of the whole. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { ReviewedPlan } from '../../src/generated/reviewed.ts';
import { bids, start } from '../../proofs/support/ordo.ts';
import { here } from '../support/here.ts';
import { oids, paperAndPlace, said } from '../support/live.ts';

test('a killed run of a reviewed plan goes on with the rest, and nothing goes twice', async () => {
  const { at, paper } = await paperAndPlace({ latencyMs: 300 });
  at.write('ordo.config.yaml', 'version: 1\nexchange: { inFlight: 1 }\nexecution: { maxOrdersPerCall: 1 }\n');
  at.write('plan.yaml', bids('killed', 4));
  expect(await here(['run', 'plan.yaml', '--live', '--out', 'r.json'], at)).toMatchObject({ code: 0 });
  const { approval } = JSON.parse(readFileSync(join(at.folder, 'r.json'), 'utf8')) as ReviewedPlan;
  const command = ['run', 'r.json', '--execute', '--live', '--approve', approval, '--output', 'ndjson'];
  const running = start(command, at);
  // The second order is at the exchange, and its answer is on its way.
  await vi.waitFor(() => expect(paper.orders).toHaveLength(2), { timeout: 30_000, interval: 5 });
  running.child.kill('SIGKILL');
  await running.ended;
  expect(paper.orders.length).toBeLessThan(4);
  const rest = await here(command, at);
  expect(rest.code).toBe(0);
  expect(said(rest)).toHaveLength(4);
  expect(new Set(oids(paper)).size).toBe(4);
  expect(paper.orders).toHaveLength(4);
});
