/** From the document's text to exact values, order by order, defaults applied; then from these to the plan. */
import { Decimal } from '../model/decimal.ts';
import type { MarginMode, Plan, PlannedOrder, Price, Side, TimeInForce } from '../model/order.ts';
import type { DefaultsDocument, OrderDocument, PlanDocument } from '../generated/plan.ts';
import type { Finding, Path } from './locate.ts';
import { tooManyDigits } from './spelling.ts';

export type Found = (finding: Finding) => void;
export type DecimalField = 'size' | 'price' | 'takeProfit' | 'stopLoss' | 'trigger';

/** What of `defaults` has no error. */
export interface DefaultsDraft {
  readonly written: DefaultsDocument;
  readonly faulty: ReadonlySet<string>;
}

/**
 * One order as far as it is free of errors: a field that has one is undefined here and named in `faulty`, so that no rule
 * complains about the same mistake again. `written` has the author's own keys.
 */
export interface OrderDraft {
  readonly index: number;
  readonly written: Partial<OrderDocument>;
  readonly faulty: ReadonlySet<string>;
  readonly id: string | undefined;
  readonly symbol: string | undefined;
  readonly marginMode: MarginMode | undefined;
  readonly side: Side | undefined;
  readonly timeInForce: TimeInForce | undefined;
  readonly size: Decimal | undefined;
  readonly price: Price | undefined;
  readonly takeProfit: Decimal | undefined;
  readonly stopLoss: Decimal | undefined;
  readonly trigger: Decimal | undefined;
}

const MARKET: Price = { kind: 'market' };

export const orderPath = (index: number, field?: string): Path =>
  field === undefined ? ['orders', index] : ['orders', index, field];

/** Reads orders whose shape was checked, one after the other. */
export class OrderReader {
  readonly #defaults: DefaultsDraft;
  readonly #found: Found;
  #written: Partial<OrderDocument> = {};
  #index = 0;
  #faulty: ReadonlySet<string> = new Set();

  constructor(defaults: DefaultsDraft, found: Found) {
    this.#defaults = defaults;
    this.#found = found;
  }

  /** `shapeFaults` are the fields that the check of the shape refused. */
  read(written: Partial<OrderDocument>, index: number, shapeFaults: ReadonlySet<string>): OrderDraft {
    this.#written = written;
    this.#index = index;
    this.#faulty = shapeFaults;
    return {
      index,
      written,
      id: this.#text('id'),
      symbol: this.#inherited('symbol'),
      marginMode: this.#inherited('marginMode', 'cross'),
      side: this.#text('side'),
      timeInForce: this.#inherited('timeInForce', 'normal'),
      size: this.#decimal('size'),
      price: this.#price(),
      takeProfit: this.#decimal('takeProfit'),
      stopLoss: this.#decimal('stopLoss'),
      trigger: this.#decimal('trigger'),
      // Last, as reading the others may add to it.
      faulty: this.#faulty,
    };
  }

  #text<Key extends keyof OrderDocument>(key: Key): OrderDocument[Key] | undefined {
    return this.#faulty.has(key) ? undefined : this.#written[key];
  }

  /** The order's own word, or that of the defaults, or else the standing one; undefined where one of them has an error. */
  #inherited<Key extends keyof DefaultsDocument>(
    key: Key,
    standing?: DefaultsDocument[Key],
  ): DefaultsDocument[Key] | undefined {
    if (this.#faulty.has(key)) return undefined;
    const own: DefaultsDocument[Key] | undefined = this.#written[key];
    if (own !== undefined) return own;
    return this.#defaults.faulty.has(key) ? undefined : (this.#defaults.written[key] ?? standing);
  }

  #price(): Price | undefined {
    if (this.#text('price') === 'market') return MARKET;
    const at = this.#decimal('price');
    return at === undefined ? undefined : { kind: 'limit', at };
  }

  #decimal(field: DecimalField): Decimal | undefined {
    const digits = this.#text(field);
    if (digits === undefined) return undefined;
    const value = Decimal.parse(digits);
    if (value === undefined) return this.#fault(field, tooManyDigits(digits.replace('.', '').length));
    if (value.isZero) {
      return this.#fault(field, { code: 'value/zero', message: 'is zero', hint: 'write a decimal above zero' });
    }
    return value;
  }

  #fault(field: DecimalField, said: Pick<Finding, 'code' | 'message' | 'hint'>): undefined {
    this.#faulty = new Set([...this.#faulty, field]);
    this.#found({ ...said, message: `\`${field}\` ${said.message}`, path: orderPath(this.#index, field) });
  }
}

/** Milliseconds since 1970 of a `validUntil` that has the right form; undefined where no calendar has that instant. */
export function instantMs(text: string): number | undefined {
  const wall = text.replace(/(?:Z|[+-]\d{2}:\d{2})$/, '');
  const asUtc = new Date(`${wall}Z`);
  const ms = Date.parse(text);
  if (Number.isNaN(asUtc.getTime()) || Number.isNaN(ms)) return undefined;
  // What Date carries over (February 30, 24:00) comes back as another day.
  return asUtc.toISOString().startsWith(wall.slice(0, 16)) ? ms : undefined;
}

/** The draft of an order that has no error, as an order; a field that is still missing is a bug of ours. */
function finish(draft: OrderDraft, line: number): PlannedOrder {
  const { id, symbol, marginMode, side, timeInForce, size, price, takeProfit, stopLoss, trigger } = draft;
  if (
    id === undefined ||
    symbol === undefined ||
    marginMode === undefined ||
    side === undefined ||
    timeInForce === undefined ||
    size === undefined ||
    price === undefined
  ) {
    throw new Error(`order ${draft.index} passed without all its fields`);
  }
  return {
    id,
    symbol,
    marginMode,
    side,
    size,
    price,
    // The request of a trigger order has no field for it.
    timeInForce: trigger === undefined ? timeInForce : 'normal',
    ...(takeProfit === undefined ? {} : { takeProfit }),
    ...(stopLoss === undefined ? {} : { stopLoss }),
    ...(trigger === undefined ? {} : { trigger }),
    line,
  };
}

/** The plan of a document without errors; `lines` are those on which its orders begin. */
export function finishPlan(
  document: Omit<PlanDocument, 'orders'>,
  drafts: readonly OrderDraft[],
  lines: readonly number[],
): Plan {
  const { name, description, validUntil } = document;
  return {
    name,
    generation: Number(document.generation ?? '1'),
    ...(description === undefined ? {} : { description }),
    ...(validUntil === undefined ? {} : { validUntil: { ms: instantMs(validUntil) as number, text: validUntil } }),
    orders: drafts.map((draft) => finish(draft, lines[draft.index] ?? 1)),
  };
}
