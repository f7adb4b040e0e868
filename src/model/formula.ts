/** How a number of a plan was computed: data, so that a plan can be stored and compared, and its words for people. */
import type { Decimal } from './decimal.ts';
import type { Rational } from './rational.ts';

/** The value of a name in an expression; a fraction where it was computed and never rounded. */
export type NamedValue = readonly [name: string, value: Decimal | Rational];

/** The price range of a ladder. Its rungs share one. */
export interface RungRange {
  readonly from: Decimal;
  readonly to: Decimal;
  readonly spacing: 'linear' | 'geometric';
  readonly steps: number;
  readonly tick: Decimal;
}

/** A rung's part of its ladder's amount: exact where its numbers are short, else the first six decimals. */
export type Share =
  | { readonly kind: 'exact'; readonly weight: number; readonly of: number }
  | { readonly kind: 'about'; readonly part: Decimal };

/** A percentage of an account's equity. */
export interface OfEquity {
  readonly percent: Decimal;
  readonly equity: Decimal;
}

export type Formula =
  /** The most that an exit comes to: all that its entries open, or its share of that. */
  | { readonly kind: 'filled'; readonly of: readonly string[]; readonly all: Decimal; readonly share?: Rational }
  /** `written` is the author's text without the sign that begins it. */
  | { readonly kind: 'expression'; readonly written: string; readonly values: readonly NamedValue[] }
  /** The price of an inner rung; `way` of the `steps - 1` ways from one end to the other are behind it. */
  | { readonly kind: 'rung'; readonly range: RungRange; readonly way: number }
  /** A rung's share of the ladder's total size. */
  | { readonly kind: 'share'; readonly amount: Decimal; readonly share: Share }
  /** A size by notional or, with a stop, by risk. A single order has no share. */
  | {
      readonly kind: 'worth';
      readonly amount: Decimal;
      /** What the amount is a part of, where it was not written. */
      readonly ofEquity?: OfEquity;
      readonly share?: Share;
      readonly entry: Decimal;
      readonly stop?: Decimal;
      readonly step: Decimal;
    };

/** `entry * 0.98 (entry = 64000)`; not yet safe for a terminal, as names and formulas are the author's. */
export function formulaWords(formula: Formula): string {
  switch (formula.kind) {
    case 'expression': {
      const values = valueWords(formula.values);
      return values === '' ? formula.written : `${formula.written} (${values})`;
    }
    case 'filled': {
      const { of, all, share } = formula;
      const whole = `what is filled of ${of.join(', ')}, at most ${all.toString()}`;
      return share === undefined ? whole : `${shareText(share)} of ${whole}`;
    }
    case 'rung': {
      const { from, to, spacing, steps, tick } = formula.range;
      return `${from.toString()} to ${to.toString()} ${spacing}, ${formula.way}/${steps - 1} of the way, on the tick ${tick.toString()}`;
    }
    case 'share':
      return `${formula.amount.toString()}${shareWords(formula.share)}`;
    case 'worth': {
      const { amount, ofEquity, share, entry, stop, step } = formula;
      const divisor = stop === undefined ? entry.toString() : `|${entry.toString()} - ${stop.toString()}|`;
      return `${amountWords(amount, ofEquity)}${share === undefined ? '' : shareWords(share)} / ${divisor}, cut down to the step ${step.toString()}`;
    }
  }
}

/** `1/3`; all of it is `1`. */
export const shareText = ({ over, under }: Rational): string => (under === 1n ? `${over}` : `${over}/${under}`);

/** `entry = 64000, width = 500`; empty for an expression without names. */
export const valueWords = (values: readonly NamedValue[]): string =>
  values.map(([name, value]) => `${name} = ${'show' in value ? value.show() : value.toString()}`).join(', ');

/** `253.104`, or `1% of 25310.4 = 253.104`. */
const amountWords = (amount: Decimal, of: OfEquity | undefined): string =>
  of === undefined ? amount.toString() : `${of.percent.toString()}% of ${of.equity.toString()} = ${amount.canonical()}`;

const shareWords = (share: Share): string =>
  share.kind === 'exact' ? ` * ${share.weight}/${share.of}` : ` * ${share.part.toString()}…`;
