/**
 * Orders to calls, at the least weight there is (docs/contract.md#calls).
 *
 * A batch carries orders of one pair and margin mode; the version of the interface says from how many on it is cheaper than
 * single calls. Within a group the orders keep the plan's order, and the calls go out stage by stage, in the order of their
 * first order; what protects a position and takes the place of what did comes first.
 *
 * Orders share a call only if they wait for the very same orders. So two that are tied never do, and whether a call is sent
 * is one question with one answer: its bytes are those of the dry run, or nothing is sent of it.
 */
import type { CallKind, Weight } from '../model/call.ts';
import type { CallsOf } from '../exchange/dialect.ts';
import { hasPresets, isOpening, type Order } from '../model/order.ts';

export interface GroupingRules {
  readonly batchPresets: boolean;
  /** 1 to 20: how many orders one lost answer may make unknown. */
  readonly maxOrdersPerCall: number;
}

type Place = CallsOf<Order>;

export interface GroupedCall {
  readonly kind: CallKind;
  readonly orders: readonly Order[];
}

/**
 * Presets in a batch entry are not documented (docs/exchange.md#batch), and a stop must not get lost; triggers have no
 * batch. What takes the place of another goes alone: its size is known only once that one is over.
 */
const mayShareCall = (order: Order, batchPresets: boolean): boolean =>
  order.trigger === undefined && order.replaces === undefined && (batchPresets || !hasPresets(order));

export function groupCalls(place: Place, orders: readonly Order[], rules: GroupingRules): GroupedCall[] {
  const position = new Map(orders.map((order, index) => [order, index]));
  const calls: GroupedCall[] = [];
  for (const group of groups(orders, rules.batchPresets)) {
    for (const part of cut(place, group, rules.maxOrdersPerCall)) calls.push(part);
  }
  const firstOf = (call: GroupedCall): Order => call.orders[0] as Order;
  const placeOf = (call: GroupedCall): number => position.get(firstOf(call)) as number;
  const stageOf = (call: GroupedCall): number => firstOf(call).stage ?? 0;
  const turnOf = (call: GroupedCall): number => (protects(firstOf(call)) ? 0 : 1);
  return calls.toSorted((a, b) => stageOf(a) - stageOf(b) || turnOf(a) - turnOf(b) || placeOf(a) - placeOf(b));
}

/** A close that went off the exchange to be replaced: until it is back, what it protects has none. */
export const protects = ({ replaces, side }: Order): boolean => replaces !== undefined && !isOpening(side);

/** Orders that may share a call: by symbol, margin mode and what they wait for; every other order alone. */
function groups(orders: readonly Order[], batchPresets: boolean): Order[][] {
  const shared = new Map<string, Order[]>();
  const alone: Order[][] = [];
  const keyOf = keys();
  for (const order of orders) {
    if (!mayShareCall(order, batchPresets)) {
      alone.push([order]);
      continue;
    }
    const key = keyOf(order);
    const group = shared.get(key);
    if (group === undefined) shared.set(key, [order]);
    else group.push(order);
  }
  return [...shared.values(), ...alone];
}

/** One short spelling for each group. What is waited for may be thousands of orders: it is spelled once, and numbered from then on. */
function keys(): (order: Order) => string {
  const numbers = new Map<string, number>();
  const numberOf = new Map<readonly string[], number>();
  const number = (waitsFor: readonly string[]): number => {
    const spelled = waitsFor.toSorted().join(' ');
    const known = numbers.get(spelled) ?? numbers.size;
    numbers.set(spelled, known);
    numberOf.set(waitsFor, known);
    return known;
  };
  return ({ marginMode, symbol, waitsFor }) =>
    waitsFor === undefined
      ? `${marginMode} ${symbol}`
      : `${marginMode} ${symbol} ${numberOf.get(waitsFor) ?? number(waitsFor)}`;
}

function cut({ batchPaysFrom }: Place, group: readonly Order[], most: number): GroupedCall[] {
  const calls: GroupedCall[] = [];
  for (let at = 0; at < group.length;) {
    const take = Math.min(most, group.length - at);
    const orders = group.slice(at, at + (take < batchPaysFrom ? 1 : take));
    calls.push({ kind: kindOf(orders), orders });
    at += orders.length;
  }
  return calls;
}

function kindOf(orders: readonly Order[]): CallKind {
  if (orders.length > 1) return 'batch';
  return (orders[0] as Order).trigger === undefined ? 'single' : 'trigger';
}

/** A call, as far as its weight goes. */
interface Sized {
  readonly kind: CallKind;
  readonly orders: readonly unknown[];
}

/** One addition a call, as there may be thousands. */
export function weightOf(place: Place, calls: Iterable<Sized>): Weight {
  let [ip, uid] = [0, 0];
  for (const { kind, orders } of calls) {
    const weight = place.weight(kind, orders.length);
    ip += weight.ip;
    uid += weight.uid;
  }
  return { ip, uid };
}

/** The optimum over the groups, were every call allowed its full number of orders: what a smaller `maxOrdersPerCall` costs shows against it. */
export const leastWeight = (place: Place, orders: readonly Order[], batchPresets: boolean): Weight =>
  weightOf(place, groupCalls(place, orders, { batchPresets, maxOrdersPerCall: place.most }));

/** One call per order. */
export const naiveWeight = (place: Place, orders: readonly Order[]): Weight =>
  weightOf(
    place,
    orders.map((order) => ({ kind: kindOf([order]), orders: [order] })),
  );
