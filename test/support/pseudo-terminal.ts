/** Runs the built command on a real pseudo-terminal, which util-linux's `script` opens. */
import { spawn, spawnSync } from 'node:child_process';
import { CLI, type Place } from '../../proofs/support/ordo.ts';

export const hasPseudoTerminal = spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout.includes('util-linux');

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

export const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

/** Everything that was written to the terminal, and the exit code. The variables come on top of the place's own. */
export async function onTerminal(
  args: readonly string[],
  { folder, env }: Place,
  { columns, rows }: Size,
  variables: Readonly<Record<string, string>>,
): Promise<{ readonly code: number | null; readonly written: string }> {
  const words = [process.execPath, CLI, ...args].map(quoted).join(' ');
  const command = `stty columns ${columns} rows ${rows}; exec ${words}`;
  const child = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
    cwd: folder,
    env: { ...env, SHELL: '/bin/sh', ...variables },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let written = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (written += text));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, written };
}
