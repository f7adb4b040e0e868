/** Warnings about prices that seldom are what was meant: too far from where they belong, or on the wrong side of the market. */
import type { Decimal } from '../../model/decimal.ts';
import { isLong, isOpening } from '../../model/order.ts';
import { quoted } from '../../source/quoted.ts';
import { labelOf, named } from '../read/named-value.ts';
import { entryOf, placeOf, type DraftNumber, type OrderDraft } from '../read/order-draft.ts';
import type { CautionRule } from './caution-rules.ts';
import { percentOf } from './order-rules.ts';
import { moreRungs } from './policy-rules.ts';

const distanceOf = (a: Decimal, b: Decimal): Decimal => (a.compare(b) < 0 ? b.minus(a) : a.minus(b));

/** Whether a price is more than one `part` of another away from it. */
const isFar = (price: Decimal, from: Decimal, part: bigint): boolean =>
  distanceOf(price, from).multiplied(part).compare(from) > 0;

/** A preset may be far, so only more than half is; an execution price is next to its trigger, so a quarter is. */
const [HALF, QUARTER] = [2n, 4n];

/** The first order of each entry that a test holds for, and how many more of its rungs there are. */
function* firstOfEach(
  orders: readonly OrderDraft[],
  holds: (order: OrderDraft) => boolean,
): Generator<[OrderDraft, string]> {
  for (let at = 0; at < orders.length; at++) {
    const first = orders[at] as OrderDraft;
    if (!holds(first)) continue;
    let more = 0;
    for (; orders[at + 1]?.index === first.index; at++) if (holds(orders[at + 1] as OrderDraft)) more++;
    yield [first, moreRungs(more)];
  }
}

const presetsAreNear: CautionRule = (orders, found) => {
  for (const field of ['takeProfit', 'stopLoss', 'stop'] as const) {
    const isFarPreset = (order: OrderDraft): boolean => {
      const { value } = order[field];
      const entry = value === undefined ? undefined : entryOf(order);
      return value !== undefined && entry !== undefined && isFar(value, entry.at, HALF);
    };
    for (const [order, more] of firstOfEach(orders, isFarPreset)) {
      const [value, entry] = [order[field].value as Decimal, entryOf(order) as NonNullable<ReturnType<typeof entryOf>>];
      found({
        severity: 'warning',
        code: 'order/far-preset',
        message: `${named(order, field, value)} is ${percentOf(distanceOf(value, entry.at), entry.at)} % from its ${entry.what} ${entry.at.toString()}${more}`,
        hint: hintOfPreset(order, field, value),
        path: placeOf(order, field),
        ...labelOf(order, field),
      });
    }
  }
};

/** A small number was perhaps meant as a distance. The expression that says so is the one for this very order. */
function hintOfPreset(order: OrderDraft, field: DraftNumber, value: Decimal): string {
  if (order[field].formula !== undefined) return 'check the formula and its variables';
  const [side, entry] = [order.side.value, entryOf(order)];
  if (side === undefined || entry === undefined || value.multiplied(2n).compare(entry.at) > 0)
    return 'check its digits';
  const sign = isLong(side) === (field === 'takeProfit') ? '+' : '-';
  const from = order.price.value?.kind === 'limit' ? 'price' : entry.at.toString();
  return `check its digits; a distance is written =${from} ${sign} ${value.toString()}`;
}

const limitOf = ({ price }: OrderDraft): Decimal | undefined =>
  price.value?.kind === 'limit' ? price.value.at : undefined;

function isFarFromTrigger(order: OrderDraft): boolean {
  const [limit, trigger] = [limitOf(order), order.trigger.value];
  return limit !== undefined && trigger !== undefined && isFar(limit, trigger, QUARTER);
}

const limitsAreNearTriggers: CautionRule = (orders, found) => {
  for (const [order, more] of firstOfEach(orders, isFarFromTrigger)) {
    const [limit, trigger] = [limitOf(order) as Decimal, order.trigger.value as Decimal];
    found({
      severity: 'warning',
      code: 'order/far-from-trigger',
      message: `${named(order, 'price', limit)} is ${percentOf(distanceOf(limit, trigger), trigger)} % from its trigger ${trigger.toString()}${more}`,
      hint: 'check the digits of both',
      path: placeOf(order, 'price'),
      ...labelOf(order, 'price'),
    });
  }
};

/** The price of an order that opens at a limit, without a trigger before it. */
function opensAt(order: OrderDraft): Decimal | undefined {
  const { side, trigger } = order;
  return side.value !== undefined && isOpening(side.value) && trigger.kind === 'missing' ? limitOf(order) : undefined;
}

const buys = ({ side }: OrderDraft): boolean => side.value !== undefined && isLong(side.value);

/** By its reference. Of `ioc` and `fok` one wants that they take. */
function takesAtOnce(order: OrderDraft): boolean {
  const [limit, { reference, timeInForce }] = [opensAt(order), order];
  if (limit === undefined || reference.value === undefined) return false;
  if (timeInForce.value === 'ioc' || timeInForce.value === 'fok') return false;
  const difference = limit.compare(reference.value);
  return buys(order) ? difference > 0 : difference < 0;
}

const openingsRest: CautionRule = (orders, found) => {
  for (const [order, more] of firstOfEach(orders, takesAtOnce)) {
    const [limit, reference] = [limitOf(order) as Decimal, order.reference.value as Decimal];
    const distance = `${percentOf(distanceOf(limit, reference), reference)} % ${buys(order) ? 'above' : 'below'}`;
    const isPostOnly = order.timeInForce.value === 'post-only';
    found({
      severity: 'warning',
      code: 'order/takes-at-once',
      message: `${isPostOnly ? 'cannot rest' : 'takes at once'}: ${limit.toString()} is ${distance} the reference ${reference.toString()}${more}`,
      hint: isPostOnly
        ? 'check price and side, or look at the reference again'
        : 'check price and side; an entry that waits for the market to get there has a `trigger`',
      path: placeOf(order, 'price'),
      ...labelOf(order, 'price'),
    });
  }
};

type Limit = readonly [order: OrderDraft, at: Decimal];

/** Of each symbol the order that would be filled first: the highest buy, or the lowest sell. */
function bestOf(orders: readonly OrderDraft[], isBetter: (a: Decimal, b: Decimal) => boolean): Map<string, Limit> {
  const best = new Map<string, Limit>();
  for (const order of orders) {
    const [symbol, limit] = [order.symbol.value, opensAt(order)];
    if (symbol === undefined || limit === undefined) continue;
    const known = best.get(symbol);
    if (known === undefined || isBetter(limit, known[1])) best.set(symbol, [order, limit]);
  }
  return best;
}

const openingsDoNotCross: CautionRule = (orders, found) => {
  const [bids, offers] = [orders.filter(buys), orders.filter((order) => !buys(order))];
  const asks = bestOf(offers, (a, b) => a.compare(b) < 0);
  for (const [symbol, [buy, bid]] of bestOf(bids, (a, b) => a.compare(b) > 0)) {
    const [sell, ask] = asks.get(symbol) ?? [];
    if (sell === undefined || ask === undefined || bid.compare(ask) < 0) continue;
    found({
      severity: 'warning',
      code: 'order/crossing',
      message: `${quoted(buy.id ?? '')} buys ${quoted(symbol)} at ${bid.toString()}, and ${quoted(sell.id ?? '')} sells it at ${ask.toString()}: they may trade with each other`,
      hint: 'check the prices and the sides',
      path: placeOf(buy, 'price'),
      related: [{ message: 'the sell', path: placeOf(sell, 'price') }],
    });
  }
};

export const PRICE_CAUTIONS: readonly CautionRule[] = [
  presetsAreNear,
  limitsAreNearTriggers,
  openingsRest,
  openingsDoNotCross,
];
