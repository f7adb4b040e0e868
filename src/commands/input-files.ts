/** Finds and reads the files that a command works on. */
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { EXIT } from '../model/exit-code.ts';
import type { Diagnostic } from '../source/diagnostic.ts';
import { readSource } from '../source/read-source.ts';
import type { SourceFile } from '../source/source-file.ts';
import { refuse } from './refusal.ts';
import type { World } from './world.ts';

export const CONFIG_NAME = 'ordo.config.yaml';

/** The config that is named, or the nearest from the folder upwards; undefined where there is none. */
export function findConfig(world: World, named: string | undefined, from: string): string | undefined {
  if (named !== undefined) return resolve(world.folder, named);
  for (let folder = from; ; folder = dirname(folder)) {
    const file = join(folder, CONFIG_NAME);
    if (world.fileExists(file)) return file;
    if (dirname(folder) === folder) return undefined;
  }
}

export type Read =
  | { readonly ok: true; readonly source: SourceFile }
  | { readonly ok: false; readonly diagnostic: Diagnostic };

/** A file as text; refuses (exit 2) where it cannot be read. Its bytes go into `files`, by its absolute path. */
export function readText(
  world: World,
  files: Map<string, Uint8Array>,
  file: string,
  what: string,
  shownAs = shown(world, file),
): Read {
  const bytes = world.readFile(file);
  if (!bytes.ok) refuse(EXIT.usage, `${what} ${shownAs} cannot be read: ${bytes.error}`);
  files.set(file, bytes.value);
  const source = readSource(shownAs, bytes.value);
  return source.ok ? { ok: true, source: source.value } : { ok: false, diagnostic: source.error };
}

/** A path as a person would write it from here. */
export function shown(world: World, file: string): string {
  const short = relative(world.folder, file);
  return short.startsWith('..') || isAbsolute(short) ? file : short;
}
