/** The addresses of ledgers. */
const SQLITE = 'sqlite:';

/** A ledger that lasts as long as the process. */
export const MEMORY = 'memory:';

export const sqliteUrl = (path: string): string => SQLITE + path;

/** The path of a `sqlite:` address; throws on any other, which is a bug of ours. */
export function pathOf(url: string): string {
  if (!url.startsWith(SQLITE)) throw new Error(`${url} is not the address of a ledger`);
  return url.slice(SQLITE.length);
}
