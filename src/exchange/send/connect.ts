import { ok, type Result } from '../../model/result.ts';
import { http1Agent } from './http1-agent.ts';
import { HttpExchange, type HttpExchangeOptions } from './http-exchange.ts';
import { Secret, type PlainKeys } from '../keys/secret.ts';

/** Here too because the build puts this file apart, with all that needs ky. */
export { fetchContracts } from './http-contracts.ts';

/** The exchange client, or why this Node may not send anything, in words. */
export function connect(
  options: Omit<HttpExchangeOptions, 'credentials' | 'agent'>,
  keys: PlainKeys,
): Result<HttpExchange, string> {
  const agent = http1Agent();
  if (!agent.ok) return agent;
  const credentials = {
    key: new Secret(keys.key),
    secret: new Secret(keys.secret),
    passphrase: new Secret(keys.passphrase),
  };
  return ok(new HttpExchange({ ...options, agent: agent.value, credentials }));
}
