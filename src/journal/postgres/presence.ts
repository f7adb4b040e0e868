/** Who works on a journal, with which limits, and on which history of its server: on record before anything is sent. */
import { type Limits, rateWords } from '../../model/call.ts';
import { JournalError } from '../records/journal-error.ts';
import type { Holder } from '../records/ledger.ts';
import type { ClaimScope } from '../records/scope.ts';
import type { PgSession } from './pg-session.ts';
import { AT_WORK } from './run-locks.ts';

interface Presence {
  readonly scope: ClaimScope;
  readonly limits: Limits;
  readonly self: Holder & { readonly tool?: string };
  /** What messages call the journal. */
  readonly name: string;
}

/** Behind the tool of a session that is a watch, or that follows its plan. */
const [WATCH, FOLLOW] = [' --watch', ' --follow'];

/** How a session of that tool holds what it has. */
export function howOf(tool: unknown): Pick<Holder, 'isWatch' | 'isFollow'> {
  if (typeof tool !== 'string') return {};
  return { ...(tool.endsWith(WATCH) && { isWatch: true }), ...(tool.endsWith(FOLLOW) && { isFollow: true }) };
}

/** Rejects with JournalError where this run may not send beside what was sent before, or is being sent. */
export async function present(session: PgSession, presence: Presence): Promise<void> {
  await checkLimits(session, presence);
  const { scope, limits, self } = presence;
  const { account, plan, isWatch, isFollow } = scope;
  const how = isWatch === true ? WATCH : isFollow === true ? FOLLOW : '';
  await session.query(
    `insert into ordo.session (origin, account, plan, generation, host, usr, pid, tool, limits, system, timeline)
     select $1, $2, $3, $4, $5, $6, $7, $8, $9, system, timeline from ordo.history()`,
    [
      account.origin,
      account.name,
      plan?.plan ?? null,
      plan?.generation ?? null,
      self.host,
      self.user,
      self.pid,
      how === '' ? (self.tool ?? null) : `${self.tool ?? ''}${how}`,
      limitsText(limits),
    ],
  );
}

/** A person has looked at what may be missing since the server was promoted or restored: its history is taken from here on. */
export async function acceptHistory(session: PgSession, self: Holder): Promise<void> {
  await session.query(
    `insert into ordo.session (origin, account, host, usr, pid, limits, system, timeline)
     select '', '', $1, $2, $3, '', system, timeline from ordo.history()`,
    [self.host, self.user, self.pid],
  );
}

/** The windows of an account are shared: two that count by other limits together keep neither. */
export async function checkLimits(
  session: PgSession,
  { scope: { account }, limits }: Pick<Presence, 'scope' | 'limits'>,
): Promise<void> {
  const own = limitsText(limits);
  const [row] = await session.query(
    `select host, usr, pid, limits from ordo.session
      where origin = $1 and account = $2 and limits <> $3
        and ${AT_WORK}
      order by id desc limit 1`,
    [account.origin, account.name, own],
  );
  if (row === undefined) return;
  const who = `${String(row['usr'])}@${String(row['host'])} (pid ${String(row['pid'])})`;
  throw new JournalError(
    `${who} runs on this account with other limits: ${String(row['limits'])}; here: ${own}`,
    'every runner of an account needs the same limits: give all of them one config',
    'journal/other-limits',
  );
}

/** By the words of a config, where a person makes them alike. */
const limitsText = ({ ip, uid, orderCalls }: Limits): string =>
  Object.entries({ ipWeight: ip, uidWeight: uid, orderCalls })
    .map(([key, rate]) => `${key} ${rateWords(rate)}`)
    .join(', ');
