/**
 * What the account holds: long and short apart, by symbol and margin mode. Sizes are exact decimals, costs exact fractions;
 * only what is told is rounded.
 */
import { Decimal } from '../../model/decimal.ts';
import type { PaperPosition } from '../../model/watch-event.ts';
import { Rational } from '../../model/rational.ts';
import type { HeldSide } from '../book.ts';
import { isLong, type OrderRequest } from '../v2/order/rules.ts';

type Order = Pick<OrderRequest, 'symbol' | 'type' | 'marginMode'>;
type Side = PaperPosition['side'];

interface Position {
  readonly symbol: string;
  readonly side: Side;
  readonly marginMode: 1 | 3;
  readonly size: Decimal;
  /** Size × average entry. */
  readonly cost: Rational;
}

/** Decimals of a quotient that is told. */
const TOLD = Decimal.of('0.00000001');
const told = (value: Rational): string => value.nearest(TOLD).canonical();

const sideOf = (order: Order): Side => (isLong(order) ? 'long' : 'short');
/** Names the position that an order opens or closes. */
const keyOf = (order: Order): string => `${order.symbol} ${sideOf(order)} ${order.marginMode}`;

const gain = (side: Side, worth: Rational, cost: Rational): Rational =>
  side === 'long' ? worth.minus(cost) : cost.minus(worth);

const worthOf = (size: Decimal, price: Decimal): Rational => Rational.of(size.times(price));

export class Positions {
  readonly #positions = new Map<string, Position>();

  /** How much there is to close for an order. */
  held(order: Order): Decimal {
    return this.#positions.get(keyOf(order))?.size ?? Decimal.zero;
  }

  /** At what it was opened; undefined where nothing is held. */
  averageOf(order: Order): Rational | undefined {
    const position = this.#positions.get(keyOf(order));
    return position?.cost.dividedBy(Rational.of(position.size));
  }

  isSame(one: Order, other: Order): boolean {
    return keyOf(one) === keyOf(other);
  }

  open(order: Order, size: Decimal, price: Decimal): void {
    const before = this.#positions.get(keyOf(order));
    this.#positions.set(keyOf(order), {
      symbol: order.symbol,
      side: sideOf(order),
      marginMode: order.marginMode,
      size: before === undefined ? size : before.size.plus(size),
      cost: before === undefined ? worthOf(size, price) : before.cost.plus(worthOf(size, price)),
    });
  }

  /** Closes no more than is held, at the average entry. Returns what that gained, in quote coin. */
  close(order: Order, size: Decimal, price: Decimal): string {
    const before = this.#positions.get(keyOf(order));
    if (before === undefined || size.compare(before.size) > 0) throw new Error('closes more than is held');
    const cost = before.cost.times(Rational.of(size)).dividedBy(Rational.of(before.size));
    const left = before.size.minus(size);
    if (left.isZero) this.#positions.delete(keyOf(order));
    else this.#positions.set(keyOf(order), { ...before, size: left, cost: before.cost.minus(cost) });
    return told(gain(before.side, worthOf(size, price), cost));
  }

  /** A row for each side and margin mode of a symbol in which something is held, and for a side without any: long, then short. */
  of(symbol: string): readonly HeldSide[] {
    const held = [...this.#positions.values()].filter((one) => one.symbol === symbol);
    return (['long', 'short'] as const).flatMap((side): readonly HeldSide[] => {
      const rows = held.filter((one) => one.side === side);
      if (rows.length === 0) return [{ side, marginMode: 1, size: '0', value: '0' }];
      return rows.map(({ marginMode, size, cost }) => ({
        side,
        marginMode,
        size: size.canonical(),
        value: told(cost),
      }));
    });
  }

  /** One row a symbol and side, both margin modes together; profits at these prices. */
  told(lastOf: (symbol: string) => Decimal): readonly PaperPosition[] {
    return this.#rows().map(({ symbol, side, size, cost }) => ({
      symbol,
      side,
      size: size.canonical(),
      average: told(cost.dividedBy(Rational.of(size))),
      profit: told(gain(side, worthOf(size, lastOf(symbol)), cost)),
    }));
  }

  #rows(): readonly Position[] {
    const rows = new Map<string, Position>();
    for (const position of this.#positions.values()) {
      const row = `${position.symbol} ${position.side}`;
      const other = rows.get(row);
      rows.set(row, other === undefined ? position : together(other, position));
    }
    return [...rows.values()];
  }
}

const together = (one: Position, other: Position): Position => ({
  ...one,
  size: one.size.plus(other.size),
  cost: one.cost.plus(other.cost),
});
