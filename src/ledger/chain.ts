/**
 * The chain of records. Each names the one before it and says what it says under one SHA-256: no record can change, go or
 * come in between without every later one being wrong.
 */
import { hash } from 'node:crypto';
import type { LogRecord } from './record-log.ts';

/** The sum before the first record. */
export const CHAIN_START = new Uint8Array(32);

/** 32 bytes. */
export const chainSum = (before: Uint8Array, record: LogRecord): Uint8Array =>
  hash(
    'sha256',
    `${Buffer.from(before.buffer, before.byteOffset, before.length).toString('hex')}\n${headOf(record)}\n${record.text}`,
    'buffer',
  );

/** Everything but what it says; numbers and one word, so that a space keeps them apart. */
const headOf = ({ id, kind, account, plan, about, weight, atMs, uptimeMs }: LogRecord): string =>
  `${id} ${kind} ${account ?? '-'} ${plan ?? '-'} ${about ?? '-'} ${weight?.ip ?? '-'} ${weight?.uid ?? '-'} ${atMs} ${uptimeMs ?? '-'}`;

/** A record does not say what was written: the store is damaged, and nothing may be sent. */
export class RecordError extends Error {}
