/** A sensible default world: orders and plans that say only what a test is about, and arbitraries of them. */
import { array, constantFrom, integer, oneof, option, record, type Arbitrary } from 'fast-check';
import type { Limits, Rate } from '../../src/model/call.ts';
import { Decimal } from '../../src/model/decimal.ts';
import { clientOrderId } from '../../src/model/ids.ts';
import { MARGIN_MODES, SIDES, TIMES_IN_FORCE, type Order, type Plan } from '../../src/model/order.ts';

export const PLAN = { name: 'a-plan', generation: 1 } as const;

/** An order in the plan's words: decimals as text, `market` for the market. */
export interface OrderWords {
  readonly id?: string;
  readonly lineage?: number;
  readonly symbol?: string;
  readonly marginMode?: Order['marginMode'];
  readonly side?: Order['side'];
  readonly size?: string;
  readonly price?: string;
  readonly timeInForce?: Order['timeInForce'];
  readonly takeProfit?: string | undefined;
  readonly stopLoss?: string | undefined;
  readonly trigger?: string | undefined;
}

export function anOrder(words: OrderWords = {}): Order {
  const { id = 'one', lineage = 0, price = '64000', takeProfit, stopLoss, trigger } = words;
  return {
    id,
    lineage,
    clientOid: clientOrderId(PLAN.name, PLAN.generation, id, lineage),
    symbol: words.symbol ?? 'cmt_btcusdt',
    marginMode: words.marginMode ?? 'cross',
    side: words.side ?? 'open-long',
    size: Decimal.of(words.size ?? '0.01'),
    price: price === 'market' ? { kind: 'market' } : { kind: 'limit', at: Decimal.of(price) },
    timeInForce: words.timeInForce ?? 'normal',
    ...(takeProfit !== undefined && { takeProfit: Decimal.of(takeProfit) }),
    ...(stopLoss !== undefined && { stopLoss: Decimal.of(stopLoss) }),
    ...(trigger !== undefined && { trigger: Decimal.of(trigger) }),
    line: 1,
  };
}

/** As many plain limit orders, which may share a call: `o1`, `o2`, … */
export const someOrders = (count: number, words: OrderWords = {}): Order[] =>
  Array.from({ length: count }, (_, index) => anOrder({ ...words, id: `o${index + 1}` }));

export const aPlan = (orders: readonly Order[]): Plan => ({ ...PLAN, orders, ladders: [], limits: {} });

/** Room for everything: what is tested then is not the waiting for weight. */
export const AMPLE: Rate = { amount: 1_000_000, windowMs: 10_000 };
export const limits = (changes: Partial<Limits> = {}): Limits => ({
  ip: AMPLE,
  uid: AMPLE,
  orderCalls: AMPLE,
  inFlight: 8,
  ...changes,
});

const decimalText: Arbitrary<string> = record({
  whole: integer({ min: 1, max: 99_999 }),
  fraction: option(integer({ min: 0, max: 999 }), { nil: undefined }),
}).map(({ whole, fraction }) => (fraction === undefined ? String(whole) : `${whole}.${fraction}`));

const plainWords = {
  symbol: constantFrom('cmt_btcusdt', 'cmt_btcusdt', 'cmt_ethusdt'),
  marginMode: constantFrom(...MARGIN_MODES),
  side: constantFrom(...SIDES),
  size: decimalText,
  price: constantFrom('market', '64000', '63999.50', '0.10'),
  timeInForce: constantFrom(...TIMES_IN_FORCE),
};

/** Orders of few symbols and both margin modes, so that groups form; every kind among them. */
const anyWords: Arbitrary<OrderWords> = oneof(
  { weight: 6, arbitrary: record(plainWords) },
  { weight: 1, arbitrary: record({ ...plainWords, stopLoss: decimalText }) },
  { weight: 1, arbitrary: record({ ...plainWords, trigger: decimalText }) },
);

/** Between none and `most` orders with ids of their own. */
export const anyOrders = (most: number): Arbitrary<Order[]> =>
  array(anyWords, { maxLength: most, size: 'max' }).map((list) =>
    list.map((words, index) => anOrder({ ...words, id: `o${index + 1}` })),
  );
