/**
 * Who waits for the weight of an account, in a file beside the journal: the first to come is the first to go, and exits go before all else. It is no truth. Nothing
 * of it is synced, who does not ask again in time waits no more, and where it cannot be used, nobody waits.
 */
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { costInAll, type Cost } from '../../model/call.ts';
import { LONGEST_WAIT_MS, WAIT_GRACE_MS, type Wait, type WeightWaits } from '../records/record-log.ts';
import { makePrivate } from '../files/private-file.ts';

const NOBODY: Required<Cost> = { ip: 0, uid: 0, orderCalls: 0 };

const MAKE = `pragma journal_mode = memory; pragma synchronous = off;
  create table if not exists waiting (number integer primary key autoincrement,
    ip integer not null, uid integer not null, orderCalls integer not null, expires integer not null,
    exits integer not null default 0) strict`;

/** For a file of an earlier ordo, whose rows are of nobody who exits. */
const ADD_EXITS = 'alter table waiting add column exits integer not null default 0';

/** Those who came before number $mine, and where $exits is 0 all who exit. */
const AHEAD = `select coalesce(sum(ip), 0) as ip, coalesce(sum(uid), 0) as uid, coalesce(sum(orderCalls), 0) as orderCalls
  from waiting where expires > $now and (number < $mine or (exits > $exits and number <> $mine))`;
const STAY =
  'update waiting set ip = $ip, uid = $uid, orderCalls = $orderCalls, expires = $expires, exits = $exits where number = $mine and expires > $now';
const JOIN =
  'insert into waiting (ip, uid, orderCalls, expires, exits) values ($ip, $uid, $orderCalls, $expires, $exits) returning number';

export class WaitingFile implements WeightWaits {
  readonly #wallMs: () => number;
  readonly #database: DatabaseSync | undefined;
  /** Each commit asks it. */
  #ahead: StatementSync | undefined;
  /** Its place in the line; undefined: it does not wait. */
  #mine: number | undefined;

  /** `wallMs`: the clock of all who wait, as they are on one machine. */
  constructor(file: string, wallMs: () => number) {
    this.#wallMs = wallMs;
    this.#database = opened(file);
  }

  ahead(isExit: boolean): Required<Cost> {
    const [now, mine] = [this.#wallMs(), this.#mine ?? Number.MAX_SAFE_INTEGER];
    const row = this.#tried((database) =>
      (this.#ahead ??= database.prepare(AHEAD)).get({ now, mine, exits: Number(isExit) }),
    );
    return row === undefined ? NOBODY : (row as unknown as Required<Cost>);
  }

  leave(costs: readonly Cost[], { forMs, isExit }: Wait): Promise<void> {
    const now = this.#wallMs();
    const { ip, uid, orderCalls } = costInAll(costs);
    const expires = now + Math.min(Math.ceil(forMs), LONGEST_WAIT_MS) + WAIT_GRACE_MS;
    const ticket = { ip, uid, orderCalls, expires, exits: Number(isExit) };
    this.#mine = this.#tried((database) => {
      if (this.#mine !== undefined && database.prepare(STAY).run({ ...ticket, now, mine: this.#mine }).changes === 1)
        return this.#mine;
      database.prepare('delete from waiting where expires <= $now').run({ now });
      return Number(database.prepare(JOIN).get(ticket)?.['number']);
    });
    return Promise.resolve();
  }

  /** It has what it waited for. */
  served(): void {
    const mine = this.#mine;
    if (mine === undefined) return;
    this.#mine = undefined;
    this.#tried((database) => database.prepare('delete from waiting where number = $mine').run({ mine }));
  }

  close(): void {
    this.served();
    this.#database?.close();
  }

  #tried<T>(work: (database: DatabaseSync) => T): T | undefined {
    try {
      return this.#database && work(this.#database);
    } catch {
      return undefined;
    }
  }
}

function opened(file: string): DatabaseSync | undefined {
  try {
    makePrivate(file);
    const database = new DatabaseSync(file, { timeout: 250 });
    database.exec(MAKE);
    if (database.prepare("select 1 from pragma_table_info('waiting') where name = 'exits'").get() === undefined)
      database.exec(ADD_EXITS);
    return database;
  } catch {
    return undefined;
  }
}
