/**
 * The single executable (`npm run package`) has the files of `dist/` inside itself, byte for byte, and reads none of them from a disk. To the
 * program they stand in one folder, of which only this name exists.
 */
export const INSIDE = 'file:///inside-the-ordo-executable/';

export const isInside = (url: string): boolean => url.startsWith(INSIDE);

/** A file of the executable that is all ASCII, as the program is: it is taken as Latin-1. */
export function insideText(name: string): string {
  return Buffer.from(process.getBuiltinModule('node:sea').getRawAsset(name)).toString('latin1');
}

/** What a thread begins with: it knows the files inside once this has run (src/executable.ts). */
export const THREAD_START = 'executable.cjs';
