/** The tree of an expression, and what can be wrong with one. */
import type { Decimal } from '../../model/decimal.ts';
import type { Problem } from '../../document/problem.ts';
import type { Span } from '../../document/locate.ts';

/** Each node knows its characters: offsets into the value's text, which begins with `=`. */
export type Expression = Span &
  (
    | { readonly kind: 'number'; readonly value: Decimal }
    | { readonly kind: 'name'; readonly name: string }
    | { readonly kind: 'call'; readonly name: FunctionName; readonly args: readonly Expression[] }
    /** What was paid for an entry on average, by the id of an order or the name of a ladder. */
    | { readonly kind: 'average'; readonly of: string }
    | { readonly kind: 'negative'; readonly of: Expression }
    | { readonly kind: 'binary'; readonly sign: Sign; readonly left: Expression; readonly right: Expression }
  );

export type Sign = '+' | '-' | '*' | '/';

/** The functions of the language with the fewest and most arguments they take (docs/contract.md#expressions). */
export const FUNCTIONS = {
  tick: [1, 1],
  tickUp: [1, 1],
  tickDown: [1, 1],
  lot: [1, 1],
  min: [1, 100],
  max: [1, 100],
  abs: [1, 1],
} as const satisfies Record<string, readonly [least: number, most: number]>;
export type FunctionName = keyof typeof FUNCTIONS;
export const FUNCTION_NAMES = Object.keys(FUNCTIONS) as readonly FunctionName[];

/** Its argument is the id of an entry, not a value. A variable may have the name, as a function has its brackets. */
export const AVERAGE = 'average';

/** The order's own price, in its other fields. */
export const PRICE_NAME = 'price';

/** Names that no variable may have. */
export const RESERVED_NAMES: readonly string[] = [...FUNCTION_NAMES, PRICE_NAME, 'market'];

/** What is wrong with an expression, at its characters. */
export type Trouble = Problem & Span;

export const isExpression = (text: string): boolean => text.startsWith('=');

/** The formula as people read it: without the sign that begins it. */
export const formulaOf = (text: string): string => text.slice(1).trim();

export function namesIn(tree: Expression, names = new Set<string>()): ReadonlySet<string> {
  switch (tree.kind) {
    case 'name':
      return names.add(tree.name);
    case 'call':
      for (const arg of tree.args) namesIn(arg, names);
      return names;
    case 'negative':
      return namesIn(tree.of, names);
    case 'binary':
      namesIn(tree.left, names);
      return namesIn(tree.right, names);
    case 'number':
    case 'average':
      return names;
  }
}

/** The entries whose average price the tree needs, each once. */
export function averagesIn(tree: Expression, of = new Set<string>()): ReadonlySet<string> {
  switch (tree.kind) {
    case 'average':
      return of.add(tree.of);
    case 'call':
      for (const arg of tree.args) averagesIn(arg, of);
      return of;
    case 'negative':
      return averagesIn(tree.of, of);
    case 'binary':
      averagesIn(tree.left, of);
      return averagesIn(tree.right, of);
    case 'number':
    case 'name':
      return of;
  }
}
