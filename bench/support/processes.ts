import { spawn, spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** Nothing of the developer's: variables of their own could change what is measured. */
export const bareEnvironment = (home: string): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'] ?? '',
  HOME: home,
  XDG_STATE_HOME: home,
  TERM: 'xterm-256color',
  SHELL: '/bin/sh',
});

export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly folder: string;
}

/** Milliseconds from the start of a process to its end; throws where it ends with another code than 0. */
export function timeOf({ file, args, folder }: Command): number {
  const startedMs = performance.now();
  const { status, stderr, error } = spawnSync(file, args, {
    cwd: folder,
    env: bareEnvironment(folder),
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: 30_000,
  });
  const ms = performance.now() - startedMs;
  if (status !== 0) throw new Error(`${args.join(' ')}: exit ${status} ${error?.message ?? ''}${String(stderr)}`);
  return ms;
}

const hasTaskset = spawnSync('taskset', ['--version']).status === 0;

/** Keeps a process on one core where the system can, so that client and server do not take each other's. */
const onCore = (core: number, file: string, args: readonly string[]): [string, string[]] =>
  hasTaskset && core < availableParallelism() ? ['taskset', ['-c', String(core), file, ...args]] : [file, [...args]];

/** Runs one of our workers and gives what it printed, read as JSON; the caller knows which worker prints what. */
export function resultOf(worker: string, args: readonly string[], core?: number): unknown {
  const node = [worker, ...args];
  const [file, all] = core === undefined ? [process.execPath, node] : onCore(core, process.execPath, node);
  const { status, stdout, stderr } = spawnSync(file, all, { encoding: 'utf8', timeout: 90_000 });
  if (status !== 0) throw new Error(`${args.join(' ')}: exit ${status}\n${stderr}`);
  return JSON.parse(stdout);
}

export interface Server {
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
