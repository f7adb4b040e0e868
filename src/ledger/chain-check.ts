/** Looks at the rows of records one after the other, and says which is the first that is not as it was written. */
import { CHAIN_START, chainSum, hexOf, isSame } from './chain.ts';
import type { Head, Verified } from './head.ts';
import type { LogRecord } from './record-log.ts';
import { recordOf, type RecordRow } from './record-row.ts';
import { recordWords, type RecordsBefore } from './record-words.ts';

export class ChainCheck {
  readonly #kept: Head | undefined;
  readonly #nameOf: (record: number) => string;
  readonly #before: RecordsBefore = new Map();
  #sum: Uint8Array = CHAIN_START;
  /** The newest that was looked at. */
  id = 0;

  /** `nameOf`: what a record is that is not there. */
  constructor(kept: Head | undefined, nameOf: (record: number) => string = () => 'a record') {
    this.#kept = kept;
    this.#nameOf = nameOf;
  }

  faultOf(row: RecordRow): Verified | undefined {
    const id = Number(row['id']);
    if (id !== this.id + 1) return broken(this.id + 1, this.#nameOf(this.id + 1), 'is gone');
    let record: LogRecord;
    let about: string;
    try {
      record = recordOf(row);
      about = recordWords(record, this.#before);
    } catch {
      return broken(id, 'a record', 'cannot be read');
    }
    if (!isSame(row['before'], this.#sum)) {
      return broken(id, about, 'does not follow the record before it: one was changed, taken out or put in between');
    }
    const sum = chainSum(this.#sum, record);
    if (!isSame(row['sum'], sum)) return broken(id, about, 'was changed');
    this.#before.set(id, record);
    [this.id, this.#sum] = [id, sum];
    return this.#kept?.record === id && !hexOf(sum).startsWith(this.#kept.sum)
      ? broken(id, about, 'is not the record whose head was kept: the journal was made anew up to here')
      : undefined;
  }

  /** Whether records are gone from the end, by the head that was kept. */
  cut(): Verified | undefined {
    const kept = this.#kept?.record ?? 0;
    return kept > this.id
      ? broken(this.id + 1, 'a record', `is gone: a head of record ${kept} was kept, and the journal ends before it`)
      : undefined;
  }

  /** After the last row, where no fault was found. */
  end(): Verified {
    return { kind: 'whole', ...(this.id > 0 && { head: { record: this.id, sum: hexOf(this.#sum) } }) };
  }
}

export const broken = (record: number, about: string, what: string): Verified => ({
  kind: 'broken',
  record,
  about,
  what,
});
