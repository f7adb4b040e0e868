/**
 * The program that prints the keys, found before it is started: beside the config where its name has a slash, else in PATH. Never
 * in the working folder, where anybody's file may bear its name.
 */
import { delimiter, dirname, isAbsolute, join, resolve, sep } from 'node:path';
import type { KeysCommand } from '../../exchange/keys/keys.ts';
import { err, ok, type Result } from '../../model/result.ts';
import { distrustOfAccess, distrustOfFile } from './whose-files.ts';
import type { World } from '../world.ts';

/** Where the system looks where nothing says so. */
const USUAL_PATH = '/usr/bin:/bin';
/** Windows finds a program without the end of its name. */
const ENDINGS = sep === '\\' ? ['', '.exe', '.com'] : [''];
const ANYBODY_RUNS = 0o111;

/** The command with its program as an absolute path; an error in words where there is none, or others could have written it. */
export function keysProgram(
  world: World,
  [program, ...args]: KeysCommand,
  configFile: string,
): Result<KeysCommand, string> {
  const isPath = program.includes('/') || program.includes(sep);
  const file = isPath ? resolve(dirname(configFile), program) : inPath(world, program);
  if (file === undefined)
    return err(`exchange.keysCommand: there is no program ${program} in an absolute folder of PATH`);
  const entry = world.entryAt(file);
  if (entry.kind !== 'file') {
    const why =
      entry.kind === 'closed' ? entry.why : entry.kind === 'nothing' ? 'there is no such file' : 'it is not a file';
    return err(`exchange.keysCommand: ${file} cannot be started: ${why}`);
  }
  const name = `the program of exchange.keysCommand, ${entry.realPath}`;
  // Many systems let a group of administrators write the folders of PATH; which those are is the user's own word.
  const found = isPath
    ? distrustOfFile(world, name, file)
    : distrustOfAccess(world, name, entry.realPath, entry.access);
  return found === undefined ? ok([file, ...args]) : err(`${found.why}: ${found.mend}`);
}

function inPath(world: World, program: string): string | undefined {
  const folders = (world.variables['PATH'] ?? USUAL_PATH).split(delimiter).filter((folder) => isAbsolute(folder));
  const files = folders.flatMap((folder) => ENDINGS.map((ending) => join(folder, program + ending)));
  return files.find((file) => {
    const entry = world.entryAt(file);
    return entry.kind === 'file' && (entry.access === undefined || (entry.access.mode & ANYBODY_RUNS) !== 0);
  });
}
