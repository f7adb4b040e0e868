/** `ordo account` against the paper exchange: what it asks, what it says, what it keeps, and how it ends. */
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { eventsOf, ofKind, place, type Ended } from '../../proofs/support/ordo.ts';
import type { PaperExchange, PaperOptions } from '../../src/paper/server.ts';
import { readFees } from '../../src/model/fees.ts';
import { here } from '../support/here.ts';
import { afterTest, forget, journalOf, paperAndPlace, run, type At } from '../support/live.ts';

const FEES = readFees('0.02%/0.06%');
const OPTIONS: PaperOptions = { balance: '25000', ...(FEES.ok && { fees: FEES.value }) };
const CONFIG = (version: string, more = ''): string =>
  `version: 1\nexchange: { account: main, interface: ${version} }\n${more}`;
const PLAN = `version: 1
name: first
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: entry, side: open-long, size: 0.03, price: market, reference: 64000 }
  - { id: out, side: close-long, size: 0.01, price: market, after: [entry] }
  - { id: stop, side: close-long, size: 0.02, trigger: 62000, price: market, after: [entry] }
`;
/** Placed from another journal: nothing of it is known to the first. */
const FOREIGN = `version: 1
name: other
defaults: { symbol: cmt_ethusdt }
orders:
  - { id: short, side: open-short, size: 2, price: market, reference: 3200 }
`;

interface Desk {
  readonly at: At;
  readonly paper: PaperExchange;
}

async function desk(version = 'v2', options: PaperOptions = {}, more = ''): Promise<Desk> {
  const { at, paper } = await paperAndPlace({ ...OPTIONS, ...options });
  at.write('ordo.config.yaml', CONFIG(version, more));
  at.write('plan.yaml', PLAN);
  return { at, paper };
}

async function traded(version = 'v2', options: PaperOptions = {}, more = ''): Promise<Desk> {
  const world = await desk(version, options, more);
  expect((await run(world.at)).code).toBe(0);
  return world;
}

async function foreign({ paper }: Desk, version: string): Promise<void> {
  const other = place(paper.origin);
  afterTest(() => other.remove());
  other.write('ordo.config.yaml', CONFIG(version));
  other.write('plan.yaml', FOREIGN);
  expect((await run(other)).code).toBe(0);
}

const account = ({ at }: Desk, ...more: string[]): Promise<Ended> => here(['account', ...more], at);
/** Without the port, the time and the weight, which is more the longer the lists are. */
const masked = ({ stdout }: Ended): string =>
  stdout
    .replace(/127\.0\.0\.1:\d+/, 'HOST')
    .replaceAll(/\d\d:\d\d:\d\dZ/g, 'TIME')
    .replace(/ +TIME, [\d,]+ IP(?:, \d+ UID)?/, '  TIME, WEIGHT');

interface Sum {
  readonly plan?: string;
  readonly id?: string;
  readonly trades: number;
  readonly realised: string;
  readonly fees: string;
  readonly net: string;
}
interface Answer {
  readonly plan?: object;
  readonly money: { readonly equity: string };
  readonly trades: { readonly rows: readonly Sum[]; readonly all: Sum };
  readonly protection: { readonly unknown: number; readonly positions: readonly { readonly held: string }[] };
}
const answer = async (world: Desk, ...more: string[]): Promise<Answer> =>
  JSON.parse((await account(world, ...more, '--output', 'json')).stdout) as Answer;

describe.each(['v2', 'v3'])('the account on %s', (version) => {
  test('has what it is worth, what it holds with its stops, and the day by plan', async () => {
    const world = await traded(version);
    await foreign(world, version);
    const ended = await account(world);
    expect(ended.code).toBe(0);
    expect(masked(ended)).toMatchSnapshot();
    const { trades, money, protection } = await answer(world);
    // 0.03 and 0.01 bitcoin, and 2 ether, each at 0.06 % of what was traded.
    expect(trades.rows.map((row) => [row.plan, row.trades, row.realised, row.fees, row.net])).toEqual([
      ['first', 2, '-0.001', '1.5360018', '-1.5370018'],
      [undefined, 1, '0', '3.84', '-3.84'],
    ]);
    // With what is open: 0.02 bought a tick above the last price.
    expect([money.equity, protection.unknown]).toEqual(['24994.6209982', 0]);
  });

  test('with a plan has the trades of its orders, and of nobody else', async () => {
    const world = await traded(version);
    await foreign(world, version);
    const { trades, plan } = await answer(world, 'plan.yaml');
    expect(plan).toEqual({ plan: 'first', generation: 1 });
    expect(trades.rows.map(({ id, fees }) => [id, fees])).toEqual([
      ['entry', '1.1520018'],
      ['out', '0.384'],
    ]);
    expect(trades.all.trades).toBe(2);
  });

  test('sends nothing, and keeps what it saw, but no money, in the journal', async () => {
    const world = await traded(version);
    const before = world.paper.orders.length;
    await account(world);
    expect(world.paper.orders).toHaveLength(before);
    const { stdout } = await here(['status'], world.at);
    expect(stdout).toMatch(/cmt_btcusdt long +0\.02 +0 +0\.02 +0/);
    const { equity } = (await answer(world)).money;
    expect(equity).toBe('24998.4609982');
    expect(readFileSync(journalOf(world.at)).includes(equity)).toBe(false);
  });

  test.each([
    ['money cannot be asked', { dealt: { cut: 1 } }, 'could not be read'],
    ['an answer is not JSON', { dealt: { garbage: 1 } }, 'could not be read'],
  ])('is refused (exit 2) where %s', async (_, accountFaults, words) => {
    const world = await desk(version, { accountFaults });
    const ended = await account(world);
    expect(ended.code).toBe(2);
    expect(ended.stderr).toContain(words);
    expect(ended.stdout).toBe('');
  });

  test('does not take a coin without a row for one that it has nothing of', async () => {
    const world = await desk(version, { accountFaults: { dealt: { 'row-missing': 1 } } });
    const ended = await account(world, '--out', 'account.json');
    expect(ended.code).toBe(2);
    expect(ended.stderr).toContain('no row says how much it has of USDT');
    expect(() => statSync(join(world.at.folder, 'account.json'))).toThrow('ENOENT');
  });
});

describe('the account file', () => {
  test('is written for the user alone, and sizes by it are those of the page', async () => {
    const world = await desk('v2', { balance: '25310.4' });
    const ended = await account(world, '--out', 'account.json');
    expect(ended.code).toBe(0);
    expect(ended.stdout).toContain('account.json written');
    const file = join(world.at.folder, 'account.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const text = readFileSync(file, 'utf8');
    expect(JSON.parse(text)).toEqual({
      version: 1,
      asOf: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) as string,
      origin: world.paper.origin,
      account: 'main',
      asset: 'USDT',
      equity: '25310.4',
    });
    world.at.write(
      'plan.yaml',
      'version: 1\nname: a\norders:\n  - { id: a, symbol: cmt_btcusdt, side: open-long, size: { risk: 1%, of: equity }, price: 64000, stopLoss: 62000 }\n',
    );
    world.at.write(
      'instruments.json',
      JSON.stringify({
        asOf: '2026-11-21T08:00:00Z',
        source: 'by hand',
        instruments: { cmt_btcusdt: { tick: '0.1', step: '0.0001', minSize: '0.0001' } },
      }),
    );
    expect((await run(world.at)).code).toBe(0);
    expect(world.paper.orders[0]?.size).toBe('0.1265');
    const again = await account(world, '--out', 'account.json');
    expect(again.code).toBe(0);
  });

  test.each([
    ['plan.yaml', 'is not a .json file'],
    ['other.json', 'something that is not an account file is there'],
    ['folder.json', 'something that is not an account file is there'],
  ])('is not written over %s', async (name, words) => {
    const world = await desk();
    world.at.write('other.json', '{"version":1}');
    mkdirSync(join(world.at.folder, 'folder.json'));
    const before = world.paper.requests.length;
    const ended = await account(world, '--out', name);
    expect(ended.code).toBe(2);
    expect(ended.stderr).toContain(words);
    expect(world.paper.requests).toHaveLength(before);
  });

  test('is not written of an account that is worth nothing', async () => {
    const world = await desk('v2', { balance: '0' });
    const ended = await account(world, '--out', 'account.json');
    expect(ended.code).toBe(2);
    expect(ended.stderr).toContain('no size can be a share of it');
  });
});

describe('ends', () => {
  const DESK_STOPS = 'policy: { requireStop: true }\n';
  test('with 11 where what orders of the journal opened is naked, and a stop is required', async () => {
    const world = await desk();
    world.at.write('plan.yaml', PLAN.split('\n').slice(0, 5).join('\n'));
    expect((await run(world.at)).code).toBe(0);
    expect((await account(world)).code).toBe(0);
    world.at.write('ordo.config.yaml', CONFIG('v2', DESK_STOPS));
    const ended = await account(world);
    expect(ended.code).toBe(11);
    expect(ended.stdout).toContain('NAKED 0.03');
  });

  test('with 7 while an order is unknown', async () => {
    const world = await desk('v2', { faults: { 'drop-after': 1 } });
    expect((await run(world.at)).code).toBe(7);
    expect((await account(world)).code).toBe(7);
  });

  test('with its event for programs', async () => {
    const ended = await account(await traded(), '--output', 'ndjson');
    expect(ofKind(eventsOf(ended), 'protection')).toMatchObject([{ state: 'covered', basis: 'look', unknown: 0 }]);
  });

  test('with 2 where no exchange is configured, and where it takes no such name', async () => {
    const world = await desk();
    const { ORDO_BASE_URL: _, ...env } = world.at.env;
    const bare = await here(['account'], { ...world.at, env });
    expect([bare.code, bare.stderr.includes('exchange')]).toEqual([2, true]);
    expect((await account(world, '--name', 'unheard')).code).toBe(2);
  });
});

test('a key that is refused, and an exchange that is not there, are told as the cause (exit 2)', async () => {
  const world = await desk();
  const wrong = { ...world.at, env: { ...world.at.env, ORDO_API_KEY: 'papr' } };
  const refused = await here(['account'], wrong, { width: 400 });
  expect([refused.code, refused.stderr.includes('check ORDO_API_KEY')]).toEqual([2, true]);
  await world.paper.close();
  const gone = await here(['account'], world.at, { width: 400 });
  expect([gone.code, gone.stderr.includes(`nothing answers at ${world.paper.origin}`)]).toEqual([2, true]);
});

test('more than 20 pages of trades make no sums, and are said to be so', async () => {
  const ample = { amount: 1_000_000, windowMs: 10_000 };
  let tradedMs = 0;
  const clock = { wallMs: () => Date.now() + tradedMs, monotonicMs: () => performance.now() };
  const world = await desk('v2', { ipWeight: ample, uidWeight: ample, clock });
  world.at.write(
    'ordo.config.yaml',
    'version: 1\nexchange: { account: main, interface: v2, ipWeight: 100000/10s, uidWeight: 100000/10s }\n',
  );
  world.at.write(
    'plan.yaml',
    'version: 1\nname: many\norders:\n  - { id: a, symbol: cmt_btcusdt, side: open-long, size: 1, price: 60000 }\n',
  );
  expect((await run(world.at)).code).toBe(0);
  const [order] = world.paper.orders;
  for (; tradedMs < 2_100; tradedMs++) world.paper.fill(order?.orderId ?? '', '0.0001');
  const ended = await account(world);
  expect(ended.stdout).toMatch(/not all, so there are no sums: cmt_btcusdt has more than 20 pages\s+of them/);
  expect(ended.stdout).not.toContain('net');
  expect(ended.code).toBe(0);
});

describe.each(['v2', 'v3'])('an account on %s', (version) => {
  test('ends with 7 while an order that was accepted is in no list', async () => {
    const made = await traded(version);
    expect((await account(made)).code).toBe(0);
    forget(made.paper, ({ status }) => status === 'untriggered');
    const ended = await account(made);
    expect([ended.code, ended.stdout.replaceAll(/\s+/g, ' ')]).toEqual([7, expect.stringMatching(/UNKNOWN [1-9]/)]);
    // Asking again proves no more.
    expect((await account(made, 'plan.yaml')).code).toBe(7);
    // What a person says ends it.
    expect((await here(['settle', 'plan.yaml', '--closed', 'stop', '--unseen', 'stop'], made.at)).code).toBe(0);
    expect((await account(made)).code).toBe(0);
  });
});
