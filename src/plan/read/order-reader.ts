/** Orders of the document to drafts: defaults applied, expressions computed, a price range made the orders of its ladder. */
import type { DefaultsDocument, OrderDocument } from '../../generated/plan.ts';
import type { Decimal } from '../../model/decimal.ts';
import type { InstrumentList } from '../../model/instrument.ts';
import type { Price } from '../../model/order.ts';
import { draftOf, NUMBER_FIELDS, valuesOf, type Numbers } from './make-draft.ts';
import { orderPath, type DefaultsDraft, type Found, type OrderDraft } from './order-draft.ts';
import type { Variables } from '../expression/variables.ts';
import type { Path } from '../../document/locate.ts';
import { AmountReader, type Amount, type AmountScope, type Rounding } from './amount.ts';
import { readPrices, type PricedRung } from './prices.ts';
import { readSizes } from './sizing.ts';
import { decimalFrom } from '../../document/positive-decimal.ts';

export interface OrderReaderOptions {
  readonly defaults: DefaultsDraft;
  readonly variables: Variables;
  readonly instruments: InstrumentList | undefined;
  readonly found: Found;
}

type Worded = 'symbol' | 'marginMode' | 'timeInForce';
const NO_NUMBERS: Numbers = {};
const MARKET: Price = { kind: 'market' };

/** What an expression of another field may use as `price`. */
const ownPrice = (rung: PricedRung | undefined): AmountScope['price'] =>
  rung?.price === undefined ? 'told' : rung.price.kind === 'limit' ? rung.price.at : undefined;

/** Reads orders whose shape was checked, one after the other. */
export class OrderReader {
  readonly #options: OrderReaderOptions;
  readonly #amounts: AmountReader;
  #written: Partial<OrderDocument> = {};
  #index = 0;
  #faulty: Set<string> = new Set();
  #sharedReference: { readonly amount: Amount | undefined } | undefined;
  #sharedDistance: { readonly percent: Decimal | undefined } | undefined;

  constructor(options: OrderReaderOptions) {
    this.#options = options;
    this.#amounts = new AmountReader(options.variables, (finding) => {
      const [root, , field, ...rest] = finding.path;
      if (root === 'orders') {
        this.#faulty.add(String(field));
        this.#faulty.add([field, ...rest].join('/'));
      }
      options.found(finding);
    });
  }

  /** One draft, or one for each rung. `shapeFaults` are the places in the order that the check of the shape refused. */
  read(written: Partial<OrderDocument>, index: number, shapeFaults: ReadonlySet<string>): OrderDraft[] {
    this.#written = written;
    this.#index = index;
    this.#faulty = new Set(shapeFaults);
    const symbol = this.#inherited('symbol');
    const instrument = symbol === undefined ? undefined : this.#options.instruments?.bySymbol.get(symbol);
    const scope = { symbol, instrument };
    const rungs = this.#prices(scope);
    const numbers = rungs.map((rung) => this.#numbers(rung, scope));
    const sizes = this.#sizes(rungs, numbers, scope);
    const common = {
      index,
      written,
      id: this.#text('id'),
      symbol,
      marginMode: this.#inherited('marginMode', 'cross'),
      side: this.#text('side'),
      timeInForce: this.#inherited('timeInForce', 'normal'),
      maxDistance: this.#maxDistance(),
      after: this.#after(),
      // Last, as reading the others may add to it.
      faulty: this.#faulty,
    };
    return rungs.map((rung, at) => draftOf(common, rung, numbers[at] as Numbers, sizes?.[at], rungs.length));
  }

  #text<Key extends 'id' | 'side'>(key: Key): OrderDocument[Key] | undefined {
    return this.#faulty.has(key) ? undefined : this.#written[key];
  }

  /** The order's own word, or that of the defaults, or else the standing one; undefined where one of them has an error. */
  #inherited<Key extends Worded>(key: Key, standing?: DefaultsDocument[Key]): DefaultsDocument[Key] | undefined {
    if (this.#faulty.has(key)) return undefined;
    const own: DefaultsDocument[Key] | undefined = this.#written[key];
    if (own !== undefined) return own;
    const { defaults } = this.#options;
    return defaults.faulty.has(key) ? undefined : (defaults.written[key] ?? standing);
  }

  #after(): readonly string[] {
    const { after } = this.#written;
    if (after === undefined || this.#faulty.has('after')) return [];
    return after.filter((_, at) => !this.#faulty.has(`after/${at}`));
  }

  #maxDistance(): Decimal | undefined {
    const { defaults } = this.#options;
    if (this.#faulty.has('maxDistance')) return undefined;
    const own = this.#written.maxDistance;
    if (own !== undefined) return this.#percentage(own, orderPath(this.#index, 'maxDistance'));
    if (defaults.written.maxDistance === undefined || defaults.faulty.has('maxDistance')) return undefined;
    this.#sharedDistance ??= { percent: this.#percentage(defaults.written.maxDistance, ['defaults', 'maxDistance']) };
    return this.#sharedDistance.percent;
  }

  #percentage(text: string, path: Path): Decimal | undefined {
    const percent = decimalFrom(text.slice(0, -1));
    if (percent.ok) return percent.value;
    this.#options.found({ ...percent.error, message: `\`maxDistance\` ${percent.error.message}`, path });
    return undefined;
  }

  /** The number under a key of the order, or deeper; undefined where it is missing or has an error. */
  #amount(
    tail: Path,
    text: string | undefined,
    rounding: Rounding,
    scope: AmountScope,
    rung?: number,
  ): Amount | undefined {
    if (text === undefined || this.#faulty.has(tail.join('/')) || this.#faulty.has(String(tail[0]))) return undefined;
    const site = { name: String(tail.at(-1)), path: orderPath(this.#index, ...tail), rounding };
    return this.#amounts.read(text, rung === undefined ? site : { ...site, rung }, scope);
  }

  #prices(scope: AmountScope): readonly PricedRung[] {
    const { price } = this.#written;
    if (price === undefined || this.#faulty.has('price')) return [{ price: undefined }];
    if (price === 'market') return [{ price: MARKET }];
    if (typeof price === 'string') {
      const amount = this.#amount(['price'], price, 'tick', scope);
      return [amount === undefined ? { price: undefined } : { ...amount, price: { kind: 'limit', at: amount.value } }];
    }
    const rungs = readPrices({
      table: price,
      id: this.#text('id'),
      symbol: scope.symbol,
      tick: scope.instrument?.tick,
      isFaulty: (key) => this.#faulty.has(`price/${key}`),
      amount: (key) => this.#amount(['price', key], price[key], 'tick', scope),
      refuse: (said, ...tail) => this.#refuse('price', said, tail),
    });
    return rungs ?? [{ price: undefined }];
  }

  #numbers(rung: PricedRung, scope: AmountScope): Numbers {
    // A list or a mapping there was told by the check of the shape.
    const fields = NUMBER_FIELDS.filter((field) => typeof this.#written[field] === 'string');
    const inherited = this.#inheritedReference(scope);
    if (fields.length === 0 && inherited === undefined) return NO_NUMBERS;
    const own = { ...scope, price: ownPrice(rung) };
    const numbers: Numbers = inherited === undefined ? {} : { reference: inherited };
    for (const field of fields) {
      const amount = this.#amount([field], this.#written[field], 'tick', own, rung.number);
      if (amount !== undefined) numbers[field] = amount;
    }
    return numbers;
  }

  /** The reference of the defaults is that of the defaults' symbol; read once for all orders, as they share it. */
  #inheritedReference(scope: AmountScope): Amount | undefined {
    const { written, faulty } = this.#options.defaults;
    const text = this.#written.reference === undefined && !faulty.has('reference') ? written.reference : undefined;
    if (text === undefined || scope.symbol !== written.symbol) return undefined;
    const site = { name: 'reference', path: ['defaults', 'reference'], rounding: 'tick' } as const;
    this.#sharedReference ??= { amount: this.#amounts.read(text, site, scope) };
    if (this.#sharedReference.amount === undefined) this.#faulty.add('reference');
    return this.#sharedReference.amount;
  }

  #sizes(rungs: readonly PricedRung[], numbers: readonly Numbers[], scope: AmountScope): readonly Amount[] | undefined {
    const { size } = this.#written;
    if (size === undefined || this.#faulty.has('size')) return undefined;
    const ladder = typeof this.#written.price === 'object';
    if (typeof size === 'string') {
      if (ladder)
        return this.#refuse('size', {
          code: 'ladder/total',
          message: 'one number could be the size of each rung, or of all together',
          // Between braces a comma would end the value.
          hint: `write { total: ${size.includes(',') ? `"${size}"` : size} }, which all rungs share`,
        });
      const [rung] = rungs;
      const amount = this.#amount(['size'], size, 'lot', { ...scope, price: ownPrice(rung) });
      return amount === undefined ? undefined : [amount];
    }
    const isUnready = [...this.#faulty].some((place) => place.startsWith('size/'));
    const lacksRungs = ladder && rungs[0]?.number === undefined;
    // What a worth is divided by may lack because it has an error of its own.
    const lacksDivisor =
      !Object.hasOwn(size, 'total') &&
      (rungs[0]?.price === undefined || ['stopLoss', 'trigger', 'reference'].some((field) => this.#faulty.has(field)));
    if (isUnready || lacksRungs || lacksDivisor) return undefined;
    return readSizes({
      table: size,
      isLadder: ladder,
      symbol: scope.symbol,
      instrument: scope.instrument,
      orders: rungs.map(({ price }, at) => ({ price, ...valuesOf(numbers[at] as Numbers) })),
      amount: (key) => this.#amount(['size', key], size[key], key === 'total' ? 'lot' : undefined, scope),
      refuse: ({ part, ...said }, ...tail) =>
        this.#refuse('size', { ...said, ...(part !== undefined && { part }) }, tail),
    });
  }

  #refuse(field: 'size' | 'price', said: Omit<Parameters<Found>[0], 'path'>, tail: Path = []): undefined {
    this.#faulty.add(field);
    this.#options.found({ ...said, path: orderPath(this.#index, field, ...tail) });
  }
}
