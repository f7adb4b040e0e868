/**
 * One file with ordo and a Node inside: Node's own single executable application. It has the files of `dist/` as they are (src/executable.ts
 * loads them), and the Node of the project, or the same version for another kind of machine, from its package of npm's registry.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';

const PROJECT = new URL('../..', import.meta.url).pathname;
const DIST = join(PROJECT, 'dist');
const OWN_NODE = join(PROJECT, 'node_modules', 'node', 'bin', 'node');
const START = 'executable.cjs';
/** Only programs import it, and the executable is none of their packages. */
const NOT_INSIDE = new Set(['index.js', 'index.d.ts', 'THIRD_PARTY.txt']);

/** As Node's packages name them. */
export const MACHINES = ['linux-x64', 'linux-arm64'] as const;
export type Machine = (typeof MACHINES)[number];

/** The Node that goes in, with the text of its licences. */
interface NodeProgram {
  readonly program: string;
  readonly licence: string;
}

/** Downloads no Node for the machine that this runs on. */
export function nodeFor(machine: Machine, folder: string): NodeProgram {
  const version = execFileSync(OWN_NODE, ['--version'], { encoding: 'utf8' }).trim().slice(1);
  const own = join(PROJECT, 'node_modules', 'node', 'node_modules', `node-${machine}`);
  if (machine === `${process.platform}-${process.arch}`) return { program: OWN_NODE, licence: join(own, 'LICENSE') };
  mkdirSync(folder, { recursive: true });
  const packed = execFileSync('npm', ['pack', `node-${machine}@${version}`, '--json', '--pack-destination', folder], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 2 ** 26,
  });
  const name = /"filename": "([^"]+)"/.exec(packed)?.[1];
  if (name === undefined) throw new Error(`npm has no node-${machine}@${version}`);
  execFileSync('tar', ['xzf', join(folder, name), '-C', folder, 'package/bin/node', 'package/LICENSE']);
  return { program: join(folder, 'package', 'bin', 'node'), licence: join(folder, 'package', 'LICENSE') };
}

/** Writes the executable to `output`; `folder` is for what it is made of. The command must have been built. */
export function makeExecutable(node: NodeProgram, folder: string, output: string): void {
  mkdirSync(folder, { recursive: true });
  const start = join(folder, START);
  buildSync({
    absWorkingDir: PROJECT,
    entryPoints: ['src/executable.ts'],
    bundle: true,
    minify: true,
    format: 'cjs',
    platform: 'node',
    target: 'node24',
    outfile: start,
  });
  const files = readdirSync(DIST).filter((name) => !NOT_INSIDE.has(name));
  const config = join(folder, 'executable.json');
  const content = {
    main: start,
    output,
    executable: node.program,
    disableExperimentalSEAWarning: true,
    // Both belong to the machine that made them. The program keeps its own compiled code (src/kept-code.ts).
    useSnapshot: false,
    useCodeCache: false,
    assets: { [START]: start, ...Object.fromEntries(files.map((name) => [name, join(DIST, name)])) },
  };
  writeFileSync(config, JSON.stringify(content));
  execFileSync(OWN_NODE, ['--build-sea', config], { stdio: 'pipe' });
  chmodSync(output, 0o755);
}
