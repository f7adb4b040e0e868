/** examples/server: what stands in its files is what a server and a run of ordo take. */
import { readFileSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { bids, start } from '../proofs/support/ordo.ts';
import { startPostgres } from '../proofs/support/postgres-server.ts';
import { here } from './support/here.ts';
import { afterTest, paperAndPlace, run } from './support/live.ts';

const textOf = (file: string): string => readFileSync(new URL(`../examples/server/${file}`, import.meta.url), 'utf8');

interface Compose {
  readonly services: {
    readonly journal: {
      readonly image: string;
      readonly command: readonly string[];
      readonly environment: Readonly<Record<string, string>>;
      readonly secrets: readonly string[];
      readonly ports: readonly string[];
      readonly volumes: readonly string[];
      readonly healthcheck: { readonly test: readonly string[] };
    };
  };
  readonly secrets: Readonly<Record<string, object>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

const { services, secrets, volumes } = parse(textOf('compose.yaml')) as Compose;
const { journal } = services;

/** Each `-c name=value` of its command. */
const settings = Object.fromEntries(
  journal.command.flatMap((word, at) =>
    journal.command[at - 1] === '-c' ? [word.split('=') as [string, string]] : [],
  ),
);

describe('the server of compose.yaml', () => {
  test('is on loopback, with checksums, a password that stands in no file of ours, and a volume', () => {
    expect(Number(journal.image.split(':')[1])).toBeGreaterThanOrEqual(15);
    expect(journal.ports.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([]);
    expect(journal.environment['POSTGRES_INITDB_ARGS']).toContain('--data-checksums');
    expect(journal.environment).not.toHaveProperty('POSTGRES_PASSWORD');
    expect(journal.environment['POSTGRES_PASSWORD_FILE']).toBe(`/run/secrets/${journal.secrets[0]}`);
    expect(Object.keys(secrets)).toEqual(journal.secrets);
    expect(journal.volumes.map((volume) => volume.split(':')[0])).toEqual(Object.keys(volumes));
    const { POSTGRES_USER: user, POSTGRES_DB: database } = journal.environment;
    expect(journal.healthcheck.test.join(' ')).toContain(`--username=${user} --dbname=${database}`);
  });

  test('starts with its settings, and ordo keeps a journal on it', async ({ skip }) => {
    expect(settings).toMatchObject({ fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on' });
    const server = await startPostgres({ fsync: true, settings });
    if (server === undefined) return skip();
    onTestFinished(() => server.stop());
    const { paper, at } = await paperAndPlace();
    at.write('plan.yaml', bids('on-compose', 2));
    const { code, stderr } = await run({ ...at, env: { ...at.env, ORDO_JOURNAL: await server.newDatabase() } });
    expect([code, stderr, paper.orders.length]).toEqual([0, '', 2]);
  });
});

/** The values of a key, in the order of the file. */
const valuesIn = (unit: string, key: string): string[] =>
  [...unit.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value);

describe('ordo.service', () => {
  const unit = textOf('ordo.service');
  const [command = ''] = valuesIn(unit, 'ExecStart');
  const [program, ...args] = command.split(' ');

  test('sends the reviewed plan, and nothing of it when the timer starts it again', async () => {
    expect(program).toMatch(/^\/.*\/ordo$/);
    const { paper, at } = await paperAndPlace();
    at.write('plan.yaml', bids('timed', 3));
    const [, written = ''] = /written by `ordo (.+?)`/.exec(unit) ?? [];
    expect((await here(written.split(' '), at)).code).toBe(0);
    const first = await here(args, at);
    expect([first.code, first.stderr, paper.orders.length]).toEqual([0, '', 3]);
    const again = await here(args, at);
    expect([again.code, paper.orders.length]).toEqual([0, 3]);
    at.write('plan.yaml', bids('timed', 4));
    expect([(await here(args, at)).code, paper.orders.length]).toEqual([5, 3]);
  });

  test('fails where a person has to look: at what was rejected, is unknown, or differs', () => {
    const [calm = ''] = valuesIn(unit, 'SuccessExitStatus');
    for (const code of ['5', '6', '7']) expect(calm.split(' ')).not.toContain(code);
  });

  test('names its credential as the config of its comment reads it', () => {
    const [credential = ''] = valuesIn(unit, 'LoadCredential');
    expect(unit).toContain(`keysCommand: [cat, /run/credentials/ordo.service/${credential.split(':')[0]}] }`);
  });

  test('may write where it keeps what the server could not take, and says so to ordo', () => {
    expect(valuesIn(unit, 'ProtectSystem')).toEqual(['strict']);
    expect(valuesIn(unit, 'Environment')[0]).toContain(`XDG_STATE_HOME=%S/${valuesIn(unit, 'StateDirectory')[0]}`);
  });
});

const ENTRY_AND_STOP = `version: 1
name: followed
defaults: { symbol: cmt_btcusdt, reference: 64000, maxDistance: 10% }
orders:
  - { id: entry, side: open-long, size: 0.1, price: market }
  - { id: stop, side: close-long, size: { filled: entry }, trigger: 59000, price: market }
`;

describe('ordo-follow.service', () => {
  const unit = textOf('ordo-follow.service');
  const [command = ''] = valuesIn(unit, 'ExecStart');
  const args = command.split(' ').slice(1);

  test('follows the plan as it was reviewed, and goes on with it after a kill, also once the file has changed', async () => {
    const { paper, at } = await paperAndPlace();
    at.write('plan.yaml', ENTRY_AND_STOP);
    expect((await here(['instruments'], at)).code).toBe(0);
    const [, written = ''] = /written by `ordo (.+?)`/.exec(unit) ?? [];
    expect(await here(written.split(' '), at)).toMatchObject({ code: 0 });
    const first = start(args, at);
    afterTest(() => void first.child.kill('SIGKILL'));
    await first.until(/✓ stop/);
    first.child.kill('SIGKILL');
    await first.ended;
    const again = start(args, at);
    afterTest(() => void again.child.kill('SIGKILL'));
    await again.until(/entry +filled 0\.1/);
    again.child.kill('SIGTERM');
    expect((await again.ended).code).toBe(143);
    expect(paper.orders).toHaveLength(2);
    at.write('plan.yaml', bids('followed', 1));
    const edited = start(args, at);
    afterTest(() => void edited.child.kill('SIGKILL'));
    await edited.until(/followed as it\s+was reviewed/);
    await edited.until(/entry +filled 0\.1/);
    edited.child.kill('SIGTERM');
    expect((await edited.ended).code).toBe(143);
    expect(paper.orders).toHaveLength(2);
  });

  test('is started again after a kill and a ban, and not where a person has to look', () => {
    const [prevents = ''] = valuesIn(unit, 'RestartPreventExitStatus');
    expect(valuesIn(unit, 'Restart')).toEqual(['on-failure']);
    for (const code of ['8', '10', '137']) expect(prevents.split(' ')).not.toContain(code);
    for (const code of ['5', '6', '7', '11']) expect(prevents.split(' ')).toContain(code);
  });

  test('names its credential as the config of its comment reads it', () => {
    const [credential = ''] = valuesIn(unit, 'LoadCredential');
    expect(unit).toContain(`keysCommand: [cat, /run/credentials/ordo-follow.service/${credential.split(':')[0]}] }`);
  });
});

test('no setting stands twice, and none is without a value', () => {
  for (const file of ['ordo.service', 'ordo-follow.service', 'ordo.timer']) {
    const keys = textOf(file)
      .split('\n')
      .filter((line) => /^[A-Za-z]+=/.test(line));
    const names = keys.map((line) => line.split('=')[0]);
    expect([file, names.filter((name, at) => names.indexOf(name) !== at)]).toEqual([file, []]);
    const empty = keys.filter((line) => line.endsWith('='));
    expect([file, empty]).toEqual([file, file === 'ordo.timer' ? [] : ['CapabilityBoundingSet=']]);
  }
});
