import { SqliteJournal } from '../../src/ledger/sqlite/sqlite-journal.ts';

/** A journal on the disk, of an account and a plan of its own; the wall clock is the real one. */
export const benchJournal = (file: string, origin: string, plan: string): SqliteJournal =>
  new SqliteJournal({
    file,
    account: { origin, name: 'bench' },
    plan,
    generation: 1,
    self: { host: 'bench', user: 'bench', pid: process.pid },
    wallMs: Date.now,
  });
