/**
 * What a look at the exchange adds to what the journal knows. A list proves what it has and never what it lacks: an order of ours that
 * no record ends is working, and a stop in no list is not known. What was sent since the look stands by the journal.
 */
import { Decimal } from '../../model/decimal.ts';
import { isOpening } from '../../model/order.ts';
import type { GuardedOrder, Guarded, HeldPosition, MarketRange, NotRead, OrderStanding } from '../guarded.ts';
import { filledOf } from '../held.ts';
import { symbolsAtStake, type JournalOrder } from './of-journal.ts';
import { differs, hasLostStop, isTold, type LookRow, type OrderSeen } from './order-seen.ts';
import { PresetRows, type FilledOrder } from './presets.ts';

export type { LookRow, OrderSeen };
export { differs, hasLostStop, isTold };

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

/** One answer at least that says something of the account. */
export const hasAnswers = ({ symbols }: AccountLook): boolean =>
  [...symbols.values()].some(({ positions, orders, triggers }) => (positions ?? orders ?? triggers) !== undefined);

interface LookSettings {
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
  const presets = new PresetRows(rows.others());
  const resting = presets.claim(ours.flatMap((order) => filledBefore(order, look)));
  const guarded = ours.map((order) => withPreset(order, { look, resting, settings }));
  const unasked = symbolsUnasked(guarded, look);
  return {
    lookedAtMs: look.atMs,
    looked: new Set(look.symbols.keys()),
    orders: [...guarded, ...maybePresets(guarded, presets), ...foreignOrders(presets, look)],
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

/** The rows of all lists by their ids. */
class SeenRows {
  readonly #byId = new Map<string, LookRow>();
  readonly #others: Set<OrderSeen>;

  constructor(looks: readonly SymbolLook[]) {
    const all = looks.flatMap(({ orders = [], triggers = [] }) => [...orders, ...triggers]);
    for (const row of all) {
      this.#byId.set(row.orderId, row);
      if (row.clientOid !== undefined) this.#byId.set(row.clientOid, row);
    }
    this.#others = new Set(all.filter(isTold));
  }

  /** The row of an order of ours. */
  take({ orderId, clientOid }: JournalOrder): LookRow | undefined {
    const row = (orderId === undefined ? undefined : this.#byId.get(orderId)) ?? this.#byId.get(clientOid);
    if (row !== undefined && isTold(row)) this.#others.delete(row);
    return row;
  }

  others(): OrderSeen[] {
    return [...this.#others];
  }
}

interface Seen {
  readonly look: AccountLook;
  readonly rows: SeenRows;
}

function seenOrder(order: JournalOrder, { look, rows }: Seen): JournalOrder {
  const row = rows.take(order);
  if (order.sentAtMs > look.atMs) return { ...sinceLook(order), isSinceLook: true };
  const lists = look.symbols.get(order.symbol);
  const list = order.trigger === undefined ? lists?.orders : lists?.triggers;
  const stands = list === undefined ? order : seenStanding(order, row);
  // That it was asked about again since does not make what was filled before the look new.
  const isLater = order.filledAtMs > look.atMs;
  const filled = row?.filled;
  const seen = { ...order, ...stands, ...(hasLostStop(row, order) && LOST_STOP) };
  if (isLater) return sinceLook(seen, filled);
  if (filled === undefined || filled.isZero || filled.compare(order.filled?.size ?? Decimal.zero) <= 0) return seen;
  return { ...seen, filled: { ...order.filled, size: filled } };
}

const LOST_STOP = { stopLoss: undefined, preset: 'missing' } as const;

/** `atLook`: what the look saw filled of it. */
const sinceLook = (order: JournalOrder, atLook?: Decimal): JournalOrder =>
  order.standing !== 'filled' && order.filled === undefined
    ? order
    : { ...order, filled: { ...filledOf(order), sinceLook: true, ...(atLook?.isZero === false && { atLook }) } };

function seenStanding(order: JournalOrder, row: LookRow | undefined): Pick<GuardedOrder, 'standing' | 'isUnsettled'> {
  const standing = standingBy(order, row);
  return { standing, ...(order.standing === 'unsure' && standing === 'open' && { isUnsettled: true }) };
}

/**
 * A cancel whose end nobody saw stays so, whatever a list says: it may take the order off the next moment. Of one that was changed on the
 * exchange nobody knows what it does.
 */
function standingBy(order: JournalOrder, row: LookRow | undefined): OrderStanding {
  const { standing, isCancelOpen } = order;
  if (row !== undefined && isTold(row) && differs(row, order)) return 'unsure';
  if (row?.isUnsure === true && (standing === 'open' || standing === 'in-no-list')) return 'unsure';
  if (row !== undefined)
    return standing === 'in-no-list' || (standing === 'unsure' && !isCancelOpen) ? 'open' : standing;
  return standing === 'open' ? 'in-no-list' : standing;
}

/** What was filled of an opening order that carries a stop, before the look. */
function filledBefore(order: GuardedOrder, look: AccountLook): FilledOrder[] {
  const { stopLoss, symbol, side } = order;
  const { size: filled, sinceLook: isLater } = filledOf(order);
  const { triggers, market } = look.symbols.get(symbol) ?? {};
  if (stopLoss === undefined || filled.isZero || !isOpening(side) || isLater === true) return [];
  return triggers === undefined ? [] : [{ order, stopLoss, filled, market }];
}

interface Presets {
  readonly look: AccountLook;
  readonly resting: ReadonlySet<GuardedOrder>;
  readonly settings: LookSettings;
}

function withPreset(order: JournalOrder, { look, resting, settings }: Presets): JournalOrder {
  if (filledBefore(order, look).length === 0) return order;
  const isLate = look.atMs - order.filledAtMs >= settings.cancelWaitMs;
  return { ...order, preset: resting.has(order) ? 'resting' : isLate ? 'missing' : 'not-seen' };
}

/** An order that no list has may have been filled since, and its stop be a trigger by now: that trigger is no second stop. */
function maybePresets(orders: readonly GuardedOrder[], presets: PresetRows): GuardedOrder[] {
  const doubtful = orders.flatMap((order) => {
    const { standing, stopLoss, side } = order;
    const isDoubtful =
      (standing === 'in-no-list' || standing === 'unsure') && isOpening(side) && filledOf(order).size.isZero;
    return isDoubtful && stopLoss !== undefined ? [{ ...order, stopLoss }] : [];
  });
  return presets.doubted(doubtful).map((row) => Object.assign(foreign(row), { isPresetMaybe: true as const }));
}

/** Orders that no record of ours explains. Of one that was filled in part the preset is among the triggers already. */
function foreignOrders(presets: PresetRows, look: AccountLook): GuardedOrder[] {
  const partly = presets.others().filter(isPartlyFilled).map(partlyFilled);
  const resting = presets.claim(partly.flatMap((order) => filledBefore(order, look)));
  const others = presets.others().filter((row) => !isPartlyFilled(row));
  return [...partly.map((order) => (resting.has(order) ? withItsPreset(order) : order)), ...others.map(leftOf)];
}

const isPartlyFilled = ({ side, filled, trigger }: OrderSeen): boolean =>
  trigger === undefined && isOpening(side) && filled?.isZero === false;

const partlyFilled = (row: OrderSeen): GuardedOrder => ({ ...foreign(row), filled: { size: row.filled as Decimal } });

const withItsPreset = (order: GuardedOrder): GuardedOrder => ({ ...order, preset: 'resting' });

function foreign(row: OrderSeen): GuardedOrder {
  const { orderId: _id, clientOid: _name, filled: _filled, lacksStop, isUnsure, ...says } = row;
  const isUntold = isOpening(row.side) && row.trigger === undefined && row.stopLoss === undefined && lacksStop !== true;
  return { ...says, standing: isUnsure === true ? 'unsure' : 'open', ...(isUntold && { isStopUntold: true }) };
}

const leftOf = (row: OrderSeen): GuardedOrder =>
  foreign(row.filled === undefined ? row : { ...row, size: row.size.minus(row.filled) });
