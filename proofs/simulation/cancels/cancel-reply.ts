/** The bodies and statuses of answers to cancels, whole and spoilt, in both spellings of a refusal. */
import type { Random } from '../../random.ts';
import { json, spoilt, write, type Manner, type Reply } from '../reply.ts';
import type { Fault } from '../venue-faults.ts';
import type { CancelFault, CancelNature } from './cancel-nature.ts';
import type { CancelRequest } from './cancel-request.ts';

/** What is said of one order that a cancel names. */
export interface SaidOfOne {
  readonly name: string;
  /** Of the order that was meant, where there is one. */
  readonly orderId: string | undefined;
  readonly clientOid: string | undefined;
  readonly said: 'taken' | 'gone' | 'filled';
}

interface CancelManner extends Manner, Pick<CancelNature, 'spelling' | 'echoes' | 'shuffles'> {}

const GONE = { code: '50005', msg: 'order does not exist', data: null };
const FILLED = { code: '40015', msg: 'FAILED_PRECONDITION: FAILED_ORDER_FILLED', data: null };
const WORDS = {
  taken: {},
  gone: { err_code: 'order_no_exist_error', err_msg: 'order does not exist' },
  filled: { err_msg: 'FAILED_ORDER_FILLED' },
} as const;
/** An order id of nobody. */
const ANOTHERS = '596471069999000088';

export function cancelReply(
  fault: CancelFault | undefined,
  said: readonly SaidOfOne[],
  { request, manner, random }: { request: CancelRequest; manner: CancelManner; random: Random },
): Reply {
  const whole = request.isBatch
    ? batchReply(fault, said, { request, manner, random })
    : singleReply(fault, said[0] as SaidOfOne, request, manner);
  return fault === undefined ? whole : spoilt(fault as Fault, whole, random);
}

function singleReply(
  fault: CancelFault | undefined,
  { name, orderId, clientOid, said }: SaidOfOne,
  { by }: CancelRequest,
  manner: CancelManner,
): Reply {
  const order_id = orderId ?? (by === 'orderId' ? name : null);
  const answer = { order_id, client_oid: manner.echoes ? (clientOid ?? null) : null, result: true, err_msg: null };
  if (fault === 'cancel-foreign-id') return write({ ...answer, order_id: ANOTHERS, client_oid: null }, manner);
  if (fault === 'cancel-says-both') return json(400, { ...GONE, ...answer });
  if (said === 'taken')
    return write(fault === 'cancel-no-id' ? { ...answer, order_id: '', client_oid: null } : answer, manner);
  if (manner.spelling === 'status') return json(400, said === 'gone' ? GONE : FILLED);
  return write({ ...answer, result: false, ...WORDS[said] }, manner);
}

type Entry = Readonly<Record<string, string | boolean | null>>;

function entryOf({ name, said }: SaidOfOne, { by }: CancelRequest, { spelling }: CancelManner): Entry {
  const names = by === 'orderId' ? { order_id: name, client_oid: '' } : { order_id: '', client_oid: name };
  const { err_msg } =
    said === 'filled' && spelling === 'status' ? { err_msg: FILLED.msg } : { err_msg: '', ...WORDS[said] };
  return { ...names, ...(said === 'gone' && { err_code: WORDS.gone.err_code }), err_msg, result: said === 'taken' };
}

/** All entries, and the one of them that may be spoilt. */
interface Entries {
  readonly all: readonly Entry[];
  readonly at: number;
  readonly one: Entry;
  readonly random: Random;
}

const FAILED = { result: false, err_code: 'order_no_exist_error', err_msg: 'no' };

const SHAPES: Readonly<Partial<Record<CancelFault, (entries: Entries) => readonly Entry[]>>> = {
  'entries-reordered': ({ all, random }) => random.shuffled(all),
  'entry-missing': ({ all, at, random }) => random.shuffled(all.toSpliced(at, random.int(1, all.length))),
  'entry-doubled': ({ all, one }) => [...all, one],
  'entries-conflict': ({ all, one }) => [
    ...all,
    one['result'] === true ? { ...one, ...FAILED } : { ...one, result: true, err_code: '', err_msg: '' },
  ],
  'entry-foreign': ({ all, one, random }) => random.shuffled([...all, { ...one, order_id: ANOTHERS, client_oid: '' }]),
  'entries-nameless': ({ all, random }) =>
    all.map((one) => (random.chance(0.5) ? { ...one, order_id: '', client_oid: '' } : one)),
  'entry-contradicts': ({ all, at, one }) =>
    all.with(at, one['result'] === true ? { ...one, err_code: '50005', err_msg: 'no' } : { ...one, result: true }),
  'ids-shared': ({ all, one }) => all.map((entry) => ({ ...entry, order_id: one['order_id'] ?? '' })),
};

function batchReply(
  fault: CancelFault | undefined,
  said: readonly SaidOfOne[],
  { request, manner, random }: { request: CancelRequest; manner: CancelManner; random: Random },
): Reply {
  const inOrder = said.map((one) => entryOf(one, request, manner));
  const all = manner.shuffles ? random.shuffled(inOrder) : inOrder;
  const isTaken = (entry: Entry): boolean => entry['result'] === true;
  const top = fault === 'top-lies' ? !all.some(isTaken) : all.some(isTaken);
  // What lies on top names all of them as taken, or none.
  const named = fault === 'top-lies' ? (top ? all : []) : all.filter(isTaken);
  const idsIn = (key: string): unknown[] => named.map((entry) => entry[key]).filter((id) => id !== '');
  const head = { result: top, orderIds: idsIn('order_id'), clientOids: idsIn('client_oid') };
  if (fault === 'no-list') return write(head, manner);
  const at = random.int(0, all.length - 1);
  const shape = fault === undefined ? undefined : SHAPES[fault];
  const entries = shape === undefined ? all : shape({ all, at, one: all[at] as Entry, random });
  return write(
    { ...head, cancelOrderResultList: entries, failInfos: entries.filter((entry) => !isTaken(entry)) },
    manner,
  );
}
