/** Prices that are known only once an entry is filled: an expression of its average price, kept as a formula for the follower. */
import { didYouMean } from '../../document/did-you-mean.ts';
import type { Decimal } from '../../model/decimal.ts';
import type { LatePrice } from '../../model/follow.ts';
import type { Formula, NamedValue } from '../../model/formula.ts';
import { Rational } from '../../model/rational.ts';
import { err, ok } from '../../model/result.ts';
import { allOf, quoted } from '../../source/quoted.ts';
import { ALREADY_REPORTED, evaluate, type Evaluated, type Scope } from '../expression/evaluate.ts';
import {
  averagesIn,
  formulaOf,
  PRICE_NAME,
  type Expression,
  type FunctionName,
  type Trouble,
} from '../expression/syntax.ts';
import type { Names } from './names.ts';
import { entryOf, type OrderDraft } from './order-draft.ts';

/** What an exit may know of its entries while it is read. */
export interface ExitEntries {
  readonly averageOf: (of: string, at: Expression) => Evaluated;
  /** The orders behind a name. */
  readonly idsOf: (name: string) => readonly string[];
}

const ON_TICK: ReadonlySet<FunctionName> = new Set(['tick', 'tickUp', 'tickDown']);

/** Whether a tree has an average in it, or a price that has one. */
const isLate = (tree: Expression, isPriceLate: boolean): boolean =>
  averagesIn(tree).size > 0 || (isPriceLate && usesPrice(tree));

function usesPrice(tree: Expression): boolean {
  switch (tree.kind) {
    case 'name':
      return tree.name === PRICE_NAME;
    case 'call':
      return tree.args.some(usesPrice);
    case 'negative':
      return usesPrice(tree.of);
    case 'binary':
      return usesPrice(tree.left) || usesPrice(tree.right);
    case 'number':
    case 'average':
      return false;
  }
}

/**
 * Whether the value is on the tick whatever the averages in it come to. What is added to a part that is has no average in it,
 * and is on the tick where the sum is as planned.
 */
export function isOnTick(tree: Expression, isPriceLate: boolean): boolean {
  if (!isLate(tree, isPriceLate) || tree.kind === 'name') return true;
  if (tree.kind === 'call') return ON_TICK.has(tree.name);
  const isSum = tree.kind === 'binary' && (tree.sign === '+' || tree.sign === '-');
  return isSum && isOnTick(tree.left, isPriceLate) && isOnTick(tree.right, isPriceLate);
}

export const unrounded = (text: string): Trouble => ({
  code: 'expression/unrounded',
  message: 'an average has digits without end',
  hint: `write =tick(${formulaOf(text)})`,
  start: 0,
  end: text.length,
});

interface Late {
  readonly scope: Scope;
  readonly latePrice: LatePrice | undefined;
  readonly idsOf: (name: string) => readonly string[];
}

/** The tree could be evaluated: names are their values. */
export function lateOf(tree: Expression, late: Late): LatePrice {
  if (!isLate(tree, late.latePrice !== undefined)) {
    const value = evaluate(tree, late.scope);
    if (!value.ok) throw new Error('a part of a formula has no value, and the formula has one');
    return { kind: 'number', value: value.value.exact };
  }
  switch (tree.kind) {
    case 'average':
      return { kind: 'average', of: late.idsOf(tree.of) };
    case 'negative':
      return { kind: 'negative', of: lateOf(tree.of, late) };
    case 'binary':
      return { kind: 'binary', sign: tree.sign, left: lateOf(tree.left, late), right: lateOf(tree.right, late) };
    case 'call':
      return lateCall(tree, late);
    case 'name':
    case 'number':
      return late.latePrice as LatePrice;
  }
}

const WAYS = { tick: 'nearest', tickUp: 'above', tickDown: 'below', lot: 'below' } as const;

function lateCall(tree: Extract<Expression, { kind: 'call' }>, late: Late): LatePrice {
  const of = tree.args.map((arg) => lateOf(arg, late));
  const [first] = of as [LatePrice, ...LatePrice[]];
  const { name } = tree;
  if (name === 'min' || name === 'max') return { kind: name, of };
  if (name === 'abs') return { kind: 'abs', of: first };
  const { instrument } = late.scope;
  if (instrument === undefined) throw new Error('a formula was rounded by an instrument that is not known');
  const unit: Decimal = name === 'lot' ? instrument.step : instrument.tick;
  return { kind: 'round', way: WAYS[name], unit, of: first };
}

export function withAverages(formula: Formula, tree: Expression, scope: Scope): Formula {
  if (formula.kind !== 'expression') return formula;
  const averages = [...averagesIn(tree)].flatMap((of): NamedValue[] => {
    const value = scope.averageOf?.(of, tree);
    return value?.ok === true ? [[`average(${of})`, value.value.decimal ?? value.value.exact]] : [];
  });
  return { ...formula, values: [...averages, ...formula.values] };
}

/** `drafts` are those of the plan that are no exits, by their ids; `filled` are the names that the exit closes. */
export function entriesOf(
  filled: readonly string[],
  { names, drafts }: { readonly names: Names; readonly drafts: ReadonlyMap<string, OrderDraft> },
): ExitEntries {
  const idsOf = (name: string): readonly string[] => names.get(name) ?? [];
  const own = new Set(filled.flatMap(idsOf));
  const stray = (of: string, at: Expression): Trouble => {
    const known = filled.filter((name) => names.has(name));
    const meant = didYouMean(of, known) ?? (known.length === 1 ? known[0] : undefined);
    return {
      code: 'expression/unknown-name',
      message: `${quoted(of)} is not an entry of this exit`,
      hint: meant === undefined ? `write one of its entries: ${allOf(known)}` : `write average(${meant})`,
      start: at.start,
      end: at.end,
    };
  };
  return {
    idsOf,
    averageOf: (of, at) => {
      const ids = idsOf(of);
      if (ids.length === 0 || ids.some((id) => !own.has(id))) return err(stray(of, at));
      return averageOf(
        ids.map((id) => drafts.get(id)).filter((one) => one !== undefined),
        at,
      );
    },
  };
}

const NOTHING = Rational.ratio(0n, 1n);

/** As planned: each entry filled at its price, whole. */
function averageOf(entries: readonly OrderDraft[], at: Expression): Evaluated {
  let [worth, sizes] = [NOTHING, NOTHING];
  for (const entry of entries) {
    const [size, place] = [entry.size.value, entryOf(entry)];
    if (size === undefined || entry.price.value === undefined) return err(ALREADY_REPORTED);
    if (place === undefined) return err(isAtMarket(entry, at));
    const exact = Rational.of(size);
    worth = worth.plus(exact.times(Rational.of(place.at)));
    sizes = sizes.plus(exact);
  }
  return sizes.isZero ? err(ALREADY_REPORTED) : ok({ exact: worth.dividedBy(sizes) });
}

const isAtMarket = ({ id = '' }: OrderDraft, { start, end }: Expression): Trouble => ({
  code: 'exit/side',
  message: `${quoted(id)} is at market, so its average price cannot be estimated`,
  hint: `add \`reference:\` to ${quoted(id)} with where you think the market is`,
  start,
  end,
});
