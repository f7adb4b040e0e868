/** Storage that really fails, under the built command: limits, full disks, and files that go, change or are held by others. */
import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { startPaperExchange } from '../../src/paper/server.ts';
import { CLI, ordo, place, start, type Place } from '../support/ordo.ts';
import { judgeFault, PLAN, settingUp, type Afterwards, type Said } from './fault-judge.ts';
import { journalOf } from '../ledger-check.ts';
import { WIDE } from '../random-plans.ts';
import type { Findings } from '../proof.ts';

export interface FileFault {
  readonly name: string;
  readonly afterwards: Afterwards;
  /** Why it cannot be done here; undefined where it can. */
  readonly unable?: string;
  /** The k-th place of the fault, or undefined where there is none any more. */
  run(at: Place, plan: string, k: number): Promise<Said & { readonly met: boolean }>;
  /** Puts the storage right for the next run. */
  heal?(at: Place): void;
  /** After everything. */
  remove?(at: Place): void;
}

/** Calls of the run: a fault of the middle of a run comes as one of them is seen. */
const CALLS = PLAN.orders / 2;

const args = (plan: string): string[] => ['run', plan, ...PLAN.live];

/** Runs `shell` with the command as its arguments. */
function under(shell: string, at: Place, plan: string, user?: number): Promise<Said> {
  const child = spawn('bash', ['-c', shell, 'bash', process.execPath, CLI, ...args(plan)], {
    cwd: at.folder,
    env: at.env,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(user !== undefined && { uid: user, gid: user }),
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  return new Promise((resolve) => {
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}

const stateOf = (at: Place): string => dirname(journalOf(at));

/** Does `act` as the k-th call is seen to be sent. */
const midRun = (
  name: string,
  afterwards: Afterwards,
  act: (at: Place) => void,
  more: Partial<FileFault> = {},
): FileFault => ({
  name,
  afterwards,
  run: async (at, plan, k) => {
    if (k > CALLS) return { code: 0, stdout: '', stderr: '', met: false };
    const running = start(args(plan), at);
    let seen = 0;
    running.child.stdout?.on('data', (text: string) => {
      const before = seen;
      seen += text.match(/"call-sent"/g)?.length ?? 0;
      if (before < k && seen >= k) act(at);
    });
    return { ...(await running.ended), met: true };
  },
  ...more,
});

/** Does `act` to the journal of a run that placed one order, before the run that is tested. */
const beforeStart = (
  name: string,
  afterwards: Afterwards,
  act: (at: Place) => void,
  more: Partial<FileFault> = {},
): FileFault => ({
  name,
  afterwards,
  run: async (at, plan, k) => {
    if (k > 1) return { code: 0, stdout: '', stderr: '', met: false };
    const earlier = await ordo([...args(plan), '--only', 'bid-1'], at);
    act(at);
    const ended = await ordo(args(plan), at);
    return { ...ended, stdout: earlier.stdout + ended.stdout, met: true };
  },
  ...more,
});

const isRoot = process.getuid?.() === 0;
const NOBODY = 65_534;

/** As a user who may not write there; root may write everywhere. */
const unwritable = (name: string, close: (at: Place) => void, open: (at: Place) => void): FileFault => ({
  name,
  afterwards: 'knows',
  run: async (at, plan, k) => {
    if (k > 1) return { code: 0, stdout: '', stderr: '', met: false };
    const earlier = await ordo([...args(plan), '--only', 'bid-1'], at);
    if (isRoot) for (const path of [at.folder, join(at.folder, 'state')]) chmodSync(path, 0o755);
    close(at);
    const ended = await under('exec "$@"', at, plan, isRoot ? NOBODY : undefined);
    return { ...ended, stdout: earlier.stdout + ended.stdout, met: true };
  },
  heal: open,
});

let canMount: boolean | undefined;
function mountable(): boolean {
  canMount ??=
    isRoot && spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', '/mnt']).status === 0;
  return canMount;
}

const holders = new WeakMap<Place, DatabaseSync>();
const letGo = (at: Place): void => {
  holders.get(at)?.close();
  holders.delete(at);
};

/** A function: only a try shows whether mounting is permitted. */
const tooSmall = (): readonly FileFault[] => [
  {
    name: 'a limit on the size of files',
    afterwards: 'knows',
    run: async (at, plan, k) => {
      const ended = await under(`ulimit -f ${k * 16}; exec "$@"`, at, plan);
      return { ...ended, met: ended.code !== 0 };
    },
  },
  {
    name: 'a full disk',
    afterwards: 'knows',
    ...(!mountable() && { unable: 'mounting is not permitted here' }),
    run: async (at, plan, k) => {
      mkdirSync(join(at.folder, 'state'), { recursive: true });
      mount(at, `size=${k * 16}k`);
      const ended = await ordo(args(plan), at);
      return { ...ended, met: ended.code !== 0 };
    },
    heal: (at) => mount(at, 'remount,size=16m'),
    remove: (at) => void spawnSync('umount', [join(at.folder, 'state')]),
  },
];

const CLOSED: readonly FileFault[] = [
  unwritable(
    'a read-only folder',
    (at) => chmodSync(stateOf(at), 0o555),
    (at) => chmodSync(stateOf(at), 0o700),
  ),
  unwritable(
    'a read-only journal',
    (at) => {
      if (isRoot) chownSync(stateOf(at), NOBODY, NOBODY);
      chmodSync(journalOf(at), 0o444);
    },
    (at) => {
      if (isRoot) chownSync(stateOf(at), 0, 0);
      chmodSync(journalOf(at), 0o644);
    },
  ),
];

const CHANGED_MID_RUN: readonly FileFault[] = [
  midRun('the journal deleted', 'refuses', (at) => rmSync(journalOf(at), { force: true })),
  midRun('the journal emptied', 'either', (at) => truncateSync(journalOf(at), 0)),
  midRun('the journal overwritten', 'either', (at) =>
    writeFileSync(journalOf(at), Buffer.alloc(4096, 0x55), { flag: 'r+' }),
  ),
  midRun('its log deleted', 'either', (at) => rmSync(`${journalOf(at)}-wal`, { force: true })),
  midRun('its log’s index deleted', 'knows', (at) => rmSync(`${journalOf(at)}-shm`, { force: true })),
  midRun('its folder moved away', 'knows', (at) => renameSync(stateOf(at), `${stateOf(at)}.away`), {
    heal: (at) => {
      rmSync(stateOf(at), { recursive: true, force: true });
      renameSync(`${stateOf(at)}.away`, stateOf(at));
    },
  }),
  midRun(
    'another process that holds the write lock',
    'knows',
    (at) => {
      const other = new DatabaseSync(journalOf(at), { timeout: 2000 });
      other.exec('begin immediate');
      holders.set(at, other);
    },
    { heal: letGo, remove: letGo },
  ),
];

const CHANGED_BEFORE_START: readonly FileFault[] = [
  beforeStart('a folder in the journal’s place', 'refuses', (at) => {
    rmSync(journalOf(at));
    mkdirSync(journalOf(at));
  }),
  beforeStart('the journal gone', 'refuses', (at) => rmSync(journalOf(at))),
  beforeStart('an empty journal', 'refuses', (at) => truncateSync(journalOf(at), 0)),
  beforeStart('garbage in the journal’s place', 'refuses', (at) =>
    writeFileSync(journalOf(at), Buffer.alloc(20_000, 0x2a)),
  ),
  beforeStart('a journal cut in half', 'refuses', (at) =>
    truncateSync(journalOf(at), readFileSync(journalOf(at)).length >> 1),
  ),
  beforeStart('an order id with a flipped bit', 'refuses', flipOrderId),
];

export const fileFaults = (): readonly FileFault[] => [
  ...tooSmall(),
  ...CLOSED,
  ...CHANGED_MID_RUN,
  ...CHANGED_BEFORE_START,
];

function mount(at: Place, options: string): void {
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', join(at.folder, 'state')]);
  if (status !== 0) throw new Error(`mount: ${String(stderr)}`);
}

/** The very byte that would make another order id of it, which SQLite itself cannot notice. */
function flipOrderId(at: Place): void {
  const file = journalOf(at);
  copyFileSync(file, `${file}.good`);
  const bytes = readFileSync(file);
  const where = bytes.indexOf('71928859925361546');
  if (where === -1) throw new Error('the journal holds no order id');
  bytes[where + 17] = (bytes[where + 17] as number) ^ 1;
  writeFileSync(file, bytes);
}

/** The k-th place of a fault, judged; false where there is none any more. */
export async function oneFileFault(fault: FileFault, k: number, found: Findings): Promise<boolean> {
  const where = `${fault.name} at ${k}`;
  const paper = await startPaperExchange({ ...WIDE, latencyMs: 3 });
  const at = place(paper.origin);
  try {
    const plan = settingUp(at);
    const { met, ...first } = await fault.run(at, plan, k);
    if (!met) return false;
    fault.heal?.(at);
    await judgeFault(first, fault.afterwards, { at, paper, found, where }, () => ordo(args(plan), at));
    return true;
  } finally {
    fault.remove?.(at);
    await paper.close();
    at.remove();
  }
}
