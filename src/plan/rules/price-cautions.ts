/** Warnings about prices that seldom are what was meant: too far from where they belong, or on the wrong side of the market. */
import { Decimal } from '../../model/decimal.ts';
import { isLong, isOpening } from '../../model/order.ts';
import { quoted } from '../../source/quoted.ts';
import { labelOf, named, digitsMeant } from '../read/named-value.ts';
import { entryOf, placeOf, type DraftNumber, type OrderDraft } from '../read/order-draft.ts';
import type { CautionRule } from './caution-rules.ts';
import { percentOf } from './order-rules.ts';
import { moreRungs } from './policy-rules.ts';

export const distanceOf = (a: Decimal, b: Decimal): Decimal => (a.compare(b) < 0 ? b.minus(a) : a.minus(b));

/** Whether a price is more than one `part` of another away from it. */
export const isFar = (price: Decimal, from: Decimal, part: bigint): boolean =>
  distanceOf(price, from).multiplied(part).compare(from) > 0;

/** A preset may be far, so only more than half is; an execution price is next to its trigger, so a quarter is. */
export const HALF = 2n;
const QUARTER = 4n;
const ONE = Decimal.of('1');

/** The first order of each entry that a test holds for, and how many more of its rungs there are. */
export function* firstOfEach(
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

/** What a preset belongs near: the entry, or the reference where the entry itself has a slip. */
function presetBase(order: OrderDraft): ReturnType<typeof entryOf> {
  const [entry, market] = [entryOf(order), order.reference.value];
  return entry === undefined || market === undefined || !isFar(entry.at, market, HALF)
    ? entry
    : { at: market, what: 'reference' };
}

const presetsAreNear: CautionRule = (orders, found) => {
  for (const field of ['takeProfit', 'stopLoss', 'stop'] as const) {
    const isFarPreset = (order: OrderDraft): boolean => {
      const { value } = order[field];
      const base = value === undefined ? undefined : presetBase(order);
      return value !== undefined && base !== undefined && isFar(value, base.at, HALF);
    };
    for (const [order, more] of firstOfEach(orders, isFarPreset)) {
      const [value, base] = [
        order[field].value as Decimal,
        presetBase(order) as NonNullable<ReturnType<typeof entryOf>>,
      ];
      found({
        severity: 'warning',
        code: 'order/far-preset',
        message: `${named(order, field, value)} is ${percentOf(distanceOf(value, base.at), base.at)} % from its ${base.what} ${base.at.toString()}${more}`,
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
  const [side, entry] = [order.side.value, presetBase(order)];
  if (side === undefined || entry === undefined) return 'check its digits';
  const isAbove = isLong(side) === (field === 'takeProfit');
  const fits = (one: Decimal): boolean => (isAbove ? one.compare(entry.at) > 0 : one.compare(entry.at) < 0);
  const digits = digitsMeant(order, field, { near: entry.at, fits });
  if (digits !== undefined || value.multiplied(2n).compare(entry.at) > 0) return digits ?? 'check its digits';
  const from = order.price.value?.kind === 'limit' ? 'price' : entry.at.toString();
  if (value.compare(ONE) < 0) {
    const factor = isAbove ? ONE.plus(value) : ONE.minus(value);
    return `a part of the price is written =tick(${from} * ${factor.canonical()})`;
  }
  return `check its digits; a distance is written =${from} ${isAbove ? '+' : '-'} ${value.toString()}`;
}

export const limitOf = ({ price }: OrderDraft): Decimal | undefined =>
  price.value?.kind === 'limit' ? price.value.at : undefined;

function isFarFromTrigger(order: OrderDraft): boolean {
  const [limit, trigger] = [limitOf(order), order.trigger.value];
  return limit !== undefined && trigger !== undefined && isFar(limit, trigger, QUARTER);
}

/** The market lies between the trigger of an opening order and its limit: the two are perhaps exchanged. */
function isAcrossMarket(order: OrderDraft): boolean {
  const [limit, trigger, market] = [limitOf(order), order.trigger.value, order.reference.value];
  if (limit === undefined || trigger === undefined || market === undefined) return false;
  if (order.side.value === undefined || !isOpening(order.side.value)) return false;
  return trigger.compare(market) * limit.compare(market) < 0;
}

const limitsAreOnOneSide: CautionRule = (orders, found) => {
  for (const [order, more] of firstOfEach(orders, isAcrossMarket)) {
    const [limit, trigger] = [limitOf(order) as Decimal, order.trigger.value as Decimal];
    const where = limit.compare(trigger) < 0 ? 'below' : 'above';
    found({
      severity: 'warning',
      code: 'order/far-from-trigger',
      message: `${named(order, 'price', limit)} is ${distanceOf(limit, trigger).canonical()} ${where} its trigger ${trigger.toString()}, and the reference ${order.reference.value?.toString() ?? ''} lies between the two${more}`,
      hint: 'check whether trigger and price are exchanged',
      path: placeOf(order, 'price'),
      ...labelOf(order, 'price'),
    });
  }
};

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

/** To open a long, or to close a short. */
const buys = ({ side }: OrderDraft): boolean =>
  side.value !== undefined && isLong(side.value) === isOpening(side.value);

/** By its reference. Of `ioc` and `fok` one wants that they take. */
function takesAtOnce(order: OrderDraft): boolean {
  const [limit, { reference, timeInForce }] = [limitOf(order), order];
  if (limit === undefined || reference.value === undefined || order.trigger.kind !== 'missing') return false;
  if (order.side.value === undefined) return false;
  if (timeInForce.value === 'ioc' || timeInForce.value === 'fok') return false;
  // That far is a slip of the digits, and said as one.
  if (isFar(limit, reference.value, HALF)) return false;
  const difference = limit.compare(reference.value);
  return buys(order) ? difference > 0 : difference < 0;
}

function hintOfTaking({ side, timeInForce, after }: OrderDraft, limit: Decimal): string {
  if (side.value !== undefined && !isOpening(side.value))
    return `a stop waits for its price in a trigger: \`trigger: ${limit.toString()}\` with \`price: market\``;
  if (after.length > 0) return 'check price and side; `after` waits until an order is accepted, not until it is filled';
  return timeInForce.value === 'post-only'
    ? 'check price and side, or look at the reference again'
    : 'check price and side; an entry that waits for the market to get there has a `trigger`';
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
      hint: hintOfTaking(order, limit),
      path: placeOf(order, 'price'),
      ...labelOf(order, 'price'),
    });
  }
};

type Limit = readonly [order: OrderDraft, at: Decimal];

/** For each symbol, the order that would be filled first: the highest buy, or the lowest sell. */
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
  limitsAreOnOneSide,
  openingsRest,
  openingsDoNotCross,
];
