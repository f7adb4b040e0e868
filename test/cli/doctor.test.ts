/** `ordo doctor` in broken surroundings: it ends as the run would, says which check that is, and leaves everything as it was. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openLedger } from '../../src/journal/open.ts';
import { sqliteUrl } from '../../src/journal/url.ts';
import { ordo } from '../../proofs/support/ordo.ts';
import { LIST } from '../support/breaking.ts';
import { BROKEN } from '../support/broken.ts';
import { BID, desk, keyed, plan, run, type Desk } from '../support/checked-desk.ts';
import { BESIDE, heldBeside } from '../support/held-beside.ts';
import { here } from '../support/here.ts';
import { journalOf, type At } from '../support/live.ts';
import { INTERFACES } from '../support/spellings.ts';

interface Told {
  readonly exitCode: number;
  readonly refusedBy: string | null;
  readonly checks: readonly {
    readonly name: string;
    readonly is: string;
    readonly words: string;
    readonly hint?: string;
  }[];
}

const asked = async (at: At, ...given: readonly string[]): Promise<{ code: number | null; told: Told }> => {
  const { code, stdout, stderr } = await here(['doctor', ...given, '--output', 'json'], at);
  expect(stderr).toBe('');
  return { code, told: JSON.parse(stdout) as Told };
};

/** Every file of the journal but what SQLite shares memory by, with its bytes. */
function filesOf({ folder }: At): string {
  const state = join(folder, 'state');
  if (!existsSync(state)) return 'none';
  const names = readdirSync(state, { recursive: true, encoding: 'utf8' }).toSorted();
  const files = names.filter((name) => !/-(?:shm|wal)$/.test(name) && /\./.test(name));
  return files
    .map(
      (name) =>
        `${name} ${createHash('sha256')
          .update(readFileSync(join(state, name)))
          .digest('hex')}`,
    )
    .join('\n');
}

const held = (at: At, { origin }: Desk['paper'], name?: string): Promise<() => Promise<void>> =>
  heldBeside(openLedger(sqliteUrl(journalOf(at)), BESIDE), origin, name);

const paths = ({ paper }: Desk): string[] => paper.requests.map(({ method, path }) => `${method} ${path}`);
const sentOf = ({ paper }: Desk): number => paper.requests.filter(({ method }) => method !== 'GET').length;

/** How many surroundings are broken at least, on each interface. */
const LEAST_BROKEN = 60;

describe.each(INTERFACES)('on %s, with', (version) => {
  const surroundings = BROKEN.filter(({ only = version }) => only === version);

  test(`${LEAST_BROKEN} that are broken, each otherwise`, () => {
    const broken = surroundings.filter(({ by }) => by !== undefined).map(({ what }) => what);
    expect(new Set(broken).size).toBe(broken.length);
    expect(broken.length).toBeGreaterThanOrEqual(LEAST_BROKEN);
  });

  test.each(surroundings)('$what', async ({ by, make, options = {}, given = ['plan.yaml'] }) => {
    const it = await desk(version, plan(BID), options);
    const at = { ...it.at, ...(await make?.(it, version)) };
    const [before, orders] = [filesOf(at), sentOf(it)];
    const { code, told } = await asked(at, ...given);
    expect({ code, by: told.refusedBy }).toEqual({ code: by?.[1] ?? 0, by: by?.[0] ?? null });
    expect(told.exitCode).toBe(code);
    expect(filesOf(at)).toBe(before);
    expect(sentOf(it)).toBe(orders);
    expect((await here(['run', ...given, '--execute', '--live', '--yes'], at)).code).toBe(code);
  });
});

describe('a journal', () => {
  test('that another run has locked is named with its holder, and the account is not asked', async () => {
    const { at, paper } = await desk('v2', plan(BID));
    await held(at, paper);
    const { code, told } = await asked(at, 'plan.yaml');
    expect([code, told.refusedBy, paper.requests.length]).toEqual([10, 'journal', 0]);
    expect(told.checks.find(({ name }) => name === 'journal')?.words).toContain('pid 1 of somebody on elsewhere');
    expect(told.checks.at(-1)).toMatchObject({ is: 'not-asked', words: 'orders, account, first send, earlier' });
    expect((await run(at)).code).toBe(10);
  });

  test('of which another plan runs is in no run’s way, and of all of it in every one’s', async () => {
    const { at, paper } = await desk('v2', plan(BID));
    const release = await held(at, paper, 'other');
    expect((await asked(at)).told).toMatchObject({ exitCode: 0, refusedBy: null });
    expect((await asked(at, 'plan.yaml')).told).toMatchObject({ exitCode: 0, refusedBy: null });
    expect((await run(at)).code).toBe(0);
    await release();
    await held(at, paper);
    expect((await asked(at)).told).toMatchObject({ exitCode: 10, refusedBy: 'journal' });
  });

  test('has its head in words, and no record more', async () => {
    const { at } = await desk('v2', plan(BID));
    expect((await run(at)).code).toBe(0);
    const head = /journal head (\S+)/.exec((await run(at)).stdout)?.[1];
    const { told } = await asked(at);
    expect(told.checks.find(({ name }) => name === 'journal')?.words).toMatch(new RegExp(`records, head ${head}$`));
  });
});

describe('what is asked', () => {
  test('is what a run asks before its first order, and the time of the exchange, each once', async () => {
    const asks = await desk('v2', plan(BID));
    const { told } = await asked(asks.at, 'plan.yaml');
    const words = (of: string): string | undefined => told.checks.find(({ name }) => name === of)?.words;
    expect(words('exchange')).toMatch(/ answers, \d+ ms, its clock [+-]0\.\d s of 30$/);
    expect(words('node')).toBe(`${process.versions.node}, its options and variables are harmless`);
    const ran = await desk('v2', plan(BID));
    await run(ran.at);
    const placed = paths(ran).findIndex((one) => one.startsWith('POST'));
    expect(placed).toBeGreaterThan(3);
    const time = 'GET /capi/v2/market/time';
    expect(paths(asks).filter((one) => one === time)).toHaveLength(1);
    expect(paths(asks).filter((one) => one !== time)).toEqual(paths(ran).slice(0, placed));
  });

  test('without a plan says that the account is halted, which refuses those that open', async () => {
    const { at } = await desk('v2', plan(BID));
    await here(['halt', '--why', 'feed is wrong'], at);
    const { code, told } = await asked(at);
    expect(code).toBe(0);
    expect(told.checks.find(({ name }) => name === 'journal')?.words).toMatch(
      /; the account is halted by tester on here since \d\d:\d\dZ: feed is wrong\. A run that opens is refused until ordo halt --lift/,
    );
    const planned = await asked(at, 'plan.yaml');
    expect([planned.code, planned.told.refusedBy]).toEqual([4, 'halt']);
  });

  test('needs no plan: config, journal, key and exchange are so for every plan', async () => {
    const { at } = await desk('v3', plan(BID));
    const { code, told } = await asked(at);
    expect([code, told.checks.map(({ name }) => name)]).toEqual([
      0,
      ['config', 'node', 'files', 'journal', 'exchange', 'key', 'account'],
    ]);
    const wrong = await asked({ ...at, env: { ...at.env, ORDO_API_KEY: 'papr' } });
    expect([wrong.code, wrong.told.refusedBy]).toEqual([2, 'key']);
    at.write('instruments.json', LIST);
    at.write('ordo.config.yaml', 'version: 1\npolicy: { maxOrderSize: { cmt_btcusd: 1 } }\n');
    const stray = await asked(at);
    expect([stray.code, stray.told.refusedBy]).toEqual([2, 'policy']);
  });

  test('goes on behind the first that refuses, and says of a mistake where it is and what was meant', async () => {
    const { at } = await desk('v2', plan(BID));
    at.write('instruments.json', LIST);
    at.write('ordo.config.yaml', 'version: 1\npolicy:\n  maxOrderSize:\n    cmt_btcusd: 1\n');
    const { code, stdout } = await ordo(
      ['doctor', 'plan.yaml'],
      keyed(at, { NODE_DEBUG: 'http', ORDO_API_KEY: 'papr' }),
    );
    const words = stdout.replaceAll(/\s+/g, ' ');
    expect(code).toBe(2);
    expect(words).toMatch(
      /✗ policy ordo\.config\.yaml:4: .*cmt_btcusd.*so it caps nothing: did you mean .*cmt_btcusdt/,
    );
    expect(words).toContain('✗ node a live run refuses this environment. NODE_DEBUG is set');
    expect(words).toContain('✓ journal');
    expect(words).toContain('– not asked');
    expect(words).toMatch(/A live run would be refused: exit 2, policy $/);
  });
});

test.each([
  [['a.yaml', 'b.yaml'], 'doctor takes one plan'],
  [['--only', 'x'], '--only is for a plan'],
  [['--output', 'ndjson'], 'is not one of'],
])('doctor %j is refused', async (given, words) => {
  const { at } = await desk('v2', plan(BID));
  const ended = await here(['doctor', ...given], at);
  expect(ended.code).toBe(2);
  expect(ended.stderr).toContain(words);
});
