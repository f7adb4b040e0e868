/** A plan that is followed against the paper exchange on loopback, and what the exchange itself says of it. */
import { Decimal } from '../../src/model/decimal.ts';
import type { PaperOrder } from '../../src/paper/book.ts';
import type { PaperExchange } from '../../src/paper/server.ts';
import type { Interface } from '../../src/model/interfaces.ts';

/** The bracket of the examples, with prices that a walk reaches in a minute. */
export const BRACKET = `version: 1
name: bracket
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: entry, side: open-long, size: 0.3, price: 64000, until: 4h }
  - { id: stop, side: close-long, size: { filled: entry }, trigger: 63700, price: market }
  - id: target
    side: close-long
    size: { filled: entry }
    price: { from: 64150, to: 64450, steps: 3 }
    trigger: =price
  - id: even
    side: close-long
    size: { filled: entry }
    trigger: =tick(average(entry))
    price: market
    after: { filled: target-1 }
`;

/** One entry fills as it is placed, the other rests; one stop for both. */
export const TWO_ENTRIES = `version: 1
name: two
defaults: { symbol: cmt_btcusdt, reference: 64000, maxDistance: 10% }
orders:
  - { id: entry, side: open-long, size: 0.1, price: market }
  - { id: rest, side: open-long, size: 0.1, price: 60000 }
  - { id: stop, side: close-long, size: { filled: [entry, rest] }, trigger: 58000, price: market }
`;

export const configOf = (version: Interface, more = ''): string =>
  [
    'version: 1',
    `exchange: { interface: ${version}${version === 'v3' ? ", orderCalls: '100/1s', orderCallsPerMinute: '1000/60s'" : ''} }`,
    'execution: { lookEvery: 500ms }',
    more,
  ].join('\n');

export const FOLLOW = ['run', 'plan.yaml', '--execute', '--live', '--follow', '--yes', '--output', 'ndjson'];

const sizeOf = ({ filledSize }: PaperOrder): Decimal => Decimal.parse(filledSize ?? '0') ?? Decimal.zero;
const isTrigger = ({ kind }: PaperOrder): boolean => kind === 'trigger';

/** What is held of a side, by the exchange's own orders: what was opened less what was closed. */
export function heldOn({ orders }: PaperExchange, side: 'long' | 'short' = 'long'): string {
  const [opens, closes] = side === 'long' ? ['1', '3'] : ['2', '4'];
  let held = Decimal.zero;
  for (const order of orders) {
    if (isTrigger(order)) continue;
    if (order.type === opens) held = held.plus(sizeOf(order));
    if (order.type === closes) held = held.minus(sizeOf(order));
  }
  return held.canonical();
}

/** Orders that still wait, in words. */
export const openOn = ({ orders }: PaperExchange): string[] =>
  orders
    .filter(({ status }) => status === 'open' || status === 'untriggered' || status === 'canceling')
    .map(({ type, size, trigger, price }) => `${type} ${size} ${trigger ?? price ?? ''}`);

/** Client order ids that were placed more than once; what a trigger became has that of its trigger. */
export function placedTwice({ orders, requests }: PaperExchange): string[] {
  void requests;
  const seen = new Map<string, number>();
  for (const { clientOid, kind } of orders)
    seen.set(`${kind} ${clientOid}`, (seen.get(`${kind} ${clientOid}`) ?? 0) + 1);
  return [...seen].filter(([, times]) => times > 1).map(([name]) => name);
}
