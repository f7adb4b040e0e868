/**
 * The chain of records. Each names the one before it and says what it says under one SHA-256: no record can change, go or
 * come in between without every later one being wrong.
 */
import { hash } from 'node:crypto';
import type { Head } from './head.ts';
import type { LogRecord } from './record-log.ts';

/** The sum before the first record. Sums are in hex wherever they are not in a store: a start reads each of them, and a text is cheaper. */
export const CHAIN_START = '0'.repeat(64);

export const chainSum = (before: string, record: LogRecord): string =>
  hash('sha256', `${before}\n${headOf(record)}\n${record.text}`, 'hex');

/** As a store has it. */
export const bytesOf = (sum: string): Uint8Array => Buffer.from(sum, 'hex');

/** Everything but what it says; numbers and one word, so that a space keeps them apart. */
const headOf = ({ id, kind, account, plan, about, weight, atMs, uptimeMs }: LogRecord): string =>
  `${id} ${kind} ${account ?? '-'} ${plan ?? '-'} ${about ?? '-'} ${weight?.ip ?? '-'} ${weight?.uid ?? '-'} ${atMs} ${uptimeMs ?? '-'}`;

/** A record does not say what was written: the store is damaged, and nothing may be sent. */
export class RecordError extends Error {}

/** The end of a chain, as far as it was read. */
export class ChainEnd {
  id = 0;
  sum = CHAIN_START;
  /** The sum of the first record, in hex: by it the journal is known wherever it stands. Empty before there is one. */
  first = '';

  /** Where a record says that it stands: what follows is held to that. */
  static behind(id: number, sum: string): ChainEnd {
    return Object.assign(new ChainEnd(), { id, sum });
  }

  get head(): Head {
    return { record: this.id, sum: this.sum };
  }

  /** The sum of the next record, which is the end from here on. Throws RecordError where it does not follow, or is not what was written. */
  follow(record: LogRecord, { before, sum }: { readonly before: unknown; readonly sum: unknown }): string {
    const own = chainSum(this.sum, record);
    if (record.id !== this.id + 1 || before !== this.sum || sum !== own)
      throw new RecordError(`record ${record.id} does not say what was written`);
    return this.#goOn(record.id, own);
  }

  /** The sum of a record that was just written. */
  add(record: LogRecord): string {
    return this.#goOn(record.id, chainSum(this.sum, record));
  }

  #goOn(id: number, sum: string): string {
    this.sum = sum;
    this.id = id;
    if (id === 1) this.first = sum;
    return sum;
  }
}
