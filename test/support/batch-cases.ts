/** Faults 37 to 44 of docs/exchange.md#faults: answers to a batch of four orders, entry by entry. */
import { clientOid } from './prompt-exchange.ts';

type EntryClass = 'accepted' | 'rejected' | 'unknown';
export type Entry = Readonly<Record<string, unknown>>;

export interface BatchCase {
  readonly fault: number;
  readonly name: string;
  readonly entries: readonly unknown[];
  /** The class of each order and the row that decides it, in the call's order. */
  readonly want: readonly (readonly [EntryClass, string])[];
  readonly halts?: true;
}

export const taken = (index: number, changes: Entry = {}): Entry => ({
  order_id: `70000000000000000${index}`,
  client_oid: clientOid(index),
  result: true,
  error_code: '',
  error_message: '',
  ...changes,
});

export const refused = (index: number, changes: Entry = {}): Entry =>
  taken(index, { order_id: '', result: false, error_code: '40020', error_message: 'Parameter is bad', ...changes });

const OK = ['accepted', 'entry-accepted'] as const;
const NO = ['rejected', 'entry-rejected'] as const;
const MISSING = ['unknown', 'entry-missing'] as const;
const CONFLICT = ['unknown', 'entries-conflict'] as const;
const CONTRADICTS = ['unknown', 'entry-contradicts'] as const;
const AMBIGUOUS = ['unknown', 'entry-ambiguous'] as const;
const SHARED = ['unknown', 'order-id-shared'] as const;

const all = [taken(0), taken(1), taken(2), taken(3)];
/** All four taken, but for what stands in the place of the second. */
const second = (...entries: unknown[]): readonly unknown[] => [taken(0), ...entries, taken(2), taken(3)];
const secondIs = (verdict: readonly [EntryClass, string]): BatchCase['want'] => [OK, verdict, OK, OK];

const contradictions: readonly (readonly [string, Entry])[] = [
  ['taken with a code', taken(1, { error_code: '40020' })],
  ['taken with the code 0', taken(1, { error_code: '0' })],
  ['taken with a numeric code', taken(1, { error_code: 40020 })],
  ['taken with a code that is no text', taken(1, { error_code: { value: 1 } })],
  ['taken without an order id', taken(1, { order_id: '' })],
  ['taken with a null order id', taken(1, { order_id: null })],
  ['taken with order id 0', taken(1, { order_id: 0 })],
  ['taken with the word null', taken(1, { order_id: 'null' })],
  ['taken in words', taken(1, { result: 'true' })],
  ['taken by 1', taken(1, { result: 1 })],
  ['taken by nothing', taken(1, { result: undefined })],
  ['taken by null', taken(1, { result: null })],
  ['refused without a code', refused(1, { error_code: '' })],
  ['refused with a null code', refused(1, { error_code: null })],
  ['refused with an order id', refused(1, { order_id: '700000000000000001' })],
  ['refused with a bad order id', refused(1, { order_id: 'not an id' })],
  ['refused by 0', refused(1, { result: 0 })],
  ['refused with an order id of another name', refused(1, { orderId: '700000000000000001' })],
  ['taken, and no success', taken(1, { success: false })],
  ['taken, with words of an error', taken(1, { error_message: 'Parameter is bad' })],
];

/** An error that is not known to refuse. */
const open: readonly (readonly [string, Entry])[] = [
  ['refused with a success code', refused(1, { error_code: '00000' })],
  ['refused as a duplicate', refused(1, { error_message: 'Duplicate clientOid' })],
  ['refused by a system error', refused(1, { error_code: '40015', error_message: 'System is busy' })],
  ['refused with a code of no list', refused(1, { error_code: '45001', error_message: 'Unknown error' })],
];

export const BATCH_CASES: readonly BatchCase[] = [
  { fault: 37, name: 'one refused', entries: second(refused(1)), want: secondIs(NO) },
  {
    fault: 37,
    name: 'refused by the engine, with null for an id',
    entries: second(refused(1, { error_code: '40015', error_message: 'INVALID_ARGUMENT: size', order_id: null })),
    want: secondIs(NO),
  },
  { fault: 38, name: 'all taken', entries: all, want: [OK, OK, OK, OK] },
  {
    fault: 38,
    name: 'empty fields left out',
    entries: second(taken(1, { error_code: undefined })),
    want: secondIs(OK),
  },
  { fault: 38, name: 'empty fields null', entries: second(taken(1, { error_code: null })), want: secondIs(OK) },
  { fault: 39, name: 'an empty list', entries: [], want: [MISSING, MISSING, MISSING, MISSING] },
  { fault: 40, name: 'one missing', entries: second(), want: secondIs(MISSING) },
  { fault: 40, name: 'no objects', entries: second(null, 'x', 5, [], [taken(1)]), want: secondIs(MISSING) },
  { fault: 41, name: 'reordered', entries: [taken(3), refused(1), taken(0), taken(2)], want: secondIs(NO) },
  { fault: 42, name: 'one more, foreign', entries: [...all, taken(9)], want: [OK, OK, OK, OK], halts: true },
  { fault: 42, name: 'a foreign one instead', entries: second(taken(9)), want: secondIs(MISSING), halts: true },
  { fault: 42, name: 'said twice alike', entries: second(taken(1), taken(1)), want: secondIs(OK) },
  { fault: 42, name: 'refused twice alike', entries: second(refused(1), refused(1)), want: secondIs(NO) },
  { fault: 42, name: 'taken and refused', entries: second(taken(1), refused(1)), want: secondIs(CONFLICT) },
  { fault: 42, name: 'two ids', entries: second(taken(1), taken(1, { order_id: '79' })), want: secondIs(CONFLICT) },
  {
    fault: 42,
    name: 'two reasons',
    entries: second(refused(1), refused(1, { error_code: '40017' })),
    want: secondIs(CONFLICT),
  },
  {
    fault: 42,
    name: 'one id for two',
    entries: second(taken(1, { order_id: '700000000000000000' })),
    want: [SHARED, SHARED, OK, OK],
  },
  {
    fault: 42,
    name: 'one id for two, said twice of one',
    entries: [...second(taken(1, { order_id: '700000000000000000' })), taken(0)],
    want: [SHARED, SHARED, OK, OK],
  },
  {
    fault: 42,
    name: 'one id as text and as a number',
    entries: second(taken(1, { order_id: 7 }), taken(2, { order_id: '7' })).slice(0, 3),
    want: [OK, SHARED, SHARED, MISSING],
  },
  {
    fault: 42,
    name: 'our id is a foreign order’s too',
    entries: [...all, taken(9, { order_id: '700000000000000001' })],
    want: secondIs(SHARED),
    halts: true,
  },
  {
    fault: 42,
    name: 'our id is nobody’s too',
    entries: [...all, taken(1, { client_oid: null })],
    want: secondIs(SHARED),
  },
  ...contradictions.map(([name, entry]) => ({
    fault: 43,
    name,
    entries: second(entry),
    want: secondIs(CONTRADICTS),
  })),
  ...open.map(([name, entry]) => ({ fault: 43, name, entries: second(entry), want: secondIs(AMBIGUOUS) })),
  { fault: 44, name: 'null', entries: second(taken(1, { client_oid: null })), want: secondIs(MISSING) },
  { fault: 44, name: 'blank', entries: second(taken(1, { client_oid: '' })), want: secondIs(MISSING) },
  { fault: 44, name: 'left out', entries: second(taken(1, { client_oid: undefined })), want: secondIs(MISSING) },
  {
    fault: 44,
    name: 'ours in capitals',
    entries: second(taken(1, { client_oid: clientOid(1).toUpperCase() })),
    want: secondIs(MISSING),
    halts: true,
  },
  {
    fault: 44,
    name: 'ours with a blank',
    entries: second(taken(1, { client_oid: `${clientOid(1)} ` })),
    want: secondIs(MISSING),
    halts: true,
  },
];
