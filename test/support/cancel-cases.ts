/**
 * The faults of docs/exchange.md#faults as a cancel meets them (docs/exchange.md#cancel-faults), by number: what is seen, and what each order comes to. Those of
 * the way there and back stand in fault-cases.ts, and those of single entries in cancel-batch-cases.ts.
 */
import type { CancelAnswer, CancelCall, CancelTarget } from '../../src/model/cancel.ts';
import { CANCELS } from '../../src/exchange/v2/requests.ts';
import type { CallKind } from '../../src/model/call.ts';
import type { Evidence } from '../../src/model/evidence.ts';
import { answered, refusal, type RawAnswer } from './fault-cases.ts';
import { clientOid } from './prompt-exchange.ts';

export type Naming = 'by order id' | 'by client order id';
export const NAMINGS: readonly Naming[] = ['by order id', 'by client order id'];

export const orderIdAt = (index: number): string => `59647106462462826${index}`;

/** A call that takes `count` orders off, whose body names them alike. */
export function cancelOf(kind: CallKind, naming: Naming, count = kind === 'batch' ? 3 : 1): CancelCall {
  const orders = Array.from({ length: count }, (_, index): CancelTarget => ({
    id: `o${index}`,
    clientOid: clientOid(index),
    ...(naming === 'by order id' && { orderId: orderIdAt(index) }),
  }));
  const names = orders.map(({ orderId, clientOid: oid }) => orderId ?? oid);
  const one = naming === 'by order id' ? 'orderId' : 'clientOid';
  const many = naming === 'by order id' ? 'ids' : 'cids';
  return {
    number: 1,
    kind,
    path: CANCELS[kind].path,
    body: JSON.stringify(kind === 'batch' ? { [many]: names } : { [one]: names[0] }),
    orders,
    weight: CANCELS[kind].weight,
  };
}

type Entry = Readonly<Record<string, unknown>>;

/** An entry that says that the cancel was taken on. */
export const off = (index: number, changes: Entry = {}): Entry => ({
  order_id: orderIdAt(index),
  client_oid: clientOid(index),
  result: true,
  err_msg: '',
  ...changes,
});

/** An entry that says that there is no such order. */
export const gone = (index: number, changes: Entry = {}): Entry =>
  off(index, { result: false, err_code: 'order_no_exist_error', err_msg: 'no such order', ...changes });

export const batchAnswer = (results: readonly unknown[], failures: readonly unknown[] = [], top: Entry = {}): string =>
  JSON.stringify({
    result: true,
    orderIds: [],
    clientOids: [],
    cancelOrderResultList: results,
    failInfos: failures,
    ...top,
  });

/** The success of a call. */
export const takenOff = (kind: CallKind, changes: Entry = {}): string =>
  kind === 'batch'
    ? batchAnswer([0, 1, 2].map((index) => off(index, changes)))
    : JSON.stringify(off(0, { err_msg: null, ...changes }));

/** What a rule says of an order, and whether no further call may start. */
export type Want = readonly [answer: CancelAnswer['answer'], rule: string, halts?: 'halts'];

interface CancelCase {
  readonly fault: number;
  readonly name: string;
  readonly evidence: (kind: CallKind) => Evidence;
  readonly raw: (kind: CallKind) => RawAnswer;
  readonly want: (kind: CallKind, naming: Naming) => Want;
}

type Text = string | ((kind: CallKind) => string);
type Wanted = Want | ((kind: CallKind, naming: Naming) => Want);

const answers = (fault: number, statuses: readonly number[], texts: readonly Text[], wanted: Wanted): CancelCase[] =>
  statuses.flatMap((status) =>
    texts.map((text): CancelCase => {
      const textFor = (kind: CallKind): string => (typeof text === 'string' ? text : text(kind));
      return {
        fault,
        name: `${status} ${textFor('single').slice(0, 100)}`,
        evidence: (kind) => answered(status, textFor(kind)),
        raw: (kind) => [status, textFor(kind)],
        want: (kind, naming) => (typeof wanted === 'function' ? wanted(kind, naming) : wanted),
      };
    }),
  );

const AMBIGUOUS: Want = ['unknown', 'cancel-ambiguous'];
const REFUSED: Want = ['refused', 'cancel-refused'];
const TAKEN: Want = ['taken', 'cancel-taken'];
const MISSING: Want = ['unknown', 'cancel-missing'];
const FOREIGN: Want = ['unknown', 'cancel-foreign', 'halts'];
const CONTRADICTS: Want = ['unknown', 'cancel-contradicts'];
const SELF_CONTRADICTS: Want = ['unknown', 'cancel-entry-contradicts'];

/** One thing for one order, and another for a batch. */
const split =
  (one: Want, batch: Want): Wanted =>
  (kind) =>
    kind === 'batch' ? batch : one;

const NO_ORDER = [
  refusal('50005', 'Order does not exist'),
  refusal('order_no_exist_error', '订单不存在！'),
  refusal('FAILED_ORDER_FILLED', ''),
  refusal('40020', 'FAILED_ORDER_NOT_FOUND'),
];
const NO_CALL = [
  refusal('40017', 'Parameter orderId is missing'),
  refusal('40019', 'empty'),
  refusal('40020', 'bad'),
  refusal('40912', 'more than 50'),
  refusal('40913', 'neither is given'),
  refusal('40015', 'FAILED_PRECONDITION: x'),
];
const OPEN = [
  refusal('45001', 'who knows'),
  refusal('40015', 'System is busy'),
  refusal('40786', ''),
  refusal('50005', 'please query the order, the system is busy'),
  refusal('FAILED_ORDER_UNKNOWN_STATUS', ''),
  '{"code":"50005","msg":"","orderIds":["596471064624628269"]}',
  '{"code":"50005","msg":"","data":[{"result":true}]}',
  '{"code":"40017","data":{"x":1}}',
];

const refusals: readonly CancelCase[] = [
  ...answers(23, [200, 400, 401, 403, 404, 405, 415, 422], NO_CALL, REFUSED),
  ...answers(23, [200, 400, 404], NO_ORDER, split(REFUSED, AMBIGUOUS)),
  ...answers(
    23,
    [400],
    [`{"code":"50005","msg":"order ${clientOid(0)}","client_oid":"${clientOid(0)}"}`],
    split(REFUSED, AMBIGUOUS),
  ),
  ...answers(23, [200, 400], OPEN, AMBIGUOUS),
  ...answers(23, [402, 410, 421, 499], [...NO_CALL, ...NO_ORDER], AMBIGUOUS),
  ...answers(23, [400, 403, 404], ['{}', '[]', 'null', '{"msg":"no code"}', takenOff], ['unknown', 'cancel-status']),
  ...answers(22, [302], [takenOff, NO_ORDER[0] as string], ['unknown', 'redirect', 'halts']),
  ...answers(25, [408, 409, 425], [takenOff, NO_ORDER[0] as string], ['unknown', 'ambiguous-status']),
  ...answers(28, [500, 502, 503, 504, 521], [takenOff, NO_ORDER[0] as string], ['unknown', 'server-error']),
  ...answers(26, [429], [takenOff], ['unknown', 'cancel-status']),
  ...answers(26, [429], [`{"code":"429","msg":"order ${orderIdAt(0)}"}`], AMBIGUOUS),
  ...answers(27, [418], [takenOff], ['unknown', 'banned', 'halts']),
  ...answers(36, [200], [`{"code":"40008","order_id":"${orderIdAt(0)}"}`], AMBIGUOUS),
];

const successes: readonly CancelCase[] = [
  ...answers(29, [200], ['{"code":"50005","result":true}', '{"code":"40017","data":{"success":"true"}}'], CONTRADICTS),
  ...answers(29, [200], [(kind) => takenOff(kind).replace('{', `{"code":"0","data":${takenOff(kind)},`)], CONTRADICTS),
  ...answers(29, [200], [(kind) => takenOff(kind, { err_msg: 'no' })], SELF_CONTRADICTS),
  ...answers(29, [200], [(kind) => takenOff(kind, { errorCode: '50005' })], SELF_CONTRADICTS),
  ...answers(29, [200], [(kind) => takenOff(kind, { success: false })], SELF_CONTRADICTS),
  ...answers(30, [200, 204], ['', ' ', 'OK', '{"result":true', '<html></html>'], ['unknown', 'unreadable']),
  ...answers(
    30,
    [200],
    ['null', 'true', '[]', '{"result":true}'],
    split(MISSING, ['unknown', 'cancel-without-entries']),
  ),
  ...answers(30, [200], ['{}', '{"code":"0"}'], split(SELF_CONTRADICTS, ['unknown', 'cancel-without-entries'])),
  ...answers(
    30,
    [200],
    ['{"result":true,"cancelOrderResultList":{},"failInfos":[]}'],
    split(MISSING, ['unknown', 'cancel-without-entries']),
  ),
  ...answers(31, [200], [(kind) => takenOff(kind).replaceAll(/"(5\d+)"/g, '$1')], TAKEN),
  ...answers(
    31,
    [200],
    ['null', '""', '0'].map((id) => (kind) => takenOff(kind).replaceAll(/"(5\d+)"/g, id)),
    (kind, naming) => (kind !== 'batch' && naming === 'by order id' ? MISSING : TAKEN),
  ),
  ...answers(32, [200], [(kind) => takenOff(kind, { client_oid: 'ordoforeign' })], (kind, naming) => {
    if (kind !== 'batch') return FOREIGN;
    const [answer, rule] = naming === 'by order id' ? SELF_CONTRADICTS : MISSING;
    return [answer, rule, 'halts'];
  }),
  ...answers(
    33,
    [200],
    [null, '', undefined].map((oid) => (kind) => takenOff(kind, { client_oid: oid })),
    (kind, naming) => (kind === 'batch' && naming === 'by client order id' ? MISSING : TAKEN),
  ),
  ...answers(33, [200, 202], [takenOff, (kind) => `{"code":"00000","msg":"success","data":${takenOff(kind)}}`], TAKEN),
  ...answers(
    33,
    [200],
    [(kind) => takenOff(kind).replaceAll('order_id', 'orderId').replaceAll('client_oid', 'clientOid')],
    TAKEN,
  ),
  ...answers(
    34,
    [200],
    [(kind) => takenOff(kind).replace('"result":true', '"result":true,"result":false')],
    ['unknown', 'unreadable'],
  ),
  ...answers(35, [200], [refusal('40020', 'duplicate client_oid')], AMBIGUOUS),
];

export const CANCEL_CASES: readonly CancelCase[] = [...refusals, ...successes];
