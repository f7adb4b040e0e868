/** The file of a journal that moves to a server: what may move, its seal, and its records as they are. */
import type { DatabaseSync } from 'node:sqlite';
import { ChainEnd } from '../records/chain.ts';
import { headText, type Head } from '../records/head.ts';
import { guarded, JournalError } from '../records/journal-error.ts';
import type { ChainedRecord, Seal } from '../records/moved.ts';
import { recordOf } from '../records/record-row.ts';
import { recordRows, rowsOf } from './record-rows.ts';
import type { AccountName } from '../records/scope.ts';
import { openToMove } from './journal-file.ts';
import { inTransaction, putSeal, sealIn, sealIsDone, takeSealOff } from './seal.ts';

/** Younger records may hold weight, or be of a request that the exchange can still take. */
const QUIET_MS = 120_000;

/** What is read at once, and what is sent at once. */
const MOST_RECORDS = 500;
const MOST_CHARACTERS = 1_000_000;

export class MovingFile {
  readonly file: string;
  readonly #database: DatabaseSync;

  /** Throws JournalError where there is no journal, or none that may be opened. */
  constructor(file: string) {
    this.file = file;
    this.#database = openToMove(file);
  }

  get seal(): Seal | undefined {
    return sealIn(this.#database, this.file);
  }

  get accounts(): readonly AccountName[] {
    return this.#database
      .prepare(`select said from record where kind = 'account' order by id`)
      .all()
      .map(({ said }) => JSON.parse(String(said)) as AccountName);
  }

  /**
   * Seals the file with the head that was verified, unless something speaks against it. All is looked at in the commit of the seal:
   * a question needs no claim, so another process may write until then. `clocks`: the time, ms since 1970, by each that is asked.
   */
  putSeal(seal: Omit<Seal, 'isDone'>, accounts: readonly AccountName[], clocks: readonly number[]): void {
    guarded(this.file, () =>
      inTransaction(this.#database, () => {
        this.#checkUnchanged(seal.head, accounts);
        this.#checkQuiet(clocks);
        putSeal(this.#database, seal);
      }),
    );
  }

  sealIsDone(): void {
    guarded(this.file, () => sealIsDone(this.#database));
  }

  takeSealOff(): void {
    guarded(this.file, () => takeSealOff(this.#database));
  }

  #checkUnchanged(head: Head, accounts: readonly AccountName[]): void {
    const last = this.#database.prepare('select id, lower(hex(sum)) as sum from record order by id desc limit 1').get();
    const now = { record: Number(last?.['id']), sum: String(last?.['sum']) };
    if (headText(now) === headText(head) && this.accounts.length === accounts.length) return;
    throw new JournalError(
      `another process writes to the journal ${this.file}`,
      'wait for it to end, then copy again',
      'journal/not-ready',
    );
  }

  #checkQuiet(clocks: readonly number[]): void {
    const { newest, open } = this.#database
      .prepare(
        `select max(at_ms) as newest, count(*) filter (
           where kind in ('intent', 'cancel') and id not in (select intent from ended)) as open from record`,
      )
      .get() as { newest: number; open: number };
    if (open > 0)
      throw new JournalError(
        `the journal ${this.file} has ${open === 1 ? 'a request' : `${open} requests`} without an ending`,
        'first repeat the run of its plan, or use ordo settle: that completes what the last run left',
        'journal/not-ready',
      );
    const youngest = Math.min(...clocks) - newest;
    if (youngest < QUIET_MS)
      throw new JournalError(
        `the newest record of the journal ${this.file} is younger than two minutes, by this clock or the server’s`,
        'wait two minutes, then copy again',
        'journal/not-ready',
      );
  }

  /** Every record up to the head, in order. Throws JournalError at the first that does not say what was written. */
  *batches(head: Head): Generator<readonly ChainedRecord[]> {
    const end = new ChainEnd();
    const after = recordRows(this.#database, 'where id > ? and id <= ?');
    for (;;) {
      const rows = [...rowsOf(after.iterate(end.id, end.id + MOST_RECORDS))];
      let batch: ChainedRecord[] = [];
      let characters = 0;
      for (const row of rows) {
        const before = end.sum;
        const record = recordOf(row);
        const sum = guarded(this.file, () => end.follow(record, { before: row[10], sum: row[11] }));
        batch.push({ record, before, sum });
        characters += record.text.length;
        if (characters < MOST_CHARACTERS) continue;
        yield batch;
        [batch, characters] = [[], 0];
      }
      if (batch.length > 0) yield batch;
      if (rows.length < MOST_RECORDS) break;
    }
    if (headText(end.head) !== headText(head))
      throw new JournalError(
        `the journal ${this.file} has another end than its seal says`,
        'keep it and look into it',
        'journal/damaged',
      );
  }

  close(): void {
    this.#database.close();
  }
}
