/** What the market tells: every fill, and once a step where prices and positions are. */
import type { Decimal } from '../../model/decimal.ts';
import { SIDES, type Side } from '../../model/order.ts';
import type { MarketMoved, OrderFilled } from '../../model/watch-event.ts';
import type { PaperFill } from '../book.ts';
import type { Contract } from '../v2/order/instruments.ts';
import { isMarket } from '../v2/order/rules.ts';
import type { Positions } from './positions.ts';

export type MarketNews = OrderFilled | MarketMoved;

/** The placed order that made another, and by what. */
export interface Cause {
  readonly clientOid: string;
  readonly why: 'trigger' | 'take-profit' | 'stop-loss';
}

export const newsOf = ({ order, size }: PaperFill, price: Decimal, cause: Cause | undefined): OrderFilled => ({
  event: 'order-filled',
  clientOid: cause?.clientOid ?? order.clientOid,
  symbol: order.symbol,
  side: SIDES[Number(order.type) - 1] as Side,
  size,
  price: price.toString(),
  why: cause?.why ?? (isMarket(order) ? 'market' : 'limit'),
});

/** What moved, in the symbols that an order was ever placed in. */
export function movedOf(
  contracts: ReadonlyMap<string, Contract>,
  symbols: ReadonlySet<string>,
  positions: Positions,
): MarketMoved {
  const lastOf = (symbol: string) => (contracts.get(symbol) as Contract).last;
  return {
    event: 'market-moved',
    prices: [...symbols].map((symbol) => ({ symbol, price: lastOf(symbol).toString() })),
    positions: positions.told(lastOf),
  };
}
