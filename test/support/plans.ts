/** Plans of a few lines, what came of them, and lists of instruments, some with ticks and steps that are not powers of ten. */
import { Decimal } from '../../src/model/decimal.ts';
import type { Instrument, InstrumentList } from '../../src/model/instrument.ts';
import { formulaWords } from '../../src/model/formula.ts';
import type { OrderNumber, PlannedOrder } from '../../src/model/order.ts';
import { loadPlan, type LoadedPlan, type LoadPlanOptions } from '../../src/plan/load-plan.ts';
import { SourceFile } from '../../src/source/source-file.ts';

export function instrument(symbol: string, tick: string, step: string, minSize = step, maxSize?: string): Instrument {
  return {
    symbol,
    tick: Decimal.of(tick),
    step: Decimal.of(step),
    minSize: Decimal.of(minSize),
    ...(maxSize !== undefined && { maxSize: Decimal.of(maxSize) }),
  };
}

export const listOf = (...all: readonly Instrument[]): InstrumentList => ({
  source: 'a test',
  asOf: '2026-11-21T08:00:00Z',
  bySymbol: new Map(all.map((one) => [one.symbol, one])),
});

export const instruments = listOf(
  instrument('btc', '0.1', '0.0001', '0.0001', '1200'),
  instrument('half', '0.5', '0.25'),
  instrument('hundred', '100', '3', '6', '30'),
  instrument('quarter', '0.25', '0.01'),
);

/** A whole text as a plan. */
export const loadText = (text: string, options: LoadPlanOptions = {}): LoadedPlan =>
  loadPlan(new SourceFile('plan.yaml', text), options);

export const load = (text: string, options: LoadPlanOptions = {}): LoadedPlan =>
  loadText(`version: 1\nname: a\n${text}`, { instruments, strictSymbols: true, ...options });

/** Without any list of instruments. */
export const unchecked = (text: string): LoadedPlan => loadText(`version: 1\nname: a\n${text}`);

/** Orders, each in the words between its braces, under a head. */
export const plan = (orders: readonly string[], head = ''): string =>
  `${head === '' ? '' : `${head}\n`}defaults: { symbol: btc }\norders:\n${orders.map((one) => `  - { ${one} }\n`).join('')}`;

export const everyCode = ({ diagnostics }: LoadedPlan): string[] => diagnostics.map((one) => one.code);
/** The characters that each diagnostic points at. */
export const everyMark = ({ diagnostics }: LoadedPlan): string[] =>
  diagnostics.map((one) => one.source.text.slice(one.start, one.end));

/** What nearly every small plan is cautioned about, as its numbers are those of no market. */
const OF_SMALL_PLANS: ReadonlySet<string> = new Set([
  'order/unprotected',
  'order/closes-other-side',
  'order/far-preset',
  'order/takes-at-once',
  'order/crossing',
  'order/closes-more',
  'order/large-worth',
  'order/far-from-reference',
]);

const withoutCaution = ({ diagnostics, ...rest }: LoadedPlan): LoadedPlan => ({
  ...rest,
  diagnostics: diagnostics.filter(({ code, severity }) => severity === 'error' || !OF_SMALL_PLANS.has(code)),
});
export const codes = (loaded: LoadedPlan): string[] => everyCode(withoutCaution(loaded));
export const marked = (loaded: LoadedPlan): string[] => everyMark(withoutCaution(loaded));

/** The orders of a plan without errors. */
export function ordersOf(loaded: LoadedPlan): readonly PlannedOrder[] {
  if (loaded.plan === undefined) throw new Error(loaded.diagnostics.map((one) => one.message).join('\n'));
  return loaded.plan.orders;
}

export const priceOf = ({ price }: PlannedOrder): string => (price.kind === 'limit' ? price.at.toString() : 'market');

/** A closing order at a price that no list of instruments judges. */
export const unlisted = (price: string, vars = '{}'): LoadedPlan =>
  unchecked(
    `vars: ${vars}\norders:\n  - id: a\n    symbol: x\n    side: close-long\n    size: 1\n    price: ${price}\n`,
  );
export const valueOf = (expression: string, vars?: string): string =>
  ordersOf(unlisted(expression, vars)).map(priceOf).join('');

/** One closing ladder, in the words between the braces of its price and the text of its size. */
export const ladder = (price: string, size = '{ total: 6 }', rest = ''): LoadedPlan =>
  load(plan([`id: l, side: close-long, price: { ${price} }, size: ${size}${rest}`]));
export const pricesOf = (loaded: LoadedPlan): string[] => ordersOf(loaded).map(priceOf);
export const sizesOf = (loaded: LoadedPlan): string[] => ordersOf(loaded).map(({ size }) => size.toString());

/** How a number of an order was computed, in words; undefined for a written one. */
export function wordsOf(order: PlannedOrder | undefined, field: OrderNumber): string | undefined {
  const formula = order?.formulas?.[field];
  return formula === undefined ? undefined : formulaWords(formula);
}
