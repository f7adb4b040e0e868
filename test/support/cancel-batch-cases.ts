/** Faults 37 to 44 as a cancel meets them (docs/exchange.md#cancel-faults): answers to a batch of four, entry by entry. */
import { batchAnswer, gone, off, orderIdAt, type Want } from './cancel-cases.ts';
import { clientOid } from './prompt-exchange.ts';

type Said = readonly [Want[0], Want[1]];

interface CancelBatchCase {
  readonly fault: number;
  readonly name: string;
  readonly text: string;
  /** What each order comes to where the call names them by order id, and by client order id where that differs. */
  readonly want: readonly Said[];
  readonly wantByOid?: readonly Said[];
  readonly halts?: true;
}

const OFF = ['taken', 'cancel-taken'] as const;
const GONE = ['refused', 'cancel-entry-refused'] as const;
const MISSING = ['unknown', 'cancel-missing'] as const;
const CONFLICT = ['unknown', 'cancel-entries-conflict'] as const;
const CONTRADICTS = ['unknown', 'cancel-entry-contradicts'] as const;
const AMBIGUOUS = ['unknown', 'cancel-entry-ambiguous'] as const;
const SHARED = ['unknown', 'cancel-id-shared'] as const;

const ALL = [off(0), off(1), off(2), off(3)];
/** All four taken off, but for what stands in the place of the second. */
const second = (...entries: unknown[]): readonly unknown[] => [off(0), ...entries, off(2), off(3)];
const secondIs = (said: Said): readonly Said[] => [OFF, said, OFF, OFF];

/** One entry in the place of the second. */
const entry = (fault: number, name: string, one: unknown, said: Said): CancelBatchCase => ({
  fault,
  name,
  text: batchAnswer(second(one)),
  want: secondIs(said),
});

const failures: readonly CancelBatchCase[] = [
  { fault: 37, name: 'one failed', text: batchAnswer(second(gone(1))), want: secondIs(GONE) },
  { fault: 37, name: 'in the other list', text: batchAnswer(second(), [gone(1)]), want: secondIs(GONE) },
  { fault: 37, name: 'in both lists alike', text: batchAnswer(second(gone(1)), [gone(1)]), want: secondIs(GONE) },
  {
    fault: 37,
    name: 'in both lists, with other words',
    text: batchAnswer(second(gone(1)), [gone(1, { err_code: '50005' })]),
    want: secondIs(CONFLICT),
  },
  { fault: 37, name: 'taken in one, failed in the other', text: batchAnswer(ALL, [gone(1)]), want: secondIs(CONFLICT) },
  {
    fault: 37,
    name: 'taken in the list of failures',
    text: batchAnswer(second(), [off(1)]),
    want: secondIs(CONTRADICTS),
  },
  {
    fault: 37,
    name: 'all failed',
    text: batchAnswer(
      [],
      [0, 1, 2, 3].map((at) => gone(at)),
    ),
    want: [GONE, GONE, GONE, GONE],
  },
  entry(37, 'by the code', gone(1, { err_code: '50005', err_msg: 'Order does not exist' }), GONE),
  entry(37, 'by the word in its words', gone(1, { err_code: null, err_msg: 'FAILED_ORDER_FILLED' }), GONE),
  entry(
    37,
    'in camelCase',
    { orderId: orderIdAt(1), clientOid: clientOid(1), result: false, errCode: '50005', errMsg: '' },
    GONE,
  ),
];

const counts: readonly CancelBatchCase[] = [
  { fault: 38, name: 'all taken off', text: batchAnswer(ALL), want: [OFF, OFF, OFF, OFF] },
  { fault: 38, name: 'failure on top', text: batchAnswer(ALL, [], { result: false }), want: [OFF, OFF, OFF, OFF] },
  {
    fault: 38,
    name: 'an error on top',
    text: batchAnswer(ALL, [], { code: '40015', msg: 'x' }),
    want: [OFF, OFF, OFF, OFF],
  },
  {
    fault: 38,
    name: 'lists in snake_case',
    text: JSON.stringify({ cancel_order_result_list: second(), fail_infos: [gone(1)] }),
    want: secondIs(GONE),
  },
  { fault: 38, name: 'one list', text: JSON.stringify({ cancelOrderResultList: ALL }), want: [OFF, OFF, OFF, OFF] },
  {
    fault: 39,
    name: 'ids on top alone',
    text: batchAnswer([], [], { orderIds: [0, 1, 2, 3].map(orderIdAt), clientOids: [0, 1, 2, 3].map(clientOid) }),
    want: [MISSING, MISSING, MISSING, MISSING],
  },
  { fault: 40, name: 'one missing', text: batchAnswer(second()), want: secondIs(MISSING) },
  { fault: 40, name: 'no objects', text: batchAnswer(second(null, 'x', 5, [off(1)])), want: secondIs(MISSING) },
  { fault: 41, name: 'reordered', text: batchAnswer([off(3), gone(1), off(0), off(2)]), want: secondIs(GONE) },
  {
    fault: 42,
    name: 'one more, foreign',
    text: batchAnswer([...ALL, off(9)]),
    want: [OFF, OFF, OFF, OFF],
    halts: true,
  },
  { fault: 42, name: 'a foreign failure', text: batchAnswer(ALL, [gone(9)]), want: [OFF, OFF, OFF, OFF], halts: true },
  { fault: 42, name: 'a foreign one instead', text: batchAnswer(second(off(9))), want: secondIs(MISSING), halts: true },
  { fault: 42, name: 'said twice alike', text: batchAnswer(second(off(1), off(1))), want: secondIs(OFF) },
  { fault: 42, name: 'said twice, differently', text: batchAnswer(second(off(1), gone(1))), want: secondIs(CONFLICT) },
];

const names: readonly CancelBatchCase[] = [
  {
    fault: 42,
    name: 'our order under a foreign order id',
    text: batchAnswer(second(off(1, { order_id: '79' }))),
    want: secondIs(CONTRADICTS),
    wantByOid: secondIs(OFF),
  },
  {
    fault: 42,
    name: 'one order id for two',
    text: batchAnswer(second(off(1, { order_id: orderIdAt(0) }))),
    want: [CONFLICT, CONTRADICTS, OFF, OFF],
    wantByOid: [SHARED, SHARED, OFF, OFF],
  },
  {
    fault: 43,
    name: 'a failure that names two of our orders',
    text: batchAnswer(ALL, [gone(1, { order_id: orderIdAt(0) })]),
    want: [CONFLICT, CONFLICT, OFF, OFF],
    wantByOid: secondIs(CONFLICT),
  },
  entry(43, 'an error beside it', off(1, { err_code: '50005' }), CONTRADICTS),
  entry(43, 'no success', off(1, { success: false }), CONTRADICTS),
  entry(43, 'taken in words', off(1, { result: 'true' }), CONTRADICTS),
  entry(43, 'no result', off(1, { result: undefined }), CONTRADICTS),
  entry(43, 'failed, and a success', gone(1, { success: true }), CONTRADICTS),
  entry(43, 'two order ids', { ...off(1), orderId: '79' }, CONTRADICTS),
  entry(43, 'a code of no list', gone(1, { err_code: '45001', err_msg: '' }), AMBIGUOUS),
  entry(43, 'words alone', gone(1, { err_code: '', err_msg: 'Order is already filled' }), AMBIGUOUS),
  entry(43, 'nothing said', gone(1, { err_code: '', err_msg: '' }), AMBIGUOUS),
  entry(43, 'a time-out', gone(1, { err_msg: 'Request timed out' }), AMBIGUOUS),
  ...[null, '', undefined].map((oid): CancelBatchCase => ({
    fault: 44,
    name: `client order id ${String(oid)}`,
    text: batchAnswer(second(off(1, { client_oid: oid }))),
    want: secondIs(OFF),
    wantByOid: secondIs(MISSING),
  })),
  entry(44, 'no order id', off(1, { order_id: null }), OFF),
  entry(44, 'neither', off(1, { order_id: '', client_oid: '' }), MISSING),
];

export const CANCEL_BATCH_CASES: readonly CancelBatchCase[] = [...failures, ...counts, ...names];
