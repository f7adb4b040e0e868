/** A real git repository in a folder of its own. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { place, type Place } from '../../proofs/support/ordo.ts';
import { afterTest } from './live.ts';

/** Files by their paths inside the repository. */
type Files = Readonly<Record<string, string | Uint8Array>>;

export interface Repository extends Place {
  /** Writes files without telling git. */
  write(files: Files): void;
  /** Writes files, if any, and commits all that is there; the id of the commit. */
  commit(files?: Files): string;
  /** What git prints, with a config of its own and none of the developer's. */
  git(...args: string[]): string;
}

/** Removed after the test. `init` is for `git init`. */
export function repository(origin?: string, ...init: string[]): Repository {
  const at = place(origin);
  afterTest(() => at.remove());
  const env = {
    PATH: process.env['PATH'],
    HOME: at.folder,
    GIT_AUTHOR_NAME: 'ann',
    GIT_AUTHOR_EMAIL: 'ann@example.com',
    GIT_COMMITTER_NAME: 'ann',
    GIT_COMMITTER_EMAIL: 'ann@example.com',
  };
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: at.folder, env, stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trim();
  const write = (files: Files): void => {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(at.folder, name)), { recursive: true });
      writeFileSync(join(at.folder, name), text);
    }
  };
  git('init', '--quiet', ...init);
  return {
    folder: at.folder,
    env: at.env,
    git,
    write,
    commit: (files = {}) => {
      write(files);
      git('add', '--all');
      git('commit', '--quiet', '--allow-empty', '--message', 'x');
      return git('rev-parse', 'HEAD');
    },
  };
}
