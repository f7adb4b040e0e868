import { defined } from '../../model/defined.ts';
import type { OrderHeadline } from '../../model/event.ts';
import { safe, safeText, type Safe } from '../../model/safe-text.ts';
import { NumberColumn, widthOf } from '../text/columns.ts';
import type { OrderRows, OrderView } from '../view/order-list.ts';

/** `64000`, `market`, or of a trigger order `61900→market`. */
const priceOf = ({ price, trigger }: Pick<OrderHeadline, 'price' | 'trigger'>): Safe =>
  trigger === undefined ? safeText(price) : safe`${safeText(trigger)}→${safeText(price)}`;

/** While its plan is followed, as a sentence has it: `market at 61900`. */
export function priceOfOrder(
  { followed }: Pick<OrderView, 'followed'>,
  headline: Pick<OrderHeadline, 'price' | 'trigger'>,
): Safe {
  const { price, trigger } = headline;
  return followed === undefined || trigger === undefined
    ? priceOf(headline)
    : safe`${safeText(price)} at ${safeText(trigger)}`;
}

const measured = new WeakMap<OrderRows, ColumnWidths>();

/**
 * How wide the columns of all orders must be, so that no row moves another. Each order is measured once, and all of them
 * again only where orders were described again.
 */
export function widthsOf(orders: OrderRows): ColumnWidths {
  const widths = measured.get(orders) ?? new ColumnWidths();
  measured.set(orders, widths);
  return widths.measure(orders);
}

export class ColumnWidths {
  #id = 2;
  #symbol = 6;
  #side = 4;
  #size = new NumberColumn();
  #price = new NumberColumn();
  readonly #symbols = new Set<string>();
  #measured = 0;
  #described = 0;

  get id(): number {
    return this.#id;
  }

  get symbol(): number {
    return this.#symbol;
  }

  get side(): number {
    return this.#side;
  }

  get size(): NumberColumn {
    return this.#size;
  }

  get price(): NumberColumn {
    return this.#price;
  }

  /** How many different symbols there are. */
  get symbols(): number {
    return this.#symbols.size;
  }

  /** Takes in what is new; the orders are always the same list. */
  measure(orders: OrderRows): this {
    if (this.#described !== orders.described) {
      this.#described = orders.described;
      this.#measured = 0;
    }
    for (; this.#measured < orders.length; this.#measured++) {
      const order = orders.byPlace(this.#measured);
      if (order !== undefined) this.#add(order);
    }
    return this;
  }

  #add({ id, headline, followed }: OrderView): void {
    this.#id = Math.max(this.#id, widthOf(safeText(id)));
    if (headline === undefined) return;
    const { symbol, side, size } = headline;
    this.#symbols.add(symbol);
    this.#symbol = Math.max(this.#symbol, widthOf(safeText(symbol)));
    this.#side = Math.max(this.#side, widthOf(safeText(side)));
    this.#size.add(safeText(size));
    this.#price.add(priceOfOrder({ ...defined({ followed }) }, headline));
  }
}
