/** What may be said about a failed request: our words and a system code. The error itself holds the request and goes no further. */

/** The system codes along the chain of causes: the only part of an error that may be shown. */
function codesOf(error: unknown): string[] {
  const codes: string[] = [];
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    const code = (at as NodeJS.ErrnoException).code;
    if (typeof code === 'string' && /^[A-Z0-9_]{2,60}$/.test(code)) codes.push(code);
    if (at instanceof AggregateError) codes.push(...at.errors.flatMap(codesOf));
  }
  return [...new Set(codes)];
}

const TLS_CODE = /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_SSL/;

const CODE_WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'the host name is not known',
  EAI_AGAIN: 'the host name could not be looked up',
  ECONNRESET: 'the connection was reset',
  EPIPE: 'the connection was closed',
  UND_ERR_SOCKET: 'the connection was closed',
  UND_ERR_CONNECT_TIMEOUT: 'the connection was not made in time',
};

export function failureWords(error: unknown): { readonly failure: 'tls' | 'connection'; readonly message: string } {
  const codes = codesOf(error);
  const seen = codes.map((code) => (CODE_WORDS[code] === undefined ? code : `${CODE_WORDS[code]} (${code})`));
  const failure = codes.some((code) => TLS_CODE.test(code)) ? 'tls' : 'connection';
  return { failure, message: seen.join(', ') || 'the connection failed' };
}
