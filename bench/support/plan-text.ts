/** Last prices of the paper exchange, and a move and a size that fit its ticks and steps. */
const PAIRS = [
  { symbol: 'cmt_btcusdt', price: 64000, move: 0.5, places: 1, size: '0.01' },
  { symbol: 'cmt_ethusdt', price: 3200, move: 0.05, places: 2, size: '0.25' },
  { symbol: 'cmt_solusdt', price: 135, move: 0.01, places: 2, size: '1.5' },
  { symbol: 'cmt_bnbusdt', price: 615, move: 0.05, places: 2, size: '0.7' },
  { symbol: 'cmt_xrpusdt', price: 1.43, move: 0.0001, places: 4, size: '100' },
] as const;

/** A plan in block style, every field written out: seven keys and about 150 bytes an order. The same for the same count. */
export const planText = (count: number): string =>
  `version: 1\nname: bench-${count}\norders:\n${Array.from({ length: count }, (_, index) => orderText(index)).join('')}`;

function orderText(index: number): string {
  const pair = PAIRS[index % PAIRS.length] as (typeof PAIRS)[number];
  const isLong = index % 2 === 0;
  const move = ((index % 1000) + 1) * pair.move;
  return [
    `  - id: order-${String(index).padStart(6, '0')}`,
    `    symbol: ${pair.symbol}`,
    `    side: ${isLong ? 'open-long' : 'open-short'}`,
    `    size: ${pair.size}`,
    `    price: ${(isLong ? pair.price - move : pair.price + move).toFixed(pair.places)}`,
    `    timeInForce: ${index % 4 < 2 ? 'normal' : 'post-only'}`,
    `    marginMode: ${index % 8 < 4 ? 'cross' : 'isolated'}`,
    '',
  ].join('\n');
}
