/**
 * Orders that stand to the calls that take them off, at the least weight there is (docs/exchange.md#cancel).
 *
 * A batch costs 5/10 and a single 2/3, so up to three singles cost no more UID weight than a batch, and a batch pays from
 * four orders on. Triggers go one by one. An order is named by its order id where that is known to be its own; else, as where
 * its placing is unknown, by its client order id, which no trigger call takes.
 */
import { ownOrderId, type KnownOrder } from '../journal/records/state.ts';
import type { CallKind, Weight } from '../model/call.ts';
import { defined } from '../model/defined.ts';
import { CANCELS, type CancelCall, type CancelTarget } from '../model/cancel.ts';

/** Smallest group for which a batch is cheaper than single calls. */
const BATCH_PAYS_FROM = 4;

const NONE: ReadonlySet<string> = new Set();

export interface CancelPlan {
  /** In order of sending. */
  readonly calls: readonly CancelCall[];
  /** Triggers without an order id that is known to be theirs: no call takes their client order id. */
  readonly unnamed: readonly KnownOrder[];
  readonly weight: Weight;
  /** One call per order. */
  readonly naive: Weight;
}

/** `most`: orders of one batch. `firstNumber`: of the first call. `replaced`: client order ids of those that are placed anew. */
export function compileCancels(
  orders: readonly KnownOrder[],
  most: number,
  { firstNumber = 1, replaced = NONE }: { readonly firstNumber?: number; readonly replaced?: ReadonlySet<string> } = {},
): CancelPlan {
  const ordinary = orders.filter((order) => !isTrigger(order));
  const triggers = orders.filter(isTrigger);
  const groups = [
    ...cut(ordinary.filter(hasId), most),
    ...cut(
      ordinary.filter((order) => !hasId(order)),
      most,
    ),
    ...triggers.filter(hasId).map((order): Group => ({ kind: 'trigger', orders: [order] })),
  ];
  const calls = groups.map((group, at) => callOf(group, firstNumber + at, replaced));
  return {
    calls,
    unnamed: triggers.filter((order) => !hasId(order)),
    weight: sum(calls.map(({ weight }) => weight)),
    naive: sum(calls.flatMap(({ kind, orders: taken }) => taken.map(() => CANCELS[alone(kind)].weight))),
  };
}

/** One that fired is an ordinary order now. */
const isTrigger = ({ content, seen }: KnownOrder): boolean =>
  content['trigger'] !== undefined && seen?.firedAs === undefined;
const hasId = (order: KnownOrder): boolean => ownOrderId(order) !== undefined;
const alone = (kind: CallKind): CallKind => (kind === 'batch' ? 'single' : kind);

interface Group {
  readonly kind: CallKind;
  readonly orders: readonly KnownOrder[];
}

function cut(orders: readonly KnownOrder[], most: number): Group[] {
  const groups: Group[] = [];
  for (let at = 0; at < orders.length;) {
    const take = Math.min(most, orders.length - at);
    const isBatch = take >= BATCH_PAYS_FROM;
    groups.push({ kind: isBatch ? 'batch' : 'single', orders: orders.slice(at, at + (isBatch ? take : 1)) });
    at += isBatch ? take : 1;
  }
  return groups;
}

function callOf({ kind, orders }: Group, number: number, replaced: ReadonlySet<string>): CancelCall {
  const targets = orders.map((order): CancelTarget => {
    const { id, clientOid } = order;
    const mark = replaced.has(clientOid) ? { isReplaced: true as const } : {};
    return { id, clientOid, ...defined({ orderId: ownOrderId(order) }), ...mark };
  });
  return { number, kind, ...CANCELS[kind], body: JSON.stringify(named(kind, targets)), orders: targets };
}

/** Requests of a cancel are in camelCase (docs/exchange.md#cancel). */
function named(kind: CallKind, targets: readonly CancelTarget[]): object {
  const ids = targets.flatMap(({ orderId }) => orderId ?? []);
  const clientOids = targets.map(({ clientOid }) => clientOid);
  if (kind === 'batch') return ids.length > 0 ? { ids } : { cids: clientOids };
  return ids.length > 0 ? { orderId: ids[0] } : { clientOid: clientOids[0] };
}

const sum = (weights: readonly Weight[]): Weight => ({
  ip: weights.reduce((all, { ip }) => all + ip, 0),
  uid: weights.reduce((all, { uid }) => all + uid, 0),
});
