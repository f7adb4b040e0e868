/** Whoever looks without a plan's file goes by what its last run demanded: `ordo status` ends with 11 for naked units of such a plan, by a journal in a file and on a server. */
import { describe, expect, test } from 'vitest';
import type { Ended } from '../../proofs/support/ordo.ts';
import { here } from '../support/here.ts';
import { paperAndPlace, type At } from '../support/live.ts';
import { sharedServer } from '../support/own-server.ts';

const { server, fresh } = await sharedServer();

const ordo = (at: At, line: string): Promise<Ended> => here(line.split(' '), at);
const code = async (at: At, line: string): Promise<number | null> => (await ordo(at, line)).code;
const live = (at: At, file: string): Promise<number | null> =>
  code(at, `run ${file} --execute --live --yes --output lines`);
const plan = (name: string, limits: string): string => `version: 1
name: ${name}
${limits}defaults: { symbol: cmt_btcusdt }
orders:
  - { id: entry, side: open-long, size: 0.05, price: 63000 }
  - { id: exit, side: close-long, size: 0.05, trigger: 62000, price: market }
`;
const REQUIRED = 'limits: { requireStop: true }\n';
const DEMANDED: [string, string][] = [
  ['requireStop', REQUIRED],
  ['maxLossAtStops', 'limits: { maxLossAtStops: 1000 }\n'],
];
const FREE = '';
const BARE = 'cancel --name strict --only exit --execute --live --yes';

async function desk(journal: string): Promise<At> {
  const { at } = await paperAndPlace();
  return journal === 'file' ? at : { ...at, env: { ...at.env, ORDO_JOURNAL: await fresh() } };
}

describe.skipIf(server === undefined).each(['file', 'server'])('a journal in a %s', (journal) => {
  test.each(DEMANDED)('ends every look at naked units of a plan run under %s with 11', async (_, limits) => {
    const at = await desk(journal);
    at.write('strict.yaml', plan('strict', limits));
    expect(await live(at, 'strict.yaml')).toBe(0);
    expect(await code(at, 'status')).toBe(0);
    at.write('strict.yaml', 'version: 1\nname: strict\norders: broken\n');
    expect(await code(at, BARE)).toBe(11);
    for (const line of ['status', 'status --output ndjson', 'status --name strict', 'status strict.yaml', 'account'])
      expect([line, await code(at, line)]).toEqual([line, 11]);
  });

  test('leaves what another plan opened to that plan, and goes by the last run of a plan', async () => {
    const at = await desk(journal);
    at.write('strict.yaml', plan('strict', REQUIRED));
    at.write('free.yaml', plan('free', FREE));
    for (const file of ['strict.yaml', 'free.yaml']) expect(await live(at, file)).toBe(0);
    expect(await code(at, 'cancel free.yaml --only exit --execute --live --yes')).toBe(0);
    expect(await code(at, 'status')).toBe(0);
    // What the file demands, of all that is naked.
    expect(await code(at, 'status strict.yaml')).toBe(11);
    at.write('strict.yaml', plan('strict', FREE) + '  - { id: more, side: close-long, size: 0.05, price: 70000 }\n');
    expect(await live(at, 'strict.yaml')).toBe(0);
    expect(await code(at, 'cancel strict.yaml --only exit --execute --live --yes')).toBe(0);
    expect(await code(at, 'status')).toBe(0);
  });
});

test('a position that two plans opened counts for the one that demanded stops', async () => {
  const { at, paper } = await paperAndPlace({ presets: true });
  at.write('strict.yaml', plan('strict', REQUIRED));
  at.write('free.yaml', plan('free', FREE));
  for (const file of ['strict.yaml', 'free.yaml']) expect(await live(at, file)).toBe(0);
  for (const order of paper.orders) if (order.kind !== 'trigger') paper.fill(order.orderId);
  expect(await code(at, 'account')).toBe(0);
  for (const file of ['strict.yaml', 'free.yaml']) await ordo(at, `cancel ${file} --only exit --execute --live --yes`);
  const told = await ordo(at, 'account');
  expect(told.stdout).toContain('hold long 0.1 · at stops 0 · NAKED 0.1');
  expect([told.code, await code(at, 'status')]).toEqual([11, 11]);
});
