import { err, ok } from '../model/result.ts';
import type { Result } from '../model/result.ts';
import { quoted } from '../source/quoted.ts';

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host);

/**
 * The origin of an exchange: https, or http on loopback (docs/contract.md#base-url). It has no path, which ordo adds, and no
 * user name, which would be a secret. The error goes on from the name of the setting.
 */
export function parseBaseUrl(text: string): Result<string, string> {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    return err(`is not an https address: ${quoted(text)}`);
  if (url.username !== '' || url.password !== '') return err('has a user name or password in it');
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    return err(`must be https, as ${quoted(url.hostname)} is not this machine`);
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '')
    return err(`has more than an origin: ${quoted(text)}`);
  return ok(url.origin);
}
