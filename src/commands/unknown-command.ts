import { relative, resolve } from 'node:path';
import { refuse } from '../refusal.ts';
import { commandMistake } from './command-line/synonyms.ts';
import type { CommandHelp } from './command-line/help.ts';
import { isThere, nearestFile, planBelow } from './inputs/input-files.ts';
import type { Files, World } from './world.ts';

/** Refuses (exit 2) a first word that is not a command, and names the line that was meant. */
export function refuseUnknown(
  world: World,
  name: string,
  rest: readonly string[],
  commands: ReadonlyMap<string, CommandHelp>,
): never {
  const { message, hint } = commandMistake(name, rest, commands, planMeant(world.files, name));
  return refuse('command/unknown', message, hint);
}

/** A plan that is not there, but under another ending or a name like that. */
function planMeant(files: Files, name: string): string {
  const file = resolve(files.folder, name);
  if (!/\.ya?ml$/.test(name) || isThere(files, file)) return name;
  const found = nearestFile(files, file) ?? planBelow(files, file);
  return found === undefined ? name : relative(files.folder, found);
}
