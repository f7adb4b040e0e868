/** Candles and plans of these benchmarks, the same each time. */

const MINUTE_MS = 60_000;
const FROM_MS = Date.UTC(2024, 0, 1);
/** In ticks of 0.1. */
const MIDDLE = 640_000;

const price = (ticks: number): string => (ticks / 10).toFixed(1);

/** One-minute candles of a walk about 64,000: a million are 53 MB. */
export function candlesText(count: number): string {
  let seed = 7;
  const random = (): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed / 2 ** 32;
  };
  const rows = ['time,open,high,low,close,traded'];
  let open = MIDDLE;
  for (let nth = 0; nth < count; nth++) {
    const close = open + Math.round((random() - 0.5) * 400 + (MIDDLE - open) / 2000);
    const [high, low] = [
      Math.max(open, close) + Math.round(random() * 150),
      Math.min(open, close) - Math.round(random() * 150),
    ];
    const prices = [open, high, low, close].map(price).join(',');
    rows.push(`${FROM_MS + nth * MINUTE_MS},${prices},${(random() * 30).toFixed(3)}`);
    open = close;
  }
  return `${rows.join('\n')}\n`;
}

const planOf = (orders: readonly string[]): string =>
  ['version: 1', 'name: bench', 'defaults: { symbol: cmt_btcusdt }', 'orders:', ...orders, ''].join('\n');

/** Orders that fill one after the other, each with a stop and a target. */
export const bracketsText = (orders: number): string =>
  planOf(
    Array.from(
      { length: orders },
      (_, at) =>
        `  - { id: o-${at}, side: open-long, size: 0.01, price: ${63_900 - at * 37}, stopLoss: ${50_000 - at * 10}, takeProfit: ${70_000 + at * 17} }`,
    ),
  );

const CROWD = 100;

/** A hundred brackets in one candle, the deepest entry with the farthest target: any first ones may be filled, and any of them closed. */
export const crowdedText = (): string =>
  planOf(
    Array.from(
      { length: CROWD },
      (_, at) =>
        `  - { id: o-${at}, side: open-long, size: 0.01, price: ${63_990 - at * 9}, stopLoss: ${62_900 - (CROWD - 1 - at) * 7}, takeProfit: ${64_100 + at * 9} }`,
    ),
  );

export const crowdedCandles = (): string =>
  [
    'time,open,high,low,close',
    '2026-11-20T00:00:00Z,64000,66000,62000,64000',
    '2026-11-20T01:00:00Z,64000,64000,64000,64000',
    '',
  ].join('\n');

/** What a program does at least that reads such a file. */
export const SPLIT = `import { readFileSync } from 'node:fs';
let sum = 0;
for (const row of readFileSync(process.argv[2], 'utf8').split('\\n')) for (const cell of row.split(',')) sum += Number(cell);
console.log(sum);
`;
