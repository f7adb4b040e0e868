/**
 * What was judged already. The file of a plan, its run and the picture of that are mostly the same orders, one after the other, and to
 * judge thousands takes its time. So one result is for all three, where nothing else stands and each order says the same.
 */
import type { ProtectionStated } from '../model/event.ts';
import type { PlannedOrder } from '../model/order.ts';
import type { Guarded, GuardedOrder, MarketRange } from './guarded.ts';
import { referencesOf } from './markets.ts';
import { protectionOf, type Protection } from './protection.ts';

const ofFile = new WeakMap<readonly PlannedOrder[], Protection>();
const ofLine = new WeakMap<ProtectionStated['line'], Protection>();

/** `protection` is that of the file that has these orders. */
export function keepOfFile(orders: readonly PlannedOrder[], protection: Protection): void {
  ofFile.set(orders, protection);
}

/** `line` says it. */
export function keepOfLine(line: ProtectionStated['line'], protection: Protection): void {
  ofLine.set(line, protection);
}

/** What a line was made of; undefined where it was not made in this process. */
export const behindLine = ({ line }: ProtectionStated): Protection | undefined => ofLine.get(line);

/** `guarded` is what becomes of a plan of these orders. */
export function protectionOfPlan(orders: readonly PlannedOrder[], guarded: Guarded): Protection {
  const file = ofFile.get(orders);
  if (file === undefined || !isAsInFile(guarded, file.orders)) return protectionOf(guarded);
  const { basis, isNewAccount = false } = guarded;
  return { ...file, basis, isNewAccount };
}

function isAsInFile({ orders, held, lookedAtMs, markets, notRead = [] }: Guarded, file: readonly GuardedOrder[]) {
  if (held !== undefined || lookedAtMs !== undefined || markets !== undefined || notRead.length > 0) return false;
  if (orders.length !== file.length || !orders.every((order, at) => isSame(order, file[at] as GuardedOrder)))
    return false;
  // No stop is held against the market where all orders rest at their limits.
  return orders.every(isAtLimit) || areSame(referencesOf(orders), referencesOf(file));
}

/** A run keeps the reference of an order only where no price says where that is filled. */
const isAtLimit = ({ price, trigger }: GuardedOrder): boolean => price.kind === 'limit' && trigger === undefined;

/** What a run places has its numbers and its price from the file, and nothing that a journal or a look adds. */
const isSame = (order: GuardedOrder, file: GuardedOrder): boolean =>
  isNamedSame(order, file) &&
  order.size === file.size &&
  order.price === file.price &&
  order.trigger === file.trigger &&
  order.stopLoss === file.stopLoss &&
  order.isStopFollowed === file.isStopFollowed &&
  (order.reference === file.reference || isAtLimit(order)) &&
  order.market === undefined &&
  order.clientOid === undefined &&
  order.standing === 'new';

const isNamedSame = (order: GuardedOrder, file: GuardedOrder): boolean =>
  order.id === file.id &&
  order.side === file.side &&
  order.symbol === file.symbol &&
  order.marginMode === file.marginMode &&
  order.plan === file.plan &&
  order.generation === file.generation;

const areSame = (one: ReadonlyMap<string, MarketRange>, other: ReadonlyMap<string, MarketRange>): boolean =>
  one.size === other.size &&
  [...one].every(([symbol, { low, high }]) => {
    const its = other.get(symbol);
    return its !== undefined && its.low.compare(low) === 0 && its.high.compare(high) === 0;
  });
