/** What the account of the paper exchange has: margin is not modelled, so all of it is available. */
import { Decimal } from '../model/decimal.ts';
import type { ToldBook } from './lag.ts';
import { decimalOf } from './v2/order/rules.ts';

export const USUAL_BALANCE = '100000';

interface PaperMoney {
  /** With what is open. */
  readonly equity: string;
  readonly open: string;
}

const signed = (text: string): Decimal => Decimal.parseSigned(text) ?? Decimal.zero;

export const heldSymbols = (book: ToldBook): readonly string[] =>
  [...book.contracts.keys()].filter((symbol) => book.held(symbol).some(({ size }) => size !== '0'));

/** Equity = balance + realised + open − fees; `start` is the balance before the first order. */
export function moneyOf(book: ToldBook, start: string): PaperMoney {
  const balance = book.fills.reduce(
    (sum, { profit, fee }) => sum.plus(signed(profit)).minus(signed(fee)),
    decimalOf(start),
  );
  const open = [...book.contracts].reduce((sum, [symbol, { last }]) => {
    const gains = book.held(symbol).map(({ side, size, value }) => {
      const worth = decimalOf(size).times(last);
      return side === 'long' ? worth.minus(decimalOf(value)) : decimalOf(value).minus(worth);
    });
    return gains.reduce((all, one) => all.plus(one), sum);
  }, Decimal.zero);
  return { equity: balance.plus(open).canonical(), open: open.canonical() };
}
