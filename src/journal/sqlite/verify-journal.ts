/**
 * Looks at every record of a journal and says which is the first that is not as it was written (docs/contract.md#audit). What
 * only somebody can find who kept a head from before, such as a chain that was made anew, is held against that head.
 */
import type { DatabaseSync } from 'node:sqlite';
import { checkOnlyName, isThere } from '../files/journal-path.ts';
import { broken, ChainCheck } from '../records/chain-check.ts';
import type { Head, Verified } from '../records/head.ts';
import { JournalError, journalError } from '../records/journal-error.ts';
import { TablesBeside } from './tables-beside.ts';
import { errorWords } from '../../model/result.ts';
import { checkOurs, lostWords, openToRead } from './journal-file.ts';
import { logFault, treeFault } from './file-faults.ts';
import { recordRows, rowsOf } from './record-rows.ts';

/** Throws JournalError where there is no journal, or none that this version reads. */
export function verifyJournal(file: string, kept?: Head): Verified {
  let database: DatabaseSync | undefined;
  try {
    checkOnlyName(file);
    if (!isThere(file)) {
      const lost = lostWords(file);
      if (lost !== undefined) return broken(0, 'the journal', lost);
      throw new JournalError(`there is no journal ${file}`, 'name another with --journal', 'journal/none');
    }
    const log = logFault(file);
    if (log !== undefined) return broken(0, 'the journal', log);
    database = openToRead(file);
    checkOurs(database, file);
    // All that is looked at is of one moment: a run may go on meanwhile.
    database.exec('begin');
    const tree = treeFault(database);
    const found = new Verifier(database, kept).look();
    if (found.kind === 'broken') return new Verifier(database, kept, true).look();
    return tree === undefined ? found : broken(0, 'the journal', tree);
  } catch (error) {
    if (error instanceof Error && 'errcode' in error)
      return broken(0, 'the journal', `cannot be read: ${errorWords(error)}`);
    throw journalError(error, file);
  } finally {
    database?.close();
  }
}

class Verifier {
  readonly #database: DatabaseSync;
  readonly #check: ChainCheck;

  readonly #beside: TablesBeside;

  constructor(database: DatabaseSync, kept: Head | undefined, isNaming = false) {
    this.#database = database;
    this.#beside = new TablesBeside(database);
    this.#check = new ChainCheck(kept, { nameOf: (record) => this.#namedBeside(record), isNaming });
  }

  look(): Verified {
    for (const row of rowsOf(recordRows(this.#database).iterate())) {
      const fault = this.#check.faultOf(row);
      if (fault !== undefined) return fault;
      if (this.#check.newest !== undefined) this.#beside.take(this.#check.newest);
    }
    return this.#cut() ?? this.#besides() ?? this.#check.end();
  }

  /** Records that were taken off the end are still named by what followed from them, or by the head that was kept. */
  #cut(): Verified | undefined {
    const named = this.#database
      .prepare(
        `select min(id) as id from (select min(intent) as id from placed where intent > :last
         union select min(ending) from ended where ending > :last
         union select min(record) from settled where record > :last)`,
      )
      .get({ last: this.#check.id })?.['id'];
    if (typeof named === 'number') {
      const { id } = this.#check;
      return broken(id + 1, this.#namedBeside(named), `is gone, with all that came after record ${id}`);
    }
    return this.#check.cut();
  }

  /** The store's own rules go by what follows from the records. */
  #besides(): Verified | undefined {
    const wrong = this.#beside.wrong();
    return wrong === undefined ? undefined : broken(0, `what follows from the records (${wrong})`, 'was changed');
  }

  /** What followed from a record that is gone names its orders. */
  #namedBeside(record: number): string {
    const orders = this.#database
      .prepare(
        `select distinct placed.id as id from placed where placed.intent = :record
         or placed.intent in (select intent from ended where ending = :record)
         or exists (select 1 from settled where settled.record = :record and settled.intent = placed.intent and settled.at = placed.at)`,
      )
      .all({ record })
      .map(({ id }) => String(id));
    return orders.length === 0 ? 'a record' : `a record of ${orders.join(', ')}`;
  }
}
