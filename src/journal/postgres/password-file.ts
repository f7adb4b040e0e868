/**
 * The password of a server that its address does not name: `PGPASSWORD`, or the line of `~/.pgpass` (or `PGPASSFILE`) that fits.
 * Read by ourselves: the driver gives up its own reading of the file, and warns of it.
 */
import { readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { ServerAddress } from './journal-url.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/** Undefined where there is none. */
export function passwordOf(address: ServerAddress, variables: Variables): string | undefined {
  const given = variables['PGPASSWORD'] ?? '';
  if (given !== '') return given;
  return linesFor(address, variables)[0]?.password;
}

/** Whether a person named this server in the password file: by its host, not as one of any. */
export const isNamedInFile = (address: ServerAddress, variables: Variables): boolean =>
  linesFor(address, variables).some(({ host }) => host === address.host);

/** The lines that fit, in their order. */
function linesFor(
  address: ServerAddress,
  variables: Variables,
): { readonly host: string | undefined; readonly password: string }[] {
  const wanted = [address.host, String(address.port), address.database, address.user];
  const lines = textOf(fileOf(variables)).split('\n').map(fieldsOf);
  return lines.flatMap(([fields, password]) => {
    const fits = wanted.every((word, at) => fields[at] === '*' || fields[at] === word);
    return fits && password !== '' ? [{ host: fields[0], password }] : [];
  });
}

function fileOf(variables: Variables): string {
  const named = variables['PGPASSFILE'] ?? '';
  if (named !== '') return named;
  return process.platform === 'win32'
    ? join(variables['APPDATA'] ?? '', 'postgresql', 'pgpass.conf')
    : join(variables['HOME'] ?? homedir(), '.pgpass');
}

/** The file must be its owner’s alone, as for PostgreSQL’s own programs: one that others may read is left aside. */
function textOf(file: string): string {
  try {
    const { mode } = statSync(file);
    const isPrivate = process.platform === 'win32' || (mode & 0o077) === 0;
    return isPrivate ? readFileSync(file, 'utf8') : '';
  } catch {
    return '';
  }
}

/** The file, where it is there and was left aside for that. */
export function passedOver(variables: Variables): string | undefined {
  const file = fileOf(variables);
  const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0;
  return process.platform !== 'win32' && (mode & 0o077) !== 0 ? file : undefined;
}

/** `host:port:database:user:password`; a backslash keeps a colon or a backslash as it is. */
function fieldsOf(line: string): [string[], string] {
  if (line.startsWith('#')) return [[], ''];
  const parts = line.replace(/\r$/, '').match(/(?:\\.|[^:\\])*(?::|$)/g) ?? [];
  const fields = parts.map((part) => part.replace(/:$/, '').replaceAll(/\\(.)/g, '$1'));
  return [fields.slice(0, 4), fields[4] ?? ''];
}
