/** Why something has no stop, as status says it over HTTP: of several plans on one position, and of a stop that came too late. */
import { expect, test } from 'vitest';
import type { Ended } from '../../proofs/support/ordo.ts';
import { here } from '../support/here.ts';
import { paperAndPlace, type At } from '../support/live.ts';

const ordo = (at: At, line: string): Promise<Ended> => here(line.split(' '), at, { width: 120 });
const live = (at: At, name: string): Promise<Ended> =>
  ordo(at, `run ${name}.yaml --execute --live --yes --output lines`);
const cancel = (at: At, name: string): Promise<Ended> =>
  ordo(at, `cancel ${name}.yaml --execute --live --yes --output lines`);

const planOf = (name: string, orders: readonly string[]): string => `version: 1
name: ${name}
defaults: { symbol: cmt_btcusdt }
orders:
${orders.map((order) => `  - { ${order} }\n`).join('')}`;
const write = (at: At, name: string, ...orders: readonly string[]): string =>
  at.write(`${name}.yaml`, planOf(name, orders));

const opens = (id: string, more = 'price: market'): string => `id: ${id}, side: open-long, size: 0.02, ${more}`;
const stops = (id: string, trigger: string): string =>
  `id: ${id}, side: close-long, size: 0.02, trigger: ${trigger}, price: market`;
const SELLS = 'id: a-out, side: close-long, size: 0.01, price: market, after: [a-in]';

const reasons = async (at: At, line: string): Promise<string[]> =>
  [...(await ordo(at, line)).stdout.matchAll(/^ {2}(.* has no stop.*)$/gm)].map(([, row = '']) => row);

test('the cancelled stop of one plan is not to blame for what another opened', async () => {
  const { at } = await paperAndPlace();
  write(at, 'b', opens('b-in', 'price: 60000'), stops('b-stop', '59000'));
  write(at, 'a', opens('a-in'), SELLS);
  expect((await live(at, 'b')).code).toBe(0);
  expect((await live(at, 'a')).code).toBe(0);
  const off = await cancel(at, 'b');
  expect(off.stdout).toContain('  0.02 long cmt_btcusdt (a-in) has no stop\n');
  // By then the look has told what was closed, and no order alone is known for what is left.
  expect(await reasons(at, 'status a.yaml --refresh')).toEqual(['0.01 long cmt_btcusdt (a-in) has no stop']);
  expect(await reasons(at, 'status')).toEqual(['0.01 long cmt_btcusdt (a-in) has no stop']);
  expect(await reasons(at, 'account')).toEqual(['0.01 long cmt_btcusdt (a-in) has no stop']);
});

test('where two plans opened what is left in part, each is said by itself', async () => {
  const { at } = await paperAndPlace();
  write(at, 'a', opens('a-in'), SELLS, stops('a-stop', '60000'));
  write(at, 'b', opens('b-in'), stops('b-stop', '61000'));
  for (const name of ['a', 'b']) expect((await live(at, name)).code).toBe(0);
  await ordo(at, 'status a.yaml --refresh');
  await ordo(at, 'status b.yaml --refresh');
  await ordo(at, 'cancel a.yaml --only a-stop --execute --live --yes --output lines');
  await ordo(at, 'cancel b.yaml --only b-stop --execute --live --yes --output lines');
  expect(await reasons(at, 'status a.yaml --refresh')).toEqual([
    '0.02 long cmt_btcusdt has no stop: b-stop was cancelled',
    '0.01 long cmt_btcusdt has no stop: a-stop was cancelled',
  ]);
});

test('a stop that the exchange rejects as the market has passed it is named', async () => {
  const { at, paper } = await paperAndPlace({ passed: 'refuses', market: { seed: 3, stepMs: 0 } });
  write(at, 'a', opens('a-in'));
  expect((await live(at, 'a')).code).toBe(0);
  const last = async (): Promise<number> => {
    const answer = await fetch(`${paper.origin}/capi/v2/market/ticker?symbol=cmt_btcusdt`);
    return Number(((await answer.json()) as { last: string }).last);
  };
  for (let step = 0; (await last()) > 63_900 && step < 1000; step++) paper.advance(1);
  write(at, 'a', opens('a-in'), stops('a-stop', '63950'));
  const ran = await live(at, 'a');
  expect([ran.code, ran.stdout]).toEqual([6, expect.stringMatching(/✗ rejected +a-stop/)]);
  const [row = '', ...others] = await reasons(at, 'status a.yaml --refresh');
  expect(row).toMatch(/^0\.02 long cmt_btcusdt \(a-in\) has no stop: a-stop was rejected \(/);
  expect(others).toEqual([]);
});

test.each(['v2', 'v3'])(
  'a position in the other margin mode is the plan’s, and its mode is said: %s',
  async (version) => {
    const { at } = await paperAndPlace({ accountFaults: { isOtherMode: true } });
    at.write('ordo.yaml', `version: 1\nexchange: { interface: ${version} }\nexecution: { accountCheck: off }\n`);
    write(at, 'a', opens('a-in', 'price: market, reference: 64000'), stops('a-stop', '59000'));
    expect((await live(at, 'a')).code).toBe(0);
    const row = '0.02 long cmt_btcusdt isolated has no stop: a-stop has the other margin mode';
    expect(await reasons(at, 'status a.yaml --refresh')).toEqual([row]);
    const told = (await ordo(at, 'status')).stdout;
    expect(told).toMatch(/^ {2}cmt_btcusdt long +isolated +0\.02 +0 +0 +0\.02 /m);
    expect(told).toContain('a-stop closes 0.02 more than is at stake: whatever long cmt_btcusdt cross is there');
    const account = (await ordo(at, 'account')).stdout;
    expect(account).toContain(row);
    expect(account).not.toContain('not ordo');
  },
);

test('what is naked in the other margin mode ends with 11 where stops are required', async () => {
  const { at } = await paperAndPlace({ accountFaults: { isOtherMode: true } });
  at.write('ordo.yaml', 'version: 1\nexecution: { accountCheck: off }\n');
  const orders = [opens('a-in', 'price: market, reference: 64000'), stops('a-stop', '59000')];
  at.write('a.yaml', `${planOf('a', orders)}limits: { requireStop: true }\n`);
  expect((await live(at, 'a')).code).toBe(0);
  expect((await ordo(at, 'status a.yaml --refresh')).code).toBe(11);
});
