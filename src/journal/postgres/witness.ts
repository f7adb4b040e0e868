/**
 * What a server acknowledged to this machine last, kept on this machine: a dump or a copy of the server that was put back has the
 * same history to the server's own eyes, and has forgotten what came after it. It is kept by what the journal is, and never by how its
 * address is spelled.
 */
import type { Head } from '../records/head.ts';
import type { Objection } from '../records/objection.ts';
import type { PgSession } from './pg-session.ts';

export interface Witnessed {
  readonly head: Head;
  /** When a person last took the server as it is, ms since 1970 by its own clock; 0: never. */
  readonly acceptedMs: number;
}

export interface Witness {
  /** What was kept of journals of these names. Throws JournalError where something may be there and cannot be read. */
  read(journals: readonly string[]): readonly Witnessed[];
  /** Throws JournalError where nothing can be kept. */
  open(): KeptHeads;
}

export interface KeptHeads {
  /** Under each of these names, unless more of the same history is kept there. What cannot be kept any more is not. */
  keep(journals: readonly string[], seen: Witnessed): void;
}

/** The journal is the one in that database of that cluster, and the one with that first record, wherever it stands. */
const PLACE = `select 'database ' || system_identifier || ' ' || current_database() as place from pg_control_system()`;
const FIRST = `select 'journal ' || encode(sum, 'hex') as first from ordo.journal where id = 1`;
const ACCEPTED = `select coalesce(max(extract(epoch from at)), 0)::float8 * 1000 as accepted_ms from ordo.session where origin = ''`;
const SUM = `select encode(sum, 'hex') as sum from ordo.journal where id = $1`;

const firstName = (sum: string): string => `journal ${sum}`;

const placeOf = async (session: PgSession): Promise<string> => String((await session.query(PLACE))[0]?.['place']);

const acceptedIn = async (session: PgSession): Promise<number> =>
  Number((await session.query(ACCEPTED))[0]?.['accepted_ms']);

export const LOOK_FIRST =
  'an order that it forgot could be sent twice: compare the exchange’s orders with ordo status, then run ordo journal restored';

/** Undefined: the server has all that it acknowledged to this machine, or a person has looked since. */
export async function forgotten(
  session: PgSession,
  witness: Witness,
  { name, isMade }: { readonly name: string; readonly isMade: boolean },
): Promise<Objection | undefined> {
  const [first] = isMade ? await session.query(FIRST) : [];
  const kept = witness.read([await placeOf(session), ...(first === undefined ? [] : [String(first['first'])])]);
  if (kept.length === 0) return undefined;
  const acceptedMs = isMade ? await acceptedIn(session) : 0;
  for (const { head, acceptedMs: keptMs } of kept) {
    if (acceptedMs > keptMs) continue;
    const [there] = isMade ? await session.query(SUM, [head.record]) : [];
    if (there?.['sum'] === head.sum) continue;
    return {
      message: `the journal ${name} has forgotten what it acknowledged to this machine: record ${head.record} is ${there === undefined ? 'gone' : 'another one'}`,
      hint: LOOK_FIRST,
    };
  }
  return undefined;
}

/** Told of the newest record that the server has acknowledged, and of the sum of the first. */
export type OnHead = (head: Head, first: string) => void;

/** Keeps each head that it is told of. */
export async function keeping(session: PgSession, heads: KeptHeads): Promise<OnHead> {
  const [place, acceptedMs] = [await placeOf(session), await acceptedIn(session)];
  return (head, first) => heads.keep([place, firstName(first)], { head, acceptedMs });
}
