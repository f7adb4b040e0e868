/** Plans, configs and lists as this proof writes and reads them itself: it shares no code with the program that it judges. */
import type { Random } from '../random.ts';

export interface DraftOrder {
  readonly id: string;
  readonly symbol: string;
  readonly side: string;
  readonly price: string;
  readonly size: string;
}

export interface Draft {
  readonly generation: number;
  readonly orders: readonly DraftOrder[];
  /** Says nothing of what is sent. */
  readonly comment: number;
}

/** The last lines of a plan may be cut to another plan: `0.15` to `0.1`, `12` to `1`, three orders to two. */
export function planText({ generation, orders, comment }: Draft, random: Random): string {
  const isLast = random.chance(0.3);
  const head = ['version: 1', 'name: watched', `# ${comment}`, ...(isLast ? [] : [`generation: ${generation}`])];
  return [...head, 'orders:', ...orders.map(orderText), ...(isLast ? [`generation: ${generation}`] : []), ''].join(
    '\n',
  );
}

const orderText = ({ id, symbol, side, price, size }: DraftOrder): string =>
  [`  - id: ${id}`, `    symbol: ${symbol}`, `    side: ${side}`, `    price: ${price}`, `    size: ${size}`].join(
    '\n',
  );

const COINS = { cmt_btcusdt: 62_000, cmt_ethusdt: 3100 } as const;
const SIZES = ['0.15', '0.25', '0.1', '0.325', '0.2'];

export function draftOrder(random: Random, id: string): DraftOrder {
  const symbol = random.pick(['cmt_btcusdt', 'cmt_btcusdt', 'cmt_ethusdt'] as const);
  const price = String(COINS[symbol] + random.int(1, 99));
  return { id, symbol, side: 'open-long', price, size: random.pick(SIZES) };
}

/** What a person does to a plan between two saves; `newId` gives ids that no order had before. */
export function edited(random: Random, draft: Draft, newId: () => string): Draft {
  const { orders } = draft;
  const at = random.below(orders.length);
  const change = (fields: Partial<DraftOrder>): Draft => ({
    ...draft,
    orders: orders.map((order, index) => (index === at ? { ...order, ...fields } : order)),
  });
  switch (random.below(12)) {
    case 0:
      return orders.length > 1 ? { ...draft, orders: orders.toSpliced(at, 1) } : draft;
    case 1:
      return change({ size: random.pick(SIZES) });
    case 2:
      return change({ price: draftOrder(random, '').price.slice(0, 4) });
    case 3:
      return change({ id: newId() });
    case 4:
      return { ...draft, generation: Math.max(1, draft.generation + random.pick([1, 1, 2, 10, -1])) };
    case 5:
      return { ...draft, comment: draft.comment + 1 };
    default:
      return { ...draft, orders: orders.toSpliced(at, 0, draftOrder(random, newId())) };
  }
}

export interface DraftConfig {
  readonly account: string;
  readonly maxOrders: number;
  readonly maxSize: string;
  readonly inFlight: number;
  readonly perCall: number;
  readonly onUnknown: string;
}

export const configText = ({ account, maxOrders, maxSize, inFlight, perCall, onUnknown }: DraftConfig): string =>
  [
    'version: 1',
    'exchange:',
    `  account: ${account}`,
    '  ipWeight: 100000/10s',
    '  uidWeight: 100000/10s',
    '  orderCalls: 10000/1s',
    `  inFlight: ${inFlight}`,
    '  timeout: 5s',
    `execution: { maxOrdersPerCall: ${perCall}, onUnknown: ${onUnknown} }`,
    'policy:',
    `  maxOrders: ${maxOrders}`,
    `  maxOrderSize: { cmt_btcusdt: ${maxSize}, cmt_ethusdt: ${maxSize} }`,
    '',
  ].join('\n');

export const listText = (step: string): string =>
  JSON.stringify({
    asOf: '2026-11-21T08:00:00Z',
    source: 'written by hand',
    instruments: Object.fromEntries(
      Object.keys(COINS).map((symbol) => [symbol, { tick: '0.1', step, minSize: step, maxSize: '1000' }]),
    ),
  });
