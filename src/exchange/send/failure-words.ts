/** What may be said about a failed request: our words and a system code. The error itself holds the request and goes no further. */

const DEEPEST = 5;

/** The error, its cause, the cause of that. */
function chainOf(error: unknown): readonly Error[] {
  const chain: Error[] = [];
  for (let at = error; at instanceof Error && chain.length < DEEPEST; at = at.cause) chain.push(at);
  return chain;
}

/** The system codes along the chain of causes: the only part of an error that may be shown. */
function codesOf(error: unknown): string[] {
  const codes: string[] = [];
  for (const at of chainOf(error)) {
    const { code } = at as NodeJS.ErrnoException;
    if (typeof code === 'string' && /^[A-Z0-9_]{2,60}$/.test(code)) codes.push(code);
    if (at instanceof AggregateError) codes.push(...at.errors.flatMap(codesOf));
  }
  return [...new Set(codes)];
}

const TLS_CODE = /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_SSL/;

const CODE_WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ENOTFOUND: 'the host name was not found',
  EAI_AGAIN: 'the host name could not be looked up',
  EHOSTUNREACH: 'there is no route to the host',
  ENETUNREACH: 'there is no route to the network',
  ETIMEDOUT: 'the connection timed out',
  ECONNRESET: 'the connection was reset',
  EPIPE: 'the connection was closed',
  UND_ERR_SOCKET: 'the connection was closed',
  UND_ERR_CONNECT_TIMEOUT: 'the connection was not made in time',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another host',
  CERT_HAS_EXPIRED: 'the certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'no trusted authority signed the certificate',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'no trusted authority signed the certificate',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'no trusted authority signed the certificate',
};

/** fetch refuses some ports, by the web's own list, with an error that has a message and no code. */
const isBadPort = (error: unknown): boolean => chainOf(error).some(({ message }) => message === 'bad port');

export function failureWords(error: unknown): { readonly failure: 'tls' | 'connection'; readonly message: string } {
  const codes = codesOf(error);
  const seen = codes.map((code) => (CODE_WORDS[code] === undefined ? code : `${CODE_WORDS[code]} (${code})`));
  const failure = codes.some((code) => TLS_CODE.test(code)) ? 'tls' : 'connection';
  if (seen.length > 0) return { failure, message: seen.join(', ') };
  return {
    failure,
    message: isBadPort(error) ? 'Node’s fetch does not connect to such a port' : 'the connection failed',
  };
}
