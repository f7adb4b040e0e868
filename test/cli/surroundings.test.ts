/** Surroundings that ordinary machines have: no home, a folder that is gone, a place that cannot be written. Never a bug of ordo. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { lockFilesOf, lockRun } from '../../src/journal/files/run-lock.ts';
import { afterTest, journalOf, paperAndPlace, run, settle, type At } from '../support/live.ts';
import { bids, CLI, ordo, place, type Ended, type Place } from '../../proofs/support/ordo.ts';
import { here } from '../support/here.ts';
import { isRoot, ONE } from '../support/users.ts';
import { inTurns } from '../support/turns.ts';

const isLinux = process.platform === 'linux';

const withEnv = (at: Place, changes: Record<string, string | undefined>): Place => ({
  folder: at.folder,
  env: Object.fromEntries(
    Object.entries({ ...at.env, ...changes }).filter((one): one is [string, string] => one[1] !== undefined),
  ),
});

/** Exit 2 in words, without a line of a stack. */
function expectRefusal(ended: Ended, words: string): void {
  expect(ended).toMatchObject({ code: 2, stderr: expect.stringMatching(/^ordo: /) as string });
  expect(ended.stderr).toContain(words);
  expect(ended.stderr).not.toMatch(/\n\s+at |a bug of ordo/);
}

async function folders(): Promise<{
  at: At;
  paper: Awaited<ReturnType<typeof paperAndPlace>>['paper'];
  a: Place;
  b: Place;
}> {
  const { paper, at } = await paperAndPlace();
  at.write('plan.yaml', bids('home', 2));
  const [a, b] = ['a', 'b'].map((name) => {
    mkdirSync(join(at.folder, name));
    return { folder: join(at.folder, name), env: withEnv(at, { XDG_STATE_HOME: undefined }).env };
  }) as [Place, Place];
  return { at, paper, a, b };
}

const live = ['run', '../plan.yaml', '--execute', '--live', '--yes'];

describe('the journal’s place never hangs on the current folder', () => {
  const placeless: readonly [string, Record<string, string>][] = [
    ['HOME is empty', { HOME: '' }],
    ['HOME is relative', { HOME: 'home' }],
    ['HOME is empty and XDG_STATE_HOME relative', { HOME: '', XDG_STATE_HOME: 'state' }],
    ['ORDO_JOURNAL is relative', { ORDO_JOURNAL: 'journal.db' }],
  ];
  test.each(inTurns(placeless, 2))('%s: nothing is sent, from neither of two folders', async (_, variables) => {
    const { paper, a, b } = await folders();
    for (const one of [a, b]) expectRefusal(await ordo(live, withEnv(one, variables)), '--journal');
    expectRefusal(await ordo(['status', '../plan.yaml'], withEnv(a, variables)), '--journal');
    for (const { folder } of [a, b]) expect(readdirSync(folder)).toEqual([]);
    expect(paper.requests).toEqual([]);
  });

  test('a relative --journal is a person’s word, from the current folder, and shown whole', async () => {
    const { at, paper, a } = await folders();
    const homeless = withEnv(a, { HOME: '' });
    expect((await ordo([...live, '--journal', 'own.db'], homeless)).code).toBe(0);
    expect((await here(['status', '../plan.yaml', '--journal', './own.db'], homeless)).stdout).toContain(
      join(at.folder, 'a', 'own.db'),
    );
    expect(paper.orders).toHaveLength(2);
    expectRefusal(await here([...live, '--journal', ''], homeless), '--journal is empty');
  });
});

/** A user that the system’s list lacks, as in a container that is started with a number for a user. */
const LISTLESS =
  'data:text/javascript,import%20os%20from%22node:os%22;const%20no=()=>{throw%20Error()};os.homedir=no;os.userInfo=no';

describe('what needs no journal needs no home', () => {
  const commands = [
    ['--version'],
    ['--help'],
    ['schema'],
    ['validate', 'plan.yaml'],
    ['run', 'plan.yaml'],
    ['run', 'plan.yaml', '--execute'],
  ];
  test.each<[string, Record<string, string | undefined>]>([
    ['HOME is empty', { HOME: '' }],
    ['a user without an entry', { HOME: undefined, NODE_OPTIONS: `--import ${LISTLESS}` }],
  ])('%s', async (_, variables) => {
    const at = place();
    afterTest(() => at.remove());
    at.write('plan.yaml', bids('home', 2));
    const homeless = withEnv(at, { XDG_STATE_HOME: undefined, XDG_CACHE_HOME: undefined, ...variables });
    for (const args of commands)
      expect([args, await ordo(args, homeless)]).toMatchObject([args, { code: 0, stderr: '' }]);
  });

  test.runIf(isRoot)('a user without an entry, in truth: a paper run; the live one asks for a place', async () => {
    const { paper, at } = await paperAndPlace();
    chmodSync(at.folder, 0o755);
    at.write('plan.yaml', bids('home', 2));
    const { env } = withEnv(at, { HOME: undefined, XDG_STATE_HOME: undefined, XDG_CACHE_HOME: undefined });
    const user = { cwd: at.folder, env, uid: ONE, gid: ONE, encoding: 'utf8' } as const;
    const as = (...args: string[]): string =>
      execFileSync(process.execPath, [CLI, ...args], { ...user, stdio: 'pipe' });
    expect(as('--version')).toContain('ordo');
    expect(as('run', 'plan.yaml', '--execute')).toContain('2 accepted');
    expect(() => as('run', 'plan.yaml', '--execute', '--live', '--yes')).toThrow(/HOME is not set/);
    expect(paper.requests).toEqual([]);
  });
});

describe('a place that cannot be used', () => {
  const unusable: [string, boolean, (at: At) => Record<string, string>][] = [
    ['XDG_STATE_HOME is a file', true, (at) => ({ XDG_STATE_HOME: at.write('file', '') })],
    [
      'XDG_STATE_HOME is a link that leads nowhere',
      true,
      (at) => {
        symlinkSync(join(at.folder, 'gone'), join(at.folder, 'link'));
        return { XDG_STATE_HOME: join(at.folder, 'link') };
      },
    ],
    ['a home that is missing, where none can be made', isLinux, () => ({ XDG_STATE_HOME: '', HOME: '/proc/nobody' })],
    [
      'a home that may not be written',
      !isRoot,
      (at) => {
        mkdirSync(join(at.folder, 'home'), { mode: 0o500 });
        return { XDG_STATE_HOME: '', HOME: join(at.folder, 'home') };
      },
    ],
    ['ORDO_JOURNAL behind a file', true, (at) => ({ ORDO_JOURNAL: join(at.write('file', ''), 'journal.db') })],
    [
      'ORDO_JOURNAL is a folder',
      true,
      (at) => {
        mkdirSync(join(at.folder, 'folder'));
        return { ORDO_JOURNAL: join(at.folder, 'folder') };
      },
    ],
    ['ORDO_JOURNAL is a device', isLinux, () => ({ ORDO_JOURNAL: '/dev/zero' })],
    [
      'ORDO_JOURNAL is a link that leads nowhere',
      true,
      (at) => {
        symlinkSync(join(at.folder, 'gone'), join(at.folder, 'link'));
        return { ORDO_JOURNAL: join(at.folder, 'link') };
      },
    ],
  ];
  test.each(
    inTurns(
      unusable.filter(([, applies]) => applies),
      2,
    ),
  )('%s: exit 2, and nothing is sent', async (name, _, made) => {
    const { paper, at } = await paperAndPlace();
    at.write('plan.yaml', bids('place', 2));
    const there = withEnv(at, made(at));
    expectRefusal(await run(there), 'journal');
    expectRefusal(await settle(there), 'journal');
    if (name.startsWith('ORDO_JOURNAL')) expectRefusal(await here(['status', 'plan.yaml'], there), 'journal');
    expect(paper.requests).toEqual([]);
  });

  test.skipIf(process.platform === 'win32')('a pipe for a journal: nobody waits at it', async () => {
    const { at } = await paperAndPlace();
    at.write('plan.yaml', bids('pipe', 2));
    const pipe = join(at.folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    expectRefusal(await here(['status', 'plan.yaml', '--journal', pipe], at), 'not a regular file');
    expectRefusal(await run(at, '--journal', pipe), 'not a regular file');
  });
});

/** Runs the command from a folder that is removed before it starts. */
function ordoInGone({ folder, env }: Place, args: string): { code: number; stderr: string } {
  const gone = `${folder}/gone`;
  const script = `mkdir ${gone} && cd ${gone} && rmdir ${gone} && exec ${process.execPath} ${CLI} ${args}`;
  try {
    execFileSync('sh', ['-c', script], { env, stdio: 'pipe', encoding: 'utf8' });
    return { code: 0, stderr: '' };
  } catch (error) {
    const { status, stderr } = error as { status: number; stderr: string };
    return { code: status, stderr };
  }
}

describe('the state folder of an image', () => {
  // What is not mounted is of one file system with the root of the container.
  const rows: [what: string, folder: string, code: number, orders: number][] = [
    ['is part of the container', '/', 2, 0],
    ['is not there', '/nobody/state', 2, 0],
    ...(isLinux ? [['is a file system of its own', '/dev/shm', 0, 2] as [string, string, number, number]] : []),
  ];
  test.each(rows)('%s (%s): exit %i, and %i orders', async (_, folder, code, orders) => {
    const { paper, at } = await paperAndPlace();
    at.write('plan.yaml', bids('mounted', 2));
    const there = withEnv(at, { ORDO_STATE_MOUNT: folder });
    const shown = await here(['run', 'plan.yaml', '--live', '--output', 'md'], there);
    // What a dry run calls next is not refused.
    expect([shown.stdout.includes('--approve'), shown.stdout.includes('an execution would be refused')]).toEqual(
      code === 2 ? [false, true] : [true, false],
    );
    const ended = await run(there);
    if (code === 2) expectRefusal(ended, 'is part of this container, and goes with it');
    const asked = await here(['doctor', 'plan.yaml', '--json'], there);
    const { checks } = JSON.parse(asked.stdout) as { checks: readonly { code?: string }[] };
    expect([ended.code, asked.code, paper.orders.length]).toEqual([code, code, orders]);
    expect(checks.flatMap(({ code: refusal }) => refusal ?? [])).toEqual(code === 2 ? ['environment/no-mount'] : []);
  });
});

describe('the current folder is gone', () => {
  test.skipIf(process.platform === 'win32').each([
    ['--version', 0],
    ['schema', 0],
    ['validate plan.yaml', 2],
    ['run plan.yaml --execute --live --yes', 2],
    ['status plan.yaml', 2],
  ])('ordo %s is exit %i', async (args, code) => {
    const { at } = await paperAndPlace();
    const ended = ordoInGone(at, args);
    expect(ended.code).toBe(code);
    if (code === 2) expect(ended.stderr).toMatch(/^ordo: the current folder is gone\n/);
  });
});

describe('the note of who holds the lock', () => {
  const notes = ['null', '7', '[]', '{"pid":"7"}', '{"pid":7,"user":{},"host":"h","since":"s"}', ''];
  test.each(inTurns(notes, 3))('says %s: exit 10 all the same', async (note) => {
    const { paper, at } = await paperAndPlace();
    at.write('plan.yaml', bids('note', 2));
    mkdirSync(dirname(journalOf(at)), { recursive: true });
    const self = { pid: 1, user: 'u', host: 'h', since: 's' };
    const account = { origin: paper.origin, name: 'default' };
    const lock = lockRun(journalOf(at), { account }, self);
    if (!lock.ok) throw new Error('the lock is held');
    afterTest(() => lock.value.release());
    writeFileSync(`${lockFilesOf(journalOf(at), { account })[0]}.json`, note);
    const second = await run(at);
    expect(second).toMatchObject({ code: 10, stderr: expect.stringContaining('another run has locked') as string });
    expect(paper.requests).toEqual([]);
  });
});
