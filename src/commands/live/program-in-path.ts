/** Finds a program before it is started. Never in the working folder, where anybody's file may bear its name. */
import { delimiter, isAbsolute, join, sep } from 'node:path';
import type { Files, World } from '../world.ts';

/** Where the system looks where nothing says so. */
const USUAL_PATH = '/usr/bin:/bin';
/** Windows finds a program without the end of its name. */
const ENDINGS = sep === '\\' ? ['', '.exe', '.com'] : [''];
const ANYBODY_RUNS = 0o111;

/** The absolute path of a program in the absolute folders of PATH; undefined where none has it. */
export function programInPath(
  variables: World['variables'],
  { entryAt }: Pick<Files, 'entryAt'>,
  program: string,
): string | undefined {
  const folders = (variables['PATH'] ?? USUAL_PATH).split(delimiter).filter((folder) => isAbsolute(folder));
  const files = folders.flatMap((folder) => ENDINGS.map((ending) => join(folder, program + ending)));
  return files.find((file) => {
    const entry = entryAt(file);
    return entry.kind === 'file' && (entry.access === undefined || (entry.access.mode & ANYBODY_RUNS) !== 0);
  });
}
