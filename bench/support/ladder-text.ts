/** Orders that a ladder of `ladderText` becomes. */
export const RUNGS = 100;

const SHAPES = ['flat', 'linear', 'geometric, ratio: 1.01'] as const;

/** A plan of ladders: both spacings, every shape by name, by total and by notional, one in four with presets by price. */
export const ladderText = (count: number): string =>
  [
    'version: 1',
    `name: bench-ladders-${count}`,
    'vars: { top: 64000, width: =top * 0.1 }',
    'defaults: { symbol: cmt_btcusdt }',
    'orders:',
    ...Array.from({ length: count }, (_, index) => ladder(index)),
    '',
  ].join('\n');

function ladder(index: number): string {
  const amount = index % 2 === 0 ? 'total: 9' : 'notional: 500000';
  const lines = [
    `  - id: ladder-${index}`,
    '    side: open-long',
    `    price: { from: =top - ${index}, to: =tick(top - width - ${index}), steps: ${RUNGS}, spacing: ${index % 3 === 0 ? 'geometric' : 'linear'} }`,
    `    size: { ${amount}, shape: ${SHAPES[index % SHAPES.length]} }`,
    '    timeInForce: post-only',
  ];
  if (index % 4 === 0) lines.push('    stopLoss: =tick(price * 0.97)', '    takeProfit: =tick(price * 1.03)');
  return lines.join('\n');
}
