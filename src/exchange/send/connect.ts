import { ok, type Result } from '../../model/result.ts';
import { http1Agent } from './http1-agent.ts';
import { operationsOf, type Speaking } from '../operations-of.ts';
import { HttpExchange, type HttpExchangeOptions } from './http-exchange.ts';
import { Secret, type PlainKeys } from '../keys/secret.ts';

/** Exported from here because the build makes one separate file of everything that needs ky. */
export { fetchPublic } from './http-public.ts';

/** The exchange client, or why this version of Node must not send anything, in words for a person. */
export function connect(
  {
    speaking,
    ...options
  }: Omit<HttpExchangeOptions, 'credentials' | 'agent' | 'operations'> & { readonly speaking: Speaking },
  keys: PlainKeys,
): Result<HttpExchange, string> {
  const operations = operationsOf(speaking);
  const agent = http1Agent(new URL(options.origin).host, operations.countsIn !== undefined);
  if (!agent.ok) return agent;
  const credentials = {
    key: new Secret(keys.key),
    secret: new Secret(keys.secret),
    passphrase: new Secret(keys.passphrase),
  };
  return ok(new HttpExchange({ ...options, operations, agent: agent.value, credentials }));
}
