/**
 * The chain of records. Each names the one before it and says what it says under one SHA-256: no record can change, go or
 * come in between without every later one being wrong.
 */
import { hash } from 'node:crypto';
import type { Head } from './head.ts';
import type { LogRecord } from './record-log.ts';

/** The sum before the first record. */
export const CHAIN_START = new Uint8Array(32);

/** 32 bytes. */
export const chainSum = (before: Uint8Array, record: LogRecord): Uint8Array =>
  hash('sha256', `${hexOf(before)}\n${headOf(record)}\n${record.text}`, 'buffer');

export const hexOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex');

/** Whether what a row holds is that sum. */
export const isSame = (bytes: unknown, sum: Uint8Array): boolean =>
  bytes instanceof Uint8Array && bytes.length === sum.length && bytes.every((byte, at) => byte === sum[at]);

/** Everything but what it says; numbers and one word, so that a space keeps them apart. */
const headOf = ({ id, kind, account, plan, about, weight, atMs, uptimeMs }: LogRecord): string =>
  `${id} ${kind} ${account ?? '-'} ${plan ?? '-'} ${about ?? '-'} ${weight?.ip ?? '-'} ${weight?.uid ?? '-'} ${atMs} ${uptimeMs ?? '-'}`;

/** A record does not say what was written: the store is damaged, and nothing may be sent. */
export class RecordError extends Error {}

/** The end of a chain, as far as it was read. */
export class ChainEnd {
  id = 0;
  sum: Uint8Array = CHAIN_START;
  /** The sum of the first record, in hex: by it the journal is known wherever it stands. Empty before there is one. */
  first = '';

  get head(): Head {
    return { record: this.id, sum: hexOf(this.sum) };
  }

  /** The sum of the next record, which is the end from here on. Throws RecordError where it does not follow, or is not what was written. */
  follow(record: LogRecord, { before, sum }: { readonly before: unknown; readonly sum: unknown }): Uint8Array {
    if (record.id !== this.id + 1 || !isSame(before, this.sum) || !isSame(sum, chainSum(this.sum, record)))
      throw new RecordError(`record ${record.id} does not say what was written`);
    return this.add(record);
  }

  /** The sum of a record that was just written. */
  add(record: LogRecord): Uint8Array {
    this.sum = chainSum(this.sum, record);
    this.id = record.id;
    if (record.id === 1) this.first = hexOf(this.sum);
    return this.sum;
  }
}
