/** Random plans of every kind of order, such as the paper exchange accepts. */
import type { Random } from './random.ts';
import { checkText, windowsText, withinBatch } from './spoken.ts';

/** Pair, size, a price near the market and the tick's places, as the paper exchange lists them. */
const PAIRS = [
  { symbol: 'cmt_btcusdt', size: '0.01', price: 64000, places: 1 },
  { symbol: 'cmt_ethusdt', size: '0.250', price: 3200, places: 2 },
  { symbol: 'cmt_solusdt', size: '2.5', price: 135, places: 2 },
] as const;

/** A plan of `count` orders `o1`, `o2`, …, each of which the paper exchange accepts where no fault meets it. */
export function randomPlan(random: Random, name: string, count: number): string {
  const orders = Array.from({ length: count }, (_, index) => `  - { id: o${index + 1}, ${randomOrder(random)} }`);
  return ['version: 1', `name: ${name}`, 'orders:', ...orders, ''].join('\n');
}

function randomOrder(random: Random): string {
  const { symbol, size, price, places } = random.pick(PAIRS);
  const off = (share: number): string => (price * (1 + share)).toFixed(places);
  const base = `symbol: ${symbol}, marginMode: ${random.pick(['cross', 'isolated'])}, size: ${size}`;
  const kind = random.below(10);
  if (kind === 0) return `${base}, side: close-long, trigger: ${off(-0.02)}, price: market`;
  if (kind === 1) return `${base}, side: open-short, trigger: ${off(-0.01)}, price: ${off(-0.011)}`;
  if (kind === 2) return `${base}, side: open-long, price: ${off(-0.01)}, stopLoss: ${off(-0.03)}`;
  if (kind === 3) return `${base}, side: open-short, price: ${off(0.01)}, takeProfit: ${off(-0.03)}`;
  if (kind === 4) return `${base}, side: open-long, price: market, timeInForce: ioc`;
  return `${base}, side: open-long, price: ${off(-0.001 * random.int(1, 9))}`;
}

/** Windows that no run of a proof fills, so that what is tested is not the waiting. */
export const wideConfig = (settings: { inFlight: number; maxOrdersPerCall: number; onUnknown: string }): string =>
  [
    'version: 1',
    `exchange: { ${windowsText({ ip: '100000/10s', account: '100000/10s' })}, orderCalls: 10000/1s, inFlight: ${settings.inFlight}, timeout: 2s }`,
    `execution: { maxOrdersPerCall: ${withinBatch(settings.maxOrdersPerCall)}, onUnknown: ${settings.onUnknown}${checkText} }`,
    '',
  ].join('\n');

/** What a paper exchange needs for {@link wideConfig}. */
export const WIDE = {
  ipWeight: { amount: 100_000, windowMs: 10_000 },
  uidWeight: { amount: 100_000, windowMs: 10_000 },
  orderCalls: { amount: 10_000, windowMs: 1000 },
  orderCallsPerMinute: { amount: 100_000, windowMs: 10_000 },
} as const;
