/**
 * The sum over a row of the table `step`. SQLite notices damage to its trees but not to what a row says: one flipped bit
 * would make another order id of an order id, or `rejected` of what is not.
 */
import { hash } from 'node:crypto';

/** All that a row says, in the order of the table; its place in the table is guarded by the indexes. */
export const SUMMED = [
  'account',
  'plan',
  'generation',
  'order_key',
  'lineage',
  'client_oid',
  'attempt',
  'step',
  'content',
  'order_id',
  'code',
  'message',
  'rule',
  'at_ms',
] as const;

type Value = string | number | null;

/** 64 bits of SHA-256, in hex: against accidents, not against a forger, who could write the sum as well. */
export const rowSum = (values: readonly Value[]): string => hash('sha256', JSON.stringify(values)).slice(0, 16);

/** A row does not say what was written: the journal is damaged, and nothing may be sent. */
export class RowError extends Error {}

/** Throws RowError where a row does not say what was written. */
export function checkSum(row: Readonly<Record<string, unknown>>): void {
  if (row['sum'] === rowSum(SUMMED.map((name) => row[name] as Value))) return;
  throw new RowError(`step ${String(row['id'])} does not say what was written`);
}
