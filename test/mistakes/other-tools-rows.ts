/** Habits from other tools: bots, exchanges' own order tickets, and files of YAML that mean something else. */
import { also, CLOSE, laddered, LONG, longWith, priced, sized, stopped, targeted, type FirstRow } from './first-row.ts';

const VARS = 'vars: { entry: 63000, entry_price: 63000 }\n';
const keyOf = (field: string, words: string): FirstRow => ({
  orders: [also(field)],
  says: ['error', 'key/unknown', field.slice(0, field.indexOf(':')), words],
  mended: [LONG],
});
const limitOf = (limit: string, words: string): FirstRow => ({
  orders: [LONG],
  top: `limits: { ${limit} }\n`,
  says: ['error', 'key/unknown', limit.slice(0, limit.indexOf(':')), words],
  mendedTop: 'limits: { maxLossAtStops: 500 }\n',
  mended: [LONG],
});

export const KEY_SLIPS: readonly FirstRow[] = [
  keyOf('trailingStop: 1%', 'there is no trailing stop'),
  keyOf('callbackRate: 1', 'there is no trailing stop'),
  keyOf('triggerDirection: above', 'it follows from where the market is'),
  keyOf('closePosition: true', 'your position is not known'),
  keyOf('enabled: false', 'put `#` before its lines'),
  keyOf('expires: 2026-12-01', 'did you mean `until`?'),
  keyOf('exchange: weex', 'named in the config'),
  keyOf('account: main', 'named in the config'),
  keyOf('oco: true', 'one order ends another by `until: { filled: other }`'),
  keyOf('stake_amount: 100', '`size: { notional: 1000 }`'),
  keyOf('quoteOrderQty: 100', '`size: { notional: 1000 }`'),
  keyOf('depends_on: [b]', 'did you mean `after`?'),
  keyOf('needs: b', 'did you mean `after`?'),
  {
    orders: [longWith('size: 0.01, price: 63000, stopLossPrice: 61000')],
    says: ['error', 'key/unknown', 'stopLossPrice', 'did you mean `stopLoss`?'],
    mended: [LONG],
  },
  limitOf('maxLoss: 250', 'did you mean `maxLossAtStops`?'),
  limitOf('maxRisk: 250', 'did you mean `maxLossAtStops`?'),
  limitOf('max_open_trades: 3', 'did you mean `maxOrders`?'),
  limitOf('maxDailyLoss: 250', 'did you mean `maxLossToday`?'),
  limitOf('maxDrawdown: 10', 'what was lost before is not known'),
  limitOf('maxExposure: 10000', '`maxPlanNotional`'),
  limitOf('maxLeverage: 5', 'set at the exchange'),
  {
    orders: [LONG],
    top: 'limits: { maxOrderSize: { BTC: 0.05 } }\n',
    says: ['error', 'instrument/unknown', 'BTC', 'so it caps nothing … did you mean `cmt_btcusdt`?'],
    mendedTop: 'limits: { maxOrderSize: { cmt_btcusdt: 0.05 } }\n',
    mended: [LONG],
  },
  {
    orders: [LONG],
    top: 'limits: { symbols: [BTC/USDT:USDT] }\n',
    says: ['error', 'instrument/unknown', 'BTC/USDT:USDT', 'did you mean `cmt_btcusdt`?'],
  },
  {
    orders: [LONG],
    top: 'limits: { maxOrderSize: 0.05 }\n',
    says: ['error', 'value/type', '0.05', 'sizes by symbol, such as { cmt_btcusdt: 2 }'],
  },
];

export const VALUE_SLIPS: readonly FirstRow[] = [
  ...['all', 'max', 'unlimited', 'half', 'position', '100%'].map((word): FirstRow => ({
    orders: [LONG, CLOSE.replace('0.01', word)],
    says: [
      'error',
      'value/number',
      word,
      word === '100%'
        ? 'a part of the equity is { risk: 1%, of: equity }'
        : 'your position and your balance are not known: write the coins',
    ],
    mended: [LONG, CLOSE],
  })),
  {
    orders: [LONG, CLOSE.replace('0.01', '=all')],
    says: ['error', 'expression/unknown-name', 'all', 'your position and your balance are not known'],
    mended: [LONG, CLOSE],
  },
  {
    orders: [LONG, CLOSE.replace('0.01', '=a.size')],
    says: ['error', 'expression/syntax', 'a.size', 'orders cannot read each other: make it a variable'],
    mended: [LONG, CLOSE.replace('0.01', '=units')],
    mendedTop: 'vars: { units: 0.01 }\n',
  },
  {
    orders: [targeted('=price + (price - stopLoss)')],
    says: [
      'error',
      'expression/unknown-name',
      'stopLoss',
      'it knows `price` and variables: make `stopLoss` a variable',
    ],
    mended: [longWith('size: 0.01, price: 63000, stopLoss: =floor, takeProfit: =price + (price - floor)')],
    mendedTop: 'vars: { floor: 61000 }\n',
  },
  {
    orders: [priced('=entry price')],
    top: VARS,
    says: ['error', 'expression/syntax', 'entry price', 'a name has no spaces: write entry_price'],
    mended: [priced('=entry_price')],
    mendedTop: 'vars: { entry_price: 63000 }\n',
  },
  {
    orders: [priced('=Entry Price')],
    top: 'vars: { Entry_Price: 63000 }\n',
    says: ['error', 'expression/syntax', 'Entry Price', 'a name has no spaces: write Entry_Price'],
    mended: [priced('=Entry_Price')],
    mendedTop: 'vars: { Entry_Price: 63000 }\n',
  },
  {
    orders: [stopped('=price x 0.98')],
    says: ['error', 'expression/syntax', 'x', 'write `*`'],
    mended: [stopped('=price * 0.98')],
  },
  {
    orders: [stopped('=price - 2%')],
    says: ['error', 'expression/syntax', '%', '* 0.98'],
    mended: [stopped('=price * 0.98')],
  },
  {
    orders: [stopped('price - 500')],
    says: ['error', 'value/number', 'price - 500', 'write =price - 500'],
    mended: [stopped('=price - 500')],
  },
  {
    orders: [LONG.replace('price: 63000', 'price: "@63000"')],
    says: ['error', 'value/number', '"@63000"', 'a price has no sign before it: write 63000'],
    mended: [LONG],
  },
  {
    orders: [priced('@63000')],
    says: ['error', 'yaml/reserved-character', '@63000', 'write 63000'],
    mended: [LONG],
  },
  {
    orders: [longWith('size: 0.01, trigger: ">= 65000", price: 65010')],
    says: ['error', 'value/number', '">= 65000"', 'follows from where the market is: write 65000'],
  },
  { orders: [priced('~63000')], says: ['error', 'value/number', '~63000', 'write 63000'], mended: [LONG] },
  { orders: [stopped('-0.10')], says: ['error', 'value/negative', '-0.10', 'above zero'], mended: [LONG] },
  { orders: [stopped('')], says: ['error', 'value/empty', 'stopLoss', 'is empty'], mended: [LONG] },
  { orders: [sized('0.01 BTC')], says: ['error', 'value/number', '0.01 BTC', 'write 0.01'], mended: [LONG] },
  {
    orders: [sized('$100')],
    says: ['error', 'value/number', '$100', 'write { notional: 100 }'],
    mended: [sized('{ notional: 100 }')],
  },
  {
    orders: [laddered('62000..63000')],
    says: ['error', 'value/number', '62000..63000', '{ from: 62000, to: 63000, steps: 5 }'],
  },
  {
    orders: [`${LONG}, timeInForce: day`],
    says: ['error', 'value/word', 'day', 'normal, post-only, fok or ioc'],
    mended: [LONG],
  },
  {
    orders: [`${LONG}, marginMode: crossed`],
    says: ['error', 'value/word', 'crossed', 'did you mean `cross`?'],
    mended: [`${LONG}, marginMode: cross`],
  },
  {
    orders: [`${LONG}, maxDistance: 3`],
    says: ['error', 'value/spelling', '3', 'write 3%'],
    mended: [`${LONG}, maxDistance: 3%`],
  },
  { orders: [`${LONG}, after: b`], says: ['error', 'value/type', 'b', 'write [b]'] },
  {
    orders: [LONG.replace('open-long', 'LONG')],
    says: ['error', 'value/word', 'LONG', 'did you mean `open-long`?'],
    mended: [LONG],
  },
  {
    orders: [LONG.replace('open-long', 'sell')],
    says: ['error', 'value/word', 'sell', 'a sell either opens a short or closes a long'],
  },
];
