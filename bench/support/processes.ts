import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';

/** Outside of the repository: within one the command keeps no compiled code, and a user's own cache folder lies in none. */
const cache = mkdtempSync(join(tmpdir(), 'ordo-bench-'));
process.once('exit', () => rmSync(cache, { recursive: true, force: true }));

/** Nothing of the developer's: variables of their own could change what is measured. */
export const bareEnvironment = (home: string): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'] ?? '',
  HOME: home,
  XDG_CACHE_HOME: cache,
  XDG_STATE_HOME: home,
  TERM: 'xterm-256color',
  SHELL: '/bin/sh',
});

export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly folder: string;
}

/** What a process cost from its start to its end. */
export interface Cost {
  readonly ms: number;
  /** Of all its threads, and of the processes that it started: what else the machine does is hardly in it. */
  readonly cpuMs: number;
}

/** A shell starts the process, as a person's would, and says in its last line what it cost; `bash` since others count in ticks. */
export const TIMED = ['bash', '-c', 'TIMEFORMAT="%R %U %S"; time "$@"', 'timed'] as const;

/** What `TIMED` says at the end. */
export function costIn(told: string): Cost {
  const [, real, user, system] = /([0-9.]+) ([0-9.]+) ([0-9.]+)\s*$/.exec(told) ?? [];
  if (system === undefined) throw new Error(`no times in: ${told.slice(-500)}`);
  return { ms: Number(real) * 1000, cpuMs: (Number(user) + Number(system)) * 1000 };
}

/** Runs a process to its end; throws where that is another code than 0. Its output goes nowhere, or is read from a pipe. */
function toEnd({ file, args, folder }: Command, output: 'ignore' | 'pipe'): { cost: Cost; stdout: string } {
  const [shell, ...before] = TIMED;
  const { status, stdout, stderr, error } = spawnSync(shell, [...before, file, ...args], {
    cwd: folder,
    env: bareEnvironment(folder),
    stdio: ['ignore', output, 'pipe'],
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    timeout: 60_000,
  });
  if (status !== 0) throw new Error(`${args.join(' ')}: exit ${status} ${error?.message ?? ''}${stderr}`);
  return { cost: costIn(stderr), stdout };
}

/** A process from its start to its end, its output thrown away. */
export const costOf = (command: Command): Cost => toEnd(command, 'ignore').cost;

/** As `costOf`, with the output read from a pipe; throws where that is not as expected. */
export function costOfTelling(command: Command, expected: RegExp): Cost {
  const { cost, stdout } = toEnd(command, 'pipe');
  if (!expected.test(stdout)) throw new Error(`${command.args.join(' ')}: not told: ${stdout.slice(0, 500)}`);
  return cost;
}

/** Writes at the end of a Node process what it held at most, in KiB, on its output. */
const PEAK_HOOK = `data:text/javascript,${encodeURIComponent(
  "process.on('exit', () => process.getBuiltinModule('node:fs').writeSync(1, `\\npeak ${process.resourceUsage().maxRSS}`))",
)}`;

/** The most memory in MiB that a Node process with these arguments holds until its end. */
export function peakOf(args: readonly string[], folder: string): number {
  const { stdout } = toEnd({ file: process.execPath, args: ['--import', PEAK_HOOK, ...args], folder }, 'pipe');
  const peak = /\npeak ([0-9]+)$/.exec(stdout)?.[1];
  if (peak === undefined) throw new Error(`${args.join(' ')}: its peak is not told`);
  return Number(peak) / 1024;
}

/** CPU in ms of a running process so far, in ticks of 10 ms; undefined where the system does not tell. */
export function cpuSoFar(pid: number | undefined): number | undefined {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return undefined;
  // After the name, which may hold anything: state is field 3, user and system time are fields 14 and 15.
  const fields = readFileSync(file, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

const hasTaskset = spawnSync('taskset', ['--version']).status === 0;

/** Keeps a process on one core where the system can, so that client and server do not take each other's. */
const onCore = (core: number, file: string, args: readonly string[]): [string, string[]] =>
  hasTaskset && core < availableParallelism() ? ['taskset', ['-c', String(core), file, ...args]] : [file, [...args]];

/** Runs one of our workers and gives what it printed, read as JSON; the caller knows which worker prints what. */
export function resultOf(worker: string, args: readonly string[], core?: number): unknown {
  const node = [worker, ...args];
  const [file, all] = core === undefined ? [process.execPath, node] : onCore(core, process.execPath, node);
  const { status, stdout, stderr } = spawnSync(file, all, { encoding: 'utf8', timeout: 300_000 });
  if (status !== 0) throw new Error(`${args.join(' ')}: exit ${status}\n${stderr}`);
  return JSON.parse(stdout);
}

interface Server {
  readonly origin: string;
  close(): Promise<void>;
}

/** Starts a server that says its origin in its first line. */
export async function serve(script: string, args: readonly string[], core: number): Promise<Server> {
  const [file, all] = onCore(core, process.execPath, [script, ...args]);
  const child = spawn(file, all, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const said = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').once('data', resolve);
    void ended.then(() => reject(new Error('the server ended before it listened')));
  });
  const origin = /http:\/\/127\.0\.0\.1:[0-9]+/.exec(said)?.[0];
  if (origin === undefined) throw new Error(`no origin in: ${said}`);
  return {
    origin,
    close: () => {
      child.kill();
      return ended;
    },
  };
}
