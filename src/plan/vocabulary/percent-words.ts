/**
 * Percentages where a plan takes none. A hint shows what was meant for the very order, so that whoever follows it to the
 * letter gets that, and not a stop at a price of 2.
 */
import { explainDecimal, type Explain } from '../../document/decimal-spelling.ts';
import type { KeyWords } from '../../document/mapping-words.ts';
import { Decimal } from '../../model/decimal.ts';
import { quoted } from '../../source/quoted.ts';

const PERCENTAGE = /^[-\u2013\u2212+]?\s*(\d[\d.]*)\s*%$/;
const ONE = Decimal.of('1');
const PER_CENT = Decimal.of('0.01');
/** A stop farther away than this many percent was hardly meant: `98%` may be 98 % of the price. */
const MOST = Decimal.of('50');

const percentIn = (text: string): Decimal | undefined => Decimal.parse(PERCENTAGE.exec(text.trim())?.[1] ?? '');

/** The words of a key, with an answer of its own to a percentage. */
export const withPercent = (words: KeyWords, hint: string | ((percent: Decimal) => string)): KeyWords => {
  const { explain = explainDecimal } = words;
  const ofPercent: Explain = (text) => {
    const percent = percentIn(text);
    if (percent === undefined) return explain(text);
    const message = `must be a plain decimal, not ${quoted(text)}`;
    return { code: 'value/number', message, hint: typeof hint === 'string' ? hint : hint(percent) };
  };
  return { ...words, explain: ofPercent };
};

export const PRICE_ITSELF = 'a percentage is not allowed here: write the price itself';

/** What of an order a percentage depends on; as its author wrote it, so each may be anything. */
export interface OrderKeys {
  readonly side?: unknown;
  readonly price?: unknown;
  readonly reference?: unknown;
  /** No key of an order, but of one for other tools. */
  readonly type?: unknown;
}

/** The price that is so many percent from the order's own, on the side where a stop or a target belongs. */
export function presetAt(percent: Decimal, isStop: boolean, { side, price, reference }: OrderKeys): string {
  const from = price !== 'market' ? 'price' : reference;
  const isLong = side === 'open-long';
  if ((!isLong && side !== 'open-short') || typeof from !== 'string' || /[^\w.]/.test(from)) return PRICE_ITSELF;
  if (percent.isZero || percent.compare(MOST) > 0) return PRICE_ITSELF;
  const part = percent.times(PER_CENT);
  const factor = isLong === isStop ? ONE.minus(part) : ONE.plus(part);
  return `${percent.toString()} % from the entry is a price: write =tick(${from} * ${factor.canonical()})`;
}
