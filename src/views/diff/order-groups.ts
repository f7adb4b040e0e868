/** The orders of a difference as lines tell them: a ladder that is new, or gone, is one. */
import { Decimal } from '../../model/decimal.ts';
import type { PlannedOrder } from '../../model/order.ts';
import { fieldTexts, type FieldTexts } from '../../model/order-fields.ts';
import { changeWords } from '../../model/order-changes.ts';
import type { FieldChanges } from '../../model/plan-changes.ts';
import { joined, safe, safeText, type Safe } from '../../model/safe-text.ts';
import { entryPrice } from '../../protection/held.ts';
import { detailWords, fieldRange } from '../../report/text/field-words.ts';
import { amountOf, grouped } from '../../report/text/phrases.ts';
import type { Difference } from './difference.ts';

export type ChangeKind = 'changed' | 'added' | 'removed';

/** An order, or the rungs of a ladder. */
export interface OrderGroup {
  readonly kind: ChangeKind;
  readonly name: string;
  readonly orders: readonly [PlannedOrder, ...PlannedOrder[]];
  readonly fields?: FieldChanges;
  /** Quote coin, the higher of both sides; undefined where a price is not known. */
  readonly notional: Decimal | undefined;
}

/** Words of one value of a field: what an order waits for may be thousands of names. */
const MOST_LETTERS = 60;

export function orderGroups({ before, after, changes }: Difference): OrderGroup[] {
  const [old, now] = [byId(before.orders), byId(after.orders)];
  const changed = changes.changed.map(({ id, fields }): OrderGroup => {
    const order = now.get(id) as PlannedOrder;
    const notional = higher(notionalOf([old.get(id) as PlannedOrder]), notionalOf([order]));
    return { kind: 'changed', name: id, orders: [order], fields, notional };
  });
  return [
    ...changed,
    ...oneSided('added', changes.added, now, laddersOf(before.orders)),
    ...oneSided('removed', changes.removed, old, laddersOf(after.orders)),
  ];
}

const byId = (orders: readonly PlannedOrder[]): ReadonlyMap<string, PlannedOrder> =>
  new Map(orders.map((order) => [order.id, order]));

const laddersOf = (orders: readonly PlannedOrder[]): ReadonlySet<string | undefined> =>
  new Set(orders.map(({ ladder }) => ladder));

/** Rungs are one where the other side has none of their ladder. */
function oneSided(
  kind: ChangeKind,
  ids: readonly string[],
  orders: ReadonlyMap<string, PlannedOrder>,
  elsewhere: ReadonlySet<string | undefined>,
): OrderGroup[] {
  const found = ids.map((id) => orders.get(id) as PlannedOrder);
  const groups = Map.groupBy(found, ({ id, ladder }) =>
    ladder === undefined || elsewhere.has(ladder) ? `order ${id}` : `ladder ${ladder}`,
  );
  return [...groups].map(([key, group]) => ({
    kind,
    name: key.slice(key.indexOf(' ') + 1),
    orders: group as [PlannedOrder, ...PlannedOrder[]],
    notional: notionalOf(group),
  }));
}

function notionalOf(orders: readonly PlannedOrder[]): Decimal | undefined {
  let sum = Decimal.zero;
  for (const order of orders) {
    const entry = entryPrice(order);
    if (entry === undefined) return undefined;
    sum = sum.plus(order.size.times(entry));
  }
  return sum;
}

const higher = (one: Decimal | undefined, other: Decimal | undefined): Decimal | undefined =>
  one === undefined || other === undefined ? undefined : one.compare(other) < 0 ? other : one;

/** The largest, in the order in which they came, and how many orders the others are. What nobody can value counts as largest. */
export function largest(
  groups: readonly OrderGroup[],
  most: number,
): { readonly shown: readonly OrderGroup[]; readonly more: number } {
  const ranked = groups.toSorted((a, b) => {
    if (a.notional === undefined || b.notional === undefined)
      return Number(b.notional === undefined) - Number(a.notional === undefined);
    return b.notional.compare(a.notional);
  });
  const chosen = new Set(ranked.slice(0, most));
  const more = ranked.slice(most).reduce((sum, { orders }) => sum + orders.length, 0);
  return { shown: groups.filter((group) => chosen.has(group)), more };
}

/** What is said of it: what changed, or what the order is. `isOne` leaves the symbol out. */
export function groupWords({ fields, orders }: OrderGroup, isOne: boolean): Safe {
  const symbol = isOne ? safe`` : safe`${safeText(orders[0].symbol)} `;
  return fields === undefined ? safe`${symbol}${wordsOf(orders)}` : safe`${symbol}${safeText(fieldWords(fields))}`;
}

const fieldWords = (fields: FieldChanges): string =>
  changeWords(
    Object.entries(fields).map(([field, [before, after]]) => ({
      field,
      before: before === null ? undefined : shortened(before),
      after: after === null ? undefined : shortened(after),
    })),
  );

const shortened = (text: string): string => (text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS)}…` : text);

/** `open-long 0.9 at 63000 … 60000, 9 rungs, post-only`. */
function wordsOf(orders: OrderGroup['orders']): Safe {
  const [first, ...more] = orders;
  const { side, after = [] } = first;
  const [from, to] = [fieldTexts(first), fieldTexts(more.at(-1) ?? first)];
  const size = more.length === 0 ? safeText(from.size) : grouped(sizeOf(orders));
  const words: (Safe | false)[] = [
    safe`${side} ${size} ${priceWords(from, to)}`,
    more.length > 0 && amountOf(orders.length, 'rung'),
    ...detailWords(from, to),
    after.length > 0 && safe`after ${safeText(shortened(after.join(', ')))}`,
  ];
  return joined(
    words.filter((text) => text !== false),
    safe`, `,
  );
}

const sizeOf = (orders: readonly PlannedOrder[]): Decimal =>
  orders.reduce((sum, { size }) => sum.plus(size), Decimal.zero);

function priceWords(from: FieldTexts, to: FieldTexts): Safe {
  const words = safe`at ${fieldRange('price', from, to)}`;
  return from.trigger === undefined ? words : safe`${words} from ${fieldRange('trigger', from, to)}`;
}
