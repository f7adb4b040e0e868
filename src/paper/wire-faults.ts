/**
 * What can be made to go wrong with a call that places by version 3 alone, in the words of the help: before it is processed, while
 * it is, in the content of the answer, and with the answer as a whole. It is dealt apart from the faults of both versions.
 */
export const WIRE_FAULT_MEANINGS = {
  address: 'refused for its address, -1056 at 401; nothing is taken',
  'clock-refused': 'refused for its time, -1046 at 401; nothing is taken',
  'not-found': 'a 404 of the server, without a code; nothing is taken',
  'rate-bare': 'a 429 without a body; nothing is taken',
  ban: 'a 429, and 429 for all that follows for 10 s',
  'no-batch': 'a batch is refused with -1150; nothing is taken',
  cap: 'refused for the largest position, "and try again"',
  'false-with-order': 'taken, and answered with success false and an order id',
  'true-with-error': 'taken, and answered with success true and an error',
  'foreign-id': 'taken, and answered under another client order id',
  'id-zero': 'taken, and answered with the order id 0',
  'id-null': 'taken, and answered with the order id null',
  'key-twice': 'taken, and answered with one key twice',
  doubled: 'an entry of a batch answer is there twice',
  'one-id': 'all entries of a batch answer have one order id',
  'bare-500': 'taken, and the answer is a 500 without a body',
  'system-500': 'taken, and the answer is the 500 of a system error',
  'http-504-after': 'taken, and the answer is a 504 page',
  'odd-counts': 'the headers that count orders are not counts',
} as const;
export type WireFaultName = keyof typeof WIRE_FAULT_MEANINGS;
export const WIRE_FAULTS = Object.keys(WIRE_FAULT_MEANINGS) as readonly WireFaultName[];
