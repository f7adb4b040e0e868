/** Orders of the account that are nobody's of ours: beside our own, of the same symbols, and some that look like them. */
import type { Random } from '../../random.ts';
import type { OrderFacts } from './alive-order.ts';

export const SYMBOLS = ['cmt_btcusdt', 'cmt_ethusdt'];

/** One that was there before. */
export const drawStranger = (random: Random, orderId: string): OrderFacts => ({
  // One without a name may be any order of ours that it fits: that is a fault of the lists (listed-book.ts).
  clientOid: random.pick(['web', 'web-17', `m-${random.int(1, 999)}`]),
  orderId,
  symbol: random.pick(SYMBOLS),
  isTrigger: random.chance(0.2),
  owner: 'stranger',
  size: `0.${random.int(1, 999)}`,
});

/** One that is put beside an order of ours: all that differs is the client order id, by little. */
export function drawLookAlike(random: Random, ours: OrderFacts, orderId: string): OrderFacts {
  const { clientOid } = ours;
  const last = clientOid.at(-1) === 'a' ? 'b' : 'a';
  const alike = random.pick([
    clientOid.slice(0, -1),
    clientOid.slice(0, -1) + last,
    clientOid.toUpperCase(),
    `${clientOid}0`,
  ]);
  return { ...ours, clientOid: alike === clientOid ? `${alike}x` : alike, orderId, owner: 'stranger' };
}
