import { HttpExchange, type HttpExchangeOptions } from './http-exchange.ts';
import { Secret } from './secret.ts';

/** Keys as text, as they come out of the environment; from here on they are secrets. */
export interface PlainKeys {
  readonly key: string;
  readonly secret: string;
  readonly passphrase: string;
}

export function connect(options: Omit<HttpExchangeOptions, 'credentials'>, keys: PlainKeys): HttpExchange {
  const credentials = {
    key: new Secret(keys.key),
    secret: new Secret(keys.secret),
    passphrase: new Secret(keys.passphrase),
  };
  return new HttpExchange({ ...options, credentials });
}
