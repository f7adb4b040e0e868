import { HttpExchange, type HttpExchangeOptions } from './http-exchange.ts';
import { Secret, type PlainKeys } from './secret.ts';

/** Here too because the build puts this file apart, with all that needs ky. */
export { fetchContracts } from './http-contracts.ts';

export function connect(options: Omit<HttpExchangeOptions, 'credentials'>, keys: PlainKeys): HttpExchange {
  const credentials = {
    key: new Secret(keys.key),
    secret: new Secret(keys.secret),
    passphrase: new Secret(keys.passphrase),
  };
  return new HttpExchange({ ...options, credentials });
}
