/** What a trader writes by mistake: digits, sides, stops, targets and ladders. The cause is told before what follows from it. */
import { behind, CLOSE, LONG, longWith, priced, sized, stopped, targeted, type FirstRow } from './first-row.ts';

const TIGHT =
  'limits: { maxOrderSize: { cmt_btcusdt: 0.05 }, maxOrderNotional: 4000, maxPlanNotional: 10000, maxLossAtStops: 250, requireStop: true }\n';
const NEEDS_STOP = 'limits: { requireStop: true }\n';
const HEDGE = 'id: hedge, side: open-short, size: 0.02, trigger: 63800, price: market';
const hedgeStop = (trigger: string): string =>
  `id: hedge-stop, side: close-short, size: 0.02, trigger: ${trigger}, price: market`;

const CLOSE_AT = 'id: stop, side: close-long, size: 0.01';

export const DIGIT_ROWS: readonly FirstRow[] = [
  {
    orders: [stopped('62.000')],
    top: TIGHT,
    says: ['warning', 'order/far-preset', '62.000', 'a point does not separate thousands, so this is 62: write 62000'],
    mended: [stopped('62000')],
  },
  {
    orders: [longWith('size: 0.01, price: 63.000, stopLoss: 62.000')],
    says: ['warning', 'order/far-from-reference', '63.000', '99.9… % below … this is 63: write 63000'],
    mended: [stopped('62000')],
  },
  {
    orders: [priced('6300')],
    says: ['warning', 'order/far-from-reference', '6300', '90.1… % below the reference 64000 … did you mean `63000`?'],
    mended: [LONG],
  },
  {
    orders: [priced('630000')],
    top: TIGHT,
    says: ['warning', 'order/far-from-reference', '630000', '884.3… % above the reference … did you mean `63000`?'],
    mended: [LONG],
  },
  {
    orders: [behind('size: 0.01').replace('65000', '6500.0')],
    says: ['warning', 'order/far-from-reference', '6500.0', 'did you mean `65000`?'],
  },
  {
    orders: [sized('100')],
    top: TIGHT,
    says: [
      'warning',
      'order/large-worth',
      '100',
      'in base coin, so the order is worth 6300000 … write { notional: 100 }',
    ],
    mended: [sized('{ notional: 100 }')],
  },
  {
    orders: ['id: a, symbol: cmt_ethusdt, side: open-long, size: 0.01, price: 63000, stopLoss: 61000'],
    says: [
      'warning',
      'order/default-not-applied',
      'cmt_ethusdt',
      'is that of `cmt_btcusdt` … compared with nothing … add `reference:`',
    ],
    mended: ['id: a, symbol: cmt_ethusdt, side: open-long, size: 0.01, price: 3100, stopLoss: 3000, reference: 3200'],
  },
  {
    orders: [sized('"0,001"')],
    says: ['error', 'value/number', '"0,001"', 'write 0.001'],
    mended: [sized('0.001')],
  },
  { orders: [sized('"1,234"')], says: ['error', 'value/number', '"1,234"', '1.234 or 1234'] },
  { orders: [sized('"1,2"')], says: ['error', 'value/number', '"1,2"', 'write 1.2'] },
  { orders: [sized('NaN')], says: ['error', 'value/number', 'NaN', 'it is not a number'], mended: [LONG] },
  {
    orders: [sized('-0.01')],
    says: ['error', 'value/negative', '-0.01', 'the side says the direction'],
    mended: [LONG],
  },
  { orders: [sized('0.00001')], says: ['error', 'order/below-minimum', '0.00001', 'write 0.0001'] },
  { orders: [sized('0.00015')], says: ['error', 'order/off-step', '0.00015', 'write 0.0001 or 0.0002'] },
  { orders: [priced('63000.05')], says: ['error', 'order/off-tick', '63000.05', 'write 63000.0 or 63000.1'] },
  {
    orders: [sized('0.06')],
    top: TIGHT,
    says: ['error', 'policy/max-order-size', '0.06', 'write 0.05 or less, or change limits.maxOrderSize'],
    mended: [sized('0.05')],
    mendedTop: '',
  },
  {
    orders: [sized('0.1')],
    top: 'limits: { maxOrderNotional: 4000 }\n',
    says: ['error', 'policy/max-order-notional', '0.1', 'write 0.0634 or less, or change limits.maxOrderNotional'],
    mended: [sized('0.0634')],
  },
  {
    orders: [sized('0.1')],
    top: 'limits: { maxLossAtStops: 150 }\n',
    says: ['error', 'policy/max-loss-at-stops', '0.1', 'the loss at the stops is 200 … allows 150 … reduce it by 50'],
    mended: [sized('0.075')],
  },
];

export const STOP_ROWS: readonly FirstRow[] = [
  {
    orders: [`${CLOSE_AT}, stop: 60000, price: market`],
    says: ['error', 'key/unknown', 'stop', 'did you mean `trigger`?'],
  },
  {
    orders: [`${CLOSE_AT}, sl: 60000, price: market`],
    says: ['error', 'key/unknown', 'sl', 'did you mean `trigger`?'],
  },
  {
    orders: [`${CLOSE_AT}, stopLoss: 60000, price: market`],
    says: ['error', 'order/presets-on-close', 'stopLoss', 'write `trigger: 60000` in its place'],
  },
  {
    orders: [HEDGE, hedgeStop('63900')],
    top: NEEDS_STOP,
    says: [
      'error',
      'policy/no-stop',
      '63900',
      'between the reference 64000 and the trigger of `hedge` (63800) … fires first … above 64000',
    ],
    mended: [HEDGE, hedgeStop('64000.1')],
  },
  {
    orders: [HEDGE, hedgeStop('63900')],
    says: ['warning', 'order/stop-before-entry', '63900', '`hedge` opens without a stop'],
    mended: [HEDGE, hedgeStop('64100')],
  },
  {
    orders: [LONG, 'id: s, side: close-long, size: 0.01, price: 62000'],
    says: [
      'warning',
      'order/takes-at-once',
      '62000',
      'a stop waits for its price in a trigger: `trigger: 62000` with `price: market`',
    ],
    mended: [
      LONG.replace(', stopLoss: 61000', ''),
      'id: s, side: close-long, size: 0.01, trigger: 62000, price: market',
    ],
  },
  {
    orders: [
      longWith('size: 0.01, trigger: 62000, price: 65000'),
      'id: s, side: close-long, size: 0.01, trigger: 61000, price: market',
    ],
    says: [
      'warning',
      'order/far-from-trigger',
      '65000',
      '3000 above its trigger 62000 … whether trigger and price are exchanged',
    ],
  },
  {
    orders: [longWith('size: { risk: 50, stop: 63000 }, trigger: 62000, price: 65000')],
    says: ['error', 'order/stop-loss-side', '63000', 'must be below its trigger 62000'],
  },
  {
    orders: ['id: a, side: open-short, size: 0.01, price: 65000, stopLoss: 62000, takeProfit: 67000'],
    says: ['error', 'order/presets-crossed', '67000', 'wrong sides of its entry 65000 … exchange the two'],
    mended: ['id: a, side: open-short, size: 0.01, price: 65000, stopLoss: 67000, takeProfit: 62000'],
  },
  {
    orders: [LONG, CLOSE, CLOSE.replace('id: b', 'id: c').replace('66000', '67000')],
    says: ['warning', 'order/closes-more', '0.01', 'with `c` the plan closes 0.02 of the 0.01 that it opens'],
    mended: [LONG, CLOSE],
  },
  {
    orders: [
      behind('size: { risk: 50, stop: 63000 }, takeProfit: 67000'),
      'id: s, side: close-long, size: 0.0248, trigger: 63000, price: market',
    ],
    says: ['error', 'order/presets-on-trigger', 'takeProfit', 'an order of its own: a `close-long` at 67000'],
    mended: [
      behind('size: { risk: 50, stop: 63000 }'),
      'id: s, side: close-long, size: 0.0248, trigger: 63000, price: market',
      'id: t, side: close-long, size: 0.01, price: 67000',
    ],
  },
  {
    orders: [targeted('[64000, 65000]')],
    says: ['error', 'value/type', '[64000, 65000]', 'one order carries one … an order for each'],
  },
  {
    orders: [stopped('{ trigger: 61000, price: 60900 }')],
    says: ['error', 'value/type', '{ trigger: 61000, price: 60900 }', 'one price, and closes at market: write 61000'],
    mended: [LONG],
  },
  {
    orders: [stopped('0.02')],
    says: ['warning', 'order/far-preset', '0.02', 'a part of the price is written =tick(price * 0.98)'],
    mended: [stopped('=tick(price * 0.98)')],
  },
  {
    orders: [targeted('0.04')],
    says: ['warning', 'order/far-preset', '0.04', 'written =tick(price * 1.04)'],
    mended: [targeted('=tick(price * 1.04)')],
  },
  { orders: [stopped('none')], says: ['error', 'value/number', 'none', 'leave the key out'], mended: [LONG] },
  {
    orders: [stopped('market')],
    says: ['error', 'value/number', 'market', 'the market has no price here'],
    mended: [LONG],
  },
  {
    orders: [LONG, 'id: t, side: close-long, size: 0.01, price: 70000, maxDistance: 3%'],
    says: ['error', 'order/far-from-reference', '70000', 'a distance of its own: maxDistance: 10%'],
    mended: [LONG, 'id: t, side: close-long, size: 0.01, price: 70000, maxDistance: 10%'],
  },
  {
    orders: [
      behind('size: 0.01'),
      'id: retest, side: open-long, size: 0.01, price: 64900, stopLoss: 61000, timeInForce: post-only, after: [a]',
      'id: s, side: close-long, size: 0.02, trigger: 61000, price: market',
    ],
    says: [
      'warning',
      'order/takes-at-once',
      '64900',
      'cannot rest … `after` waits until an order is accepted, not until it is filled',
    ],
  },
];
