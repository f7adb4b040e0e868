/** What does not change of a plan that is followed on prices: its orders of one symbol, how they are read, and who is who in its market. */
import { followPlan, type FollowPlan, type FollowRules } from '../../compile/follow/follow-plan.ts';
import type { LatePrice } from '../../model/follow.ts';
import type { Instrument } from '../../model/instrument.ts';
import type { Plan, PlannedOrder } from '../../model/order.ts';
import { err, ok, type Result } from '../../model/result.ts';
import { ticksOf, termsOf, type Terms } from '../../paper/market/terms.ts';
import type { OrderRequest } from '../../paper/v2/order/rules.ts';
import type { PlacingRefused } from '../placing.ts';

/** How an order of the plan is sent, to the byte, and read as the exchange would read it. */
export interface FollowWords {
  readonly rules: FollowRules;
  /** The orders that are followed: what was not selected is not. */
  readonly isChosen: (id: string) => boolean;
  readonly clientOidOf: (order: PlannedOrder, part: number) => string;
  readonly write: (order: PlannedOrder, clientOid: string) => string;
}

/** A body as the exchange would read it where the market is at that price; why it would not. */
type ReadOrder = (body: string, order: PlannedOrder, last: number) => Result<OrderRequest, PlacingRefused>;

/** One order as it was placed, by the number that it has in every market. */
export interface PlacedRoot {
  readonly id: string;
  readonly clientOid: string;
}

export class FollowSetup {
  readonly plan: FollowPlan;
  readonly symbol: string;
  readonly instrument: Instrument;
  readonly words: FollowWords;
  /** Prices at which an order of the plan is another order: where a course by time can part from others. */
  readonly prices: readonly number[];
  /** Whose fills decide a price that is sent. */
  readonly averaged: ReadonlySet<string>;
  /** An average may be of an order that goes at market at some time: its price is any of a candle's. */
  readonly isOpen: boolean;
  readonly #read: ReadOrder;
  readonly #roots: PlacedRoot[] = [];
  readonly #rootOf = new Map<string, number>();
  readonly #terms = new Map<string, Result<Terms, PlacingRefused>>();

  constructor(
    { orders, groups = [] }: Pick<Plan, 'orders' | 'groups'>,
    instrument: Instrument,
    words: FollowWords,
    read: ReadOrder,
  ) {
    const { symbol } = instrument;
    const own = orders.filter((order) => order.symbol === symbol);
    this.plan = followPlan({ orders: own, groups: groups.filter((group) => group.symbol === symbol) }, words.rules);
    this.symbol = symbol;
    this.instrument = instrument;
    this.words = words;
    this.#read = read;
    this.prices = pricesOf(own, instrument);
    this.averaged = new Set(own.flatMap(({ late }) => [...averagedIn(late?.trigger), ...averagedIn(late?.price)]));
    this.isOpen = own.some(({ id, price }) => this.averaged.has(id) && price.kind === 'market') && own.some(isTimed);
  }

  /** Those that were placed before anything was followed, in their order. */
  began(roots: readonly PlacedRoot[]): void {
    this.#roots.push(...roots);
  }

  get roots(): readonly PlacedRoot[] {
    return this.#roots;
  }

  rootAt(root: number): PlacedRoot {
    return this.#roots[root] as PlacedRoot;
  }

  /** The same number for the same order with the same sizes and prices, whatever came before. */
  rootOf(order: PlannedOrder, part: number): number {
    const name = nameOf(order, part);
    const known = this.#rootOf.get(name);
    if (known !== undefined) return known;
    const clientOid = this.words.clientOidOf(order, part);
    const root = this.#roots.push({ id: order.id, clientOid }) - 1;
    this.#rootOf.set(name, root);
    return root;
  }

  /** The order as the market takes it; why the exchange would not. `last`: where the market is, in ticks. */
  termsOf(order: PlannedOrder, part: number, last: number): Result<Terms, PlacingRefused> {
    const isAtMarket = order.price.kind === 'market' && order.trigger === undefined;
    const hasPreset = order.stopLoss !== undefined || order.takeProfit !== undefined;
    // What presets of an order at market are held against is where the market is.
    const name = `${nameOf(order, part)}${isAtMarket && hasPreset ? ` ${last}` : ''}`;
    const known = this.#terms.get(name);
    if (known !== undefined) return known;
    const body = this.words.write(order, this.words.clientOidOf(order, part));
    const request = this.#read(body, order, last);
    const terms = request.ok ? ok(termsOf(request.value, this.instrument.tick)) : err(request.error);
    this.#terms.set(name, terms);
    return terms;
  }
}

const isTimed = ({ afterAt, slice }: PlannedOrder): boolean => afterAt !== undefined || slice !== undefined;

const nameOf = ({ id, size, price, trigger }: PlannedOrder, part: number): string =>
  `${id} ${part} ${size.canonical()} ${trigger?.canonical() ?? ''} ${price.kind === 'limit' ? price.at.canonical() : ''}`;

const NEAR = [-2, -1, 0, 1, 2];

function pricesOf(orders: readonly PlannedOrder[], { tick }: Instrument): readonly number[] {
  const all = orders.flatMap(({ trigger, price }) => [trigger ?? [], price.kind === 'limit' ? price.at : []].flat());
  const ticks = new Set(all.flatMap((price) => NEAR.map((by) => ticksOf(price, tick) + by)));
  return [...ticks].toSorted((one, other) => one - other);
}

function averagedIn(late: LatePrice | undefined): readonly string[] {
  if (late === undefined) return [];
  switch (late.kind) {
    case 'number':
      return [];
    case 'average':
      return late.of;
    case 'binary':
      return [...averagedIn(late.left), ...averagedIn(late.right)];
    case 'min':
    case 'max':
      return late.of.flatMap((one) => averagedIn(one));
    case 'negative':
    case 'abs':
    case 'round':
      return averagedIn(late.of);
  }
}

export const priceAt = ({ instrument: { tick } }: FollowSetup, ticks: number) => tick.multiplied(BigInt(ticks));
