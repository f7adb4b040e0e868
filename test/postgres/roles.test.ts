/** The rights that docs/operating.md gives are enough, and no more than that. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { bids } from '../../proofs/support/ordo.ts';
import { here } from '../support/here.ts';
import { paperAndPlace, run } from '../support/live.ts';
import { clientOn, ownServer } from '../support/own-server.ts';

const { server, fresh } = await ownServer();

const page = readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8');
const [, GRANTS = ''] = /```sql\n([^`]*)```/.exec(page) ?? [];

test.skipIf(server === undefined)('a runner runs, a reader only reads', async () => {
  const url = await fresh();
  const { paper, at } = await paperAndPlace();
  const as = (user: string): typeof at => {
    const own = new URL(url);
    own.username = user;
    own.password = 'word';
    return { ...at, env: { ...at.env, ORDO_JOURNAL: own.href } };
  };
  at.write('plan.yaml', bids('owned', 1));
  expect((await run({ ...at, env: { ...at.env, ORDO_JOURNAL: url } })).code).toBe(0);
  const client = await clientOn(url);
  await client.query(`${GRANTS}
    create role ann login password 'word' in role ordo_runner;
    create role rob login password 'word' in role ordo_reader;`);
  at.write('plan.yaml', bids('granted', 12));
  const ran = await run(as('ann'));
  expect([ran.code, ran.stderr, paper.orders.length]).toEqual([0, '', 13]);
  for (const words of [
    ['status'],
    ['status', 'plan.yaml'],
    ['journal', 'verify'],
    ['journal', 'info'],
    ['report', 'plan.yaml'],
  ]) {
    const { code, stderr } = await here(words, as('rob'));
    expect([words, code, stderr]).toEqual([words, 0, '']);
  }
  at.write('plan.yaml', bids('kept-out', 1));
  const kept = await run(as('rob'));
  expect([kept.code, kept.stderr]).toEqual([2, expect.stringContaining('permission denied')]);
  expect(paper.orders).toHaveLength(13);
});
