/** Mistakes in configs. */
import type { PlanRow } from './plan-row.ts';

const CONFIG = 'version: 1\nexchange:\n  account: main\npolicy:\n  maxOrders: 5\n';

export const CONFIG_ROWS: readonly PlanRow[] = [
  [
    CONFIG,
    CONFIG.replace('maxOrders: 5', 'maxNotional: 50000'),
    'key/unknown',
    '5:3',
    '`maxOrderNotional`, `maxSideNotional`, `maxPlanNotional` or `maxCloseNotional`',
    CONFIG.replace('maxOrders: 5', 'maxOrderNotional: 50000'),
  ],
  [CONFIG, CONFIG.replace('  account', 'account'), 'key/unknown', '3:1', '`account` belongs under `exchange`'],
  [CONFIG, CONFIG.replace('account: main', 'apiKey: abc'), 'key/unknown', '3:3', 'ORDO_API_KEY', CONFIG],
  [CONFIG, CONFIG.replace('  maxOrders', '\u00a0\u00a0maxOrders'), 'yaml/indentation', '5:1', 'U+00A0'],
  [
    CONFIG,
    CONFIG.replace('maxOrders: 5', 'symbols: cmt_btcusdt'),
    'value/type',
    '5:12',
    'write [cmt_btcusdt]',
    CONFIG.replace('maxOrders: 5', 'symbols: [cmt_btcusdt]'),
  ],
  [
    CONFIG,
    CONFIG.replace('maxOrders: 5', 'maxOrderNotional: 10k'),
    'value/number',
    '5:21',
    'write 10000',
    CONFIG.replace('maxOrders: 5', 'maxOrderNotional: 10000'),
  ],
];
