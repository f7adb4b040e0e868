/**
 * What a look at the exchange adds to what the journal knows. A list proves what it has and never what it lacks: an order of ours that
 * no record ends is working, and a stop in no list is not known. What was sent since the look stands by the journal.
 */
import { Decimal } from '../../model/decimal.ts';
import { isLong, isOpening, type MarginMode, type Price, type Side } from '../../model/order.ts';
import {
  type GuardedOrder,
  type Guarded,
  type HeldPosition,
  type MarketRange,
  type NotRead,
  type PresetSight,
  type OrderStanding,
} from '../guarded.ts';
import { filledOf } from '../held.ts';
import { symbolsAtStake, type JournalOrder } from './of-journal.ts';

/** A row of a list, of an order that the journal has: what it says is on record. */
export interface OwnRow {
  readonly orderId: string;
  readonly clientOid?: string;
  /** Of an ordinary order, how much of it was filled. */
  readonly filled?: Decimal;
}

/** An order that a list had, with what it says. */
export interface OrderSeen extends OwnRow {
  readonly symbol: string;
  readonly side: Side;
  readonly marginMode: MarginMode;
  readonly size: Decimal;
  readonly price: Price;
  /** Of a trigger order. */
  readonly trigger?: Decimal;
  readonly stopLoss?: Decimal;
}

export type LookRow = OwnRow | OrderSeen;

export const isTold = (row: LookRow): row is OrderSeen => 'side' in row;

/** Lists by symbol. One that did not answer is absent. */
export interface SymbolLook {
  readonly market?: MarketRange;
  readonly orders?: readonly LookRow[];
  readonly triggers?: readonly LookRow[];
  readonly positions?: readonly HeldPosition[];
}

export interface AccountLook {
  /** When its last answer came, in ms since 1970. */
  readonly atMs: number;
  readonly symbols: ReadonlyMap<string, SymbolLook>;
}

export interface LookSettings {
  /** `execution.cancelWait`: a preset that a look lacks so long after its fill is gone. */
  readonly cancelWaitMs: number;
}

export function withLook(
  orders: readonly JournalOrder[],
  look: AccountLook,
  settings: LookSettings,
): Omit<Guarded, 'basis'> & { readonly lookedAtMs: number } {
  const looks = [...look.symbols];
  const rows = new SeenRows(looks.map(([, seen]) => seen));
  const ours = orders.map((order) => seenOrder(order, { look, rows }));
  const guarded = ours.map((order) => withPreset(order, { look, rows, settings }));
  const unasked = symbolsUnasked(guarded, look);
  return {
    lookedAtMs: look.atMs,
    orders: [...guarded, ...rows.others().map(foreign)],
    held: looks.flatMap(([, { positions = [] }]) => positions),
    markets: new Map(
      looks.flatMap(([symbol, { market }]) => (market === undefined ? [] : [[symbol, market] as const])),
    ),
    notRead: [...looks, ...unasked.map((symbol) => [symbol, {}] as const)].flatMap(([symbol, seen]) =>
      notReadOf(symbol, seen),
    ),
  };
}

/** What the look did not ask about it does not say is gone. What was sent since is no lack of it. */
const symbolsUnasked = (orders: readonly JournalOrder[], { atMs, symbols }: AccountLook): string[] =>
  symbolsAtStake(orders.filter(({ sentAtMs }) => sentAtMs <= atMs)).filter((symbol) => !symbols.has(symbol));

const LISTS = ['positions', 'triggers', 'orders'] as const;

const notReadOf = (symbol: string, seen: SymbolLook): NotRead[] =>
  LISTS.filter((what) => seen[what] === undefined).map((what) => ({ symbol, what }));

/** The rows of all lists, by their ids and, for presets, by where they close. Each belongs to one order at most. */
class SeenRows {
  readonly #byId = new Map<string, LookRow>();
  readonly #presets: ReadonlyMap<string, { readonly row: OrderSeen; left: Decimal }[]>;
  readonly #others: Set<OrderSeen>;
  readonly #left = new Map<OrderSeen, Decimal>();

  constructor(looks: readonly SymbolLook[]) {
    const all = looks.flatMap(({ orders = [], triggers = [] }) => [...orders, ...triggers]);
    for (const row of all) {
      this.#byId.set(row.orderId, row);
      if (row.clientOid !== undefined) this.#byId.set(row.clientOid, row);
    }
    const told = all.filter(isTold);
    this.#others = new Set(told);
    const closing = told.filter(({ side, trigger }) => !isOpening(side) && trigger !== undefined);
    this.#presets = Map.groupBy(
      closing.map((row) => ({ row, left: row.size })),
      ({ row }) => placeOf(row, row.trigger as Decimal),
    );
  }

  /** The row of an order of ours. */
  take({ orderId, clientOid }: JournalOrder): LookRow | undefined {
    const row = (orderId === undefined ? undefined : this.#byId.get(orderId)) ?? this.#byId.get(clientOid);
    if (row !== undefined && isTold(row)) this.#others.delete(row);
    return row;
  }

  /** Whether a trigger of nobody rests where the order's stop should, large enough; it is the order's from now on. */
  takePreset(order: GuardedOrder, stopLoss: Decimal, filled: Decimal): boolean {
    const there = this.#presets.get(placeOf(order, stopLoss)) ?? [];
    const one = there.find(({ row, left }) => this.#others.has(row) && left.compare(filled) >= 0);
    if (one === undefined) return false;
    one.left = one.left.minus(order.size.compare(one.left) < 0 ? order.size : one.left);
    if (one.left.isZero) this.#others.delete(one.row);
    else this.#left.set(one.row, one.left);
    return true;
  }

  /** What is left, with the size that no order of ours explains. */
  others(): OrderSeen[] {
    return Array.from(this.#others, (row) => ({ ...row, size: this.#left.get(row) ?? row.size }));
  }
}

/** Where something closes: the position, and the price in one spelling. */
const placeOf = (of: Pick<GuardedOrder, 'symbol' | 'marginMode' | 'side'>, at: Decimal): string =>
  `${of.symbol} ${of.marginMode} ${isLong(of.side)} ${at.canonical()}`;

interface Seen {
  readonly look: AccountLook;
  readonly rows: SeenRows;
}

function seenOrder(order: JournalOrder, { look, rows }: Seen): JournalOrder {
  const row = rows.take(order);
  if (order.sentAtMs > look.atMs) return sinceLook(order);
  const lists = look.symbols.get(order.symbol);
  const list = order.trigger === undefined ? lists?.orders : lists?.triggers;
  const standing = list === undefined ? order.standing : standingBy(order, row);
  const isLater = order.toldAtMs > look.atMs;
  const filled = row?.filled;
  const seen = { ...order, standing };
  if (isLater) return sinceLook(seen);
  if (filled === undefined || filled.isZero || filled.compare(order.filled?.size ?? Decimal.zero) <= 0) return seen;
  return { ...seen, filled: { ...order.filled, size: filled } };
}

const sinceLook = (order: JournalOrder): JournalOrder =>
  order.standing !== 'filled' && order.filled === undefined
    ? order
    : { ...order, filled: { ...filledOf(order), sinceLook: true } };

/** A cancel whose end nobody saw stays so, whatever a list says: it may take the order off the next moment. */
function standingBy({ standing, isCancelOpen }: JournalOrder, row: LookRow | undefined): OrderStanding {
  if (row !== undefined)
    return standing === 'in-no-list' || (standing === 'unsure' && !isCancelOpen) ? 'open' : standing;
  return standing === 'open' ? 'in-no-list' : standing;
}

function withPreset(order: JournalOrder, { look, rows, settings }: Seen & { settings: LookSettings }): JournalOrder {
  const { stopLoss, symbol } = order;
  const { size, sinceLook: isLater } = filledOf(order);
  if (stopLoss === undefined || size.isZero || !isOpening(order.side) || isLater === true) return order;
  if (look.symbols.get(symbol)?.triggers === undefined) return order;
  const preset: PresetSight = rows.takePreset(order, stopLoss, size)
    ? 'resting'
    : look.atMs - order.toldAtMs >= settings.cancelWaitMs
      ? 'missing'
      : 'not-seen';
  return { ...order, preset };
}

/** An order that no record of ours explains. */
function foreign({ symbol, side, marginMode, size, price, trigger, stopLoss, filled }: OrderSeen): GuardedOrder {
  const left = filled === undefined ? size : size.minus(filled);
  return { symbol, side, marginMode, size: left, price, trigger, stopLoss, standing: 'open' };
}
