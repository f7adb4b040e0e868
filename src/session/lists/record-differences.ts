/** What a record of a list says against its being of an order that was sent. */
import { Decimal } from '../../model/decimal.ts';
import type { ListedOrder } from '../../model/listing.ts';
import { safeText } from '../../model/safe-text.ts';
import { sameSymbol } from '../../model/symbol.ts';

/** What was sent, as far as a record may tell it. */
interface Sent {
  readonly symbol: string;
  readonly side: string;
  readonly size: string;
  /** `market`, or what it was sent with; of a trigger order the price at which it executes. */
  readonly price?: string;
  readonly trigger?: string;
  /** Said of an order that was never sent from here. */
  readonly elsewhere?: { readonly marginMode: string; readonly isPart?: true };
}

/** Most characters that are shown of a list's word. */
export const MOST_SHOWN = 64;

/** What a record says that is not what was sent: `size 5, not 0.1`. `carried` was filled of it before, and was not sent again. */
export function differences(
  sought: Pick<Sent, 'symbol' | 'side' | 'size' | 'elsewhere'>,
  told: ListedOrder,
  carried: Decimal = Decimal.zero,
): string[] {
  const found: string[] = [];
  const compare = (name: string, is: string | undefined, sent: string, isSame: typeof sameText): void => {
    if (is !== undefined && !isSame(is, sent)) found.push(`${name} ${safeText(is, MOST_SHOWN)}, not ${sent}`);
  };
  compare('symbol', told.symbol, sought.symbol, sameSymbol);
  compare('side', told.side, sought.side, sameText);
  compare('size', told.size, sought.size, (is, sent) =>
    sought.elsewhere?.isPart === true ? isWithin(is, sent) : sameValue(is, sent) || isRest(is, sent, carried),
  );
  if (sought.elsewhere !== undefined) compare('margin mode', told.marginMode, sought.elsewhere.marginMode, sameText);
  return found;
}

const isRest = (told: string, sent: string, carried: Decimal): boolean =>
  Decimal.parse(told)?.plus(carried).canonical() === sent;

/** A part closes what was filled by then. */
function isWithin(told: string, most: string): boolean {
  const [size, largest] = [Decimal.parse(told), Decimal.parse(most)];
  return size !== undefined && largest !== undefined && size.compare(largest) <= 0;
}

/** A price that the record does not tell is no difference, nor is any to an order at market. */
const isSamePrice = (is: string | undefined, sent: string | undefined): boolean =>
  is === undefined || sent === undefined || sent === 'market' || sameValue(is, sent);

/** Whether nothing that the record says is against its being this order. */
export function mayBe(sought: Sent, told: ListedOrder): boolean {
  const { price, trigger, elsewhere } = sought;
  // Any close up to its size would be one: what is to be a part says its price.
  if (elsewhere?.isPart === true && (trigger === undefined ? told.price : told.triggerPrice) === undefined)
    return false;
  return (
    differences(sought, told).length === 0 && isSamePrice(told.price, price) && isSamePrice(told.triggerPrice, trigger)
  );
}

const sameText = (a: string, b: string): boolean => a === b || a.toLowerCase() === b.toLowerCase();

/** `0.10` is `0.1`. */
function sameValue(a: string, b: string): boolean {
  if (a === b) return true;
  const [left, right] = [Decimal.parse(a), Decimal.parse(b)];
  return left === undefined || right === undefined ? a === b : left.compare(right) === 0;
}
