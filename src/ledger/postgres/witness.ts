/**
 * What a server acknowledged to this machine last, kept on this machine: a dump or a copy of the server that was put back has the
 * same history to the server's own eyes, and has forgotten what came after it.
 */
import { JournalError } from '../journal-error.ts';
import type { Head } from '../head.ts';
import type { PgSession } from './pg-session.ts';

export interface Witnessed {
  readonly head: Head;
  /** When a person last took the server as it is, ms since 1970 by its own clock; 0: never. */
  readonly acceptedMs: number;
}

export interface Witness {
  /** Undefined where nothing was kept, or it cannot be read. */
  read(): Witnessed | undefined;
  /** What cannot be kept is not: it is a witness more, and no promise hangs on it. */
  keep(seen: Witnessed): void;
}

const ACCEPTED = `select coalesce(max(extract(epoch from at)), 0)::float8 * 1000 as accepted_ms from ordo.session where origin = ''`;
const SUM = `select encode(sum, 'hex') as sum from ordo.journal where id = $1`;

/**
 * Keeps each head that it is given from here on. Rejects with JournalError where the server lacks what it acknowledged to this
 * machine, and nobody has looked since.
 */
export async function witnessed(session: PgSession, witness: Witness, name: string): Promise<(head: Head) => void> {
  const kept = witness.read();
  const [row] = await session.query(ACCEPTED);
  const acceptedMs = Number(row?.['accepted_ms']);
  const keep = (head: Head): void => witness.keep({ head, acceptedMs });
  if (kept === undefined || acceptedMs > kept.acceptedMs) return keep;
  const [there] = await session.query(SUM, [kept.head.record]);
  if (there?.['sum'] === kept.head.sum) return keep;
  throw new JournalError(
    `the journal ${name} has forgotten what it acknowledged to this machine: record ${kept.head.record} is ${there === undefined ? 'gone' : 'another one'}`,
    'an order that it forgot could be sent twice: hold the exchange’s orders against ordo status, then say ordo journal restored',
  );
}
