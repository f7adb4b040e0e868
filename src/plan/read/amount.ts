/** One number of an order: written, or computed by an expression; every mistake told at its characters. */
import { MAX_DIGITS, type Decimal } from '../../model/decimal.ts';
import type { Instrument } from '../../model/instrument.ts';
import type { Formula } from '../../model/formula.ts';
import { err, ok, type Result } from '../../model/result.ts';
import { quoted } from '../../source/quoted.ts';
import type { Found } from './order-draft.ts';
import { evaluate, written, type Quantity, type Scope } from '../expression/evaluate.ts';
import { parseExpression } from '../expression/parse-expression.ts';
import { formulaOf, isExpression, namesIn, PRICE_NAME, type Expression, type Trouble } from '../expression/syntax.ts';
import type { Variables } from '../expression/variables.ts';
import type { Problem } from '../../document/problem.ts';
import type { Path } from '../../document/locate.ts';
import { tooManyDigits } from '../../document/decimal-spelling.ts';
import { decimalFrom } from '../../document/positive-decimal.ts';

export interface AmountScope {
  readonly symbol: string | undefined;
  readonly instrument: Instrument | undefined;
  /** The order's own price, for its other fields: undefined if it has none, as at market; `told` if its mistake is told. */
  readonly price?: Decimal | 'told' | undefined;
}

export interface Amount {
  readonly value: Decimal;
  /** How it was computed, with the values of its names; undefined for a written number. */
  readonly formula?: Formula;
}

/** Which function makes a result fit its field. */
export type Rounding = 'tick' | 'lot' | undefined;

const MOST = 10n ** BigInt(MAX_DIGITS);

export interface AmountSite {
  /** How the field is called in messages. */
  readonly name: string;
  readonly path: Path;
  readonly rounding: Rounding;
  /** Of which rung this is computed. */
  readonly rung?: number;
}

/** Why there is no `price` to compute with. */
function noPrice({ name, path }: AmountSite, { start, end }: Expression): Trouble {
  const isOrders = path[0] === 'orders';
  const [message, hint] =
    isOrders && path[2] === 'price'
      ? ['a price cannot be computed from itself', 'write a number or a variable']
      : isOrders && path.length === 3
        ? [
            'the order is at market and has no `price`',
            'write a number, or a variable for where you think the market is',
          ]
        : [`${quoted(name)} cannot be computed from \`price\``, 'write a number or a variable'];
  return { code: 'expression/unknown-name', message, hint, start, end };
}

/** An expression of the plan under one symbol, on which the values of its names depend. */
interface Parsed {
  readonly tree: Expression;
  readonly usesPrice: boolean;
  /** Without the order's own price, and so shared by every order with this expression; there once it was computed. */
  formula?: ExpressionFormula;
}

type ExpressionFormula = Extract<Formula, { kind: 'expression' }>;

const ofRung = ({ rung }: AmountSite): string => (rung === undefined ? '' : ` of rung ${rung}`);

export class AmountReader {
  readonly #variables: Variables;
  readonly #found: Found;
  readonly #parsed = new Map<string | undefined, Map<string, Result<Parsed, Trouble>>>();

  constructor(variables: Variables, found: Found) {
    this.#variables = variables;
    this.#found = found;
  }

  /** The number of a text that fits the schema, above zero; undefined where that was told to be wrong. */
  read(text: string, site: AmountSite, scope: AmountScope): Amount | undefined {
    if (isExpression(text)) return this.#computed(text, site, scope);
    const value = decimalFrom(text);
    return value.ok ? { value: value.value } : this.#refuse(site, value.error);
  }

  #computed(text: string, site: AmountSite, { price, ...rest }: AmountScope): Amount | undefined {
    const parsed = this.#parse(text, rest.symbol);
    if (!parsed.ok) return this.#trouble(text, site, parsed.error);
    const scope: Scope = {
      ...rest,
      lookUp: (name, at) =>
        name !== PRICE_NAME
          ? this.#variables.lookUp(name, at, rest)
          : price === undefined
            ? err(noPrice(site, at))
            : price === 'told'
              ? err(price)
              : ok(written(price)),
    };
    const result = evaluate(parsed.value.tree, scope);
    if (!result.ok) return result.error === 'told' ? undefined : this.#trouble(text, site, result.error);
    const value = this.#decimal(text, site, result.value);
    if (value === undefined) return undefined;
    return { value, formula: this.#formula(text, parsed.value, price, rest) };
  }

  #parse(text: string, symbol: string | undefined): Result<Parsed, Trouble> {
    let ofSymbol = this.#parsed.get(symbol);
    if (ofSymbol === undefined) this.#parsed.set(symbol, (ofSymbol = new Map<string, Result<Parsed, Trouble>>()));
    let parsed = ofSymbol.get(text);
    if (parsed !== undefined) return parsed;
    const tree = parseExpression(text);
    parsed = tree.ok ? ok({ tree: tree.value, usesPrice: namesIn(tree.value).has(PRICE_NAME) }) : tree;
    ofSymbol.set(text, parsed);
    return parsed;
  }

  #formula(text: string, parsed: Parsed, price: AmountScope['price'], scope: AmountScope): Formula {
    const { tree, usesPrice } = parsed;
    const shared = (parsed.formula ??= {
      kind: 'expression',
      written: formulaOf(text),
      values: this.#variables.valuesOf(namesIn(tree), scope),
    });
    if (!usesPrice || price === undefined || price === 'told') return shared;
    return { kind: 'expression', written: shared.written, values: [[PRICE_NAME, price], ...shared.values] };
  }

  /** A result that can stand in an order: its digits end, it is above zero, and it has no more digits than a number may have. */
  #decimal(text: string, site: AmountSite, { exact, decimal }: Quantity): Decimal | undefined {
    const whole = { start: 0, end: text.length };
    if (exact.isZero || exact.isNegative) {
      const code = exact.isZero ? 'value/zero' : 'value/negative';
      return this.#trouble(text, site, {
        ...whole,
        code,
        message: `${quoted(site.name)}${ofRung(site)} comes to ${exact.show()}`,
        hint: 'it must be above zero: check the formula and its variables',
      });
    }
    const value = decimal ?? exact.toDecimal();
    if (value === undefined) {
      const formula = formulaOf(text);
      const rounded =
        site.rounding === undefined
          ? `write the number itself, such as ${exact.show().replace('…', '')}`
          : `write =${site.rounding}(${formula}), which rounds it ${site.rounding === 'tick' ? 'to the nearest tick' : 'down to the step'}`;
      return this.#trouble(text, site, {
        ...whole,
        code: 'expression/endless',
        message: `${quoted(site.name)}${ofRung(site)} has digits without end: ${exact.show()}`,
        hint: rounded,
      });
    }
    if (value.scale < MAX_DIGITS && value.coefficient < MOST) return value;
    const digits = value.toString().replace('.', '').length;
    if (digits <= MAX_DIGITS) return value;
    return this.#trouble(text, site, {
      ...whole,
      ...tooManyDigits(digits),
      message: `${quoted(site.name)}${ofRung(site)} comes to a number of ${digits} digits`,
    });
  }

  #trouble(text: string, { path }: AmountSite, { start, end, ...said }: Trouble): undefined {
    this.#found({ ...said, path, within: { text, start, end } });
  }

  #refuse({ name, path }: AmountSite, problem: Problem): undefined {
    this.#found({ ...problem, message: `${quoted(name)} ${problem.message}`, path });
  }
}
