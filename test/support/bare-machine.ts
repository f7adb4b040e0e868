/**
 * A machine without Node, as far as one can be had here: a root folder with one program in it and the shared libraries that it asks for,
 * and a process that sees nothing else of the disk, in namespaces of its own.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const NAMESPACES = ['--map-root-user', '--mount', '--pid', '--fork'];
const CHROOT = '/usr/sbin/chroot';

/** Some machines forbid namespaces to those who are not root. */
export const hasBareMachines = spawnSync('unshare', [...NAMESPACES, CHROOT, '/', '/bin/true']).status === 0;

const librariesOf = (program: string): string[] =>
  [...execFileSync('ldd', [program], { encoding: 'utf8' }).matchAll(/(?:=> |^\s)(\/\S+)/gm)].flatMap(
    ([, path]) => path ?? [],
  );

interface Said {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export class BareMachine {
  readonly #root: string;

  /** `programs` by their places on the machine. */
  constructor(root: string, programs: Readonly<Record<string, string>>) {
    this.#root = root;
    for (const folder of ['proc', 'dev', 'tmp', 'home/trader', 'etc'])
      mkdirSync(join(root, folder), { recursive: true });
    for (const [place, program] of Object.entries(programs)) {
      this.#copy(program, place);
      for (const library of librariesOf(program)) this.#copy(library, library);
    }
  }

  #copy(from: string, place: string): void {
    const to = join(this.#root, place);
    mkdirSync(dirname(to), { recursive: true });
    copyFileSync(realpathSync(from), to);
  }

  write(place: string, text: string): void {
    writeFileSync(join(this.#root, place), text);
  }

  /** Runs one program there, with the variables that are given and no others. */
  run(words: readonly string[], variables: Readonly<Record<string, string>> = { HOME: '/home/trader' }): Said {
    const set = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
    const script = `mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && exec /usr/bin/env -i ${CHROOT} "$0" "$@"`;
    const inside = ['/usr/bin/env', ...set, ...words];
    const args = [...NAMESPACES, '/bin/sh', '-c', script, this.#root, ...inside];
    const { status, stdout, stderr } = spawnSync('unshare', args, { encoding: 'utf8', env: process.env });
    return { code: status, stdout, stderr };
  }
}
