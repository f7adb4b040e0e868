/** How a server's certificate is checked, and why a connection did not come to be: the cause, and what to do about it. */
import { readFileSync } from 'node:fs';
import { errorWords } from '../../model/result.ts';
import { JournalError } from '../records/journal-error.ts';
import type { ServerAddress } from './journal-url.ts';
import { passedOver } from './password-file.ts';

export const NO_POOLER =
  'connect to the server itself: the locks of a run belong to its session, and a pooler does not keep them';

/** The driver names the server to itself, unless its host is an IP address: TLS has no such names. Throws JournalError. */
export function tlsOptions({ tls, rootCert, name }: ServerAddress): false | { rejectUnauthorized: true; ca?: string } {
  if (!tls) return false;
  if (rootCert === undefined) return { rejectUnauthorized: true };
  try {
    return { rejectUnauthorized: true, ca: readFileSync(rootCert, 'utf8') };
  } catch (error) {
    throw new JournalError(
      `the journal ${name} cannot be used: its sslrootcert cannot be read: ${errorWords(error)}`,
      'name the file with the certificate of the authority that signed the server’s',
    );
  }
}

interface Failure {
  readonly why: string;
  readonly hint: string;
  /** It does not answer, or says that it will again: nothing for a person to mend here. */
  readonly isGone?: true;
}

/** Codes of a certificate that ends at an authority which is not trusted. */
const UNKNOWN_AUTHORITY: ReadonlySet<unknown> = new Set([
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
]);

export function connectFailure(error: unknown, { rootCert }: ServerAddress): Failure {
  const words = errorWords(error);
  const code = (error as { readonly code?: unknown }).code;
  if (UNKNOWN_AUTHORITY.has(code))
    return {
      why: `its certificate is from an authority that ${rootCert === undefined ? 'this machine does not know' : 'sslrootcert does not have'}`,
      hint: 'name the file with the authority’s certificate in the address: ?sslrootcert=/etc/ssl/desk-ca.crt',
    };
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return { why: `its certificate is for another name: ${words}`, hint: 'write the name that the certificate has' };
  if (words === 'The server does not support SSL connections')
    return {
      why: 'the server does not accept TLS',
      hint: 'switch ssl on there: ordo sends a password or orders to another machine only over TLS',
    };
  if (words.startsWith('unsupported startup parameter'))
    return { why: `a pooler is in between (${words})`, hint: NO_POOLER };
  // The driver's own words for a missing password are of its code.
  if (/client password must be|empty password/i.test(words)) return noPassword(passedOver(process.env));
  // Only what the server itself answers has a severity.
  const { severity } = error as { readonly severity?: unknown };
  const isGone = severity === undefined || comesBack(String(code));
  return { why: words, hint: LOOK, ...(isGone && { isGone }) };
}

/** Codes of a server that ends, starts, or has no room for one more. */
const COMES_BACK = /^(08|53300|57P)/;

/** Whether the server says that the same may go well later. */
export const comesBack = (code: string): boolean => COMES_BACK.test(code);

const LOOK =
  'look whether the server runs and takes this user and password (PGPASSWORD, or ~/.pgpass); nothing is sent without a journal';

const noPassword = (fileOfOthers: string | undefined): Failure =>
  fileOfOthers === undefined
    ? { why: 'the server asks for a password, and ordo found none', hint: LOOK }
    : {
        why: `the server asks for a password, and the password file ${fileOfOthers} is ignored: users other than its owner may read it`,
        hint: `chmod 600 ${fileOfOthers}`,
      };
