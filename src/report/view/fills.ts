import { Decimal } from '../../model/decimal.ts';
import type { OrderFilled } from '../../model/event.ts';

/** What the paper market traded of one order. */
interface OrderFills {
  /** The newest few, the oldest first. */
  readonly newest: readonly OrderFilled[];
  /** Base coin of its own fills; what its presets closed is not in it. */
  readonly size: Decimal;
  /** How many there were. */
  readonly amount: number;
}

export interface FillsOf {
  byId(id: string): OrderFills | undefined;
}

/** Fills that are kept of one order. */
const KEPT = 20;

/** The fills of all orders by the order that they are of; what a preset closes is a fill of the order that carries it. */
export class Fills implements FillsOf {
  readonly #byClientOid = new Map<string, OrderFills>();
  readonly #clientOids = new Map<string, string>();

  /** The client order id that an order has now. */
  names(id: string, clientOid: string): void {
    this.#clientOids.set(id, clientOid);
  }

  byId(id: string): OrderFills | undefined {
    return this.#byClientOid.get(this.#clientOids.get(id) ?? '');
  }

  add(fill: OrderFilled): void {
    const { newest = [], size = Decimal.zero, amount = 0 } = this.#byClientOid.get(fill.clientOid) ?? {};
    const own = isPreset(fill) ? Decimal.zero : (Decimal.parse(fill.size) ?? Decimal.zero);
    this.#byClientOid.set(fill.clientOid, {
      newest: [...newest, fill].slice(-KEPT),
      size: size.plus(own),
      amount: amount + 1,
    });
  }
}

const isPreset = ({ why }: OrderFilled): boolean => why === 'take-profit' || why === 'stop-loss';
