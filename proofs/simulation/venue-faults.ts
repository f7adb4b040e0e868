/** All that the simulated exchange and the way to it may do to a call, by where it strikes. */

/** Nothing of the call reaches the exchange's book. */
export const BEFORE = [
  'not-sent',
  'tls-failed',
  'lost-before',
  'cut-before',
  'server-error-before',
  'rate-limited',
  'clock-refused',
  'access-refused',
  'refused',
  'ambiguous-status-before',
  'redirect-before',
  'html-before',
  'banned',
] as const;

/** The call is processed, and its answer never says so as it should. */
export const AFTER = [
  'lost-after',
  'late',
  'cut-after',
  'slow',
  'server-error-after',
  'server-error-with-id',
  'ambiguous-status-after',
  'redirect-after',
  'html-after',
  'empty',
  'truncated',
  'garbage',
  'duplicate-words',
  'system-error',
  'unlisted-error',
  'camel-case-id',
  'limited-with-order',
  'id-again',
  'duplicate-keys',
] as const;

/** The call is processed, and its answer has an odd shape. */
const SINGLE_SHAPES = ['null-oid', 'foreign-oid', 'no-order-id', 'zero-order-id', 'id-beside-error'] as const;
const BATCH_SHAPES = [
  'reordered',
  'missing',
  'doubled',
  'doubled-conflict',
  'foreign-entry',
  'null-oids',
  'contradiction',
  'id-beside-error',
  'duplicate-entry-words',
  'shared-id',
  'top-false',
  'no-entries',
] as const;

export const FAULTS = [...new Set([...BEFORE, ...AFTER, ...SINGLE_SHAPES, ...BATCH_SHAPES])];
export type Fault = (typeof FAULTS)[number];

const isOneOf = (list: readonly string[], fault: Fault): boolean => list.includes(fault);
export const strikesBefore = (fault: Fault): boolean => isOneOf(BEFORE, fault);
export const isBatchShape = (fault: Fault): boolean => isOneOf(BATCH_SHAPES, fault);
/** Whether a fault can strike a call of this kind. */
export const suits = (fault: Fault, isBatch: boolean): boolean =>
  isOneOf([...BEFORE, ...AFTER], fault) || isOneOf(isBatch ? BATCH_SHAPES : SINGLE_SHAPES, fault);

/** What is proof, by the assumptions (docs/contract.md#assumptions), that the exchange did not take the call. */
export const provesNotTaken = (fault: Fault): boolean =>
  ['not-sent', 'tls-failed', 'rate-limited', 'clock-refused', 'access-refused', 'refused', 'banned'].includes(fault);
