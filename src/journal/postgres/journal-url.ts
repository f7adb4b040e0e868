/** The address of a journal on PostgreSQL, read by ourselves: what a library makes of `sslmode` differs between its versions. */
import { isAbsolute } from 'node:path';
import { defined } from '../../model/defined.ts';
import { err, ok, type Result } from '../../model/result.ts';
import { JournalError } from '../records/journal-error.ts';

export interface ServerAddress {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  /** Undefined: PGPASSWORD, or the password file. */
  readonly password?: string;
  readonly database: string;
  /** A verified one; plain only on this machine. */
  readonly tls: boolean;
  /** A file with the certificates of authorities that are trusted for this connection, and no others. */
  readonly rootCert?: string;
  /** How messages call it: without a password. */
  readonly name: string;
}

const DEFAULT_PORT = 5432;
const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]', '::1']);

export const isServerUrl = (text: string): boolean => /^postgres(ql)?:\/\//.test(text);

export const passwordIn = (text: string): boolean => (URL.parse(text)?.password ?? '') !== '';

/**
 * Whether a text is the address of something, well written or not, or libpq's `host=… password=…`, or `user:password@host/database`,
 * and so no path. It may hold a password, and is not shown.
 */
export function looksLikeAddress(text: string): boolean {
  const [first = ''] = text.split(/[/\\]/);
  return (
    /:\/\/|^\s*postgres(?:ql)?:|password\s*=|(?:^|\s)(?:host|hostaddr|port|dbname|user|service)\s*=/i.test(text) ||
    (first.includes('@') && first.includes(':'))
  );
}

/** How a command may show what it was given: without a password. */
export function shownAddress(text: string): string {
  const url = isServerUrl(text) ? URL.parse(text) : null;
  if (url === null) return text;
  url.password = '';
  return url.href;
}

const SHAPE = 'the address of the journal is not postgres://user@host/database';

/** Throws JournalError where the address cannot be read. */
export function readAddress(text: string): ServerAddress {
  const address = serverAddress(text);
  if (address.ok) return address.value;
  throw new JournalError(address.error, 'name it as postgres://user@host/database', 'journal/address');
}

/** Err: what is wrong with it, in words that hold no password. */
export function serverAddress(text: string): Result<ServerAddress, string> {
  const url = isServerUrl(text) ? URL.parse(text) : null;
  if (url === null || !isDecodable(text)) return err(SHAPE);
  const { hostname, port, username, password, searchParams } = url;
  const database = decodeURIComponent(url.pathname.slice(1));
  if ([hostname, username, database].includes('') || database.includes('/')) return err(SHAPE);
  const tls = tlsOf(url);
  if (!tls.ok) return tls;
  const at = port === '' ? hostname : `${hostname}:${port}`;
  return ok({
    host: hostname.replaceAll(/^\[|\]$/g, ''),
    port: port === '' ? DEFAULT_PORT : Number(port),
    user: decodeURIComponent(username),
    ...(password !== '' && { password: decodeURIComponent(password) }),
    database,
    tls: tls.value,
    ...defined({ rootCert: searchParams.get('sslrootcert') ?? undefined }),
    name: `postgres://${username}@${at}/${encodeURIComponent(database)}`,
  });
}

/** A percent sign that begins no byte is written %25. */
function isDecodable(text: string): boolean {
  try {
    return decodeURIComponent(text) !== '';
  } catch {
    return false;
  }
}

const WEAKER: ReadonlySet<string> = new Set(['allow', 'prefer', 'require', 'verify-ca']);

/** What the server's own programs know, and what nobody does. */
const otherMode = (mode: string): string =>
  WEAKER.has(mode)
    ? `sslmode=${mode} does not check whose server it is: write sslmode=verify-full`
    : `sslmode=${mode} is not known: verify-full, or disable on this machine`;

function tlsOf({ hostname, searchParams }: URL): Result<boolean, string> {
  const unknown = [...searchParams.keys()].find((key) => key !== 'sslmode' && key !== 'sslrootcert');
  if (unknown !== undefined)
    return err(`the address of the journal has ${unknown}: only sslmode and sslrootcert are known there`);
  const isHere = LOOPBACK.has(hostname);
  const mode = searchParams.get('sslmode') ?? (isHere ? 'disable' : 'verify-full');
  if (mode !== 'disable' && mode !== 'verify-full') return err(otherMode(mode));
  if (mode === 'disable' && !isHere) return err('sslmode=disable is for a server on this machine only');
  const rootCert = searchParams.get('sslrootcert');
  if (rootCert !== null && mode === 'disable')
    return err('sslrootcert is for a connection by TLS: write sslmode=verify-full as well');
  if (rootCert !== null && !isAbsolute(rootCert)) return err('sslrootcert is not the whole path of a file');
  return ok(mode === 'verify-full');
}
