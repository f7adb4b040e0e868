/**
 * A look at what an account has of some symbols: the market, open triggers, open orders, and positions last, so that what fills in
 * between is counted twice rather than missed. What did not answer, or cannot be read, is absent: a row of it that is left out would
 * make a sum too small.
 */
import type { LookTelling } from '../../exchange/dialect.ts';
import { Decimal } from '../../model/decimal.ts';
import { defined } from '../../model/defined.ts';
import type { ListedOrder } from '../../model/listing.ts';
import { isLong, type MarginMode, type Side, SIDES } from '../../model/order.ts';
import { Rational } from '../../model/rational.ts';
import type { PositionRow } from '../../model/standing.ts';
import type { HeldPosition, MarketRange, PositionSide } from '../../protection/guarded.ts';
import type { OrderSeen, SymbolLook } from '../../protection/journal/look.ts';
import type { LookReader } from './look-reader.ts';
import { TOLD_AVERAGE } from './stand.ts';

interface AccountLooking {
  readonly telling: LookTelling;
  readonly reader: LookReader;
  readonly symbols: readonly string[];
  /** For our own orders, as a record may not say its margin mode. */
  readonly modes: OwnModes;
  /** What else is read of orders goes between the open triggers and the open orders, and before the positions. */
  readonly between?: () => Promise<void>;
}

export interface OwnModes {
  /** The modes of those that may still open or close in this direction. */
  readonly atStake: (symbol: string, direction: PositionSide) => readonly MarginMode[];
  /** The one mode of all orders of a symbol, where they have one. */
  readonly ever: (symbol: string) => MarginMode | undefined;
}

interface SymbolMarket {
  readonly range: MarketRange;
  readonly mark: Decimal | undefined;
}

/** Rejects with JournalError where a question cannot be recorded. */
export async function lookAt(looking: AccountLooking): Promise<ReadonlyMap<string, SymbolLook>> {
  const { reader, symbols, between } = looking;
  const markets = new Map<string, SymbolMarket | undefined>();
  for (const symbol of symbols) markets.set(symbol, await marketOf(symbol, reader));
  for (const symbol of symbols) await reader.open('open-triggers', symbol);
  await between?.();
  for (const symbol of symbols) await reader.open('open', symbol);
  const looks = new Map<string, SymbolLook>();
  for (const symbol of symbols) looks.set(symbol, await symbolLook(symbol, markets.get(symbol), looking));
  return looks;
}

/** From all of its prices; undefined where one of the questions was not answered. */
async function marketOf(symbol: string, reader: LookReader): Promise<SymbolMarket | undefined> {
  const prices = await reader.prices(symbol);
  if (prices === undefined) return undefined;
  const told = Object.values(prices).map((text) => Decimal.of(text as string));
  const [low, ...more] = told.toSorted((one, other) => one.compare(other));
  if (low === undefined) return undefined;
  return { range: { low, high: more.at(-1) ?? low }, mark: Decimal.parse(prices.mark ?? '') };
}

async function symbolLook(
  symbol: string,
  market: SymbolMarket | undefined,
  { telling, reader, modes }: AccountLooking,
): Promise<SymbolLook> {
  const [triggers, orders] = [await reader.open('open-triggers', symbol), await reader.open('open', symbol)];
  const answer = await reader.position(symbol);
  const rows = answer.kind === 'failed' ? undefined : wholeRows(answer.rows, telling.bothSides);
  const mode = onlyOf(rows?.map(({ marginMode }) => marginMode) ?? []) ?? modes.ever(symbol) ?? 'cross';
  /** What is held and what our orders say: where these are of both modes, it may be of either. What somebody else opens says nothing of it. */
  const modeMeant = (of: Side): ModeMeant => {
    const direction = isLong(of) ? 'long' : 'short';
    const there = (rows ?? []).flatMap(({ side, marginMode }) => (side === direction ? [marginMode] : []));
    const [first, ...others] = new Set([...there, ...modes.atStake(symbol, direction)]);
    const isUnsure = others.length > 0 || telling.modePerOrder;
    return { marginMode: first ?? mode, ...(isUnsure && { isModeUnsure: true }) };
  };
  const seenIn = (records: readonly ListedOrder[] | undefined, isTrigger: boolean): readonly OrderSeen[] | undefined =>
    records === undefined ? undefined : seenRows(records, { symbol, modeMeant, isTrigger });
  return defined({
    market: market?.range,
    triggers: seenIn(triggers.records, true),
    orders: seenIn(orders.records, false),
    positions: rows?.map(({ side, marginMode, size, average }): HeldPosition => {
      return { symbol, side, marginMode, size, average, mark: market?.mark };
    }),
  });
}

const onlyOf = <T>(all: readonly T[]): T | undefined => (new Set(all).size === 1 ? all[0] : undefined);

type Held = Pick<HeldPosition, 'side' | 'marginMode' | 'size' | 'average'>;

/** What is held, by side and margin mode; undefined where a row lacks a part of it, or a side has no row and should have one. */
function wholeRows(rows: readonly PositionRow[], bothSides: boolean): readonly Held[] | undefined {
  const sides = new Set(rows.map(({ side }) => side));
  if (bothSides && sides.size < 2) return undefined;
  const held = rows.filter(({ size }) => !Decimal.of(size).isZero);
  if (held.some(({ marginMode }) => marginMode === undefined)) return undefined;
  const positions = Map.groupBy(held, ({ side, marginMode }) => `${side} ${marginMode ?? ''}`);
  return [...positions.values()].flatMap((parts) => {
    const [first] = parts;
    if (first?.marginMode === undefined) return [];
    const { side, marginMode } = first;
    const size = sumOf(parts.map((part) => part.size));
    const values = parts.map(({ openValue }) => openValue);
    return [{ side, marginMode, size, ...defined({ average: averageOf(size, values) }) }];
  });
}

const sumOf = (texts: readonly string[]): Decimal =>
  texts.reduce((sum, text) => sum.plus(Decimal.of(text)), Decimal.zero);

function averageOf(size: Decimal, values: readonly (string | undefined)[]): Decimal | undefined {
  const told = values.filter((value) => value !== undefined);
  if (told.length < values.length) return undefined;
  const value = sumOf(told);
  return value.isZero ? undefined : Rational.of(value).dividedBy(Rational.of(size)).nearest(TOLD_AVERAGE);
}

/** The margin mode that an order is taken for, and whether it may be of the other. */
interface ModeMeant {
  readonly marginMode: MarginMode;
  readonly isModeUnsure?: true;
}

interface RowsOf {
  readonly symbol: string;
  /** The margin mode of a record that does not say it. */
  readonly modeMeant: (side: Side) => ModeMeant;
  readonly isTrigger: boolean;
}

/** Undefined where one of them cannot be read. One that is over, or closes no size of its own, is nothing. */
function seenRows(records: readonly ListedOrder[], of: RowsOf): readonly OrderSeen[] | undefined {
  const rows = records.filter(rests).map((record) => seenRow(record, of));
  return rows.every((row) => row !== undefined) ? rows.filter(({ size }) => !size.isZero) : undefined;
}

const rests = ({ status }: ListedOrder): boolean =>
  status === undefined || status === 'open' || status === 'cancelling';

const decimalOf = (text: string | undefined): Decimal | undefined => Decimal.parse(text ?? '');

/** 0 stands for none. */
function aboveZero(text: string | undefined): Decimal | undefined {
  const told = decimalOf(text);
  return told?.isZero === true ? undefined : told;
}

function seenRow(record: ListedOrder, { symbol, modeMeant, isTrigger }: RowsOf): OrderSeen | undefined {
  const { orderId, clientOid, marginMode } = record;
  const side = SIDES.find((one) => one === record.side);
  const [size, price] = [decimalOf(record.size), decimalOf(record.price)];
  if (side === undefined || size === undefined || price === undefined) return undefined;
  const own = isTrigger ? { trigger: aboveZero(record.triggerPrice) } : { filled: decimalOf(record.filledSize) };
  if (!isWhole(own, size)) return undefined;
  return {
    orderId,
    ...(clientOid !== '' && { clientOid }),
    symbol,
    side,
    ...(marginMode === undefined ? modeMeant(side) : { marginMode }),
    size,
    price: price.isZero ? { kind: 'market' } : { kind: 'limit', at: price },
    ...defined({ ...own, stopLoss: aboveZero(record.stopLoss) }),
    ...(record.status !== 'open' && { isUnsure: true }),
    ...(!isTrigger && decimalOf(record.stopLoss)?.isZero === true && { lacksStop: true }),
  };
}

type Own = { readonly trigger: Decimal | undefined } | { readonly filled: Decimal | undefined };

const isWhole = (own: Own, size: Decimal): boolean =>
  'trigger' in own ? own.trigger !== undefined : own.filled === undefined || own.filled.compare(size) <= 0;
