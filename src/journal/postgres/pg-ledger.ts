/** A ledger on a server: its records, and the locks that its sessions hold. */
import { err, ok, type Result } from '../../model/result.ts';
import type { Limits } from '../../model/call.ts';
import { defined } from '../../model/defined.ts';
import type { Machine } from '../account/account-log.ts';
import { JournalError } from '../records/journal-error.ts';
import type { Holder, Ledger } from '../records/ledger.ts';
import { LogLedger, type HeldLock } from '../requests/log-ledger.ts';
import { ofAnyPlan, TrialStore } from '../requests/trial-store.ts';
import type { AccountName, ClaimScope } from '../records/scope.ts';
import { readAddress, type ServerAddress } from './journal-url.ts';
import { PgStore } from './pg-log.ts';
import { PgSession } from './pg-session.ts';
import { objectionTo } from './objections.ts';
import { checkVersion, hasSchema } from './pg-rows.ts';
import { acceptHistory, checkLimits, howOf, present } from './presence.ts';
import { AT_WORK, tookLocks } from './run-locks.ts';
import { keeping, type Witness } from './witness.ts';

/** What a ledger on a server needs of this machine. */
interface ServerMachine extends Machine {
  readonly self: Holder & { readonly tool?: string };
  readonly witness?: Witness;
}

/** Throws JournalError where the address cannot be read. It connects when something is asked of it. */
export function openServerLedger(url: string, machine: ServerMachine): Ledger {
  const address = readAddress(url);
  const connect = (): Promise<PgSession> => PgSession.connect(address);
  const { monotonicMs, witness } = machine;
  return new LogLedger(
    (account) => new PgStore({ name: address.name, session: connect, monotonicMs, account, witness }),
    {
      take: (scope, limits) => takeRun(address, { scope, limits, machine }),
      holder: (account, plan) => holderOf(address, account, plan),
    },
    machine,
    address.name,
  );
}

/** The same, of which nothing is written: its claims are refused as those of the server are, and keep in memory what they write. */
export function openServerTrial(url: string, machine: ServerMachine): Ledger {
  const address = readAddress(url);
  const session = (): Promise<PgSession> => PgSession.connect(address);
  const { monotonicMs, wallMs, witness } = machine;
  return new LogLedger(
    (account) => new TrialStore(new PgStore({ name: address.name, session, monotonicMs, account, witness }), wallMs),
    {
      take: (scope, limits) => tryRun(address, { scope: ofAnyPlan(scope), limits, machine }),
      holder: (account, plan) => holderOf(address, account, plan),
    },
    machine,
    address.name,
  );
}

/** What `takeRun` refuses, without a lock and without a word on the server. */
async function tryRun(
  address: ServerAddress,
  { scope, limits, machine }: Taking,
): Promise<Result<HeldLock, Holder | undefined>> {
  const session = await PgSession.connect(address);
  try {
    const { name } = address;
    const isMade = await hasSchema(session);
    if (isMade) {
      await checkVersion(session, name);
      const holder = await holderIn(session, scope.account, scope.plan?.plan);
      if (holder !== undefined) {
        await session.close();
        return err(holder);
      }
    }
    // A journal that is gone has forgotten, too: a run makes its tables anew, and refuses them.
    const objection = await objectionTo(session, { name, witness: machine.witness });
    if (objection !== undefined) throw new JournalError(objection.message, objection.hint, 'journal/unfit');
    if (isMade) await checkLimits(session, { scope, limits });
    const othersPlans = async (): Promise<ReadonlySet<string>> =>
      isMade ? plansHeld(session, scope.account) : new Set();
    return ok({ release: () => session.close(), othersPlans });
  } catch (error) {
    await session.close();
    throw error;
  }
}

/** A person’s word that what the server may have forgotten was looked for. Rejects with JournalError. */
export async function acceptRestored(
  url: string,
  { self, monotonicMs }: Pick<ServerMachine, 'self' | 'monotonicMs'>,
): Promise<void> {
  const address = readAddress(url);
  const session = await PgSession.connect(address);
  try {
    // The database may have been made anew.
    await new PgStore({ name: address.name, session: () => Promise.resolve(session), monotonicMs }).make();
    await acceptHistory(session, self);
  } finally {
    await session.close();
  }
}

interface Taking {
  readonly scope: ClaimScope;
  readonly limits: Limits;
  readonly machine: ServerMachine;
}

/** A session that holds the run's lock; the records are written by it too, so nothing is written without the lock. */
async function takeRun(
  address: ServerAddress,
  { scope, limits, machine }: Taking,
): Promise<Result<HeldLock, Holder | undefined>> {
  const session = await PgSession.connect(address);
  try {
    const source = {
      name: address.name,
      session: () => Promise.resolve(session),
      monotonicMs: machine.monotonicMs,
      account: scope.account,
    };
    await new PgStore(source).make();
    if (!(await tookLocks(session, scope))) {
      const holder = await namedHolder(session, scope);
      await session.close();
      return err(holder);
    }
    const objection = await objectionTo(session, { name: address.name, witness: machine.witness });
    if (objection !== undefined) throw new JournalError(objection.message, objection.hint, 'journal/unfit');
    const heads = machine.witness?.open();
    const onHead = heads && (await keeping(session, heads));
    await present(session, { scope, limits, self: machine.self, name: address.name });
    const store = new PgStore({ ...source, ...defined({ onHead }) });
    const othersPlans = (): Promise<ReadonlySet<string>> => plansHeld(session, scope.account);
    return ok({ store, release: () => session.close(), ...(scope.plan !== undefined && { othersPlans }) });
  } catch (error) {
    await session.close();
    throw error;
  }
}

/** The plans of the account that others hold. */
async function plansHeld(session: PgSession, { origin, name }: AccountName): Promise<ReadonlySet<string>> {
  const rows = await session.query(
    `select distinct plan from ordo.session where origin = $1 and account = $2 and plan is not null and ${AT_WORK}`,
    [origin, name],
  );
  return new Set(rows.map((row) => String(row['plan'])));
}

async function holderOf(address: ServerAddress, account: AccountName, plan?: string): Promise<Holder | undefined> {
  const session = await PgSession.connect(address);
  try {
    const [row] = await session.query(`select to_regclass('ordo.session') is not null as is_there`);
    return row?.['is_there'] === true ? await holderIn(session, account, plan) : undefined;
  } finally {
    await session.close();
  }
}

/** About a second. */
const LOOKS = 20;

/** Who took the lock a moment ago has not said yet who it is. */
async function namedHolder(session: PgSession, scope: ClaimScope): Promise<Holder | undefined> {
  for (let look = 1; ; look++) {
    const holder = await holderIn(session, scope.account, scope.plan?.plan);
    if (holder !== undefined || look === LOOKS) return holder;
    await session.query('select pg_sleep(0.05)');
  }
}

/** The newest session that is still there and holds a lock of ours; of the plan or of all plans, where one is asked for. */
async function holderIn(session: PgSession, account: AccountName, plan?: string): Promise<Holder | undefined> {
  const [row] = await session.query(
    `select plan, host, usr, pid, tool, extract(epoch from at)::float8 * 1000 as since_ms from ordo.session
      where origin = $1 and account = $2 and ($3::text is null or plan is null or plan = $3)
        and ${AT_WORK}
      order by id desc limit 1`,
    [account.origin, account.name, plan ?? null],
  );
  if (row === undefined) return undefined;
  return {
    host: String(row['host']),
    user: String(row['usr']),
    pid: Number(row['pid']),
    since: new Date(Number(row['since_ms'])).toISOString(),
    ...(typeof row['plan'] === 'string' && { plan: row['plan'] }),
    ...howOf(row['tool']),
  };
}
