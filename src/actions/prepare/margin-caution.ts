/** Whether what a run opens may need more margin than there is. An estimate: neither fees nor what fills meanwhile are in it. */
import { Decimal } from '../../model/decimal.ts';
import { isLong, isOpening, type Order } from '../../model/order.ts';
import { Rational } from '../../model/rational.ts';
import { symbolKey } from '../../model/symbol.ts';
import { moneyText } from '../../protection/money.ts';
import type { AccountChecked, SymbolChecked } from '../../session/account-check.ts';

/** A sentence, where it is too little, or where it cannot be told. */
export function marginCaution({ money, symbols }: AccountChecked, orders: readonly Order[]): string | undefined {
  const opening = orders.filter(({ side }) => isOpening(side));
  if (opening.length === 0 || money === undefined) return undefined;
  if (money.kind !== 'told') return notChecked(`what the account has cannot be read: ${money.message}`);
  const needed = new Map<string, Rational>();
  for (const order of opening) {
    const seen = symbols.get(order.symbol);
    const [coin, worth, leverage] = [coinOf(order.symbol), worthOf(order, seen), leverageOf(order, seen)];
    if (coin === undefined) return notChecked(`it is not known which coin ${order.symbol} is paid in`);
    if (worth === undefined) return notChecked(`it is not known at which price ${order.id} fills`);
    if (leverage === undefined) return notChecked(`the exchange does not report the leverage of ${order.symbol}`);
    const margin = Rational.of(worth).dividedBy(Rational.of(leverage));
    needed.set(coin, needed.get(coin)?.plus(margin) ?? margin);
  }
  for (const [coin, margin] of needed) {
    const available = money.value.find((row) => row.coin === coin)?.available;
    if (available === undefined) return notChecked(`the exchange reports no ${coin} for the account`);
    const has = Decimal.parseSigned(available) ?? Decimal.zero;
    if (margin.compare(Rational.of(has)) <= 0) continue;
    return `what is opened needs a margin of ${moneyText(margin, 'loss')} ${coin}, and ${moneyText(has, 'gain')} is available`;
  }
  return undefined;
}

const notChecked = (why: string): string => `margin: not checked, as ${why}`;

/** The coin that a pair ends with. */
const coinOf = (symbol: string): string | undefined => /(?:usdt|usdc|usd)$/.exec(symbolKey(symbol))?.[0].toUpperCase();

function worthOf({ size, price, trigger, reference }: Order, seen: SymbolChecked | undefined): Decimal | undefined {
  const at = price.kind === 'limit' ? price.at : (trigger ?? seen?.market?.high ?? reference);
  return at === undefined ? undefined : size.times(at);
}

/** The lowest that is told for the order's own side: it needs the most margin. */
function leverageOf({ side }: Order, seen: SymbolChecked | undefined): Decimal | undefined {
  const told = (seen?.rows ?? [])
    .filter((row) => (row.side === 'long') === isLong(side))
    .flatMap(({ leverage }) => Decimal.parse(leverage ?? '') ?? [])
    .filter((one) => !one.isZero);
  return told.toSorted((one, other) => one.compare(other))[0];
}
