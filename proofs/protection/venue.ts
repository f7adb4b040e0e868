/** The paper exchange's own book, with a market that goes where it is told: what really happens to the orders of a scene. */
import { Decimal } from '../../src/model/decimal.ts';
import { Rational } from '../../src/model/rational.ts';
import { rests, type PaperFill, type PaperOrder } from '../../src/paper/book.ts';
import { PaperBook } from '../../src/paper/market/paper-book.ts';
import { contracts, type Contract } from '../../src/paper/v2/order/instruments.ts';
import { checkRules, type OrderRequest } from '../../src/paper/v2/order/rules.ts';
import { positionOf, type Happening, type Scene, type SceneOrder } from './scene.ts';

const CLOCK = { wallMs: () => 0, monotonicMs: () => 0 };
const TYPES = { 'open-long': '1', 'open-short': '2', 'close-long': '3', 'close-short': '4' } as const;
const SIDES = ['open-long', 'open-short', 'close-long', 'close-short'] as const;

export const contractOf = (symbol: string): Contract => contracts.get(symbol) as Contract;
export const priceOf = (symbol: string, ticks: number): Decimal => contractOf(symbol).tick.multiplied(BigInt(ticks));
export const sizeOf = (symbol: string, steps: number): Decimal => contractOf(symbol).step.multiplied(BigInt(steps));

/** What is held of a position, and what was paid for it. */
export interface Held {
  readonly size: Decimal;
  readonly cost: Rational;
}

const NOTHING: Held = { size: Decimal.zero, cost: Rational.of(Decimal.zero) };

export class Venue {
  readonly book: PaperBook;
  readonly #targets: Map<string, Decimal>;
  readonly #placed = new Map<string, PaperOrder>();
  readonly #held = new Map<string, Held>();
  #counted = 0;

  constructor(markets: ReadonlyMap<string, number>) {
    this.#targets = new Map([...markets].map(([symbol, ticks]) => [symbol, priceOf(symbol, ticks)]));
    const options = { cancelDelayMs: 0, presets: true, orphans: false, clock: CLOCK };
    this.book = new PaperBook(options, ({ record, last }) => ({
      next: () => this.#targets.get(record.symbol) ?? last,
    }));
    this.book.step(0);
  }

  moveTo(symbol: string, ticks: number): void {
    this.#targets.set(symbol, priceOf(symbol, ticks));
    this.book.step(0);
  }

  /** Undefined where the exchange refuses it. */
  place(order: SceneOrder): PaperOrder | undefined {
    const request = requestOf(order);
    const contract = this.book.contracts.get(order.symbol) as Contract;
    if (checkRules(request, contract) !== undefined) return undefined;
    const accepted = this.book.accept(request, 0);
    if (!accepted.ok) return undefined;
    this.#placed.set(order.id, accepted.value);
    return accepted.value;
  }

  placedAs(id: string): PaperOrder | undefined {
    return this.#placed.get(id);
  }

  happen(happening: Happening): void {
    if (happening.kind !== 'cancel') this.moveTo(happening.symbol, happening.to);
    if (happening.kind === 'move') return;
    const order = this.endOf(happening.id);
    if (order === undefined || !rests(order)) return;
    if (happening.kind === 'cancel') {
      if (happening.ends !== 'unsure-there') this.book.cancel(order);
    } else if (order.status === 'open')
      this.book.fill(order, sizeOf(order.symbol, happening.size), Decimal.of(order.price ?? ''));
  }

  /** An order, or what became of it once it fired. */
  endOf(id: string): PaperOrder | undefined {
    const placed = this.#placed.get(id);
    if (placed?.became === undefined) return placed;
    return this.book.orders.find(({ orderId }) => orderId === placed.became);
  }

  /** By position, after every fill so far. */
  held(position: string): Held {
    for (; this.#counted < this.book.fills.length; this.#counted++)
      this.#count(this.book.fills[this.#counted] as PaperFill);
    return this.#held.get(position) ?? NOTHING;
  }

  #count({ order, size, value }: PaperFill): void {
    const position = positionOf(sideOf(order));
    const { size: before, cost } = this.#held.get(position) ?? NOTHING;
    const filled = Decimal.of(size);
    if (order.type === '1' || order.type === '2') {
      this.#held.set(position, { size: before.plus(filled), cost: cost.plus(Rational.of(Decimal.of(value))) });
      return;
    }
    const left = before.minus(filled);
    const share = Rational.of(left).dividedBy(Rational.of(before.isZero ? Decimal.of('1') : before));
    this.#held.set(position, { size: left, cost: cost.times(share) });
  }
}

export const sideOf = ({ symbol, type, marginMode }: PaperOrder) => ({
  symbol,
  side: SIDES[Number(type) - 1] as (typeof SIDES)[number],
  marginMode: marginMode === 3 ? ('isolated' as const) : ('cross' as const),
});

function requestOf({
  id,
  symbol,
  marginMode,
  side,
  size,
  limit,
  trigger,
  stopLoss,
  takeProfit,
}: SceneOrder): OrderRequest {
  const text = (ticks: number): string => priceOf(symbol, ticks).toString();
  const price = limit === undefined ? '0' : text(limit);
  return {
    kind: trigger === undefined ? 'single' : 'trigger',
    symbol,
    marginMode: marginMode === 'isolated' ? 3 : 1,
    clientOid: id,
    type: TYPES[side],
    size: sizeOf(symbol, size).toString(),
    match: limit === undefined ? '1' : '0',
    orderType: '0',
    price,
    ...(trigger !== undefined && { trigger: text(trigger) }),
    ...(stopLoss !== undefined && { stopLoss: text(stopLoss) }),
    ...(takeProfit !== undefined && { takeProfit: text(takeProfit) }),
  };
}

const isSent = ({ fate }: SceneOrder): boolean => fate === 'placed' || fate === 'unsure-there' || fate === 'unlisted';

/** What came of a scene, and how the placing of each order really ended. */
export interface Enacted {
  readonly venue: Venue;
  /** Ids of orders that the exchange itself refused. */
  readonly refused: ReadonlySet<string>;
  /** Where the markets are by now. */
  readonly markets: ReadonlyMap<string, number>;
}

/** `beforeSecond` looks at what the first orders came to. */
export function enact(scene: Scene, beforeSecond?: (enacted: Enacted) => void): Enacted {
  const venue = new Venue(scene.markets);
  const [refused, markets] = [new Set<string>(), new Map(scene.markets)];
  const placeAll = (orders: readonly SceneOrder[]): void => {
    for (const order of orders) if (isSent(order) && venue.place(order) === undefined) refused.add(order.id);
  };
  placeAll(scene.first);
  for (const happening of scene.happenings) {
    venue.happen(happening);
    if (happening.kind !== 'cancel') markets.set(happening.symbol, happening.to);
  }
  beforeSecond?.({ venue, refused, markets });
  placeAll(scene.second);
  return { venue, refused, markets };
}
