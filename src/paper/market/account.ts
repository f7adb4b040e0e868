/** What a market has of an account: its orders, what was filled of them, and what that left to hold. */
import { Decimal } from '../../model/decimal.ts';
import { Rational } from '../../model/rational.ts';
import type { BookOptions, PaperFill, PaperOrder } from '../book.ts';
import { change, Register } from '../register.ts';
import { decimalOf, isOpening } from '../v2/order/rules.ts';
import { lesser } from './matcher.ts';
import { Positions } from './positions.ts';

const FIRST_TRADE = 719_288_599_260_000_003n;
/** Decimals of an average price that is told. */
const TOLD = Decimal.of('0.00000001');

/** So much of an order, at that price. */
interface Portion {
  readonly size: Decimal;
  readonly price: Decimal;
  readonly role: PaperFill['role'];
  readonly wallMs: number;
}

export class Account {
  readonly register: Register;
  readonly positions = new Positions();
  readonly fills: PaperFill[] = [];
  readonly #fees: BookOptions['fees'];
  #nextTrade = FIRST_TRADE;

  constructor({ cancelDelayMs, clock, fees }: BookOptions) {
    this.#fees = fees;
    this.register = new Register(cancelDelayMs, () => clock.monotonicMs());
  }

  /** Fills so much more of an order, and enters it. Its status changes only if that fills it whole. */
  fill(order: PaperOrder, portion: Portion): void {
    const { size, price } = portion;
    const before = order.filledSize === undefined ? Decimal.zero : decimalOf(order.filledSize);
    const filled = before.plus(size);
    const averagePrice = before.isZero ? price.toString() : averageOf(order, before, size, price);
    change(order, { averagePrice, filledSize: filled.canonical() });
    if (filled.compare(decimalOf(order.size)) === 0) change(order, { status: 'filled' });
    this.enter(order, portion);
  }

  /** Enters a fill into the position and the list of fills. A close takes no more from a position than it has. */
  enter(order: PaperOrder, { size, price, role, wallMs }: Portion): void {
    const profit = isOpening(order) ? this.#open(order, size, price) : this.#close(order, size, price);
    if (!isOpening(order))
      change(order, {
        profit: decimalOf(order.profit ?? '0')
          .plus(decimalOf(profit))
          .canonical(),
      });
    const value = size.times(price);
    this.fills.push({
      tradeId: (this.#nextTrade++).toString(),
      order,
      size: size.canonical(),
      price: price.toString(),
      value: value.canonical(),
      profit,
      fee: value.times(this.#fees?.[role] ?? Decimal.zero).canonical(),
      role,
      filledAtMs: Math.floor(wallMs),
    });
  }

  #open(order: PaperOrder, size: Decimal, price: Decimal): string {
    this.positions.open(order, size, price);
    return '0';
  }

  #close(order: PaperOrder, size: Decimal, price: Decimal): string {
    const closed = lesser(size, this.positions.held(order));
    return closed.isZero ? '0' : this.positions.close(order, closed, price);
  }
}

function averageOf({ averagePrice = '0' }: PaperOrder, before: Decimal, size: Decimal, price: Decimal): string {
  const cost = before.times(decimalOf(averagePrice)).plus(size.times(price));
  return Rational.of(cost)
    .dividedBy(Rational.of(before.plus(size)))
    .nearest(TOLD)
    .canonical();
}
