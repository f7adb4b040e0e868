/** The bodies and statuses of answers, whole and spoilt, as text: the program's own reader makes of them what it can. */
import type { Random } from '../random.ts';
import type { Fault } from './venue-faults.ts';

export interface Reply {
  readonly status: number;
  readonly body: string;
  readonly retryAfterMs?: number;
}

/** What became of one order of a call that was processed. */
export interface Handled {
  readonly clientOid: string;
  /** Undefined: refused. */
  readonly orderId?: string;
}

/** A call that was processed: what became of each of its orders, in their order. */
interface Processed {
  readonly handled: readonly Handled[];
  readonly isBatch: boolean;
}

/** How this exchange writes what the interface leaves open. */
export interface Manner {
  readonly isWrapped: boolean;
  readonly hasNumericIds: boolean;
}

const REFUSAL = { code: '40015', msg: 'INVALID_ARGUMENT: the price is off the tick' };
const HTML = '<html><body>Please wait</body></html>';
const REDIRECTS = [301, 302, 307, 308];
export const json = (status: number, value: unknown): Reply => ({ status, body: JSON.stringify(value) });
const error = (code: string, msg: string): object => ({ code, msg, data: null });

type Before = (random: Random) => Reply;
const INSTEAD: Readonly<Partial<Record<Fault, Before>>> = {
  'rate-limited': (random) => ({
    ...json(random.pick([429, 429, 200]), error('429', 'too many requests')),
    ...(random.chance(0.3) && { retryAfterMs: random.int(0, 20) * 1000 }),
  }),
  'clock-refused': (random) => json(random.pick([200, 400, 401]), error('40008', 'request timestamp expired')),
  'access-refused': (random) => json(random.pick([400, 401, 403]), error('40006', 'invalid ACCESS_KEY')),
  refused: (random) => json(random.pick([200, 400, 422]), REFUSAL),
  'server-error-before': (random) => (random.chance(0.5) ? { status: 502, body: HTML } : json(503, REFUSAL)),
  'ambiguous-status-before': (random) => json(random.pick([408, 409, 425]), REFUSAL),
  'redirect-before': (random) => ({ status: random.pick(REDIRECTS), body: '' }),
  banned: () => ({ status: 418, body: '' }),
  'html-before': (random) => ({ status: random.pick([200, 403, 404]), body: HTML }),
};

/** An answer in place of processing. */
export function replyBefore(fault: Fault, random: Random): Reply {
  const reply = INSTEAD[fault];
  if (reply === undefined) throw new Error(`${fault} has no answer`);
  return reply(random);
}

/** The order id in an answer to what was taken; of a refused one that of some other order. */
const idIn = ({ body }: Reply): string => /\d{18,}/.exec(body)?.[0] ?? '596471060000000001';

type After = (whole: Reply, random: Random) => Reply;
const SPOILT: Readonly<Partial<Record<Fault, After>>> = {
  'server-error-after': (_, random) => (random.chance(0.5) ? { status: 504, body: HTML } : json(500, REFUSAL)),
  'server-error-with-id': (whole) => ({ ...whole, status: 500 }),
  'ambiguous-status-after': (_, random) => json(random.pick([408, 409, 425]), REFUSAL),
  'redirect-after': (_, random) => ({ status: random.pick(REDIRECTS), body: '' }),
  'html-after': (_, random) => ({ status: random.pick([200, 403]), body: HTML }),
  empty: (_, random) => ({ status: 200, body: random.pick(['', ' ', 'null', '{}', '[]', '"ok"']) }),
  truncated: (whole, random) => ({ ...whole, body: whole.body.slice(0, random.int(0, whole.body.length - 1)) }),
  garbage: (whole, random) => ({ ...whole, body: `${random.pick(['\u0000', '}', 'HTTP/1.1 200 OK'])}${whole.body}` }),
  'duplicate-words': (_, random) =>
    random.pick([
      json(400, error('40786', 'Duplicate clientOid')),
      json(200, error('40015', 'client_oid already exists')),
      json(400, error('40754', 'duplicate client order id')),
    ]),
  'unlisted-error': (_, random) =>
    json(
      random.pick([200, 400]),
      random.pick([
        error('45001', 'Unknown error'),
        error('50001', 'please query the order status before trying again'),
        error('000000', 'Success.'),
        error('-1054', ''),
      ]),
    ),
  'camel-case-id': (whole, random) => ({
    status: random.pick([200, 400]),
    body: JSON.stringify({
      code: random.pick(['40020', '40017', '0000']),
      msg: '',
      data: random.pick([{ orderId: idIn(whole) }, [{ orderId: idIn(whole) }], { result: [{ algoId: idIn(whole) }] }]),
    }),
  }),
  'limited-with-order': (whole, random) =>
    random.pick([
      json(429, { orderId: idIn(whole) }),
      json(429, { code: '429', msg: '', data: [{ order_id: idIn(whole) }] }),
      { status: 429, body: `order ${idIn(whole)} taken` },
      { status: 418, body: whole.body },
    ]),
  'system-error': (_, random) => json(random.pick([200, 400]), error('40015', 'Unknown system error')),
  // The first word is true, and the last, which many a reader takes, is not.
  'duplicate-keys': (whole) => ({
    ...whole,
    body: `${whole.body.slice(0, -1)},"code":"40020","msg":"Parameter wrong","data":null,"order_info":null,"order_id":null}`,
  }),
};

/** An answer to a call that was processed. */
export function replyAfter(
  fault: Fault | undefined,
  { handled, isBatch }: Processed,
  manner: Manner,
  random: Random,
): Reply {
  const whole = isBatch
    ? batchReply(fault, handled, manner, random)
    : singleReply(fault, handled[0] as Handled, manner);
  return fault === undefined ? whole : spoilt(fault, whole, random);
}

/** The answer as this fault leaves it. */
export function spoilt(fault: Fault, whole: Reply, random: Random): Reply {
  const spoil = SPOILT[fault];
  return spoil === undefined ? whole : spoil(whole, random);
}

export function write(value: object, { isWrapped, hasNumericIds }: Manner): Reply {
  const body = JSON.stringify(isWrapped ? { code: '00000', msg: 'success', data: value } : value);
  return { status: 200, body: hasNumericIds ? body.replaceAll(/"order_id":"(\d+)"/g, '"order_id":$1') : body };
}

function singleReply(fault: Fault | undefined, { clientOid, orderId }: Handled, manner: Manner): Reply {
  if (orderId === undefined) return json(400, REFUSAL);
  const whole = { client_oid: clientOid, order_id: orderId };
  if (fault === 'null-oid') return write({ ...whole, client_oid: null }, manner);
  if (fault === 'foreign-oid') return write({ ...whole, client_oid: 'another' }, manner);
  if (fault === 'no-order-id') return write({ client_oid: clientOid }, manner);
  if (fault === 'zero-order-id') return write({ ...whole, order_id: '0' }, manner);
  if (fault === 'id-beside-error') return json(400, { ...REFUSAL, data: whole });
  return write(whole, manner);
}

type Entry = Readonly<Record<string, string | boolean | null>>;

const NO_ERROR = { error_code: '', error_message: '' };
const AN_ERROR = { error_code: '40020', error_message: 'no' };
const REFUSED = { result: false, order_id: '' };

function entryOf({ clientOid, orderId }: Handled): Entry {
  const head = { order_id: orderId ?? '', client_oid: clientOid };
  if (orderId !== undefined) return { ...head, result: true, ...NO_ERROR };
  return { ...head, result: false, error_code: REFUSAL.code, error_message: REFUSAL.msg };
}

/** All entries, and the one of them that may be spoilt. */
interface Entries {
  readonly all: readonly Entry[];
  readonly at: number;
  readonly one: Entry;
  readonly random: Random;
}

const changed = ({ all, at }: Entries, entry: Entry): Entry[] => all.with(at, entry);
const stands = (entry: Entry): boolean => entry['result'] === true;

const ENTRIES: Readonly<Partial<Record<Fault, (entries: Entries) => readonly Entry[]>>> = {
  reordered: ({ all, random }) => random.shuffled(all),
  missing: ({ all, at, random }) => random.shuffled(all.toSpliced(at, random.int(1, all.length))),
  doubled: ({ all, one }) => [...all, one],
  'doubled-conflict': ({ all, one }) => [
    ...all,
    stands(one) ? { ...one, ...REFUSED, ...AN_ERROR } : { ...one, result: true, order_id: '77', ...NO_ERROR },
  ],
  'foreign-entry': ({ all, one }) => [{ ...one, client_oid: 'another', order_id: '88' }, ...all],
  'null-oids': ({ all, random }) => all.map((one) => (random.chance(0.5) ? { ...one, client_oid: null } : one)),
  contradiction: (entries) =>
    changed(entries, stands(entries.one) ? { ...entries.one, ...AN_ERROR } : { ...entries.one, result: true }),
  'id-beside-error': (entries) =>
    stands(entries.one) ? changed(entries, { ...entries.one, result: false, ...AN_ERROR }) : entries.all,
  'duplicate-entry-words': (entries) =>
    stands(entries.one)
      ? changed(entries, {
          ...entries.one,
          ...REFUSED,
          error_code: '40015',
          error_message: 'FAILED_PRECONDITION: duplicate client_oid',
        })
      : entries.all,
  // Of one order alone it would be a plain lie, which nobody could see through.
  'shared-id': ({ all }) =>
    all.filter(stands).length < 2 ? all : all.map((one) => (stands(one) ? { ...one, order_id: '99' } : one)),
};

function batchReply(fault: Fault | undefined, handled: readonly Handled[], manner: Manner, random: Random): Reply {
  if (fault === 'no-entries') return write({ result: true }, manner);
  const all = handled.map(entryOf);
  const at = random.int(0, all.length - 1);
  const one = all[at] as Entry;
  const spoil = fault === undefined ? undefined : ENTRIES[fault];
  const order_info = spoil === undefined ? all : spoil({ all, at, one, random });
  return write({ order_info, result: fault !== 'top-false' }, manner);
}
