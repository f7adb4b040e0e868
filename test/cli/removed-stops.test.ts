/** `run --removed` takes a stop off that a file no longer has: what it leaves bare is said before and after, and refused beside an entry. */
import { expect, test } from 'vitest';
import type { Ended } from '../../proofs/support/ordo.ts';
import { here } from '../support/here.ts';
import { oids, paperAndPlace, type At } from '../support/live.ts';

const ordo = (at: At, line: string): Promise<Ended> => here(line.split(' '), at);
const live = (at: At, file: string, more = ''): Promise<Ended> =>
  ordo(at, `run ${file} --execute --live --yes --output lines${more}`);

const ENTRY = `version: 1
name: ins
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: entry, side: open-long, size: 0.05, price: 63000 }
`;
const CARRIED = 'id: far, side: open-long, size: 0.01, price: 50000, stopLoss: 49000';
const EXIT = 'id: exit, side: close-long, size: 0.05, trigger: 62000, price: market';
const exits = (limits: string, ...orders: readonly string[]): string => `version: 1
name: outs
${limits}defaults: { symbol: cmt_btcusdt }
orders:
${orders.map((order) => `  - { ${order} }\n`).join('')}`;
const REQUIRED = 'limits: { requireStop: true }\n';

async function desk(limits: string) {
  const { paper, at } = await paperAndPlace();
  at.write('ins.yaml', ENTRY);
  at.write('outs.yaml', exits(limits, CARRIED, EXIT));
  for (const file of ['ins.yaml', 'outs.yaml']) expect((await live(at, file)).code).toBe(0);
  at.write('outs.yaml', exits(limits, CARRIED));
  return { paper, at };
}

test.each([
  [REQUIRED, 11],
  ['', 0],
])('is said dry as what would be, and afterwards as what is: %j ends with %i', async (limits, code) => {
  const { at } = await desk(limits);
  const dry = await ordo(at, 'run outs.yaml --live --removed');
  expect(dry.code).toBe(0);
  expect(dry.stdout).toContain('\n  0.05 long cmt_btcusdt (entry) would have no stop: exit is taken off\n! hold ?');
  const ran = await live(at, 'outs.yaml', ' --removed');
  expect(ran.code).toBe(code);
  expect(ran.stdout).toContain('\n  0.05 long cmt_btcusdt (entry) has no stop: exit was cancelled\n! hold ?');
  expect((await ordo(at, 'status outs.yaml')).code).toBe(code);
  // What was taken off before is not taken off once more.
  const after = await ordo(at, 'cancel outs.yaml --only far');
  expect(after.stdout).toContain('(entry) would have no stop: exit was cancelled');
});

test('is refused beside an entry where stops are required, also where another plan opened what it stops', async () => {
  const { at, paper } = await desk(REQUIRED);
  at.write('outs.yaml', exits(REQUIRED, CARRIED, CARRIED.replace('far', 'far-2')));
  for (const words of ['', ' --execute --yes']) {
    const refused = await ordo(at, `run outs.yaml --live --removed${words}`);
    expect([refused.code, oids(paper).length]).toEqual([4, 3]);
    expect(refused.stderr.replaceAll(/\s+/g, ' ')).toContain(
      'after this run 0.05 long cmt_btcusdt (entry) has no stop: exit is taken off, and limits.requireStop forbids that',
    );
    expect(refused.stderr).toContain('keep it: leave out --removed');
  }
  const ran = await live(at, 'outs.yaml');
  expect([ran.code, oids(paper).length]).toEqual([0, 4]);
});

test.each([
  ['the policy', '', 'policy: { requireStop: true }\n'],
  ['the plan', REQUIRED, ''],
])('cancel --removed does the same where %s forbids what the file leaves', async (_, limits, policy) => {
  const { paper, at } = await paperAndPlace();
  at.write('ordo.config.yaml', `version: 1\n${policy}`);
  const file = (...orders: readonly string[]): string =>
    exits(limits, 'id: in, side: open-long, size: 0.05, price: 63000', ...orders);
  at.write('outs.yaml', file(EXIT));
  expect((await live(at, 'outs.yaml')).code).toBe(0);
  at.write('outs.yaml', file());
  expect((await ordo(at, 'validate outs.yaml')).code).toBe(4);
  const dry = await ordo(at, 'cancel outs.yaml --removed');
  expect(dry.code).toBe(0);
  expect(dry.stdout).toContain('\n  0.05 long cmt_btcusdt (in) would have no stop: exit is taken off\n! hold ');
  expect(dry.stdout + dry.stderr).not.toContain('the journal knows');
  const ended = await ordo(at, 'cancel outs.yaml --removed --execute --live --yes');
  expect([ended.code, paper.orders.map(({ status }) => status)]).toEqual([11, ['canceled', 'open']]);
  // A run of it stays forbidden, and a file that cannot be read is compared with nothing.
  expect((await ordo(at, 'run outs.yaml --live --removed')).code).toBe(4);
  at.write('outs.yaml', file('id: typo, side: open-lnog'));
  expect((await ordo(at, 'cancel outs.yaml --removed')).code).toBe(2);
});
