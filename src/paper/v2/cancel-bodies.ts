/** What a cancel call's body names (docs/exchange.md#cancel). */
import { err, ok, type Result } from '../../model/result.ts';
import { checkFields, type Fields } from './order/fields.ts';
import { isObject, readJson, type Json, type JsonObject } from './order/json.ts';
import { parameterBad, unreadable, type Refusal } from './order/refusals.ts';

/** The three calls: one ordinary order, many of them, one trigger order. */
export type CancelKind = 'one' | 'many' | 'trigger';

/** An order as a call names it: by the exchange's id or by the client's. */
export type NamedOrder = { readonly orderId: string } | { readonly clientOid: string };

const ORDER_ID = /^[0-9]{1,19}$/;
const CLIENT_OID = /^.{1,40}$/su;

const text = (pattern: RegExp) => (value: Json) =>
  typeof value === 'string' && pattern.test(value) ? undefined : 'is not an id';
const texts = (pattern: RegExp) => (value: Json) =>
  Array.isArray(value) && value.every((one: Json) => text(pattern)(one) === undefined)
    ? undefined
    : 'must be a list of ids';

const optional = (shape: Fields[string]['shape']): Fields[string] => ({ required: false, mayBeEmpty: false, shape });

const FIELDS: Readonly<Record<CancelKind, Fields>> = {
  one: { orderId: optional(text(ORDER_ID)), clientOid: optional(text(CLIENT_OID)) },
  many: { ids: optional(texts(ORDER_ID)), cids: optional(texts(CLIENT_OID)) },
  trigger: { orderId: { required: true, mayBeEmpty: false, shape: text(ORDER_ID) } },
};

const noId: Refusal = { code: '40913', message: 'Either the order id or the client order id is required' };
const tooMany = (limit: number): Refusal => ({
  code: '40912',
  message: `More than ${limit} orders cannot be cancelled in one request`,
});

/** The orders that a body names, at least one and at most `limit`; or why it names none. */
export function readCancel(
  kind: CancelKind,
  bytes: Uint8Array,
  limit: number,
): Result<readonly [NamedOrder, ...NamedOrder[]], Refusal> {
  const read = readJson(bytes);
  if (!read.ok) return err(unreadable(read.error));
  if (!isObject(read.value)) return err(unreadable('the body is not a JSON object'));
  const refusal = checkFields(FIELDS[kind], read.value) ?? checkOnlyOne(FIELDS[kind], read.value);
  if (refusal !== undefined) return err(refusal);
  const [first, ...others] = namedIn(read.value);
  if (first === undefined) return err(noId);
  return others.length < limit ? ok([first, ...others]) : err(tooMany(limit));
}

/** Orders are named in one way. What a body with both is answered is not known; here it cancels nothing. */
function checkOnlyOne(fields: Fields, body: JsonObject): Refusal | undefined {
  const [one, other] = Object.keys(fields).filter((name) => body[name] !== undefined);
  return other === undefined ? undefined : parameterBad(other, `cannot be given with ${String(one)}`);
}

function namedIn(body: JsonObject): readonly NamedOrder[] {
  const listed = (name: string): readonly string[] => (body[name] ?? []) as readonly string[];
  const single = (name: string): readonly string[] => (body[name] === undefined ? [] : [body[name] as string]);
  return [
    ...[...single('orderId'), ...listed('ids')].map((orderId) => ({ orderId })),
    ...[...single('clientOid'), ...listed('cids')].map((clientOid) => ({ clientOid })),
  ];
}
