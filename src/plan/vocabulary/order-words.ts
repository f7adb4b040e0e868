/** The words of an order: what each key takes, and what other people's files call it. */
import type { OrderDocument } from '../../generated/plan.ts';
import {
  AMOUNT,
  DECIMAL,
  explainName,
  explainPrice,
  explainSize,
  explainSteps,
  ID,
  MARGIN_MODE,
  MAX_DISTANCE,
  SIDE,
  STEPS,
  SYMBOL,
  TIME_IN_FORCE,
} from './shared-words.ts';
import { PRICE_ITSELF, presetAt, withPercent, type OrderKeys } from './percent-words.ts';
import type { KeyWords, MappingWords } from '../../document/mapping-words.ts';
import type { Path } from '../../document/locate.ts';
import { explainDecimal } from '../../document/decimal-spelling.ts';

const ORDER_ID: KeyWords = {
  what: ID,
  explain: (text) =>
    explainName(text, ID, (one) =>
      one
        .trim()
        .replaceAll(/[^A-Za-z0-9_-]+/g, '-')
        .slice(0, 64),
    ),
};

const PRICE = withPercent(AMOUNT, PRICE_ITSELF);
const IN_QUOTE_COIN = withPercent(
  AMOUNT,
  'it is in quote coin, and your equity is not known: write the amount, or make the equity a variable: =equity * 0.01',
);

export const orderFields: Record<keyof OrderDocument, KeyWords> = {
  id: ORDER_ID,
  was: ORDER_ID,
  symbol: SYMBOL,
  marginMode: MARGIN_MODE,
  side: SIDE,
  size: withPercent(
    { what: 'a plain decimal in base coin, such as 0.01, or an expression', explain: explainSize },
    'a size is in base coin, and your equity is not known: write the coins, or { notional: … } or { risk: … } in quote coin',
  ),
  trigger: PRICE,
  price: withPercent(
    { what: 'a plain decimal such as 64000, an expression, or the word market', explain: explainPrice },
    PRICE_ITSELF,
  ),
  timeInForce: TIME_IN_FORCE,
  takeProfit: PRICE,
  stopLoss: PRICE,
  reference: PRICE,
  maxDistance: MAX_DISTANCE,
  after: { what: 'a list of order ids, such as [entry]' },
};

const priceFields: Record<keyof Exclude<OrderDocument['price'], string>, KeyWords> = {
  from: PRICE,
  to: PRICE,
  steps: { what: STEPS, explain: explainSteps },
  spacing: {
    what: 'linear or geometric',
    words: { lin: 'linear', even: 'linear', flat: 'linear', log: 'geometric', exponential: 'geometric' },
  },
};

const PRICE_RANGE: MappingWords = {
  name: 'the price range',
  whole: '`from`, `to` and `steps`',
  fields: priceFields,
  synonyms: {
    start: 'from',
    first: 'from',
    low: 'from',
    end: 'to',
    last: 'to',
    high: 'to',
    until: 'to',
    count: 'steps',
    rungs: 'steps',
    levels: 'steps',
    n: 'steps',
    scale: 'spacing',
    distribution: 'spacing',
  },
  remarks: {
    shape: '`shape` belongs to the size: size: { total: 0.9, shape: linear }',
    step: 'say how many: `steps: 9`',
  },
};

const sizeFields: Record<keyof Exclude<OrderDocument['size'], string>, KeyWords> = {
  total: withPercent(AMOUNT, 'a total is in base coin, and your equity is not known: write the coins'),
  notional: IN_QUOTE_COIN,
  risk: IN_QUOTE_COIN,
  stop: PRICE,
  shape: {
    what: 'flat, linear, geometric, or a list of weights',
    words: {
      equal: 'flat',
      even: 'flat',
      uniform: 'flat',
      lin: 'linear',
      pyramid: 'linear',
      exponential: 'geometric',
      martingale: 'geometric',
    },
    explain: explainDecimal,
  },
  ratio: DECIMAL,
};

const SIZE_TABLE: MappingWords = {
  name: 'the size',
  whole: '`total`, `notional` or `risk`',
  fields: sizeFields,
  synonyms: {
    sum: 'total',
    amount: 'total',
    all: 'total',
    quote: 'notional',
    value: 'notional',
    usd: 'notional',
    usdt: 'notional',
    loss: 'risk',
    sl: 'stop',
    stoploss: 'stop',
    factor: 'ratio',
    weights: 'shape',
    distribution: 'shape',
  },
  remarks: { steps: '`steps` belongs to the price range', spacing: '`spacing` belongs to the price range' },
};

/** Entry by entry of `shape: [1, 2]`. */
const WEIGHTS: MappingWords = {
  name: 'the weights',
  whole: 'a weight for each rung',
  fields: {},
  every: DECIMAL,
  synonyms: {},
  remarks: {},
};

export const ORDER: MappingWords = {
  name: 'the order',
  whole: 'its `id`, `side`, `size` and `price`, or delete the entry',
  fields: orderFields,
  synonyms: {
    qty: 'size',
    quantity: 'size',
    amount: 'size',
    vol: 'size',
    volume: 'size',
    lots: 'size',
    contracts: 'size',
    sz: 'size',
    px: 'price',
    limit: 'price',
    limitprice: 'price',
    entry: 'price',
    entryprice: 'price',
    executeprice: 'price',
    executionprice: 'price',
    tp: 'takeProfit',
    takeprofitprice: 'takeProfit',
    presettakeprofitprice: 'takeProfit',
    target: 'takeProfit',
    sl: 'stopLoss',
    stop: 'stopLoss',
    stoplossprice: 'stopLoss',
    presetstoplossprice: 'stopLoss',
    triggerprice: 'trigger',
    stopprice: 'trigger',
    triggerpx: 'trigger',
    tif: 'timeInForce',
    force: 'timeInForce',
    execution: 'timeInForce',
    margin: 'marginMode',
    margintype: 'marginMode',
    mgnmode: 'marginMode',
    tdmode: 'marginMode',
    pair: 'symbol',
    instrument: 'symbol',
    instid: 'symbol',
    market: 'symbol',
    ticker: 'symbol',
    contract: 'symbol',
    coin: 'symbol',
    direction: 'side',
    positionside: 'side',
    posside: 'side',
    action: 'side',
    name: 'id',
    key: 'id',
    label: 'id',
    oldid: 'was',
    formerid: 'was',
    previously: 'was',
    renamedfrom: 'was',
    clientoid: 'id',
    clientorderid: 'id',
    clordid: 'id',
  },
  remarks: {
    type: 'leave it out: the direction is written `side: open-long`, a market order `price: market`',
    ordertype: 'leave it out: a limit order has its price, a market order `price: market`',
    matchprice: 'a market order is written `price: market`, any other with its price',
    matchtype: 'a market order is written `price: market`, any other with its price',
    reduceonly: 'an order that only closes is written `side: close-long` or `side: close-short`',
    postonly: 'write `timeInForce: post-only`',
    leverage: 'the leverage is set at the exchange, not by an order',
  },
};

/** Which mapping stands at a path inside one order; `order` is what its author wrote, by which hints go. */
export function orderShapeAt(path: Path, order?: OrderKeys): MappingWords | undefined {
  const [field, inner] = path;
  if (field === undefined) return order === undefined ? ORDER : ownWords(ORDER, order);
  if (path.length > 1) return field === 'size' && inner === 'shape' && path.length === 2 ? WEIGHTS : undefined;
  if (field === 'size') return order === undefined ? SIZE_TABLE : ownWords(SIZE_TABLE, order);
  return field === 'price' ? PRICE_RANGE : undefined;
}

/** Which of the keys are stops, and which is a target. */
const PRESETS: Readonly<Record<string, boolean>> = { stopLoss: true, takeProfit: false, stop: true };

function ownWords(words: MappingWords, order: OrderKeys): MappingWords {
  const own = Object.entries(PRESETS).flatMap(([key, isStop]): [string, KeyWords][] =>
    key in words.fields ? [[key, withPercent(AMOUNT, (percent) => presetAt(percent, isStop, order))]] : [],
  );
  return { ...words, fields: { ...words.fields, ...Object.fromEntries(own) } };
}
