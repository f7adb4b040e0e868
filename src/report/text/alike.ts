/** Neighbours that say the same, as one line: twenty orders of one lost batch are one fact. */
import { safe, safeText, type Safe } from '../../model/safe-text.ts';
import { amountOf } from './phrases.ts';

export interface Alike {
  /** Ids as they came. */
  readonly first: string;
  readonly last: string;
  readonly amount: number;
  readonly words: Safe;
}

/** The same orders in their order, those next to each other with the same words put together. */
export function alike(orders: Iterable<{ readonly id: string; readonly words: Safe }>): Alike[] {
  const found: { first: string; last: string; amount: number; words: Safe }[] = [];
  for (const { id, words } of orders) {
    const before = found.at(-1);
    if (before === undefined || before.words !== words || words === '')
      found.push({ first: id, last: id, amount: 1, words });
    else {
      before.last = id;
      before.amount += 1;
    }
  }
  return found;
}

/** `add-1 … add-20`, or one id. */
export const namesOf = ({ first, last }: Alike): Safe =>
  first === last ? safeText(first) : safe`${safeText(first)} … ${safeText(last)}`;

/** `20 orders: the connection was closed`; of one order its words. */
export const wordsOfAlike = ({ amount, words }: Alike): Safe =>
  amount === 1 ? words : safe`${amountOf(amount, 'order')}: ${words}`;
