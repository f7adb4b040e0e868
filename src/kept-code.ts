/**
 * The program as the built command loads it: one script, with what the engine compiled of it the last time that this command ran.
 * Otherwise a third of a start is compiling: Node's own cache has only what is compiled before a module first runs.
 *
 * Invariants
 * 1. The engine checks that kept code is of its own version and flags and of a source as long, and would run a changed byte. So kept
 *    code is used only as it was written: it stands in its file twice, the file's name has the build, the Node and the kind of
 *    machine, and only its user may write it.
 * 2. The program is in ASCII (scripts/build.ts): so it is read as Latin-1, which takes half as long and half the memory.
 * 3. Where it cannot be read or written, the start is slower, and nothing else is different.
 */
import { codeFolder } from './code-folder.ts';
import { insideText, isInside } from './inside.ts';
import type * as Program from './start.ts';

/** A hash of the program's text, which the build puts in. */
declare const BUILD: string;

const fs = process.getBuiltinModule('node:fs');
const { Script } = process.getBuiltinModule('node:vm');
const { createRequire, flushCompileCache } = process.getBuiltinModule('node:module');

const MOST_BYTES = 2 ** 25;
const PART = 2 ** 17;
/** What still runs by then may be killed at its end. It has begun what it is for. */
const LONG_MS = 10_000;
/** The exit code of a refusal. */
const REFUSED = 2;
/** Others may write to it. */
const OTHERS = 0o022;

/** The commands with a short program of their own, and the options that lead out of it (scripts/build.ts). */
const SHORT_WORDS: ReadonlySet<string> = new Set(['run', 'validate', 'simulate']);
const LEADS_OUT = /^(?:--(?:execute|watch|help)|-h)(?:=|$)/;

const [, , first = '', ...rest] = process.argv;
const isShort = SHORT_WORDS.has(first) && !rest.some((word) => LEADS_OUT.test(word));

const IN_EXECUTABLE = isInside(import.meta.url);

export const { main, realWorld, simulating, VERSION } = program(`${isShort ? first : 'ordo'}.cjs`);

function program(name: string): typeof Program {
  const path = `${import.meta.dirname}/${name}`;
  const kept = keptFor(path);
  const cachedData = kept === undefined ? undefined : codeIn(`${kept.folder}/${kept.name}`);
  const script = new Script(IN_EXECUTABLE ? insideText(name) : fs.readFileSync(path, 'latin1'), {
    filename: path,
    ...(cachedData !== undefined && { cachedData }),
  });
  const isUsed = cachedData !== undefined && script.cachedDataRejected === false;
  if (!isUsed && kept !== undefined) keepLater(kept, script);
  const module = { exports: {} };
  const run = script.runInThisContext() as (...given: readonly unknown[]) => void;
  run(module.exports, createRequire(path), module);
  return module.exports as typeof Program;
}

/** At the end; of what goes on for long before that, as whoever is killed or loses power never ends: a follower, a watch, a server. */
function keepLater(kept: Kept, script: InstanceType<typeof Script>): void {
  // A word that is no command ends so too, and each would leave a file of its own.
  const onExit = (exitCode: number): void => {
    if (exitCode !== REFUSED) keep(kept, script.createCachedData());
  };
  process.once('exit', onExit);
  const early = setTimeout(() => {
    process.off('exit', onExit);
    keep(kept, script.createCachedData());
    flushCompileCache();
  }, LONG_MS);
  early.unref();
}

interface Kept {
  readonly folder: string;
  /** What the names of all kept code of this command begin with. */
  readonly prefix: string;
  readonly name: string;
}

/** Commands need different parts of the program, an execution more than a dry run, and a follow other ones than a run that ends. */
function keptFor(path: string): Kept | undefined {
  const folder = codeFolder();
  if (folder === undefined) return undefined;
  const word = /^[a-z]{1,12}$/.exec(process.argv[2] ?? '')?.[0] ?? 'other';
  const execution = process.argv.includes('--follow') ? '-follow' : '-execute';
  const part = process.argv.includes('--execute') ? execution : isShort ? '-plan' : '';
  const prefix = `code-${word}${part}-for-`;
  const { mtimeMs } = fs.statSync(IN_EXECUTABLE ? process.execPath : path);
  return { folder, prefix, name: `${prefix}${BUILD}-${mtimeMs}-${process.version}-${process.arch}` };
}

/** Undefined unless it is whole, ours and closed to others. */
function codeIn(path: string): Uint8Array | undefined {
  let file: number | undefined;
  try {
    const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = fs.constants;
    file = fs.openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    const found = fs.fstatSync(file);
    const me = process.geteuid?.();
    const isOurs = me === undefined || (found.uid === me && (found.mode & OTHERS) === 0);
    if (!found.isFile() || !isOurs || found.size > MOST_BYTES) return undefined;
    const half = found.size >> 1;
    if (half === 0 || found.size !== 2 * half) return undefined;
    const code = Buffer.allocUnsafeSlow(half);
    return fs.readSync(file, code, 0, half, 0) === half && isAgain(code, file) ? code : undefined;
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) fs.closeSync(file);
  }
}

/** Whether the same stands behind it. To load a checksum takes longer than to read as much again; little memory at a time is faster. */
function isAgain(code: Buffer, file: number): boolean {
  const part = Buffer.allocUnsafeSlow(PART);
  for (let at = 0; at < code.length; at += PART) {
    const wanted = code.subarray(at, at + PART);
    const read = fs.readSync(file, part, 0, wanted.length, code.length + at);
    if (read !== wanted.length || !wanted.equals(part.subarray(0, read))) return false;
  }
  return true;
}

/** Whole or not at all, in place of that of other builds. */
function keep({ folder, prefix, name }: Kept, code: Buffer): void {
  const path = `${folder}/${name}`;
  const own = `${path}.${process.pid}`;
  try {
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(own, Buffer.concat([code, code]), { flag: 'wx', mode: 0o600 });
    fs.renameSync(own, path);
    const others = fs.readdirSync(folder).filter((other) => other.startsWith(prefix) && other !== name);
    for (const other of others) fs.rmSync(`${folder}/${other}`, { force: true });
  } catch {
    withoutFault(() => fs.rmSync(own, { force: true }));
  }
}

/** The command has ended: there is nobody to tell. */
function withoutFault(act: () => void): void {
  try {
    act();
  } catch {}
}
