/**
 * The faults of docs/exchange.md#faults, by number: what is seen of each, and the class it must have. Fault 15, a kill in
 * flight, leaves nothing to be seen: the journal answers for it. Faults 37 to 44 are about single entries of a batch and
 * stand in batch-cases.ts.
 */
import { readBody } from '../../src/exchange/answers/answers.ts';
import type { Answer, Evidence, NoAnswer } from '../../src/model/evidence.ts';
import type { CallKind } from '../../src/model/call.ts';
import { callOf, ORDER_ID, type ResultClass } from './prompt-exchange.ts';

/** The class of all orders of the call, the row that decides, and whether no further call may start. */
type Want = readonly [wanted: ResultClass, rule: string, halts?: 'halts'];

export interface FaultCase {
  readonly fault: number;
  readonly name: string;
  readonly evidence: (kind: CallKind) => Evidence;
  /** The status and the text of an answer; undefined where none comes. */
  readonly raw?: (kind: CallKind) => RawAnswer;
  readonly want: (kind: CallKind) => Want;
}

export type RawAnswer = readonly [status: number, text: string];

export const answered = (status: number, text: string): Answer => ({ kind: 'answer', status, body: readBody(text) });

/** The success of a call; the raw JSON given stands in every order id and every client order id. */
export function placed(kind: CallKind, orderId?: string, clientOid?: string): string {
  const fields = callOf(kind).orders.map((order, index) => {
    const id = orderId ?? `"59647106462462826${index}"`;
    return `"order_id":${id},"client_oid":${clientOid ?? `"${order.clientOid}"`}`;
  });
  if (kind !== 'batch') return `{${fields[0]}}`;
  const entries = fields.map((field) => `{${field},"result":true,"error_code":"","error_message":""}`);
  return `{"order_info":[${entries.join(',')}],"result":true}`;
}

export const refusal = (code: string, msg: string): string => JSON.stringify({ code, msg, requestTime: 1, data: null });
export const REFUSAL = refusal('40020', 'Parameter size is bad');
const HTML = '<html><body><h1>Attention</h1></body></html>';

type Failure = readonly [failure: NoAnswer['failure'], message: string];
const noAnswer = (fault: number, mayHaveLeft: boolean, want: Want, ...failures: Failure[]): FaultCase[] =>
  failures.map(([failure, message]) => ({
    fault,
    name: `${failure} ${message}`,
    evidence: () => ({ kind: 'no-answer', mayHaveLeft, failure, message }),
    want: () => want,
  }));
const stayed = (fault: number, want: Want, ...failures: Failure[]): FaultCase[] =>
  noAnswer(fault, false, want, ...failures);
const left = (fault: number, want: Want, ...failures: Failure[]): FaultCase[] =>
  noAnswer(fault, true, want, ...failures);

/** Each text at each status, and what it means to one order and to a batch. */
const answers = (
  fault: number,
  statuses: readonly number[],
  texts: readonly (string | ((kind: CallKind) => string))[],
  one: Want,
  batch: Want = one,
): FaultCase[] =>
  statuses.flatMap((status) =>
    texts.map((text) => {
      const textFor = (kind: CallKind): string => (typeof text === 'string' ? text : text(kind));
      return {
        fault,
        name: `${status} ${textFor('single').slice(0, 80)}`,
        evidence: (kind) => answered(status, textFor(kind)),
        raw: (kind) => [status, textFor(kind)],
        want: (kind) => (kind === 'batch' ? batch : one),
      };
    }),
  );

const NOTHING_LEFT: Want = ['not-sent', 'nothing-left'];
const CUT: Want = ['unknown', 'cut'];
const TIMEOUT: Want = ['unknown', 'timeout'];
const UNREADABLE: Want = ['unknown', 'unreadable'];
const SERVER_ERROR: Want = ['unknown', 'server-error'];
const OPEN_ERROR: Want = ['unknown', 'ambiguous-error'];
const NO_SUCCESS: Want = ['unknown', 'unexpected-status'];
const CONTRADICTION: Want = ['unknown', 'contradiction'];
const NO_ENTRIES: Want = ['unknown', 'batch-without-entries'];
const LIMITED: Want = ['rate-refused', 'rate-limit'];
const REFUSED: Want = ['rejected', 'refused'];
const REDIRECT: Want = ['unknown', 'redirect', 'halts'];

const beforeLeaving: readonly FaultCase[] = [
  ...stayed(1, NOTHING_LEFT, ['connection', 'ENOTFOUND'], ['connection', 'EAI_AGAIN']),
  ...stayed(2, NOTHING_LEFT, ['connection', 'ECONNREFUSED'], ['connection', 'EHOSTUNREACH']),
  ...stayed(3, NOTHING_LEFT, ['timeout', 'while connecting']),
  ...stayed(4, NOTHING_LEFT, ['connection', 'ECONNRESET']),
  ...stayed(5, ['not-sent', 'tls-refused'], ['tls', 'CERT_HAS_EXPIRED']),
];

const afterLeaving: readonly FaultCase[] = [
  ...left(11, TIMEOUT, ['timeout', 'of the headers']),
  ...left(12, TIMEOUT, ['timeout', 'of the body']),
  ...left(13, CUT, ['connection', 'ECONNRESET'], ['connection', 'EPIPE']),
  ...left(14, CUT, ['connection', 'UND_ERR_SOCKET']),
  ...left(16, TIMEOUT, ['timeout', 'after a suspension']),
  ...left(17, CUT, ['connection', 'ABORT_ERR']),
  ...left(18, CUT, ['connection', 'ABORT_ERR']),
  ...left(19, CUT, ['connection', 'HPE_INVALID_CONSTANT'], ['tls', 'ERR_SSL_BAD_RECORD']),
  ...left(20, CUT, ['connection', 'UND_ERR_SOCKET']),
  ...[UNREADABLE].map((want): FaultCase => ({
    fault: 21,
    name: 'a body over the bound',
    evidence: () => ({ kind: 'answer', status: 200, body: { kind: 'unreadable', why: 'over 1 MiB' } }),
    want: () => want,
  })),
];

const REDIRECTS = [300, 301, 302, 303, 304, 307, 308];
const ACCESS_CODES = '40001 40002 40003 40005 40006 40007 40009 40011 40012 40013 40014 40016 40018'.split(' ');

const refusals: readonly FaultCase[] = [
  ...answers(22, REDIRECTS, ['', HTML, REFUSAL, refusal('429', 'slow'), refusal('40009', ''), placed], REDIRECT),
  ...answers(23, [400, 401, 403, 404, 405, 415, 422], [REFUSAL], REFUSED),
  ...answers(23, [400, 404], [refusal('40015', 'System is busy'), refusal('40010', 'Request timed out')], OPEN_ERROR),
  ...answers(23, [402, 410, 421, 499], [REFUSAL], OPEN_ERROR),
  ...answers(23, [400, 403, 404], ['{}', '[]', 'null', '{"msg":"no code"}', placed], NO_SUCCESS),
  ...answers(24, [200, 400, 403, 404], [HTML], UNREADABLE),
  ...answers(24, [500, 503, 521], [HTML], SERVER_ERROR),
  ...answers(
    25,
    [408, 409, 425],
    ['', HTML, REFUSAL, refusal('40009', ''), refusal('429', ''), placed],
    ['unknown', 'ambiguous-status'],
  ),
  ...answers(26, [429], ['', HTML, '{}', REFUSAL, refusal('429', 'slow'), refusal('40009', '')], LIMITED),
  ...answers(26, [200, 400, 403], [refusal('429', 'slow'), '{"code":429}'], LIMITED),
  ...answers(26, [429], [placed], NO_SUCCESS),
  ...answers(27, [418], [placed], ['unknown', 'banned', 'halts']),
  ...answers(26, [429], [`{"code":"429","data":{"order_id":"${ORDER_ID}"}}`], CONTRADICTION, NO_SUCCESS),
  ...answers(27, [418], ['', HTML, REFUSAL], ['rate-refused', 'banned']),
  ...answers(
    28,
    [500, 502, 503, 504, 521, 599],
    ['', HTML, REFUSAL, refusal('429', ''), refusal('40009', ''), placed],
    SERVER_ERROR,
  ),
  ...answers(36, [200, 400, 401, 403], [refusal('40008', 'expired')], ['clock-refused', 'clock-refused']),
  ...answers(36, [429], [refusal('40008', 'expired')], LIMITED),
  ...answers(36, [408, 409], [refusal('40008', 'expired')], ['unknown', 'ambiguous-status']),
  ...answers(36, [500, 503], [refusal('40008', 'expired')], SERVER_ERROR),
  ...answers(36, [402, 410], [refusal('40008', 'expired')], OPEN_ERROR),
  ...answers(36, [200], [`{"code":"40008","order_id":"5"}`], CONTRADICTION, NO_ENTRIES),
  ...answers(
    36,
    [200, 400, 401, 403],
    ACCESS_CODES.map((code) => refusal(code, 'no access')),
    ['rejected', 'access-refused', 'halts'],
  ),
];

/** Whatever stands where an order id would, an error beside it proves nothing. */
const WITH_ORDER_ID = [REFUSAL, refusal('40009', ''), '{"code":"00000","result":false}'].flatMap((text) =>
  ['"5"', '5', '"not a good id"', '{}', 'true'].map((id) => text.replace('{', `{"order_id":${id},`)),
);
const NOT_PLACED = ['null', 'true', '5', '"5"', '[]', '["5"]', '{}', '{"code":"200"}', '{"code":"0","data":null}'];
const NO_IDS = ['null', '""', '0', '"0"', '"000"', '"null"', 'true', '{}', '["5"]', '-5', '1e3', '0.5'];

const successes: readonly FaultCase[] = [
  ...answers(
    29,
    [200],
    [
      REFUSAL,
      '{"code":40020,"msg":"a numeric code"}',
      refusal('40015', 'FAILED_PRECONDITION: The order margin available amount not enough'),
      refusal('40015', "INVALID_ARGUMENT: must fit the stepSize '0.1'"),
      '{"code":"40020","msg":"","order_id":null,"client_oid":""}',
    ],
    REFUSED,
  ),
  ...answers(29, [200, 400], [refusal('40015', ''), refusal('', ''), refusal('1', 'success')], OPEN_ERROR),
  ...answers(29, [200], [...WITH_ORDER_ID, '{"code":"40020","data":{"order_id":"5"}}'], CONTRADICTION, NO_ENTRIES),
  ...answers(29, [200], [(kind) => placed(kind).replace('{', `{"code":"0","data":${placed(kind)},`)], CONTRADICTION),
  ...answers(30, [200, 201, 204], ['', ' ', 'OK', '{"order_id":"5"', '{"order_id":"5"}}'], UNREADABLE),
  ...answers(30, [200], [...NOT_PLACED, '{"data":{"order_id":"5"}}'], ['unknown', 'no-order-id'], NO_ENTRIES),
  ...answers(
    31,
    [200],
    [
      ...NO_IDS.map((id) => (kind: CallKind) => placed(kind, id)),
      (kind) => placed(kind).replaceAll('order_id', 'orderId'),
    ],
    ['unknown', 'no-order-id'],
    ['unknown', 'entry-contradicts'],
  ),
  ...answers(
    31,
    [200],
    [(kind) => placed(kind).replaceAll(/"(5\d+)"/g, '$1')],
    ['accepted', 'accepted'],
    ['accepted', 'entry-accepted'],
  ),
  ...answers(
    32,
    [200],
    ['"ordoforeign"', '5'].map((oid) => (kind) => placed(kind, undefined, oid)),
    ['unknown', 'foreign-answer', 'halts'],
    ['unknown', 'entry-missing', 'halts'],
  ),
  ...answers(
    32,
    [200],
    ['true', '{}'].map((oid) => (kind) => placed(kind, undefined, oid)),
    ['unknown', 'foreign-answer', 'halts'],
    ['unknown', 'entry-missing'],
  ),
  ...answers(
    32,
    [200, 400, 429, 500],
    ['{"code":"40020","msg":"","order_id":null,"client_oid":"anything"}'],
    ['unknown', 'foreign-answer', 'halts'],
  ),
  ...answers(
    33,
    [200],
    ['null', '""'].map((oid) => (kind) => placed(kind, undefined, oid)),
    ['accepted', 'accepted'],
    ['unknown', 'entry-missing'],
  ),
  ...answers(
    33,
    [200, 202],
    [placed, (kind) => `{"code":"00000","msg":"success","data":${placed(kind)}}`],
    ['accepted', 'accepted'],
    ['accepted', 'entry-accepted'],
  ),
  ...answers(34, [200], [(kind) => placed(kind).replace('"order_id"', '"order_id":"7","order_id"')], UNREADABLE),
  ...answers(34, [200, 400], ['{"code":"40020","code":"00000"}'], UNREADABLE),
  ...answers(
    35,
    [200, 400],
    [
      refusal('40020', 'duplicate client_oid'),
      refusal('40786', ''),
      refusal('40015', 'INVALID_ARGUMENT: repeated oid'),
    ],
    OPEN_ERROR,
  ),
];

export const FAULT_CASES: readonly FaultCase[] = [...beforeLeaving, ...afterLeaving, ...refusals, ...successes];
