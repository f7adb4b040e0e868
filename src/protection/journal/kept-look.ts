/** A look as the journal keeps it, and the way back. Of an order of ours that is as it was sent the journal has all that its row says, so only its id is kept. */
import type { KeptLook, KeptPosition, KeptRow, KeptSymbol } from '../../journal/records/looked.ts';
import { Decimal } from '../../model/decimal.ts';
import { defined } from '../../model/defined.ts';
import type { HeldPosition } from '../guarded.ts';
import { differs, hasLostStop, isTold, type AccountLook, type LookRow, type SymbolLook } from './look.ts';
import type { JournalOrder } from './of-journal.ts';

/** Who has which ids. */
interface Ours {
  readonly byOrderId: ReadonlyMap<string, JournalOrder>;
  readonly byClientOid: ReadonlyMap<string, JournalOrder>;
}

/** `orders`: those that the journal has. */
export function keptLook({ atMs, symbols }: AccountLook, orders: readonly JournalOrder[]): KeptLook {
  const ours: Ours = {
    byOrderId: new Map(
      orders.flatMap((order) => (order.orderId === undefined ? [] : [[order.orderId, order] as const])),
    ),
    byClientOid: new Map(orders.map((order) => [order.clientOid, order])),
  };
  return { atMs, symbols: Array.from(symbols, ([symbol, look]) => keptSymbol(symbol, look, ours)) };
}

function keptSymbol(symbol: string, look: SymbolLook, ours: Ours): KeptSymbol {
  const { market, positions, orders, triggers } = look;
  const kept = (rows: readonly LookRow[] | undefined): KeptSymbol['orders'] => rows?.map((row) => keptRow(row, ours));
  return {
    symbol,
    ...defined({
      market: market === undefined ? undefined : ([market.low.canonical(), market.high.canonical()] as const),
      mark: positions?.find(({ mark }) => mark !== undefined)?.mark?.canonical(),
      positions: positions?.map(keptPosition),
      orders: kept(orders),
      triggers: kept(triggers),
    }),
  };
}

export const keptPosition = ({ side, marginMode, size, average }: HeldPosition): KeptPosition => ({
  side,
  marginMode,
  size: size.canonical(),
  ...defined({ average: average?.canonical() }),
});

function keptRow(row: LookRow, { byOrderId, byClientOid }: Ours): KeptRow {
  const { orderId, clientOid, filled, isUnsure } = row;
  const some = { orderId, ...defined({ filled: filled?.isZero === true ? undefined : filled?.canonical(), isUnsure }) };
  const [own, named] = [byOrderId.get(orderId), byClientOid.get(clientOid ?? '')];
  const ids = own === undefined && named !== undefined ? { ...some, ...defined({ clientOid }) } : some;
  const sent = own ?? named;
  if (!isTold(row) || (sent !== undefined && !differs(row, sent) && !hasLostStop(row, sent))) return ids;
  const { side, marginMode, isModeUnsure, size, price, trigger, stopLoss, lacksStop } = row;
  const says = {
    side,
    marginMode,
    ...defined({ isModeUnsure }),
    size: size.canonical(),
    price: price.kind === 'market' ? 'market' : price.at.canonical(),
    ...defined({ trigger: trigger?.canonical(), stopLoss: stopLoss?.canonical(), lacksStop }),
  };
  return { ...ids, says };
}

export const lookOf = ({ atMs, symbols }: KeptLook): AccountLook => ({
  atMs,
  symbols: new Map(symbols.map((kept) => [kept.symbol, symbolLookOf(kept)])),
});

function symbolLookOf({ symbol, market, mark, positions, orders, triggers }: KeptSymbol): SymbolLook {
  const rows = (kept: readonly KeptRow[] | undefined): readonly LookRow[] | undefined =>
    kept?.map((row) => rowOf(row, symbol));
  return defined({
    market: market === undefined ? undefined : { low: Decimal.of(market[0]), high: Decimal.of(market[1]) },
    positions: positions?.map(({ side, marginMode, size, average }): HeldPosition => ({
      symbol,
      side,
      marginMode,
      size: Decimal.of(size),
      ...defined({ average: decimalOf(average), mark: decimalOf(mark) }),
    })),
    orders: rows(orders),
    triggers: rows(triggers),
  });
}

const decimalOf = (text: string | undefined): Decimal | undefined =>
  text === undefined ? undefined : Decimal.of(text);

function rowOf({ orderId, clientOid, filled, isUnsure, says }: KeptRow, symbol: string): LookRow {
  const own = { orderId, ...defined({ clientOid, filled: decimalOf(filled), isUnsure }) };
  if (says === undefined) return own;
  const { side, marginMode, isModeUnsure, size, price, trigger, stopLoss, lacksStop } = says;
  return {
    ...own,
    symbol,
    side,
    marginMode,
    ...defined({ isModeUnsure }),
    size: Decimal.of(size),
    price: price === 'market' ? { kind: 'market' } : { kind: 'limit', at: Decimal.of(price) },
    ...defined({ trigger: decimalOf(trigger), stopLoss: decimalOf(stopLoss), lacksStop }),
  };
}
