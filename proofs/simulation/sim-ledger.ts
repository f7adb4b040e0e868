/** The journal of a life, its lock and what lies beside it: the real ledger on the simulated disk. */
import { keepAside, readAside, setAsideDone, type Spool } from '../../src/journal/files/spool.ts';
import { JournalError } from '../../src/journal/records/journal-error.ts';
import type { Holder, Ledger, SpooledVerdict } from '../../src/journal/records/ledger.ts';
import { LogLedger } from '../../src/journal/requests/log-ledger.ts';
import type { Append, RecordStore } from '../../src/journal/records/record-log.ts';
import type { Verdict } from '../../src/model/outcome.ts';
import { err, ok, type Result } from '../../src/model/result.ts';
import type { Life, MeetsBeside } from './life.ts';
import type { Witness } from './witness.ts';

export const SELF: Holder = { pid: 7, user: 'sim', host: 'sim', since: '2026-01-01T00:00:00.000Z' };

class Killed extends Error {}

/** A halt, a public question, and the account that they are of where the journal has none yet. */
const WITHOUT_LOCK: ReadonlySet<string> = new Set(['account', 'halt', 'lifted', 'end-asked', 'question']);

/** `isSecond`: another process holds the lock. `mayHalt`: without the lock it writes halts, and nothing else. */
export function ledgerOf(life: Life, { isSecond = false, mayHalt = false }: MeetsBeside): Ledger {
  const { around } = life;
  const { clock, disk } = around;
  return new LogLedger(
    () => storeOf(life, mayHalt),
    {
      take: () =>
        life.now(
          'lock',
          () => (isSecond ? err(SELF) : lock(life)),
          () => err(SELF),
        ),
      holder: () => (around.lockedBy === undefined ? undefined : SELF),
    },
    {
      self: SELF,
      monotonicMs: () => clock.monotonicMs(),
      wallMs: () => clock.wallMs(),
      uptimeMs: () => clock.monotonicMs(),
      defer: (act) => clock.defer(act),
    },
    disk.file,
  );
}

function lock(life: Life): Result<{ release(): void }, Holder> {
  const { around } = life;
  if (around.lockedBy !== undefined) return err(SELF);
  around.lockedBy = life;
  return ok({
    release: () => {
      if (around.lockedBy === life) around.lockedBy = undefined;
    },
  });
}

/**
 * The journal on the disk; each of its writes is a call of a port. On a server a write is on its way for a while: a life may end
 * before it arrives, and before its answer does.
 */
function storeOf(life: Life, mayHalt: boolean): RecordStore {
  const { around } = life;
  const isApart = around.lockedBy !== life;
  const store = around.disk.store(() => around.clock.wallMs(), isApart);
  const write = <T>(act: () => T): T =>
    life.now('journal', act, () => {
      throw new Killed();
    });
  return {
    read: (onRecord) => write(() => store.read(onRecord)),
    verify: (kept) => write(() => store.verify(kept)),
    open: (onRecord) => {
      if (around.lockedBy !== life && !mayHalt) {
        around.accuse('lock', 'the journal was opened without the lock');
        throw new JournalError('no lock', 'none');
      }
      const log = write(() => store.open(onRecord));
      const questions = new Set<number>();
      const judged =
        <T>(work: (append: Append) => T) =>
        (append: Append): T =>
          work((record) => {
            const mayBe = WITHOUT_LOCK.has(record.kind) || questions.has(record.about ?? 0);
            if (around.lockedBy !== life && !mayBe)
              around.accuse('lock', `${record.kind} was written without the lock`);
            const id = append(record);
            if (record.kind === 'question') questions.add(id);
            return id;
          });
      return {
        get head() {
          return log.head;
        },
        transact: (work) =>
          around.journalAwayMs === 0
            ? write(() => log.transact(judged(work)))
            : life.later('journal', async () => {
                await around.clock.sleep(around.journalAwayMs / 2);
                // What has not arrived by the end of its sender does not any more.
                if (life.isDead) throw new Killed();
                const value = log.transact(work);
                await around.clock.sleep(around.journalAwayMs / 2);
                return value;
              }),
        close: () => {
          if (!life.isDead) log.close();
        },
      };
    },
  };
}

/** An order id that is another order's proves nothing, whoever reads it. */
const provenBy = (verdict: Verdict, clientOid: string, { around }: Life): Verdict['outcome'] =>
  verdict.outcome === 'accepted' && !around.venue.listed.standsAs(clientOid, verdict.orderId)
    ? 'unknown'
    : verdict.outcome;

/** `fails`: nothing can be kept. */
export function spoolOf(life: Life, witness: Witness, fails: boolean): Spool {
  const { beside } = life.around.disk;
  const keep = (verdicts: readonly SpooledVerdict[]): Result<string, string> => {
    if (fails) {
      for (const { clientOid } of verdicts) witness.keptAside(clientOid);
      return err('no space left');
    }
    const kept = keepAside(beside, verdicts);
    for (const { clientOid, verdict } of verdicts) witness.keptAside(clientOid, provenBy(verdict, clientOid, life));
    return kept;
  };
  return {
    read: () =>
      life.now(
        'aside',
        () => readAside(beside),
        () => [],
      ),
    keep: (verdicts) =>
      life.now(
        'aside',
        () => keep(verdicts),
        () => err('gone'),
      ),
    done: (taken) =>
      life.now(
        'aside',
        () => setAsideDone(beside, 1, taken),
        () => {},
      ),
  };
}
