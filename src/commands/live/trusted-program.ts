/**
 * A program that the config names, found before it is started: next to the config where its name has a slash, else in PATH. Never
 * in the working folder, where anybody's file may bear its name.
 */
import { dirname, resolve, sep } from 'node:path';
import type { ProgramLine } from '../../model/config.ts';
import { err, ok, type Result } from '../../model/result.ts';
import type { World } from '../world.ts';
import { programInPath } from './program-in-path.ts';
import { distrustOfAccess, distrustOfFile } from './whose-files.ts';

/**
 * The command with its program as an absolute path; an error in words where there is none, or others could have written it. `key`
 * is the key of the config that names it.
 */
export function trustedProgram(
  world: Pick<World, 'variables' | 'files'>,
  key: string,
  [program, ...args]: ProgramLine,
  configFile: string,
): Result<ProgramLine, string> {
  const isPath = program.includes('/') || program.includes(sep);
  const file = isPath ? resolve(dirname(configFile), program) : programInPath(world.variables, world.files, program);
  if (file === undefined) return err(`${key}: there is no program ${program} in an absolute folder of PATH`);
  const entry = world.files.entryAt(file);
  if (entry.kind !== 'file') {
    const why =
      entry.kind === 'closed' ? entry.why : entry.kind === 'nothing' ? 'there is no such file' : 'it is not a file';
    return err(`${key}: ${file} cannot be started: ${why}`);
  }
  const name = `the program of ${key}, ${entry.realPath}`;
  // Many systems let a group of administrators write the folders of PATH; which those are is the user's own word.
  const found = isPath
    ? distrustOfFile(world.files, name, file)
    : distrustOfAccess(world.files, name, entry.realPath, entry.access);
  return found === undefined ? ok([file, ...args]) : err(`${found.why}: ${found.mend}`);
}
