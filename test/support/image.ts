/**
 * Builds an image without a daemon, as far as that goes here: each step of its Dockerfile runs in a root folder over this machine's own,
 * which nothing is written to. So the machine must be of the system that the image begins from. As with a daemon, what its steps make
 * before anything is copied in is a layer that other images of the file begin from.
 */
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

interface Step {
  readonly word: string;
  readonly text: string;
}

export const stepsOf = (dockerfile: string): Step[] =>
  readFileSync(dockerfile, 'utf8')
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => ({ word: line.split(' ')[0] ?? '', text: line.slice(line.indexOf(' ') + 1) }));

interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Only root may lay one root folder over another. */
export const canBuildImages = process.geteuid?.() === 0 && spawnSync('unshare', ['--mount', 'true']).status === 0;

export class Image {
  readonly #folder: string;
  readonly #steps: readonly Step[];
  readonly #env: Readonly<Record<string, string>>;

  /** `folder` holds all that the image adds to `base`, or to this machine. */
  constructor(folder: string, steps: readonly Step[], context: string, base?: Image) {
    this.#folder = folder;
    this.#steps = base === undefined ? steps : [...base.#steps, ...steps];
    const assignments = this.#of('ENV').flatMap((text) => text.split(' '));
    this.#env = Object.fromEntries(assignments.map((one) => one.split('=') as [string, string]));
    for (const name of ['upper', 'work', 'root', 'home']) mkdirSync(join(folder, name));
    // An overlay takes no folder of this machine as a second layer beside the machine itself, so the base is copied, with all that it takes away.
    if (base !== undefined)
      execFileSync('cp', ['--archive', '--no-target-directory', join(base.#folder, 'upper'), join(folder, 'upper')]);
    for (const { word, text } of steps) {
      if (word === 'COPY') this.#copy(text, context);
      if (word !== 'RUN') continue;
      const args = this.#argsFor(['/bin/sh', '-c', text], { user: '0', folder: '/', mounts: [], variables: {} });
      const { status, stdout, stderr } = spawnSync('unshare', args, { encoding: 'utf8' });
      if (status !== 0) throw new Error(`RUN ${text}\nended with ${status}\n${stdout}${stderr}`);
    }
  }

  #of(wanted: string): string[] {
    return this.#steps.flatMap(({ word, text }) => (word === wanted ? [text] : []));
  }

  #copy(text: string, context: string): void {
    const words = text.split(' ').filter((word) => !word.startsWith('--'));
    const to = words.pop() ?? '';
    const patterns = words.map((word) => new RegExp(`^${word.replaceAll('.', '\\.').replaceAll('*', '.*')}$`));
    const names = readdirSync(context).filter((name) => patterns.some((pattern) => pattern.test(name)));
    if (names.length === 0) throw new Error(`COPY ${text}: there is no such file`);
    for (const name of names)
      cpSync(join(context, name), join(this.#folder, 'upper', to.endsWith('/') ? join(to, name) : to));
  }

  /** As `docker run` starts it. `volumes`: from a folder of this machine to a path inside. */
  run(
    words: readonly string[],
    volumes: Readonly<Record<string, string>>,
    variables: Readonly<Record<string, string>> = {},
  ): Promise<Ran> {
    const entry = JSON.parse(this.#of('ENTRYPOINT')[0] ?? '[]') as string[];
    const mounts = Object.entries(volumes).map(([from, to]) => `mount --bind '${from}' "$root${to}"`);
    const [user = '0', folder = '/'] = [this.#of('USER')[0], this.#of('WORKDIR')[0]];
    const args = this.#argsFor([...entry, ...words], { user, folder, mounts, variables });
    return new Promise((resolve) => {
      const child = execFile('unshare', args, (_, stdout, stderr) => resolve({ code: child.exitCode, stdout, stderr }));
    });
  }

  #argsFor(words: readonly string[], how: How): string[] {
    const { PATH = '' } = process.env;
    const set = Object.entries({ PATH, ...this.#env, ...how.variables }).map(([name, value]) => `${name}=${value}`);
    const parts = `lowerdir=/,upperdir=${this.#folder}/upper,workdir=${this.#folder}/work`;
    const steps = [
      `mount -t overlay overlay -o '${parts}' "$root"`,
      'mount -t proc proc "$root/proc"',
      'mount --rbind /dev "$root/dev"',
      // Nothing of this machine's users is in an image.
      'mount --bind "$0/home" "$root/home"',
      'mount -t tmpfs -o mode=1777 tmpfs "$root/run"',
      ...how.mounts,
      `exec /usr/sbin/chroot --userspec=${how.user}:${how.user} "$root" /bin/sh -c 'cd "$0"; exec /usr/bin/env -i "$@"' ${how.folder} "$@"`,
    ];
    const script = `root=$0/root; ${steps.join(' && ')}`;
    return ['--mount', '--pid', '--fork', '/bin/sh', '-c', script, this.#folder, ...set, ...words];
  }
}

interface How {
  readonly user: string;
  readonly folder: string;
  readonly mounts: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
}
