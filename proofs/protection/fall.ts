/**
 * Orders of several plans, and a price that falls through all of them: each limit order opens where it lies, each stop closes what is
 * open when it is reached, whoever opened it. It knows prices and sums, and nothing of which stop is whose.
 */
import { array, constant, constantFrom, record, type Arbitrary } from 'fast-check';
import { ORDER, price, type Account } from './accounts.ts';

const [HIGHEST, LOWEST] = [71, 29];

const CROSS = constant('cross' as const);

const anyEntry = record({
  ...ORDER,
  mode: CROSS,
  opens: constant(true),
  limit: price,
  trigger: constant(null),
  stopLoss: constant(null),
  standing: constantFrom('new' as const, 'open' as const),
  filled: constant(null),
});

const anyStop = record({
  ...ORDER,
  mode: CROSS,
  opens: constant(false),
  limit: constant(null),
  trigger: price,
  reference: constant(null),
  standing: constantFrom(...(['new', 'open', 'open', 'unsure', 'rejected'] as const)),
  filled: constant(null),
});

/** Of one margin mode, with nothing held. */
export const anyFall: Arbitrary<Account> = record({
  entries: array(anyEntry, { minLength: 1, maxLength: 6 }),
  stops: array(anyStop, { minLength: 1, maxLength: 6 }),
}).map(({ entries, stops }) => ({ isLong: true, orders: [...entries, ...stops], market: null, held: null }));

/** What is opened in all, and what is open at the end. */
export function fallThrough({ orders }: Account, standings: readonly string[]): { opened: number; left: number } {
  const stops = orders.filter(
    ({ opens, standing, trigger, market }) =>
      !opens && standings.includes(standing) && (market === null || (trigger as number) < market.low),
  );
  let [opened, left] = [0, 0];
  for (let at = HIGHEST; at >= LOWEST; at--) {
    for (const stop of stops) if (stop.trigger === at) left = Math.max(0, left - stop.size);
    for (const { opens, limit, size } of orders) {
      if (!opens || limit !== at) continue;
      opened += size;
      left += size;
    }
  }
  return { opened, left };
}
