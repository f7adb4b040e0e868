/** The price and the size of an entry: one order's, or those of the rungs of a ladder. */
import type { Decimal } from '../../model/decimal.ts';
import type { Price } from '../../model/order.ts';
import { ALREADY_REPORTED } from '../expression/evaluate.ts';
import type { AmountScope } from './amount.ts';
import type { OrderEntry } from './entry.ts';
import type { Problem } from '../../document/problem.ts';
import {
  FAULTY,
  given,
  isFaulty,
  MISSING,
  withLate,
  type Faulty,
  type Field,
  type Given,
  type Missing,
} from './field.ts';
import type { Numbers } from './order-draft.ts';
import { idFits, readPrices } from './prices.ts';
import { readSizes } from './sizing.ts';
import type { DraftOver } from './draft-terms.ts';

const MARKET: Given<Price> = given({ kind: 'market' });

/** What an expression of another field may use as `price`. */
export const ownPrice = ({ value }: Field<Price>): AmountScope['price'] =>
  value === undefined ? ALREADY_REPORTED : value.kind === 'limit' ? value.at : undefined;

/** The prices of an entry. `isMade`: it is a ladder, and its range became rungs. */
export interface Priced {
  readonly prices: readonly Field<Price>[];
  readonly isMade: boolean;
}

/** One price, or one for each rung; the slices of a ladder over time all have the one. */
export function readPrice(entry: OrderEntry, over: DraftOver | undefined): Priced {
  const { over: written, price } = entry.written;
  if (written === undefined) return readOwnPrice(entry);
  if (typeof price === 'object') {
    entry.refuse(['over'], OVER_RANGE, 'key');
    return { prices: [FAULTY], isMade: false };
  }
  const { prices } = readOwnPrice(entry);
  if (over === undefined || !slicesFit(entry, over)) return { prices, isMade: false };
  return { prices: Array.from({ length: over.steps }, () => prices[0] ?? MISSING), isMade: true };
}

const OVER_RANGE: Problem = {
  code: 'over/range',
  message: 'a ladder over price or over time, not both',
  hint: 'delete `over`, or write one price',
};

/** Slices are that many seconds apart at least. */
const LEAST_SECONDS = 10;

function slicesFit(entry: OrderEntry, { forMs, steps }: DraftOver): boolean {
  const seconds = forMs / 1_000;
  if (seconds / steps < LEAST_SECONDS) {
    const most = Math.floor(seconds / LEAST_SECONDS);
    const least = steps * LEAST_SECONDS;
    const longer = `\`for: ${least % 60 === 0 ? `${least / 60}m` : `${least}s`}\` or longer`;
    entry.refuse(['over', 'for'], {
      code: 'over/too-dense',
      message: `that is a slice every ${Number((seconds / steps).toFixed(3))} s: ${LEAST_SECONDS} s at least`,
      hint: most < 2 ? `write ${longer}` : `write ${longer}, or \`steps: ${most}\` or fewer`,
    });
    return false;
  }
  return idFits(entry, steps, ['over']) === undefined;
}

function readOwnPrice(entry: OrderEntry): Priced {
  const { written, faults, scope } = entry;
  const { price } = written;
  if (faults.at('price').here) return { prices: [FAULTY], isMade: false };
  if (price === undefined) return { prices: [MISSING], isMade: false };
  if (price === 'market') return { prices: [MARKET], isMade: false };
  if (typeof price === 'string') {
    const number = entry.number(['price'], price, { rounding: 'tick', scope });
    return { prices: [asLimit(number)], isMade: false };
  }
  const rungs = readPrices(entry, price);
  return isFaulty(rungs) ? { prices: [FAULTY], isMade: false } : { prices: rungs, isMade: true };
}

const asLimit = (number: Field<Decimal>): Field<Price> =>
  number.kind === 'given'
    ? withLate(given({ kind: 'limit', at: number.value }, 'order', number.formula), number.late)
    : number;

/** The size of each order, or the one absence that all of them share. */
export function readSize(
  entry: OrderEntry,
  { prices, isMade }: Priced,
  numbers: readonly Numbers[],
): readonly Given<Decimal>[] | Missing | Faulty {
  const { written, faults, scope } = entry;
  const { size } = written;
  const isSliced = written.over !== undefined;
  const isLadder = typeof written.price === 'object' || isSliced;
  if (faults.at('size').any) return FAULTY;
  if (size === undefined) return MISSING;
  if (typeof size !== 'string') {
    // What the price was meant to be decides which sizes there may be.
    if (!isMade && (isLadder || faults.at('price').here)) return FAULTY;
    const orders = prices.map((price, at) => ({ price, ...(numbers[at] as Numbers) }));
    return readSizes({ entry, table: size, orders, isLadder });
  }
  // A list of prices is no ladder yet.
  if (Array.isArray(written.price)) return FAULTY;
  if (isLadder) {
    return entry.refuse(['size'], {
      code: 'ladder/total',
      message: `one number could be the size of each ${isSliced ? 'slice' : 'rung'}, or of all together`,
      // Between braces a comma would end the value.
      hint: `write { total: ${size.includes(',') ? `"${size}"` : size} }, which all ${isSliced ? 'slices' : 'rungs'} share`,
    });
  }
  const own = { ...scope, price: ownPrice(prices[0] ?? MISSING) };
  const number = entry.number(['size'], size, { rounding: 'lot', scope: own });
  return number.kind === 'given' ? [number] : number;
}
