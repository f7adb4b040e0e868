/** Output that cannot be written is said, and is exit 2; a run that nobody can be told of sends nothing more. */
import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { afterTest, LOSING, paperAndPlace, run, said, status } from '../support/live.ts';
import { bids, CLI, ordo, place, type Place } from '../../proofs/support/ordo.ts';
import { inTurns } from '../support/turns.ts';

const FULL = '/dev/full';
const hasFull = existsSync(FULL);
/** Of a file, in bytes. */
const LIMIT = 2 ** 20;
const live = ['run', 'plan.yaml', '--execute', '--live', '--yes'];

interface Lost {
  readonly code: number | null;
  readonly stderr: string;
}

/** The command with its stdout in `file`, by a shell where `before` is to be said first. */
function into(file: string, args: readonly string[], { folder, env }: Place, before?: string): Promise<Lost> {
  const stdout = openSync(file, 'a');
  const words = [CLI, ...args];
  const [program, given] =
    before === undefined
      ? [process.execPath, words]
      : ['sh', ['-c', `${before}; exec "$@"`, 'sh', process.execPath, ...words]];
  const child = spawn(program, given, { cwd: folder, env, stdio: ['ignore', stdout, 'pipe'] });
  closeSync(stdout);
  let stderr = '';
  child.stderr?.on('data', (text: Buffer) => (stderr += text.toString()));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, stderr })));
}

const LOST = expect.stringContaining('ordo: the output cannot be written: no space is left') as string;

describe.skipIf(!hasFull)('a full disk', () => {
  const commands = [
    'validate plan.yaml',
    'validate plan.yaml --output ndjson',
    'run plan.yaml',
    'run plan.yaml --output ndjson',
    'run plan.yaml --execute',
    'run plan.yaml --watch',
    'run plan.yaml --watch --live --output ndjson',
    'explain plan.yaml bid-1',
    'status plan.yaml',
    'settle plan.yaml',
    'schema',
    'exchange',
    '--help',
    '--version',
  ];
  test.each(inTurns(commands, 3))('%s is exit 2, and says so', async (args) => {
    const { at } = await paperAndPlace();
    at.write('plan.yaml', bids('full', 2));
    expect(await into(FULL, args.split(' '), at)).toMatchObject({ code: 2, stderr: LOST });
  });

  test('an invalid plan: what is wrong with it could not be told, so exit 2', async () => {
    const at = place();
    afterTest(() => at.remove());
    at.write('plan.yaml', 'version: 1\n');
    expect(await into(FULL, ['validate', 'plan.yaml'], at)).toMatchObject({ code: 2, stderr: LOST });
  });

  test.each(['lines', 'ndjson'])('a live run sends nothing that it cannot tell of (%s)', async (output) => {
    const { paper, at } = await paperAndPlace();
    at.write('plan.yaml', bids('full', 30));
    expect(await into(FULL, [...live, '--output', output], at)).toMatchObject({ code: 2, stderr: LOST });
    expect(paper.requests.filter(({ method }) => method === 'POST')).toEqual([]);
    expect(said(await run(at)).every((one) => one.endsWith(' accepted'))).toBe(true);
    expect(paper.orders).toHaveLength(30);
  });

  test('an unknown order goes first: exit 7, and the loss is said', async () => {
    const { at } = await paperAndPlace(LOSING);
    at.write('plan.yaml', bids('full', 1));
    expect((await run(at)).code).toBe(7);
    expect(await into(FULL, ['status', 'plan.yaml'], at)).toMatchObject({ code: 7, stderr: LOST });
  });
});

describe.skipIf(process.platform === 'win32')('a disk that is full soon', () => {
  // A file may have 512 or 1024 bytes here: the schema is one text, of which the system takes the beginning.
  test('a text of which a part was taken is lost too', async () => {
    const at = place();
    afterTest(() => at.remove());
    const file = join(at.folder, 'schema.json');
    const env = { ...at.env, NODE_DISABLE_COMPILE_CACHE: '1' };
    const ended = await into(file, ['schema'], { ...at, env }, 'ulimit -f 1');
    expect(readFileSync(file).length).toBeGreaterThan(0);
    expect(ended).toMatchObject({ code: 2, stderr: expect.stringContaining('the file would be too large') as string });
  });

  test('in the middle of a live run: what is in flight is awaited and journaled, the rest goes the next time', async () => {
    const { paper, at } = await paperAndPlace({ latencyMs: 100 });
    at.write('ordo.config.yaml', 'version: 1\nexchange: { inFlight: 1 }\n');
    at.write('plan.yaml', bids('full', 200));
    // Room for what comes before the first call, and for a few outcomes. The journal's files stay far below the limit.
    const before = (await ordo(['run', 'plan.yaml', '--live', '--output', 'ndjson'], at)).stdout.length;
    const file = at.write('out', ' '.repeat(LIMIT - before - 2000));
    const here = { ...at, env: { ...at.env, NODE_DISABLE_COMPILE_CACHE: '1' } };
    const ended = await into(file, [...live, '--output', 'ndjson'], here, `ulimit -f ${LIMIT / 512}`);
    expect(ended).toMatchObject({ code: 2, stderr: expect.stringContaining('the file would be too large') as string });
    expect(ended.stderr).toContain('nothing more is sent');
    const sent = paper.orders.length;
    expect([sent > 0, sent < 200]).toEqual([true, true]);
    expect(await status(at)).toContain(`${sent} accepted`);
    const next = await run(at);
    expect(next.code).toBe(0);
    expect(new Set(paper.orders.map(({ clientOid }) => clientOid)).size).toBe(200);
    expect(paper.orders).toHaveLength(200);
  });
});

describe('a reader that begins late', () => {
  // Far more than the system holds of a pipe: the command has answered long before, and ends once this is out.
  test('gets all that the command says beside its output', async () => {
    const at = place();
    afterTest(() => at.remove());
    const gone = Array.from({ length: 4000 }, (_, nth) => `gone-${nth}-${'a'.repeat(80)}.yaml`);
    const child = spawn(process.execPath, [CLI, 'validate', ...gone], { cwd: at.folder, env: at.env });
    child.stdout.resume();
    const code = new Promise((resolve) => child.on('close', resolve));
    await sleep(3000);
    let stderr = '';
    child.stderr.on('data', (text: Buffer) => (stderr += text.toString()));
    expect(await code).toBe(2);
    expect(stderr.match(/cannot be read/g)).toHaveLength(4000);
  });
});

/** The exit code of the command itself, and what it says besides, where its reader takes one line. */
const headOf = (args: string, at: Place): Promise<{ code: number | null; stderr: string }> =>
  new Promise((resolve) => {
    const script = `{ "$0" "${CLI}" ${args}; echo "code $?" >&2; } | head -n 1`;
    const child = spawn('sh', ['-c', script, process.execPath], { cwd: at.folder, env: at.env });
    let stderr = '';
    child.stdout.resume();
    child.stderr.on('data', (text: Buffer) => (stderr += text.toString()));
    child.on('close', () => {
      resolve({ code: Number(/code (\d+)/.exec(stderr)?.[1]), stderr: stderr.replace(/code \d+\n/, '') });
    });
  });

describe.skipIf(process.platform === 'win32')('a reader that has enough', () => {
  test.each<[string, string, number]>([
    ['a schema', 'schema', 0],
    ['a dry run', 'run plan.yaml', 0],
    ['the mistakes of a plan', 'validate bad.yaml', 3],
  ])('%s: the command’s own exit code, without a word', async (_, args, code) => {
    const at = place();
    afterTest(() => at.remove());
    at.write('plan.yaml', bids('head', 1500));
    at.write('bad.yaml', bids('head', 1500).replaceAll('open-long', 'open-lung'));
    expect(await headOf(args, at)).toEqual({ code, stderr: '' });
  });

  test.each(['run plan.yaml --watch --bytes', 'run plan.yaml --watch --live --output ndjson'])(
    '%s would go on for ever: it ends, says why in one line, and is exit 2',
    async (args) => {
      const { at } = await paperAndPlace();
      at.write('plan.yaml', bids('head', 1500));
      expect(await headOf(args, at)).toEqual({
        code: 2,
        stderr: 'ordo: the output cannot be written: its reader is gone\n',
      });
    },
  );

  test('an execution stops, says so, and is exit 2', async () => {
    const { paper, at } = await paperAndPlace({ latencyMs: 50 });
    at.write('ordo.config.yaml', 'version: 1\nexchange: { inFlight: 1 }\n');
    at.write('plan.yaml', bids('head', 300));
    const ended = await headOf(`${live.join(' ')} --output lines`, at);
    expect(ended).toMatchObject({ code: 2, stderr: expect.stringContaining('its reader is gone') as string });
    expect(ended.stderr).toContain('nothing more is sent');
    expect(paper.orders.length).toBeLessThan(300);
    expect(await status(at)).toContain(`${paper.orders.length} accepted`);
  });
});
