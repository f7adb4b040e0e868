/**
 * The folder of a server, which goes with the process that made it, and takes the server along: a guard waits on a pipe that only that
 * process holds, so it learns of its end however it came, SIGKILL included.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { owner } from './postgres-programs.ts';

/** Reads which process is the server; an empty line when it has ended. A server that was stopped by a signal ends as well. */
const GUARD = `
server=
while read -r line; do server=$line; done
if [ -n "$server" ]; then
  kill -QUIT "$server"; kill -CONT "$server"
  tries=0
  while [ -e "$1/data/postmaster.pid" ] && kill -0 "$server" && [ $tries -lt 100 ]; do
    sleep 0.05; tries=$((tries + 1))
  done
  kill -KILL "$server"
fi
rm -rf "$1"
`;

const ENOUGH_BYTES = 2 ** 29;

function hasRoom(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize > ENOUGH_BYTES;
}

export interface ServerFolder {
  readonly path: string;
  /** Which process goes with the folder; undefined once it has ended. */
  holds(pid: number | undefined): void;
  /** Ends that process, and removes the folder. */
  remove(): Promise<void>;
}

export function serverFolder(): ServerFolder {
  const path = mkdtempSync(join(hasRoom(tmpdir()) ? tmpdir() : '/var/tmp', 'ordo-postgres-'));
  if (owner.uid !== undefined) chownSync(path, owner.uid, owner.gid);
  const guard = spawn('/bin/sh', ['-c', GUARD, 'guard', path], {
    cwd: '/',
    // A session of its own: what the keyboard interrupts is not the guard.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const ended = once(guard, 'exit');
  guard.unref();
  return {
    path,
    holds: (pid) => {
      if (!guard.stdin.writableEnded) guard.stdin.write(`${pid ?? ''}\n`);
    },
    remove: async () => {
      guard.ref();
      guard.stdin.end();
      await ended;
      // The guard misses a file that was written just then.
      rmSync(path, { recursive: true, force: true });
    },
  };
}
