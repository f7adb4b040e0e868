/**
 * Starts git to read a repository that anybody may have written. Its config may name programs to be run at many places; each of
 * them is closed here, or belongs to commands that are never started.
 */
import { spawnSync } from 'node:child_process';
import { programInPath } from '../commands/live/program-in-path.ts';
import type { Files, World } from '../commands/world.ts';
import { defined } from '../model/defined.ts';
import { err, ok } from '../model/result.ts';
import { entryAt, MOST_BYTES } from './files.ts';

const LIMIT_MS = 10_000;

/** What git is told before its command; the last word for a key is that of the command line. */
const ALWAYS = [
  // A commit is what its id says, not what a ref puts in its place.
  '--no-replace-objects',
  '--no-optional-locks',
  '--no-pager',
  // A name with a star or a colon is a name.
  '--literal-pathspecs',
  ...['core.fsmonitor=false', 'core.hooksPath=/dev/null', 'safe.bareRepository=explicit'].flatMap((set) => ['-c', set]),
];

/** An object that is missing is not fetched: where from, and by which program, would be the repository's word. */
const NO_FETCH = { GIT_NO_LAZY_FETCH: '1', GIT_ALLOW_PROTOCOL: 'none', GIT_TERMINAL_PROMPT: '0' };

/** Git with little of these variables: where programs are, and whose settings say which repositories are the user's own. */
export function gitWith(variables: World['variables'], limitMs = LIMIT_MS): Files['git'] {
  return (folder, args) => {
    const program = programInPath(variables, { entryAt }, 'git');
    if (program === undefined) return err('there is no program git in an absolute folder of PATH');
    const { PATH, HOME, XDG_CONFIG_HOME, SystemRoot, USERPROFILE } = variables;
    const { error, status, signal, stdout, stderr } = spawnSync(program, [...ALWAYS, ...args], {
      cwd: folder,
      env: { ...defined({ PATH, HOME, XDG_CONFIG_HOME, SystemRoot, USERPROFILE }), LC_ALL: 'C', ...NO_FETCH },
      shell: false,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: limitMs,
      killSignal: 'SIGKILL',
      maxBuffer: MOST_BYTES,
    });
    if (error !== undefined) return err(failureWords(error, limitMs));
    return status === 0 ? ok(stdout) : err(refusalWords(stderr, status ?? signal));
  };
}

function failureWords(error: Error, limitMs: number): string {
  const { code = 'no reason given' } = error as NodeJS.ErrnoException;
  if (code === 'ETIMEDOUT') return `git did not end within ${limitMs / 1000} s`;
  return code === 'ENOBUFS' ? 'git printed more than 64 MiB' : `git cannot be started: ${code}`;
}

/** The first line of what git says; the rest is advice about git. */
function refusalWords(stderr: Uint8Array, end: number | string | null): string {
  const line = Buffer.from(stderr).toString().split('\n', 1)[0] ?? '';
  return line === '' ? `git ended with ${end}` : `git says: ${line.replace(/^(?:fatal|error): /, '')}`;
}
