/**
 * Random plans in the whole language, valid by construction: variables, expressions, ladders of every shape, sizing by worth
 * and by risk, presets by price, triggers, ties. Beside each plan stands what its bodies must say, in the plan's own digits.
 */
import { array, boolean, constantFrom, integer, nat, option, record, type Arbitrary } from 'fast-check';
import { Decimal } from '../../src/model/decimal.ts';
import { MARGIN_MODES } from '../../src/model/order.ts';
import { Random } from '../random.ts';
import { PAIRS, type Pair } from './pairs.ts';
import { YamlWriter, type Mapping, type Value } from './yaml-text.ts';

/** A field of a body as it must be: the digits that somebody wrote, or another spelling of a value. */
export interface Expected {
  readonly id: string;
  readonly field: 'size' | 'price' | 'trigger' | 'takeProfit' | 'stopLoss';
  readonly digits?: string;
  readonly value?: string;
}

/** Of orders that share an amount: the sizes that add up to it, or the worths that do not pass it. */
interface Shared {
  readonly ids: readonly string[];
  readonly total?: string;
  readonly notional?: string;
}

export interface PlanWords {
  readonly tree: Mapping;
  readonly expected: readonly Expected[];
  readonly shared: readonly Shared[];
  /** Of each order id its pair. */
  readonly pairs: ReadonlyMap<string, Pair>;
  /** The later and the earlier order of each tie. */
  readonly ties: readonly (readonly [later: string, earlier: string])[];
}

const KINDS = ['written', 'market', 'variable', 'formula', 'notional', 'risk', 'presets', 'trigger', 'ladder'] as const;

interface Drawn {
  readonly kind: (typeof KINDS)[number];
  readonly pair: Pair;
  readonly isLong: boolean;
  readonly isOpening: boolean;
  readonly marginMode: (typeof MARGIN_MODES)[number] | null;
  readonly priceTicks: number;
  readonly sizeSteps: number;
  readonly zeros: number;
  readonly steps: number;
  readonly apart: number;
  readonly isUp: boolean;
  readonly spacing: 'linear' | 'geometric' | null;
  readonly shape: 'flat' | 'linear' | 'geometric' | 'list' | null;
  readonly ratio: string;
  readonly isByWorth: boolean;
  readonly hasPresets: boolean;
  readonly saysSymbol: boolean;
}

const anyDrawn: Arbitrary<Drawn> = record({
  kind: constantFrom(...KINDS, 'ladder', 'ladder'),
  pair: constantFrom(...PAIRS),
  isLong: boolean(),
  isOpening: boolean(),
  marginMode: option(constantFrom(...MARGIN_MODES)),
  priceTicks: integer({ min: 20_000, max: 90_000 }),
  sizeSteps: integer({ min: 1, max: 50_000 }),
  zeros: nat(2),
  steps: integer({ min: 2, max: 12 }),
  apart: integer({ min: 100, max: 900 }),
  isUp: boolean(),
  spacing: option(constantFrom('linear', 'geometric')),
  shape: option(constantFrom('flat', 'linear', 'geometric', 'list')),
  ratio: constantFrom('1.3', '0.8', '1', '1.25', '1.50'),
  isByWorth: boolean(),
  hasPresets: boolean(),
  saysSymbol: boolean(),
});

/** A number of units in plain digits, with more zeros behind the point than are needed. */
function digits(units: number, unit: string, zeros = 0): string {
  const text = Decimal.of(unit).multiplied(BigInt(units)).toString();
  return zeros === 0 ? text : `${text}${text.includes('.') ? '' : '.'}${'0'.repeat(zeros)}`;
}

/** One entry of `orders` with what follows from it. */
class Entry {
  readonly id: string;
  readonly drawn: Drawn;
  readonly words: Record<string, Value>;
  readonly vars: Record<string, string> = {};
  readonly expected: Expected[] = [];
  readonly shared: Shared[] = [];
  readonly price: string;
  readonly size: string;

  constructor(drawn: Drawn, id: string) {
    this.id = id;
    this.drawn = drawn;
    const { pair, zeros } = drawn;
    this.price = digits(drawn.priceTicks, pair.tick, zeros);
    this.size = digits(drawn.sizeSteps, pair.step, zeros);
    const side = `${this.#opens ? 'open' : 'close'}-${drawn.isLong ? 'long' : 'short'}`;
    this.words = { id, side, price: this.price, size: this.size };
    this[drawn.kind]();
  }

  /** Ids of the orders that it becomes. */
  get ids(): readonly string[] {
    const { kind, steps } = this.drawn;
    return kind === 'ladder' ? Array.from({ length: steps }, (_, index) => `${this.id}-${index + 1}`) : [this.id];
  }

  get #opens(): boolean {
    const { kind, isOpening, hasPresets } = this.drawn;
    return isOpening || kind === 'risk' || kind === 'presets' || (kind === 'ladder' && hasPresets);
  }

  #say(field: Expected['field'], how: { digits?: string; value?: string }, id = this.id): void {
    this.expected.push({ id, field, ...how });
  }

  written(): void {
    this.#say('price', { digits: this.price });
    this.#say('size', { digits: this.size });
  }

  market(): void {
    Object.assign(this.words, { price: 'market', timeInForce: 'ioc', reference: this.price, maxDistance: '5%' });
    this.#say('size', { digits: this.size });
  }

  /** A variable that is a number keeps its digits on its way through `=name`. */
  variable(): void {
    const name = `v_${this.id}`;
    this.vars[name] = this.price;
    this.vars[`${name}_size`] = `= max(0, ${name}_lot)`;
    this.vars[`${name}_lot`] = this.size;
    Object.assign(this.words, { price: `=${name}`, size: `=${name}_size` });
    this.written();
  }

  formula(): void {
    const { pair, priceTicks, sizeSteps } = this.drawn;
    const name = `f_${this.id}`;
    this.vars[name] = `=${this.price} - 3 * ${pair.tick}`;
    this.words['price'] = `=(${name} * 7 - ${name}) / 6 + abs(-${pair.tick})`;
    this.words['size'] = `=lot(${this.size} + ${pair.step} * 0.75)`;
    this.#say('price', { value: digits(priceTicks - 2, pair.tick) });
    this.#say('size', { value: digits(sizeSteps, pair.step) });
  }

  notional(): void {
    const notional = this.#worth();
    this.words['size'] = { notional };
    this.#say('price', { digits: this.price });
    this.shared.push({ ids: [this.id], notional });
  }

  risk(): void {
    this.#preset('stopLoss', this.drawn.isLong ? -1000 : 1000);
    this.words['size'] = { risk: this.#worth() };
  }

  presets(): void {
    this.#preset('stopLoss', this.drawn.isLong ? -1000 : 1000);
    this.#preset('takeProfit', this.drawn.isLong ? 1000 : -1000);
    this.written();
  }

  trigger(): void {
    const { pair, priceTicks, zeros, isUp } = this.drawn;
    this.words['trigger'] = digits(priceTicks + 50, pair.tick, zeros);
    if (isUp) this.words['price'] = 'market';
    else this.#say('price', { digits: this.price });
    this.#say('trigger', { digits: this.words['trigger'] });
    this.#say('size', { digits: this.size });
  }

  ladder(): void {
    const { pair, priceTicks, steps, apart, isUp, spacing, isByWorth, zeros, sizeSteps, hasPresets, isLong } =
      this.drawn;
    const to = digits(priceTicks + (isUp ? 1 : -1) * apart * (steps - 1), pair.tick, zeros);
    this.words['price'] = { from: this.price, to, steps: String(steps), ...(spacing !== null && { spacing }) };
    this.#say('price', { digits: this.price }, `${this.id}-1`);
    this.#say('price', { digits: to }, `${this.id}-${steps}`);
    const total = digits(20_000 + sizeSteps, pair.step, zeros);
    const amount = isByWorth ? { notional: this.#worth() } : { total };
    this.words['size'] = { ...amount, ...this.#shares() };
    this.shared.push({ ids: this.ids, ...amount });
    if (!hasPresets) return;
    this.words['stopLoss'] = `=tick(price * ${isLong ? '0.9' : '1.1'})`;
    this.words['takeProfit'] = isLong ? '=tickUp(max(price, 1 / 3) * 1.03)' : '=tickDown(price * 0.97)';
  }

  #shares(): Record<string, Value> {
    const { shape, steps, ratio } = this.drawn;
    if (shape === null) return {};
    if (shape === 'geometric') return { shape, ratio };
    return { shape: shape === 'list' ? Array.from({ length: steps }, (_, index) => `${(index % 4) + 1}.5`) : shape };
  }

  /** Enough for the least share of every shape: many thousand steps at the highest price. */
  #worth(): string {
    const { pair, sizeSteps } = this.drawn;
    const atMost = Decimal.of(digits(110_000, pair.tick)).times(Decimal.of(digits(20_000 + sizeSteps, pair.step)));
    return atMost.canonical();
  }

  #preset(field: 'stopLoss' | 'takeProfit', ticks: number): void {
    const { pair, priceTicks, zeros } = this.drawn;
    const text = digits(priceTicks + ticks, pair.tick, zeros);
    this.words[field] = text;
    this.#say(field, { digits: text });
  }
}

/** Words that other readers of YAML take for something else, and plain ones. */
const idOf = (index: number): string => ['no', '007', 'null', '1e3', 'true'][index] ?? `o${index}`;

/** Between 1 and `most` entries. */
export const anyPlan = (most: number): Arbitrary<PlanWords> =>
  record({
    drawn: array(anyDrawn, { minLength: 1, maxLength: most, size: 'max' }),
    home: constantFrom(...PAIRS),
    marginMode: option(constantFrom(...MARGIN_MODES)),
    ties: array(record({ later: nat(99), earlier: nat(99), rung: nat(99), isWhole: boolean() }), { maxLength: 8 }),
    ranks: array(nat(99), { minLength: most, maxLength: most }),
  }).map(({ drawn, home, marginMode, ties, ranks }) => {
    const entries = drawn.map((one, index) => new Entry(one, idOf(index)));
    for (const { words, drawn: one } of entries) {
      if (one.pair !== home || one.saysSymbol) words['symbol'] = one.pair.symbol;
      if (one.marginMode !== null) words['marginMode'] = one.marginMode;
    }
    const tied: [string, string][] = [];
    const rankOf = (index: number): number => (ranks[index] ?? 0) * 100 + index;
    for (const { later, earlier, rung, isWhole } of ties) {
      const pair = [later % entries.length, earlier % entries.length].toSorted((a, b) => rankOf(b) - rankOf(a));
      const [one, other] = pair.map((index) => entries[index] as Entry) as [Entry, Entry];
      if (one === other) continue;
      const name = isWhole ? other.id : (other.ids[rung % other.ids.length] as string);
      one.words['after'] = [...((one.words['after'] ?? []) as Value[]), name];
      for (const id of one.ids) for (const before of isWhole ? other.ids : [name]) tied.push([id, before]);
    }
    const vars = Object.assign({}, ...entries.map((entry) => entry.vars)) as Record<string, string>;
    return {
      tree: {
        version: '1',
        name: 'any-plan',
        ...(Object.keys(vars).length > 0 && { vars }),
        defaults: { symbol: home.symbol, ...(marginMode !== null && { marginMode }) },
        orders: entries.map(({ words }) => words),
      },
      expected: entries.flatMap((entry) => entry.expected),
      shared: entries.flatMap((entry) => entry.shared),
      pairs: new Map(entries.flatMap((entry) => entry.ids.map((id) => [id, entry.drawn.pair]))),
      ties: tied,
    };
  });

/** The plan as text; another `style`, and it looks different and says the same. */
export const planYaml = ({ tree }: PlanWords, style: number): string =>
  new YamlWriter(new Random(style, 'yaml')).document(tree);
