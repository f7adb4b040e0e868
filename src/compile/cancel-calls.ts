/**
 * Orders that stand to the calls that take them off, at the least weight there is (docs/exchange.md#cancel).
 *
 * The version of the interface says from how many orders on a batch is cheaper than single calls. Triggers go one by one.
 * An order is named by its order id where that is known to be its own; else, as where its placing is unknown, by its client
 * order id, which no trigger call takes.
 */
import { ownOrderId, type KnownOrder } from '../journal/records/state.ts';
import type { CallKind, Weight } from '../model/call.ts';
import { defined } from '../model/defined.ts';
import type { CancelCall, CancelTarget } from '../model/cancel.ts';
import type { CallsOf } from '../exchange/dialect.ts';

type Cancel = CallsOf<CancelTarget>;

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

/** `most`: orders of one batch. `firstNumber`: of the first call. `replaced`: client order ids of those that are placed again. */
export function compileCancels(
  cancel: Cancel,
  orders: readonly KnownOrder[],
  most: number,
  { firstNumber = 1, replaced = NONE }: { readonly firstNumber?: number; readonly replaced?: ReadonlySet<string> } = {},
): CancelPlan {
  const ordinary = orders.filter((order) => !isTrigger(order));
  const triggers = orders.filter(isTrigger);
  const groups = [
    ...cut(cancel, ordinary.filter(hasId), most),
    ...cut(
      cancel,
      ordinary.filter((order) => !hasId(order)),
      most,
    ),
    ...triggers.filter(hasId).map((order): Group => ({ kind: 'trigger', orders: [order] })),
  ];
  const calls = groups.map((group, at) => callOf(cancel, group, firstNumber + at, replaced));
  return {
    calls,
    unnamed: triggers.filter((order) => !hasId(order)),
    weight: sum(calls.map(({ weight }) => weight)),
    naive: sum(calls.flatMap(({ kind, orders: taken }) => taken.map(() => cancel.weight(alone(kind), 1)))),
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

function cut({ batchPaysFrom }: Cancel, orders: readonly KnownOrder[], most: number): Group[] {
  const groups: Group[] = [];
  for (let at = 0; at < orders.length;) {
    const take = Math.min(most, orders.length - at);
    const isBatch = take >= batchPaysFrom;
    groups.push({ kind: isBatch ? 'batch' : 'single', orders: orders.slice(at, at + (isBatch ? take : 1)) });
    at += isBatch ? take : 1;
  }
  return groups;
}

function callOf(cancel: Cancel, { kind, orders }: Group, number: number, replaced: ReadonlySet<string>): CancelCall {
  const targets = orders.map((order): CancelTarget => {
    const { id, clientOid } = order;
    const mark = replaced.has(clientOid) ? { isReplaced: true as const } : {};
    return { id, clientOid, ...defined({ orderId: ownOrderId(order) }), ...mark };
  });
  const { method, path, body } = cancel.write(kind, targets);
  const weight = cancel.weight(kind, targets.length);
  return { number, kind, ...defined({ method }), path, weight, body, orders: targets };
}

const sum = (weights: readonly Weight[]): Weight => ({
  ip: weights.reduce((all, { ip }) => all + ip, 0),
  uid: weights.reduce((all, { uid }) => all + uid, 0),
});
