/** One number of an order: written, or computed by an expression. Every mistake is reported at its characters. */
import { MAX_DIGITS, type Decimal } from '../../model/decimal.ts';
import type { Instrument } from '../../model/instrument.ts';
import type { Formula } from '../../model/formula.ts';
import { err, ok, type Result } from '../../model/result.ts';
import { quoted } from '../../source/quoted.ts';
import type { Rational } from '../../model/rational.ts';
import type { LatePrice } from '../../model/follow.ts';
import { FAULTY, given, withLate, type Faulty, type Given } from './field.ts';
import { isOnTick, lateOf, unrounded, withAverages, type ExitEntries } from './late-price.ts';
import type { Found } from './order-draft.ts';
import {
  ALREADY_REPORTED,
  evaluate,
  written,
  type AlreadyReported,
  type Quantity,
  type Scope,
} from '../expression/evaluate.ts';
import { parseExpression } from '../expression/parse-expression.ts';
import {
  averagesIn,
  formulaOf,
  isExpression,
  namesIn,
  PRICE_NAME,
  type Expression,
  type Trouble,
} from '../expression/syntax.ts';
import type { Variables } from '../expression/variables.ts';
import type { Problem } from '../../document/problem.ts';
import type { Path } from '../../document/locate.ts';
import { tooManyDigits } from '../../document/decimal-spelling.ts';
import { decimalFrom } from '../../document/positive-decimal.ts';

export interface AmountScope {
  readonly symbol: string | undefined;
  readonly instrument: Instrument | undefined;
  /** The order's own price, for its other fields; undefined if it has none, as at market. */
  readonly price?: Decimal | AlreadyReported | undefined;
  /** What that price is once the entry is filled, where it is known only then. */
  readonly latePrice?: LatePrice | undefined;
  /** The entries of an exit, whose average prices its own may be computed from. */
  readonly entries?: ExitEntries | undefined;
}

/** Which function makes a result fit its field. */
export type Rounding = 'tick' | 'lot' | undefined;

const MOST = 10n ** BigInt(MAX_DIGITS);

export interface AmountSite {
  /** How the field is called in messages. */
  readonly name: string;
  readonly path: Path;
  readonly rounding: Rounding;
  readonly rung?: number | undefined;
}

/** Why there is no `price` to compute with. */
function noPrice({ name, path }: AmountSite, { start, end }: Expression): Trouble {
  const isOrders = path[0] === 'orders';
  const [message, hint] =
    isOrders && path[2] === 'price'
      ? ['a price cannot be computed from itself', 'write a number or a variable']
      : isOrders && (path.length === 3 || path[3] === 'stop')
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
  readonly usesAverage: boolean;
  /** Made when first needed. It lacks the order's own price, so every order with this expression can share it. */
  formula?: ExpressionFormula;
}

type ExpressionFormula = Extract<Formula, { kind: 'expression' }>;

const ofRung = ({ rung }: AmountSite): string => (rung === undefined ? '' : ` of rung ${rung}`);

/** The number of digits, or 0 for a short number, which nearly every one is: its digits need not be spelt. */
const digitsOf = (value: Decimal): number =>
  value.scale < MAX_DIGITS && value.coefficient < MOST ? 0 : value.toString().replace('.', '').length;

/** Why a result cannot stand in an order: it is not above zero, its digits do not end, or it has too many. */
function unfit(text: string, site: AmountSite, exact: Rational): Problem {
  const which = `${quoted(site.name)}${ofRung(site)}`;
  if (exact.isZero || exact.isNegative) {
    return {
      code: exact.isZero ? 'value/zero' : 'value/negative',
      message: `${which} comes to ${exact.show()}`,
      hint: 'it must be above zero: check the formula and its variables',
    };
  }
  const value = exact.toDecimal();
  if (value !== undefined) {
    const digits = digitsOf(value);
    return { ...tooManyDigits(digits), message: `${which} comes to a number of ${digits} digits` };
  }
  return {
    code: 'expression/endless',
    message: `${which} has digits without end: ${exact.show()}`,
    hint: rounded(text, site.rounding, exact),
  };
}

function rounded(text: string, rounding: Rounding, exact: Rational): string {
  if (rounding === undefined) return `write the number itself, such as ${exact.show().replace('…', '')}`;
  const where = rounding === 'tick' ? 'to the nearest tick' : 'down to the step';
  return `write =${rounding}(${formulaOf(text)}), which rounds it ${where}`;
}

export class AmountReader {
  readonly #variables: Variables;
  readonly #found: Found;
  readonly #parsed = new Map<string | undefined, Map<string, Result<Parsed, Trouble>>>();

  constructor(variables: Variables, found: Found) {
    this.#variables = variables;
    this.#found = found;
  }

  /** The number of a text that fits the schema, above zero. `siteOf` says where it stands; of a written number without a mistake nobody asks. */
  read(text: string, siteOf: () => AmountSite, scope: AmountScope): Given<Decimal> | Faulty {
    if (isExpression(text)) return this.#computed(text, siteOf(), scope);
    const value = decimalFrom(text);
    return value.ok ? given(value.value) : this.#refuse(siteOf(), value.error);
  }

  #computed(
    text: string,
    site: AmountSite,
    { price, latePrice, entries, ...rest }: AmountScope,
  ): Given<Decimal> | Faulty {
    const parsed = this.#parse(text, rest.symbol);
    if (!parsed.ok) return this.#trouble(text, site, parsed.error);
    const { tree, usesAverage, usesPrice } = parsed.value;
    const isLate = usesAverage || (usesPrice && latePrice !== undefined);
    if (isLate && entries !== undefined && !isOnTick(tree, latePrice !== undefined))
      return this.#trouble(text, site, unrounded(text));
    const scope: Scope = {
      ...rest,
      ...(usesAverage && entries !== undefined && { averageOf: entries.averageOf }),
      lookUp: (name, at) =>
        name !== PRICE_NAME
          ? this.#variables.lookUp(name, at, rest)
          : price === undefined
            ? err(noPrice(site, at))
            : price === ALREADY_REPORTED
              ? err(price)
              : ok(written(price)),
    };
    const result = evaluate(tree, scope);
    if (!result.ok) return result.error === ALREADY_REPORTED ? FAULTY : this.#trouble(text, site, result.error);
    const value = this.#decimal(text, site, result.value);
    if (value === undefined) return FAULTY;
    const formula = this.#formula(text, parsed.value, price, rest);
    if (!isLate || entries === undefined) return given(value, 'order', formula);
    const late = lateOf(tree, { scope, latePrice, idsOf: entries.idsOf });
    return withLate(given(value, 'order', withAverages(formula, tree, scope)), late);
  }

  #parse(text: string, symbol: string | undefined): Result<Parsed, Trouble> {
    let ofSymbol = this.#parsed.get(symbol);
    if (ofSymbol === undefined) this.#parsed.set(symbol, (ofSymbol = new Map<string, Result<Parsed, Trouble>>()));
    let parsed = ofSymbol.get(text);
    if (parsed !== undefined) return parsed;
    const tree = parseExpression(text);
    parsed = tree.ok
      ? ok({
          tree: tree.value,
          usesPrice: namesIn(tree.value).has(PRICE_NAME),
          usesAverage: averagesIn(tree.value).size > 0,
        })
      : tree;
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
    if (!usesPrice || price === undefined || price === ALREADY_REPORTED) return shared;
    return { kind: 'expression', written: shared.written, values: [[PRICE_NAME, price], ...shared.values] };
  }

  #decimal(text: string, site: AmountSite, { exact, decimal }: Quantity): Decimal | undefined {
    const value = decimal ?? exact.toDecimal();
    if (value !== undefined && !exact.isZero && !exact.isNegative && digitsOf(value) <= MAX_DIGITS) return value;
    this.#trouble(text, site, { ...unfit(text, site, exact), start: 0, end: text.length });
    return undefined;
  }

  #trouble(text: string, { path }: AmountSite, { start, end, ...problem }: Trouble): Faulty {
    this.#found({ ...problem, path, within: { text, start, end } });
    return FAULTY;
  }

  #refuse({ name, path }: AmountSite, problem: Problem): Faulty {
    this.#found({ ...problem, message: `${quoted(name)} ${problem.message}`, path });
    return FAULTY;
  }
}
