/** Which commit a file is of. */
import { hash } from 'node:crypto';
import { basename, dirname } from 'node:path';
import type { Commit } from '../../model/story.ts';
import type { Files } from '../world.ts';
import { realPathOf } from './input-files.ts';

const SHA1_DIGITS = 40;

/**
 * The commit that is checked out where a file lies, by the file's absolute path, and whether these bytes, read from it, are as the
 * commit has them. Undefined outside of a repository, before its first commit, and where git cannot be asked.
 */
export function commitOf(files: Files, file: string, bytes: Uint8Array): Commit | undefined {
  const path = realPathOf(files, file) ?? file;
  const ask = (...args: string[]): string | undefined => {
    const printed = files.git(dirname(path), args);
    return printed.ok ? Buffer.from(printed.value).toString() : undefined;
  };
  const id = ask('rev-parse', '--verify', 'HEAD^{commit}')?.trim();
  if (id === undefined) return undefined;
  const entry = ask('ls-tree', '-z', id, '--', basename(path));
  if (entry === undefined) return undefined;
  const blob = /^100\d{3} blob ([0-9a-f]+)\t/.exec(entry)?.[1];
  return { id, isDirty: blob === undefined || !isBlob(bytes, blob) };
}

/** Git keeps a text with the line ends of Unix, whatever those of the file are. */
const isBlob = (bytes: Uint8Array, id: string): boolean =>
  blobId(bytes, id) === id || blobId(withUnixLines(bytes), id) === id;

/** The id that git gives to a blob of these bytes, by the same hash as that of another id. */
function blobId(bytes: Uint8Array, { length }: string): string {
  return hash(
    length === SHA1_DIGITS ? 'sha1' : 'sha256',
    Buffer.concat([Buffer.from(`blob ${bytes.length}\0`), bytes]),
  );
}

const CR = 13;
const LF = 10;
const withUnixLines = (bytes: Uint8Array): Uint8Array =>
  bytes.filter((byte, at) => byte !== CR || bytes[at + 1] !== LF);
