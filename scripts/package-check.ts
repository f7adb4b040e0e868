/**
 * Tries the package as its users get it: packed, installed into an empty folder, and run there as command and as library on each
 * Node that it supports; then publint and attw look at the tarball. Says what it does, and ends with 1 where anything is wrong.
 * The tools and the other Node come from the registry.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PROJECT = new URL('..', import.meta.url).pathname;
const NODES = ['24', '26'];
const PUBLINT = 'publint@0.3';
const ATTW = '@arethetypeswrong/cli@0.18';

/** What a package manager needs: its own settings, and the way through a proxy whose certificate this machine trusts. */
const PACKAGE_MANAGER = /^(?:npm_config_(?:registry|cache|userconfig)|node_extra_ca_certs|https?_proxy|no_proxy)$/i;

let wrong = 0;

/** Runs one step, and tells how it went. */
function step(name: string, work: () => unknown): void {
  const startedMs = performance.now();
  try {
    work();
    console.log(`ok     ${name} (${((performance.now() - startedMs) / 1000).toFixed(1)} s)`);
  } catch (error) {
    wrong += 1;
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    console.log(`WRONG  ${name}\n${error instanceof Error ? error.message : String(error)}\n${stdout}${stderr}`);
  }
}

function run(program: string, args: readonly string[], cwd: string): string {
  // Nothing of the developer's, but for what a package manager needs.
  const { PATH, HOME } = process.env;
  const npm = Object.entries(process.env).filter(([name]) => PACKAGE_MANAGER.test(name));
  const env = {
    PATH,
    HOME,
    ...Object.fromEntries(npm),
    XDG_STATE_HOME: join(cwd, 'state'),
    XDG_CACHE_HOME: join(cwd, 'cache'),
  };
  return execFileSync(program, args, { cwd, env, encoding: 'utf8', stdio: 'pipe' });
}

/** What a program of ours prints; nothing may be on stderr, a warning of Node's included. */
function quiet(node: string, args: readonly string[], cwd: string): string {
  const { PATH } = process.env;
  const { status, stdout, stderr } = spawnSync(node, args, { cwd, env: { PATH }, encoding: 'utf8' });
  if (status !== 0 || stderr !== '') throw new Error(`${args[0]} ended with ${status}: ${stderr}`);
  return stdout;
}

function expectIn(text: string, words: string): void {
  if (!text.includes(words)) throw new Error(`does not say: ${words}\n${text}`);
}

/** The tarball's path. */
function pack(folder: string): string {
  const told = run('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], PROJECT);
  return join(folder, /"filename": "([^"]+)"/.exec(told)?.[1] ?? '');
}

function install(folder: string, tarball: string): void {
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', tarball], folder);
  const programs = ['strategy.ts', 'own-ports.ts'];
  for (const name of programs) cpSync(join(PROJECT, 'examples', 'library', name), join(folder, name));
  const page = readFileSync(join(PROJECT, 'docs', 'library.md'), 'utf8');
  const blocks = [...page.matchAll(/^```ts\n(.*?)^```$/gms)].map((match) => match[1]);
  writeFileSync(join(folder, 'page.ts'), blocks.join('\n'));
}

/** The program of a version of Node, from its npm package. */
function nodeOf(version: string, folder: string): string {
  const own = join(PROJECT, 'node_modules', 'node', 'bin', 'node');
  if (existsSync(own) && run(own, ['--version'], PROJECT).startsWith(`v${version}.`)) return own;
  mkdirSync(folder, { recursive: true });
  // Its install script puts the program into its place.
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "allowScripts": { "node": true } }\n');
  run('npm', ['install', '--no-audit', '--no-fund', `node@${version}`], folder);
  return join(folder, 'node_modules', 'node', 'bin', 'node');
}

function tryOn(node: string, folder: string): void {
  const cli = join(folder, 'node_modules', 'ordo', 'dist', 'cli.js');
  const plan = join(folder, 'node_modules', 'ordo', 'examples', '01-quickstart.yaml');
  expectIn(run(node, [cli, 'run', plan, '--execute', '--output', 'lines'], folder), '11 orders: 11 accepted');
  expectIn(quiet(node, ['strategy.ts'], folder), 'second run: done, 0 accepted, 3 withheld');
  expectIn(quiet(node, ['own-ports.ts'], folder), 'incomplete: 2 calls');
  expectIn(quiet(node, ['page.ts'], folder), 'two-bids');
  const silent = "import * as ordo from 'ordo'; if (typeof ordo.loadPlan !== 'function') process.exit(3);";
  const said = quiet(node, ['--input-type=module', '--eval', silent], folder);
  if (said !== '') throw new Error(`the import says: ${said}`);
}

/** Both ways in which programs look for declarations, on the examples and the page. */
function typecheck(folder: string): void {
  run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '@types/node'], folder);
  for (const [module, resolution] of [
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ]) {
    const how = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--target', 'es2024', '--types', 'node'];
    const where = ['--module', module as string, '--moduleResolution', resolution as string];
    const compiler = join(PROJECT, 'node_modules', '.bin', 'tsc');
    run(
      compiler,
      [
        '--ignoreConfig',
        ...how,
        '--lib',
        'es2024,esnext.disposable',
        ...where,
        'strategy.ts',
        'own-ports.ts',
        'page.ts',
      ],
      folder,
    );
  }
}

const root = mkdtempSync(join(tmpdir(), 'ordo-package-'));
try {
  let tarball = '';
  const folder = join(root, 'empty');
  step('pack', () => void (tarball = pack(root)));
  step('install into an empty folder', () => install(folder, tarball));
  for (const version of NODES) {
    let node = '';
    step(`get Node ${version}`, () => void (node = nodeOf(version, join(root, `node-${version}`))));
    step(`command, library, examples and page on Node ${version}`, () => tryOn(node, folder));
  }
  step('types, for nodenext and for bundlers', () => typecheck(folder));
  step('publint', () =>
    expectIn(run('npm', ['exec', '--yes', '--', PUBLINT, 'run', tarball, '--strict'], root), 'All good'),
  );
  step('attw', () => run('npm', ['exec', '--yes', '--', ATTW, '--profile', 'esm-only', tarball], root));
} finally {
  rmSync(root, { recursive: true, force: true });
}
console.log(wrong === 0 ? 'package: all is well' : `package: ${wrong} things to mend`);
process.exitCode = wrong === 0 ? 0 : 1;
