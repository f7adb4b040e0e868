/** What plans that are followed hold of each position, by the journal. Pure. */
import { countedOf, tradeKey } from '../../journal/records/closed-elsewhere.ts';
import type { KnownAccount, KnownPlan } from '../../journal/records/known-account.ts';
import type { PlanName } from '../../journal/records/scope.ts';
import type { KnownOrder } from '../../journal/records/state.ts';
import { Decimal } from '../../model/decimal.ts';
import { positionName } from '../../model/followed.ts';
import { isLong, type Side } from '../../model/order.ts';
import { surelyFilledOf } from './followed-parts.ts';
import { groupIds, isPlainClose, isSamePlan, lineagesOf, opens, tradeIdsOf, tradesCounted } from './group-orders.ts';

/** By `positionName`. */
export type Sizes = ReadonlyMap<string, Decimal>;

/** What is on record of an account as closed elsewhere. */
export interface ClosedOf {
  /** Orders that count as fills of groups. */
  readonly ours: ReadonlySet<string>;
  /** Trades that are on record, by `tradeKey`. */
  readonly counted: ReadonlySet<string>;
}

export const closedOf = (account: KnownAccount, own: PlanName): ClosedOf =>
  account.some(({ elsewhere }) => elsewhere !== undefined)
    ? { ours: groupIds(account, own), counted: tradesCounted(account) }
    : NOTHING;

const NOTHING: ClosedOf = { ours: new Set(), counted: new Set() };

export const sizeIn = (sizes: Sizes, name: string): Decimal => sizes.get(name) ?? Decimal.zero;
export const notBelowZero = (size: Decimal): Decimal => (size.coefficient < 0n ? Decimal.zero : size);

/** What the account's other plans count as theirs: of each that was followed, what its trades opened less what they and others closed. */
export function heldByOthers(account: KnownAccount, own: PlanName): Sizes {
  const held = new Map<string, Decimal>();
  const closed = closedOf(account, own);
  for (const other of account)
    if (!isSamePlan(other, own))
      for (const [name, size] of heldBy(other, closed)) held.set(name, sizeIn(held, name).plus(notBelowZero(size)));
  return held;
}

export const positionOf = ({ content: { symbol = '', side } }: KnownOrder): string =>
  positionName(symbol, isLong(side as Side));

/**
 * Nothing of a plan that nobody followed: its trades are not on record. What a person has closed is gone. A plain close is taken off its
 * plan before it is known whose it was. `withPlain`: false leaves that out.
 */
export function heldBy(known: KnownPlan, closed: ClosedOf, withPlain = true): Sizes {
  const held = new Map<string, Decimal>();
  for (const one of [...known.orders.values()].flatMap(lineagesOf)) {
    const { state, because, content } = one;
    if (because === undefined || state === 'closed' || content['side'] === undefined || content['symbol'] === undefined)
      continue;
    if (!withPlain && isPlainClose(known, one)) continue;
    const [name, filled] = [positionOf(one), filledOf(known, one, closed)];
    const before = sizeIn(held, name);
    held.set(name, opens(one) ? before.plus(filled) : before.minus(filled));
  }
  for (const one of known.elsewhere ?? []) {
    const name = positionName(one.symbol, one.side === 'long');
    held.set(name, sizeIn(held, name).minus(countedOf(one, closed.ours)));
  }
  return held;
}

/** Trades of a plain order that are on record as closed elsewhere count there. */
function filledOf(known: KnownPlan, order: KnownOrder, { counted }: ClosedOf): Decimal {
  const filled = surelyFilledOf(order);
  if (counted.size === 0 || !isPlain(known, order)) return filled;
  return notBelowZero(filled.minus(countedIn(order, counted)));
}

function isPlain(known: KnownPlan, order: KnownOrder): boolean {
  if (!opens(order)) return isPlainClose(known, order);
  return known.groups?.some(({ entries }) => entries.includes(order.id)) === false;
}

/** How much of its trades is on record as closed elsewhere. */
export function countedIn(order: KnownOrder, counted: ReadonlySet<string>): Decimal {
  const { trades = [] } = order;
  const isCounted = (id: string): boolean =>
    tradeIdsOf(order).some((orderId) => counted.has(tradeKey([id, orderId, 'closes', '0', 0])));
  return trades.reduce((sum, [id, size]) => (isCounted(id) ? sum.plus(Decimal.of(size)) : sum), Decimal.zero);
}
