/** A standby takes no record and may be behind: no command goes by it, be it one that only reads. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bids } from '../../proofs/support/ordo.ts';
import { here } from '../support/here.ts';
import { paperAndPlace, run } from '../support/live.ts';
import { clientOn, ownServer } from '../support/own-server.ts';

const { server, fresh } = await ownServer();

test.skipIf(server === undefined)('a standby is refused by name, whatever it is asked', async () => {
  const url = await fresh();
  const { paper, at: place } = await paperAndPlace();
  const at = { ...place, env: { ...place.env, ORDO_JOURNAL: url } };
  at.write('plan.yaml', bids('followed', 1));
  expect((await run(at)).code).toBe(0);
  const client = await clientOn(url);
  client.on('error', () => {});
  const { rows } = await client.query<{ folder: string }>("select current_setting('data_directory') as folder");
  writeFileSync(join(rows[0]?.folder ?? '', 'standby.signal'), '');
  server?.kill('SIGINT');
  await server?.start();
  for (const words of [
    ['status'],
    ['journal', 'info'],
    ['journal', 'verify'],
    ['report', 'plan.yaml'],
    ['run', 'plan.yaml', '--live'],
    ['run', 'plan.yaml', '--execute', '--live', '--yes', '--again', 'bid-1'],
  ]) {
    const { code, stderr } = await here(words, at);
    expect([words, code, stderr.replaceAll(/\s+/g, ' ')]).toEqual([
      words,
      2,
      expect.stringMatching(/the server is a standby.* name the primary with --journal/),
    ]);
  }
  expect(paper.orders).toHaveLength(1);
});
