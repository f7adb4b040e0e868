/** The words of a price range and of a size that is worked out: what each key takes, and what other people's files call it. */
import type { OrderDocument } from '../../generated/plan.ts';
import { AMOUNT, DECIMAL, explainSteps, STEPS } from './shared-words.ts';
import { ORDER_IDS, SHARE } from './follow-words.ts';
import { PRICE_ITSELF, withPercent } from './percent-words.ts';
import type { KeyWords, MappingWords } from '../../document/mapping-words.ts';
import { explainDecimal } from '../../document/decimal-spelling.ts';

/** The distance of two prices under the names that it is given. */
export const STEP_NAMES = ['step', 'stepsize', 'increment', 'interval', 'gap', 'distance', 'every', 'spread'];

export const PRICE = withPercent(AMOUNT, PRICE_ITSELF);
const IN_QUOTE_COIN = withPercent(
  AMOUNT,
  (percent) => `write it without a sign or a blank: ${percent.toString()}%, with \`of: equity\``,
);

const priceFields: Record<keyof Exclude<OrderDocument['price'], string>, KeyWords> = {
  from: PRICE,
  to: PRICE,
  steps: { what: STEPS, explain: explainSteps },
  spacing: {
    what: 'linear or geometric',
    words: { lin: 'linear', even: 'linear', flat: 'linear', log: 'geometric', exponential: 'geometric' },
  },
};

export const PRICE_RANGE: MappingWords = {
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
    // Their hint says how many steps that is.
    ...Object.fromEntries(STEP_NAMES.map((name) => [name, 'steps'])),
    scale: 'spacing',
    distribution: 'spacing',
  },
  remarks: {
    shape: '`shape` belongs to the size: size: { total: 0.9, shape: linear }',
  },
};

const sizeFields: Record<keyof Exclude<OrderDocument['size'], string>, KeyWords> = {
  total: withPercent(
    AMOUNT,
    'a total is in base coin: write the coins; a part of the equity is { risk: 1%, of: equity }',
  ),
  notional: IN_QUOTE_COIN,
  risk: IN_QUOTE_COIN,
  of: { what: 'the word equity', words: { account: 'equity', balance: 'equity', capital: 'equity', wallet: 'equity' } },
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
  filled: ORDER_IDS,
  share: SHARE,
};

export const SIZE_TABLE: MappingWords = {
  name: 'the size',
  whole: '`total`, `notional`, `risk` or `filled`',
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
    fill: 'filled',
    filledof: 'filled',
    entry: 'filled',
    entries: 'filled',
    part: 'share',
    portion: 'share',
    fraction: 'share',
    percent: 'share',
    weights: 'shape',
    distribution: 'shape',
  },
  remarks: { steps: '`steps` belongs to the price range', spacing: '`spacing` belongs to the price range' },
};

/** Entry by entry of `shape: [1, 2]`. */
export const WEIGHTS: MappingWords = {
  name: 'the weights',
  whole: 'a weight for each rung',
  fields: {},
  every: DECIMAL,
  synonyms: {},
  remarks: {},
};
