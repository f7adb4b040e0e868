/**
 * The examples and the plan that `ordo init` writes, placed on version 3 over HTTP: the fields of every request by a reader of its own
 * (docs/exchange-v3.md#orders), and the same orders in the book as by version 2.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PLAN } from '../../src/commands/init/starter-texts.ts';
import type { PaperOrder } from '../../src/paper/book.ts';
import type { ReceivedRequest } from '../../src/paper/server.ts';
import { EXAMPLES } from '../../proofs/support/ordo.ts';
import { misshapen, placed, placing, V2, V3, WINDOWS } from '../support/version-3-requests.ts';

/** What an order means, but for its margin mode, which version 3 takes from the account, and the price of a market order. */
const meant = ({ clientOid, kind, symbol, type, size, match, trigger, price, ...order }: PaperOrder): object => ({
  clientOid,
  symbol,
  type,
  size,
  match,
  trigger,
  isTrigger: kind === 'trigger',
  price: match === '1' ? undefined : price,
  orderType: kind === 'trigger' || match === '1' ? undefined : order.orderType,
  presets: [order.takeProfit, order.stopLoss],
});

/** Has isolated orders beside cross ones, and the paper account is in one mode for all symbols. */
const BOTH_MODES = new Set([
  '03-market-entry.yaml',
  '06-full-position.yaml',
  '08-desk.yaml',
  '11-sizing.yaml',
  '12-stages.yaml',
]);
/** Without those that only a follower executes. */
const examples = readdirSync(EXAMPLES).filter(
  (name) => name.endsWith('.yaml') && !/\{ filled:|^ +over:/m.test(readFileSync(EXAMPLES + name, 'utf8')),
);
const plans: readonly (readonly [name: string, text: string])[] = [
  ...examples.map((name) => [name, readFileSync(EXAMPLES + name, 'utf8')] as const),
  ['the plan of ordo init', PLAN],
];

const byId = (orders: readonly PaperOrder[]): ReadonlyMap<string, object> =>
  new Map(orders.map((order) => [order.clientOid, meant(order)]));

test.each(plans)('%s', async (name, plan) => {
  // The account check refuses exactly those.
  const config = BOTH_MODES.has(name) ? `${V3}execution: { accountCheck: warn }\n` : V3;
  const [third, second] = [await placed(plan, config, WINDOWS), await placed(plan, V2)];
  expect(misshapen(placing(third))).toEqual([]);
  expect(placing(third)).toHaveLength(third.orders.length);
  expect(third.refusedByRate).toBe(0);
  expect(byId(third.orders)).toEqual(byId(second.orders));
});

const asked = (body: object): ReceivedRequest => ({
  method: 'POST',
  path: '/capi/v3/order',
  query: '',
  receivedAtMs: 0,
  weight: { ip: 0, uid: 1 },
  body: JSON.stringify(body),
});

test('the reader sees a field that is missing, too much, a number, or of the other call', () => {
  const good = {
    symbol: 'BTCUSDT',
    side: 'BUY',
    positionSide: 'LONG',
    type: 'LIMIT',
    timeInForce: 'GTC',
    quantity: '0.01',
    price: '60000',
    newClientOrderId: 'a',
  };
  const bodies: object[] = [
    { ...good, marginMode: '1' },
    { ...good, quantity: 0.01 },
    { ...good, timeInForce: undefined },
    { ...good, symbol: 'cmt_btcusdt' },
    { ...good, type: 'MARKET' },
    { ...good, presetStopLossPrice: '1' },
  ];
  expect(misshapen([asked(good)])).toEqual([]);
  expect(misshapen(bodies.map(asked))).toHaveLength(bodies.length);
});
