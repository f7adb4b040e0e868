/** What the engine compiled is kept for the next start; nothing but the time of a start ever hangs on it. */
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { ordo, place, start as begin, type Place } from '../../proofs/support/ordo.ts';
import { VERSION as REAL } from '../../src/version.ts';
import { isRoot, ONE, OTHER } from '../support/users.ts';

const DIST = new URL('../../dist/', import.meta.url).pathname;
/** As long: the engine holds kept code to the length of its source alone. */
const OTHER_VERSION = REAL.replaceAll(/\d/g, '6');

interface Home extends Place {
  readonly code: string;
  kept(): string[];
}

function home(changes: Record<string, string> = {}): Home {
  const at = place();
  onTestFinished(() => at.remove());
  const cache = join(at.folder, 'cache');
  const code = join(cache, 'ordo');
  const kept = (): string[] => readdirSync(code).filter((name) => name.startsWith('code-'));
  return { folder: at.folder, env: { ...at.env, XDG_CACHE_HOME: cache, ...changes }, code, kept };
}

const VERSION = { code: 0, stdout: expect.stringMatching(/^ordo [0-9.]+\n$/) as string, stderr: '' };
const start = async (at: Home): Promise<void> => expect(await ordo(['--version'], at)).toMatchObject(VERSION);

/** The folder of Node's own compile cache. */
const compiledIn = ({ code }: Home): string => readdirSync(code).find((name) => name.startsWith('v')) ?? 'none';

/** The one file, after a first start. */
async function first(at: Home): Promise<string> {
  await start(at);
  expect(at.kept()).toHaveLength(1);
  return join(at.code, at.kept()[0] as string);
}

it('is written once, for its user alone, and read at the next start', async () => {
  const at = home();
  const path = await first(at);
  const before = statSync(path);
  expect(before.mode & 0o777).toBe(0o600);
  await start(at);
  expect(statSync(path)).toMatchObject({ ino: before.ino, mtimeMs: before.mtimeMs });
});

it('is written anew where a byte of it changed, wherever that is', async () => {
  const at = home();
  const path = await first(at);
  const good = readFileSync(path);
  for (const byte of [0, 40, good.length >> 1, good.length - 6, good.length - 1]) {
    const bad = Buffer.from(good);
    bad[byte] = (bad[byte] ?? 0) ^ 4;
    writeFileSync(path, bad);
    await start(at);
    expect(readFileSync(path).equals(bad)).toBe(false);
  }
  for (const bad of [Buffer.alloc(0), good.subarray(0, 1000), Buffer.alloc(good.length)]) {
    writeFileSync(path, bad);
    await start(at);
    expect(readFileSync(path).length).toBeGreaterThan(1000);
    expect(readFileSync(path).equals(bad)).toBe(false);
  }
});

it('is not read where others may write it, nor through a link', async () => {
  const at = home();
  const path = await first(at);
  const good = readFileSync(path);
  chmodSync(path, 0o622);
  await start(at);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  writeFileSync(join(at.folder, 'elsewhere'), good);
  const linked = home();
  mkdirSync(linked.code, { recursive: true });
  symlinkSync(join(at.folder, 'elsewhere'), join(linked.code, at.kept()[0] as string));
  await start(linked);
  expect(statSync(join(linked.code, at.kept()[0] as string)).ino).not.toBe(statSync(join(at.folder, 'elsewhere')).ino);
});

/** Whose folder above the kept code it is, and in what state: nothing of it is read, and nothing is written there. */
const OPEN: readonly (readonly [string, (at: Home) => void])[] = [
  ['the folder itself may be written by others', ({ code }) => chmodSync(code, 0o777)],
  ['the folder itself is as open as /tmp', ({ code }) => chmodSync(code, 0o1777)],
  ['the folder above may be written by others', ({ code }) => chmodSync(join(code, '..'), 0o775)],
  ['it is below a repository', ({ folder }) => mkdirSync(join(folder, '.git'))],
  ['it is in a repository whose files are elsewhere', ({ code }) => writeFileSync(join(code, '.git'), 'gitdir: /x')],
];

it.each(OPEN)('is neither read nor written where %s', async (_, open) => {
  const at = home();
  const path = await first(at);
  writeFileSync(path, 'what somebody else could have put there');
  rmSync(join(at.code, compiledIn(at)), { recursive: true });
  open(at);
  await start(at);
  expect(readFileSync(path, 'utf8')).toBe('what somebody else could have put there');
  expect(readdirSync(at.code).filter((name) => name.startsWith('v'))).toEqual([]);
});

/** Code of a program that says another version, compiled and kept by itself, in the name of the real one. */
async function poisoned(at: Home): Promise<void> {
  const path = await first(at);
  const mine = home();
  const program = join(mine.folder, 'dist');
  cpSync(DIST, program, { recursive: true });
  const text = readFileSync(join(program, 'ordo.cjs'), 'utf8');
  const altered = text.replaceAll(`"${REAL}"`, `"${OTHER_VERSION}"`);
  expect(altered).not.toBe(text);
  expect(altered.length).toBe(text.length);
  writeFileSync(join(program, 'ordo.cjs'), altered);
  execFileSync(process.execPath, [join(program, 'cli.js'), '--version'], { env: mine.env });
  writeFileSync(path, readFileSync(join(mine.code, mine.kept()[0] as string)));
}

it('is run as it stands there, so what others could have put there is not', async () => {
  const own = home();
  await poisoned(own);
  // The engine does not tell: whoever can write the folder runs code.
  expect((await ordo(['--version'], own)).stdout).toBe(`ordo ${OTHER_VERSION}\n`);
  for (const [, open] of OPEN) {
    const at = home();
    await poisoned(at);
    open(at);
    expect((await ordo(['--version'], at)).stdout).toBe(`ordo ${REAL}\n`);
  }
});

it('is not read through a link into a folder that others may write', async () => {
  const at = home();
  await first(at);
  chmodSync(join(at.folder, 'cache'), 0o777);
  const linked = home();
  symlinkSync(join(at.folder, 'cache'), join(linked.folder, 'cache'));
  const before = statSync(at.code).mtimeMs;
  rmSync(join(at.code, at.kept()[0] as string));
  await start(linked);
  expect([at.kept(), statSync(at.code).mtimeMs >= before]).toEqual([[], true]);
});

it.runIf(isRoot)('is not kept in a folder of another user, be it closed to all others', async () => {
  const at = home();
  mkdirSync(at.code, { recursive: true });
  for (const [owner, folder] of [[ONE, at.code] as const, [OTHER, join(at.code, '..')] as const]) {
    chownSync(folder, owner, owner);
    await start(at);
    expect(readdirSync(at.code)).toEqual([]);
    chownSync(folder, 0, 0);
  }
  await start(at);
  expect(at.kept()).toHaveLength(1);
});

it('takes the place of that of another build', async () => {
  const at = home();
  const path = await first(at);
  const [old, other] = ['code-other-for-0123-1-v24.0.0-x64', 'code-validate-for-0123-1-v24.0.0-x64'];
  for (const name of [old, other]) writeFileSync(join(at.code, name), '');
  writeFileSync(path, '');
  await start(at);
  expect(at.kept()).toContain(other);
  expect(at.kept()).not.toContain(old);
});

it('is not kept of a word that is no command, whatever the word', async () => {
  const at = home();
  for (const word of ['bogus', 'rnu', 'x']) expect(await ordo([word], at)).toMatchObject({ code: 2 });
  expect(existsSync(at.code) ? at.kept() : []).toEqual([]);
});

it('is kept of what goes on for long before it ends, as who is killed never does', async () => {
  const at = home();
  mkdirSync(at.code, { recursive: true, mode: 0o700 });
  const kept = new Promise<string>((resolve) => {
    const watcher = watch(at.code, (_, name) => {
      if (name?.startsWith('code-exchange-for-') === true && existsSync(join(at.code, name)) && !/\.\d+$/.test(name))
        resolve(join(at.code, name));
    });
    onTestFinished(() => watcher.close());
  });
  const running = begin(['exchange', '--port', '0'], at);
  const path = await kept;
  const { ino, size, mode } = statSync(path);
  expect([size > 100_000, mode & 0o777]).toEqual([true, 0o600]);
  running.child.kill('SIGKILL');
  await running.ended;
  expect(statSync(path).ino).toBe(ino);
});

it('is neither needed nor missed', async () => {
  const off = home({ NODE_DISABLE_COMPILE_CACHE: '1' });
  await start(off);
  expect(existsSync(off.code)).toBe(false);
  const closed = home();
  writeFileSync(join(closed.folder, 'cache'), 'a file where the folder would be');
  await start(closed);
  await start(home({ XDG_CACHE_HOME: 'relative', HOME: '' }));
});

/** Whether a command ran by the script of all commands, as only that is read. */
async function readsAll(args: readonly string[], at: Home): Promise<boolean> {
  const program = join(at.folder, 'dist');
  if (!existsSync(program)) cpSync(DIST, program, { recursive: true });
  writeFileSync(join(program, 'ordo.cjs'), 'process.exit(77);');
  const { status } = spawnSync(process.execPath, [join(program, 'cli.js'), ...args], { cwd: at.folder, env: at.env });
  return status === 77;
}

const EXAMPLES = new URL('../../examples/', import.meta.url).pathname;
const EXAMPLE = `${EXAMPLES}01-quickstart.yaml`;
const PATH = ['--path', '64000,63000,66000'] as const;
const LADDER = `${EXAMPLES}simulate/ladder.yaml`;
const CANDLES = ['--candles', `${EXAMPLES}simulate/btc-1h.csv`] as const;
const SHOWN: readonly (readonly string[])[] = [
  ['validate', EXAMPLE],
  ['validate', EXAMPLE, '--output', 'sarif'],
  ['run', EXAMPLE],
  ['run', EXAMPLE, '--bytes', '--output', 'ndjson'],
  ['run', EXAMPLE, '--output', 'html'],
  ['run', EXAMPLE, '--output', 'md', '--only', 'entry'],
  ['run', EXAMPLE, '--live', '--out', 'reviewed.json'],
  ['run', 'reviewed.json', '--live'],
  ['run', EXAMPLE, '--no-such-option'],
  ['run', 'gone.yaml'],
  ['run'],
  ['validate', EXAMPLE, EXAMPLE, '--output', 'github'],
  ['validate', 'gone.yaml'],
  ['simulate', LADDER, ...CANDLES],
  ['simulate', LADDER, ...PATH],
  ['simulate', LADDER, ...PATH, '--hold', 'long 1 at 64000', '--expect', 'result >= 0'],
  ['simulate', LADDER, ...CANDLES, '--output', 'md'],
  ['simulate', LADDER, ...CANDLES, '--output', 'html'],
  ['simulate', LADDER, ...CANDLES, '--output', 'json', '--out', 'simulated.json'],
  ['simulate', LADDER, ...CANDLES, '--output', 'ndjson'],
  ['simulate', LADDER, '--candles', 'gone.csv'],
  ['simulate', EXAMPLE],
];

it.each(['run', 'validate', 'simulate'])('is of a script of %s alone where that checks or shows', async (word) => {
  const at = home();
  for (const args of SHOWN.filter((words) => words[0] === word)) {
    expect([args, await readsAll(args, at)]).toEqual([args, false]);
    const { stderr } = await ordo(args, at);
    expect([args, stderr]).toEqual([args, expect.not.stringMatching(/a bug of ordo|\.cjs/)]);
  }
});

it.each([
  ['run', '--help'],
  ['run', EXAMPLE, '--execute'],
  ['run', EXAMPLE, '--watch'],
  ['simulate', EXAMPLE, '--watch'],
  ['simulate', '--help'],
  ['validat'],
  ['help', 'run'],
  ['status'],
])('is of the script of all commands for %s %s %s', async (...args) => expect(await readsAll(args, home())).toBe(true));
