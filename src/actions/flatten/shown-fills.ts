/**
 * What orders of this journal opened a short while ago, and a list of positions does not show. Such a list may lag: a position that it
 * lacks may be there all the same, so its stop stays on, and nobody says that the account is flat.
 */
import type { KnownAccount } from '../../journal/records/known-account.ts';
import {
  filledBefore,
  lineageFilled,
  mayRest,
  mostFilled,
  sentSize,
  wasNeverThere,
  type KnownOrder,
} from '../../journal/records/state.ts';
import { hasFired } from '../../journal/records/apply-record.ts';
import { someOf } from '../../model/count.ts';
import { Decimal } from '../../model/decimal.ts';
import { isLong, isOpening, type Side } from '../../model/order.ts';
import { isOwnPlan } from '../../model/own-plans.ts';
import { symbolKey } from '../../model/symbol.ts';
import type { HeldNow } from './look-at-all.ts';

/** A fill that was learned of so long ago is shown by any list that is read now: none is known to lag so far. */
export const LONGEST_LAG_MS = 60_000;

/** A position whose list does not show what was filled. */
export interface LateFill {
  readonly key: string;
  /** As the order that opened it spells it. */
  readonly symbol: string;
  readonly side: 'long' | 'short';
  /** The most that was filled, and is still to be seen. */
  readonly size: Decimal;
  readonly ids: readonly string[];
  /** From then on a look would show it, in ms since 1970. */
  readonly untilMs: number;
}

export const lateWords = ({ symbol, side, size, ids }: LateFill): string =>
  `${symbol} ${side}: up to ${size.canonical()} of ${someOf(ids)} was filled, and positions do not show it yet`;

/** Positions by symbol and direction, in whatever margin mode. */
export const positionKey = ({ symbol, side }: Pick<HeldNow, 'symbol' | 'side'>): string =>
  `${symbolKey(symbol)} ${side}`;

/** The position that an order opens or closes. */
export const keyOf = ({ content }: KnownOrder): string =>
  positionKey({ symbol: content['symbol'] ?? '', side: isLong(content['side'] as Side) ? 'long' : 'short' });

/** What the looks of one flatten showed. */
export class ShownFills {
  /** When the newest close was sent that a look showed. */
  readonly #closedMs = new Map<string, number>();

  /** A look showed a close of this position that was sent then, so it shows what had been filled by then as well. */
  closed(position: HeldNow, sentAtMs: number): void {
    const key = positionKey(position);
    this.#closedMs.set(key, Math.max(sentAtMs, this.#closedMs.get(key) ?? sentAtMs));
  }

  /** What a look that showed this, and began then, lacks. */
  late(account: KnownAccount, held: readonly HeldNow[], begunMs: number): LateFill[] {
    const told = new Map<string, Decimal>();
    for (const one of held) told.set(positionKey(one), (told.get(positionKey(one)) ?? Decimal.zero).plus(one.size));
    const orders = account.flatMap(({ plan, orders: all }) => [...all.values()].flatMap((one) => fillOf(plan, one)));
    return [...Map.groupBy(orders, ({ order }) => keyOf(order))].flatMap(([key, fills]): LateFill[] => {
      const shownMs = Math.max(begunMs - LONGEST_LAG_MS, this.#closedMs.get(key) ?? begunMs - LONGEST_LAG_MS);
      const lately = fills.filter((fill) => fill.opens && fill.learnedMs > shownMs);
      const size = leftOf(lately, fills);
      const [first] = lately;
      if (first === undefined || size.compare(told.get(key) ?? Decimal.zero) <= 0) return [];
      const { content } = first.order;
      const side = isLong(content['side'] as Side) ? 'long' : 'short';
      const untilMs = Math.max(...lately.map(({ learnedMs }) => learnedMs)) + LONGEST_LAG_MS;
      return [{ key, symbol: content['symbol'] ?? '', side, size, ids: lately.map(({ order }) => order.id), untilMs }];
    });
  }
}

/** What an order opened or closed. */
export interface OrderFill {
  readonly order: KnownOrder;
  readonly opens: boolean;
  readonly size: Decimal;
  /** When it was learned how far it was filled, in ms since 1970. */
  readonly learnedMs: number;
  /** Whether ordo closed it, once it had seen the position: of an order of a plan one look tells, before or after what it closed. */
  readonly isOwn: boolean;
}

/** None where it is not known to have done either. */
export function fillOf(plan: string, order: KnownOrder): OrderFill[] {
  const opens = isOpening(order.content['side'] as Side);
  const size = opens ? mostOpened(order) : knownClosed(order);
  if (size.isZero) return [];
  const { seen, filledAtMs = 0, firedAtMs = 0, changedAtMs } = order;
  // How far it was filled may have been told before it was over.
  const isSeen = opens && seen?.filledSize !== undefined && filledAtMs > 0;
  const learnedMs = isSeen ? filledAtMs : Math.max(filledAtMs, firedAtMs, changedAtMs);
  return [{ order, opens, size, learnedMs, isOwn: isOwnPlan(plan) }];
}

/** How much of what was opened lately is not known to be closed. What was held before that is taken to be closed first. */
function leftOf(lately: readonly OrderFill[], fills: readonly OrderFill[]): Decimal {
  const fromMs = Math.min(...lately.map(({ learnedMs }) => learnedMs));
  // A close of ordo may be older than what the journal learned of the fill that it closed, but not than its order.
  const sentMs = Math.min(...lately.map(({ order }) => (order.earlier?.[0] ?? order).sentAtMs));
  const isSince = ({ isOwn, learnedMs }: OrderFill): boolean =>
    isOwn ? learnedMs >= sentMs : learnedMs + LONGEST_LAG_MS >= fromMs;
  const [since, before] = [[] as OrderFill[], [] as OrderFill[]];
  for (const fill of fills) if (!fill.opens) (isSince(fill) ? since : before).push(fill);
  const opened = sumOf(lately);
  const older = atLeastZero(sumOf(fills.filter((fill) => fill.opens && !lately.includes(fill))).minus(sumOf(before)));
  const left = atLeastZero(older.plus(opened).minus(sumOf(since)));
  return left.compare(opened) < 0 ? left : opened;
}

const sumOf = (fills: readonly OrderFill[]): Decimal => fills.reduce((sum, { size }) => sum.plus(size), Decimal.zero);
const atLeastZero = (size: Decimal): Decimal => (size.coefficient < 0n ? Decimal.zero : size);

/** Nothing of one that may rest: it keeps its stop by that. */
function mostOpened(order: KnownOrder): Decimal {
  if (order.state === 'closed' || mayRest(order)) return Decimal.zero;
  return (wasNeverThere(order) ? Decimal.zero : mostFilled(order)).plus(filledBefore(order));
}

/** A trigger that fired has closed all that it was to. */
function knownClosed(order: KnownOrder): Decimal {
  const fired = order.seen !== undefined && hasFired(order.seen) ? Decimal.parse(sentSize(order)) : undefined;
  return (lineageFilled(order) ?? fired ?? Decimal.zero).plus(filledBefore(order));
}
