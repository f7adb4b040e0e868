/** A real PostgreSQL server on loopback, with a folder, a port and a password of its own. It ends with the process that started it. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, closeSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { serverFolder, type ServerFolder } from './postgres-folder.ts';
import { environment, owner, programs } from './postgres-programs.ts';

/** SIGKILL ends it as a crash does, SIGQUIT at once without a checkpoint, SIGINT in good order, with a farewell to its clients. */
type Ending = 'SIGKILL' | 'SIGQUIT' | 'SIGINT';

export interface PostgresServer {
  /** Its first database, for its superuser. It stays the same when the server starts again. */
  readonly url: string;
  /** The URL of a fresh database. */
  newDatabase(): Promise<string>;
  kill(signal: Ending): void;
  /** The same, and waits until its sessions are over too: until then one may still write. */
  killed(signal: Ending): Promise<void>;
  /** Stops all of its processes where they are; what is given lets them go on. */
  suspend(): Promise<() => void>;
  /** Starts it again once it has ended, and waits until it answers. */
  start(): Promise<void>;
  /** Ends it for good, and removes all that it wrote. */
  stop(): Promise<void>;
}

interface PostgresOptions {
  /** Whether a commit waits for the disk. Without it a commit outlives the server all the same, but no loss of power. */
  readonly fsync?: boolean;
  readonly settings?: Readonly<Record<string, string>>;
}

const START_MS = 60_000;

/** A server that answers; undefined, with a line on stderr, where this platform has none. */
export async function startPostgres(options: PostgresOptions = {}): Promise<PostgresServer | undefined> {
  const folder = serverFolder();
  try {
    const bin = programs(folder.path);
    if (bin !== undefined) {
      const server = new LocalServer(folder, bin, await freePort(), options);
      await server.create();
      await server.start();
      return server;
    }
  } catch (error) {
    await folder.remove();
    throw error;
  }
  await folder.remove();
  return undefined;
}

class LocalServer implements PostgresServer {
  readonly url: string;
  readonly #folder: ServerFolder;
  readonly #bin: string;
  readonly #password = randomBytes(12).toString('hex');
  readonly #args: readonly string[];
  #child: ChildProcess | undefined;
  #ended: Promise<unknown> = Promise.resolve();
  #databases = 0;

  constructor(folder: ServerFolder, bin: string, port: number, { fsync = false, settings = {} }: PostgresOptions) {
    this.#folder = folder;
    this.#bin = bin;
    this.url = `postgres://postgres:${this.#password}@127.0.0.1:${port}/postgres`;
    const all = {
      port: String(port),
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      fsync: fsync ? 'on' : 'off',
      full_page_writes: 'on',
      shared_buffers: '16MB',
      max_connections: '60',
      // Inside its folder, so that it goes with it.
      dynamic_shared_memory_type: 'mmap',
      ...settings,
    };
    this.#args = [
      '-D',
      this.#in('data'),
      ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ];
  }

  async create(): Promise<void> {
    const password = this.#in('password');
    writeFileSync(password, this.#password, { mode: 0o600 });
    if (owner.uid !== undefined) chownSync(password, owner.uid, owner.gid);
    const access = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${password}`];
    const content = ['--encoding=UTF8', '--no-locale', '--data-checksums', '--no-sync'];
    const args = ['-D', this.#in('data'), ...access, ...content];
    await promisify(execFile)(join(this.#bin, 'initdb'), args, { ...owner, env: environment, cwd: this.#folder.path });
  }

  async start(): Promise<void> {
    this.#child?.ref();
    await this.#ended;
    const untilMs = Date.now() + START_MS;
    while (!(await this.#answers(this.#spawn(), untilMs))) {
      const log = readFileSync(this.#in('log'), 'utf8');
      // The sessions of a killed server end a moment after it, and until then no other one starts.
      if (!log.includes('is still in use') || Date.now() > untilMs)
        throw new Error(`PostgreSQL does not start: ${log}`);
      await sleep(20);
    }
  }

  async newDatabase(): Promise<string> {
    const name = `test${(this.#databases += 1)}`;
    await query(this.url, `create database ${name}`);
    return new URL(name, this.url).href;
  }

  kill(signal: Ending): void {
    this.#child?.kill(signal);
  }

  async killed(signal: Ending): Promise<void> {
    const pids = await this.#pids();
    this.kill(signal);
    while (pids.some(isAlive)) await sleep(20);
  }

  /** Its own first, so that it starts no others. */
  async #pids(): Promise<readonly number[]> {
    const rows = await query<{ pid: number }>(this.url, 'select pid from pg_stat_activity');
    return [this.#child?.pid ?? Number.NaN, ...rows.map(({ pid }) => pid)];
  }

  async suspend(): Promise<() => void> {
    const pids = await this.#pids();
    pids.forEach((pid) => signalled(pid, 'SIGSTOP'));
    return () => pids.forEach((pid) => signalled(pid, 'SIGCONT'));
  }

  stop(): Promise<void> {
    return this.#folder.remove();
  }

  #in(name: string): string {
    return join(this.#folder.path, name);
  }

  #spawn(): ChildProcess {
    // A file of its own: the last sessions of the one before may still write.
    rmSync(this.#in('log'), { force: true });
    const log = openSync(this.#in('log'), 'a');
    const where = { ...owner, env: environment, cwd: this.#folder.path };
    const child = spawn(join(this.#bin, 'postgres'), this.#args, { ...where, stdio: ['ignore', log, log] });
    closeSync(log);
    child.unref();
    this.#child = child;
    this.#folder.holds(child.pid);
    this.#ended = once(child, 'exit').then(() => this.#folder.holds(undefined));
    return child;
  }

  /** Whether it takes connections; otherwise it has ended, or the time is up. */
  async #answers(child: ChildProcess, untilMs: number): Promise<boolean> {
    for (;;) {
      try {
        await query(this.url, 'select 1');
        return true;
      } catch {
        if (child.exitCode !== null || child.signalCode !== null || Date.now() > untilMs) return false;
        // Each question is a process of the server, and many of them hold back its recovery.
        await sleep(50);
      }
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** The session that told of the others has ended by then. */
function signalled(pid: number, signal: 'SIGSTOP' | 'SIGCONT'): void {
  try {
    process.kill(pid, signal);
  } catch {
    // So it is.
  }
}

async function query<Row extends object>(url: string, text: string): Promise<readonly Row[]> {
  const client = new Client({ connectionString: url });
  // Whatever it tells, the query fails as well.
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Below the ports that systems give to outgoing connections: nobody is given it while the server is down. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_240, 32_768);
    const probe = createServer();
    try {
      await once(probe.listen(port, '127.0.0.1'), 'listening');
      await new Promise((resolve) => probe.close(resolve));
      return port;
    } catch {
      // Somebody listens there.
    }
  }
}
