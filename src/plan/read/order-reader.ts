/** Orders of the document to drafts: defaults applied, expressions computed, a price range made the orders of its ladder. */
import type { Faults } from '../../document/faults.ts';
import type { Path } from '../../document/locate.ts';
import { decimalFrom } from '../../document/positive-decimal.ts';
import type { OrderDocument } from '../../generated/plan.ts';
import type { Decimal } from '../../model/decimal.ts';
import type { InstrumentList } from '../../model/instrument.ts';
import { NUMBER_FIELDS, ORDER_FIELDS, WORD_FIELDS, type WordField } from '../../model/order-fields.ts';
import type { Price } from '../../model/order.ts';
import type { Variables } from '../expression/variables.ts';
import { AmountReader } from './amount.ts';
import { OrderEntry, type NumberSite } from './entry.ts';
import { FAULTY, given, isFaulty, MISSING, type Field, type Given } from './field.ts';
import type { AccountMeant } from './account-meant.ts';
import {
  orderPath,
  type DefaultsDraft,
  type Found,
  type NumberField,
  type Numbers,
  type OrderDraft,
  type Words,
} from './order-draft.ts';
import { ownPrice, readPrice, readSize, type Priced } from './price-and-size.ts';
import type { ExitEntries } from './late-price.ts';
import type { DraftTerms } from './draft-terms.ts';
import { acceptedFirst, readTerms, termsOfRungs } from './terms.ts';

interface OrderReaderOptions {
  readonly defaults: DefaultsDraft;
  readonly variables: Variables;
  readonly instruments: InstrumentList | undefined;
  /** Whether a trigger order may carry a target and a stop. */
  readonly triggerPresets: boolean;
  readonly account: AccountMeant;
  readonly found: Found;
}

const NUMBERS: readonly NumberField[] = [
  ...NUMBER_FIELDS.filter((field) => field !== 'size' && field !== 'price'),
  'stop',
];
const NO_NUMBERS = Object.fromEntries(NUMBERS.map((field) => [field, MISSING])) as unknown as Numbers;
const placeIn = (field: NumberField): Path => (field === 'stop' ? ['size', 'stop'] : [field]);
const PLACES = Object.fromEntries(NUMBERS.map((field) => [field, placeIn(field)])) as Record<NumberField, Path>;

/** The words of an order that says none. */
const NO_WORDS = Object.fromEntries(
  WORD_FIELDS.map((field) => {
    const { standing } = ORDER_FIELDS[field];
    return [field, standing === undefined ? MISSING : given(standing, 'standing')];
  }),
) as unknown as Words;

/** What the orders of one entry share; `id` is that of the entry. */
type Common = Pick<OrderDraft, 'index' | 'written' | 'id' | 'was' | 'maxDistance' | 'after'>;

interface DraftParts {
  readonly common: Common;
  readonly words: Words;
  readonly price: Field<Price>;
  readonly size: Field<Decimal>;
  readonly numbers: Numbers;
  readonly terms: DraftTerms | undefined;
  /** Number of the rung from 1, and of how many; undefined for a single order, and for a ladder with a mistake. */
  readonly number: number | undefined;
  readonly steps: number;
}

/** Field by field: there may be thousands. */
function draftOf({ common, words, price, size, numbers, terms, number, steps }: DraftParts): OrderDraft {
  const { index, written, id, was, maxDistance, after } = common;
  const isRung = number !== undefined && id !== undefined;
  return {
    index,
    written,
    id: isRung ? `${id}-${number}` : id,
    was: isRung && was !== undefined ? `${was}-${number}` : was,
    rung: isRung ? { ladder: id, number, steps } : undefined,
    symbol: words.symbol,
    marginMode: words.marginMode,
    side: words.side,
    timeInForce: words.timeInForce,
    size,
    price,
    takeProfit: numbers.takeProfit,
    stopLoss: numbers.stopLoss,
    trigger: numbers.trigger,
    reference: numbers.reference,
    stop: numbers.stop,
    maxDistance,
    after,
    terms,
  };
}

/** Reads orders whose shape was checked, one after the other. */
export class OrderReader {
  readonly #options: OrderReaderOptions;
  readonly #amounts: AmountReader;
  #sharedReference: Field<Decimal> | undefined;
  #sharedDistance: Field<Decimal> | undefined;
  /** One field for all orders that say the same word. */
  readonly #said = new Map<string, Given<string>>();

  constructor(options: OrderReaderOptions) {
    this.#options = options;
    this.#amounts = new AmountReader(options.variables, options.found);
  }

  /** One draft, or one for each rung. `faults` are those that the schema found in the order; of an exit, its `entries` were read before. */
  read(written: Partial<OrderDocument>, index: number, faults: Faults, entries?: ExitEntries): OrderDraft[] {
    const { instruments, triggerPresets, account, found } = this.#options;
    const words = this.#words(written, faults);
    const { symbol } = words;
    const instrument = symbol.value === undefined ? undefined : instruments?.bySymbol.get(symbol.value);
    const scope = { symbol: symbol.value, instrument, entries };
    const entry = new OrderEntry({
      written,
      index,
      faults,
      scope,
      amounts: this.#amounts,
      triggerPresets,
      account,
      found,
    });
    const terms = readTerms(entry);
    const priced = readPrice(entry, terms?.over);
    const { prices, isMade } = priced;
    const numbers = this.#numbers(entry, priced);
    const sizes = readSize(entry, priced, numbers);
    const common = {
      index,
      written,
      id: entry.id,
      was: faults.at('was').here ? undefined : written.was,
      maxDistance: this.#maxDistance(entry),
      after: acceptedFirst(entry),
    };
    const ofRungs = terms === undefined ? undefined : termsOfRungs(entry, terms, priced);
    return prices.map((price, at) =>
      draftOf({
        common,
        words,
        price,
        size: 'kind' in sizes ? sizes : (sizes[at] as Given<Decimal>),
        numbers: numbers[at] as Numbers,
        terms: ofRungs?.[at],
        number: isMade ? at + 1 : undefined,
        steps: prices.length,
      }),
    );
  }

  /** The order's own words, or those of the defaults, or else the standing ones. */
  #words(written: Partial<OrderDocument>, faults: Faults): Words {
    const words: { [Key in WordField]: Field<string> } = { ...NO_WORDS };
    const defaults: { readonly [Key in WordField]?: Field<string> } = this.#options.defaults;
    for (const field of WORD_FIELDS) {
      const own = written[field];
      const inherited = defaults[field];
      if (faults.any && faults.at(field).here) words[field] = FAULTY;
      else if (own !== undefined) words[field] = this.#word(own);
      else if (inherited !== undefined && inherited.kind !== 'missing') words[field] = inherited;
    }
    return words as Words;
  }

  #word(own: string): Given<string> {
    const said = this.#said.get(own) ?? given(own);
    this.#said.set(own, said);
    return said;
  }

  #maxDistance({ written, index, faults }: OrderEntry): Field<Decimal> {
    if (faults.at('maxDistance').here) return FAULTY;
    if (written.maxDistance !== undefined) {
      return this.#percentage(written.maxDistance, orderPath(index, 'maxDistance'));
    }
    const { maxDistance } = this.#options.defaults;
    if (maxDistance.kind !== 'given') return maxDistance;
    return (this.#sharedDistance ??= asDefault(this.#percentage(maxDistance.value, ['defaults', 'maxDistance'])));
  }

  #percentage(text: string, path: Path): Field<Decimal> {
    const percent = decimalFrom(text.slice(0, -1));
    if (percent.ok) return given(percent.value);
    this.#options.found({ ...percent.error, message: `\`maxDistance\` ${percent.error.message}`, path });
    return FAULTY;
  }

  /** The numbers of each order besides size and price. */
  #numbers(entry: OrderEntry, { prices, isMade }: Priced): readonly Numbers[] {
    const { written, faults, scope } = entry;
    const own = NUMBERS.filter(
      (field) => textOf(written, field) !== undefined || (faults.any && faults.has(PLACES[field])),
    );
    const reference = own.includes('reference') ? MISSING : this.#inheritedReference(entry);
    const inherited = reference === MISSING ? NO_NUMBERS : { ...NO_NUMBERS, reference };
    if (own.length === 0) return prices.map(() => inherited);
    let earlier = inherited;
    return prices.map((price, at) => {
      const site = {
        rounding: 'tick',
        rung: isMade ? at + 1 : undefined,
        scope: { symbol: scope.symbol, instrument: scope.instrument, price: ownPrice(price), latePrice: price.late },
      } as const;
      const ofTrigger =
        scope.entries === undefined ? site : { ...site, scope: { ...site.scope, entries: scope.entries } };
      const numbers: { -readonly [Key in keyof Numbers]: Numbers[Key] } = { ...inherited };
      for (const field of own) {
        // A mistake in one rung is not sought in the next ones.
        numbers[field] = isFaulty(earlier[field])
          ? FAULTY
          : numberOf(entry, field, field === 'trigger' ? ofTrigger : site);
      }
      earlier = numbers;
      return numbers;
    });
  }

  /** The reference of the defaults is that of the defaults' symbol; read once for all orders, as they share it. */
  #inheritedReference({ scope }: OrderEntry): Field<Decimal> {
    const { reference, symbol } = this.#options.defaults;
    if (reference.kind === 'missing' || scope.symbol !== symbol.value) return MISSING;
    if (reference.kind === 'faulty') return reference;
    const site = { name: 'reference', path: ['defaults', 'reference'], rounding: 'tick' } as const;
    return (this.#sharedReference ??= asDefault(this.#amounts.read(reference.value, () => site, scope)));
  }
}

function textOf(written: Partial<OrderDocument>, field: NumberField): string | undefined {
  if (field !== 'stop') return written[field];
  return typeof written.size === 'object' ? written.size.stop : undefined;
}

function numberOf(entry: OrderEntry, field: NumberField, site: NumberSite): Field<Decimal> {
  const place = PLACES[field];
  const number = entry.number(place, textOf(entry.written, field), site);
  return field === 'stop' && number.kind === 'given' ? given(number.value, 'order', number.formula, place) : number;
}

const asDefault = (field: Field<Decimal>): Field<Decimal> =>
  field.kind === 'given' ? { ...field, from: 'defaults' } : field;
