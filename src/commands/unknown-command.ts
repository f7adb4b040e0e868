import { relative, resolve } from 'node:path';
import { refuse } from '../refusal.ts';
import { commandMistake } from './command-line/synonyms.ts';
import type { CommandHelp } from './command-line/help.ts';
import { isThere, nearestFile, planBelow } from './inputs/input-files.ts';
import type { World } from './world.ts';

/** Refuses (exit 2) a first word that is not a command, and names the line that was meant. */
export function refuseUnknown(
  world: World,
  name: string,
  rest: readonly string[],
  commands: ReadonlyMap<string, CommandHelp>,
): never {
  const { message, hint } = commandMistake(name, rest, commands, planMeant(world, name));
  return refuse('command/unknown', message, hint);
}

/** A plan that is not there, but under another ending or a name like that. */
function planMeant(world: World, name: string): string {
  const file = resolve(world.folder, name);
  if (!/\.ya?ml$/.test(name) || isThere(world, file)) return name;
  const found = nearestFile(world, file) ?? planBelow(world, file);
  return found === undefined ? name : relative(world.folder, found);
}
