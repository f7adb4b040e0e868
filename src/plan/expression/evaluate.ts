/** Tree to value, exactly. No clock, no randomness, no code: the same text and variables give the same digits. */
import type { Decimal } from '../../model/decimal.ts';
import type { Instrument } from '../../model/instrument.ts';
import { err, ok, type Result } from '../../model/result.ts';
import { Rational } from '../../model/rational.ts';
import type { Problem } from '../../document/problem.ts';
import { needsInstrument } from './needs-instrument.ts';
import type { Expression, FunctionName, Trouble } from './syntax.ts';

/** A value; one that is a written number, or was put on a tick or step, has its digits with it. */
export interface Quantity {
  readonly exact: Rational;
  readonly decimal?: Decimal;
}

/** There is no value because of a mistake elsewhere, which was reported there. */
export const ALREADY_REPORTED = 'already-reported';
export type AlreadyReported = typeof ALREADY_REPORTED;

type Failure = Trouble | AlreadyReported;
export type Evaluated = Result<Quantity, Failure>;

export interface Scope {
  /** The value of a name, at its characters. */
  readonly lookUp: (name: string, at: Expression) => Evaluated;
  /** The average price of an entry as the plan has it; absent where no exit is priced. */
  readonly averageOf?: ((of: string, at: Expression) => Evaluated) | undefined;
  readonly symbol: string | undefined;
  readonly instrument: Instrument | undefined;
}

/** A number with its digits, which becomes a fraction only where one is reckoned with. */
class Digits implements Quantity {
  readonly decimal: Decimal;
  #exact: Rational | undefined;

  constructor(decimal: Decimal) {
    this.decimal = decimal;
  }

  get exact(): Rational {
    return (this.#exact ??= Rational.of(this.decimal));
  }
}

export const written = (value: Decimal): Quantity => new Digits(value);

/** Far above every price and size, and few enough digits to compute with at once. */
const MAX_BITS = 2_000;
const isLarge = ({ over, under }: Rational): boolean =>
  over >> BigInt(MAX_BITS) > 0n || under >> BigInt(MAX_BITS) > 0n || -over >> BigInt(MAX_BITS) > 0n;

const trouble = (at: Expression, problem: Problem): Result<never, Failure> =>
  err({ ...problem, start: at.start, end: at.end });

const NO_ENTRY: Problem = {
  code: 'expression/unknown-name',
  message: '`average( )` is for the prices of an exit, whose `size` is { filled: … }',
  hint: 'write a number, or a variable',
};

export function evaluate(tree: Expression, scope: Scope): Evaluated {
  switch (tree.kind) {
    case 'number':
      return ok(written(tree.value));
    case 'name':
      return scope.lookUp(tree.name, tree);
    case 'average':
      return scope.averageOf === undefined ? trouble(tree, NO_ENTRY) : scope.averageOf(tree.of, tree);
    case 'negative': {
      const of = evaluate(tree.of, scope);
      return of.ok ? ok({ exact: of.value.exact.negated() }) : of;
    }
    case 'binary':
      return binary(tree, scope);
    case 'call':
      return call(tree, scope);
  }
}

/** Evaluates every part, so that a mistake that was reported elsewhere does not hide one of this expression. */
function all(parts: readonly Expression[], scope: Scope): Result<readonly Quantity[], Failure> {
  const values: Quantity[] = [];
  let failed: Failure | undefined;
  for (const part of parts) {
    const value = evaluate(part, scope);
    if (value.ok) values.push(value.value);
    else if (failed === undefined || failed === ALREADY_REPORTED) failed = value.error;
  }
  return failed === undefined ? ok(values) : err(failed);
}

function binary(tree: Extract<Expression, { kind: 'binary' }>, scope: Scope): Evaluated {
  const values = all([tree.left, tree.right], scope);
  if (!values.ok) return values;
  const [a, b] = values.value.map(({ exact }) => exact) as [Rational, Rational];
  if (tree.sign === '/' && b.isZero) {
    return trouble(tree.right, {
      code: 'expression/division-by-zero',
      message: 'this is zero, and nothing can be divided by it',
      hint: 'check the variables',
    });
  }
  const exact =
    tree.sign === '+' ? a.plus(b) : tree.sign === '-' ? a.minus(b) : tree.sign === '*' ? a.times(b) : a.dividedBy(b);
  if (!isLarge(exact)) return ok({ exact });
  return trouble(tree, {
    code: 'expression/too-large',
    message: 'the value has hundreds of digits',
    hint: 'no price or size has: check the formula',
  });
}

const ROUNDING: Readonly<Partial<Record<FunctionName, { of: 'tick' | 'step'; way: 'nearest' | 'above' | 'below' }>>> = {
  tick: { of: 'tick', way: 'nearest' },
  tickUp: { of: 'tick', way: 'above' },
  tickDown: { of: 'tick', way: 'below' },
  lot: { of: 'step', way: 'below' },
};

function call(tree: Extract<Expression, { kind: 'call' }>, scope: Scope): Evaluated {
  const values = all(tree.args, scope);
  if (!values.ok) return values;
  const [first, ...rest] = values.value as [Quantity, ...Quantity[]];
  const rounding = ROUNDING[tree.name];
  if (rounding !== undefined) {
    // A rule of its own reports an order without a symbol.
    if (scope.symbol === undefined) return err(ALREADY_REPORTED);
    if (scope.instrument === undefined)
      return trouble(tree, needsInstrument(`${tree.name}(…)`, rounding.of, scope.symbol));
    return ok(new Digits(first.exact[rounding.way](scope.instrument[rounding.of])));
  }
  if (tree.name === 'abs') return ok(first.exact.isNegative ? { exact: first.exact.absolute() } : first);
  const isBetter = (a: Quantity, b: Quantity): boolean =>
    tree.name === 'min' ? a.exact.compare(b.exact) < 0 : a.exact.compare(b.exact) > 0;
  return ok(rest.reduce((best, value) => (isBetter(value, best) ? value : best), first));
}
