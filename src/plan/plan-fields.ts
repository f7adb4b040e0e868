/** The words of the plan language: what each key takes, and what other people's files call it. */
import type { DefaultsDocument, LimitsDocument, OrderDocument, PlanDocument } from '../generated/plan.ts';
import { Decimal } from '../model/decimal.ts';
import { safeText } from '../model/safe-text.ts';
import { allOf, quoted } from '../source/quoted.ts';
import { didYouMean, flat } from './did-you-mean.ts';
import type { Field, Shape } from './fields.ts';
import type { Path } from './locate.ts';
import { explainDecimal } from './spelling.ts';
import type { Misspelling } from './spelling.ts';

/** A text with characters or a beginning that a name may not have, with the nearest name that could stand there. */
function explainName(text: string, what: string, near: (text: string) => string): Misspelling {
  const suggestion = near(text).replace(/^[^A-Za-z0-9]+/, '');
  const hint =
    suggestion === '' || suggestion === text ? `write ${what}` : `write ${quoted(suggestion)}, or else ${what}`;
  return { code: 'value/spelling', message: `cannot be ${quoted(text)}`, hint };
}

const ID = 'an id of letters, digits, _ and -, at most 64, beginning with a letter or digit';
const NAME = 'a name of a-z, 0-9 and -, at most 32, beginning with a letter or digit';
const INSTANT = 'an instant with its offset, such as 2026-12-01T00:00:00Z';

function explainInstant(text: string): Misspelling {
  const parts = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?))?$/i.exec(text);
  const hint =
    parts === null
      ? `write ${INSTANT}`
      : `write the time and its offset: ${parts[1]}T${parts[2] ?? '00:00:00'}Z is in UTC`;
  return { code: 'value/spelling', message: `cannot be ${quoted(text)}`, hint };
}

const FORMULA_SIGNS = /^[\w\s.+*/(),-]+$/;
const FORMULA = /\b[A-Za-z_]\w*\s*[-+*/(]|[-+*/(]\s*[A-Za-z_]|\d\s*[-+*/]\s*\d|^[A-Za-z_]\w*$/;

/** Of `entry * 0.98` the sign was forgotten; anything else was meant as a number. */
function explainAmount(text: string): Misspelling {
  const trimmed = text.trim();
  if (!FORMULA_SIGNS.test(trimmed) || !FORMULA.test(trimmed) || trimmed.startsWith('-')) return explainDecimal(text);
  return {
    code: 'value/number',
    message: `must be a plain decimal or an expression, not ${quoted(text)}`,
    hint: `an expression begins with \`=\`: write =${safeText(trimmed, 60)}`,
  };
}

function explainSteps(text: string): Misspelling {
  if (text === '1') {
    return {
      code: 'ladder/one-step',
      message: 'cannot be 1: a ladder of one step is one order',
      hint: 'write 2 or more, or one price',
    };
  }
  return { code: 'value/spelling', message: `cannot be ${quoted(text)}`, hint: `write ${STEPS}` };
}

const STEPS = 'a whole number from 2 to 1000';

function explainPercentage(text: string): Misspelling {
  const hint =
    Decimal.parse(text) === undefined
      ? `write ${PERCENTAGE}`
      : `write ${text}%, or ${PERCENTAGE.replace('a ', 'another ')}`;
  return { code: 'value/spelling', message: `cannot be ${quoted(text)}`, hint };
}

const PERCENTAGE = 'a percentage such as 3% or 0.5%';

function explainPrice(text: string): Misspelling {
  if (didYouMean(text, ['market'], { mkt: 'market', marketprice: 'market', atmarket: 'market' }) !== undefined) {
    return { code: 'value/word', message: `cannot be ${quoted(text)}`, hint: 'write `market`' };
  }
  return explainAmount(text);
}

const AMOUNT: Field = { what: 'a plain decimal such as 0.5, or an expression', explain: explainAmount };
const DECIMAL: Field = { what: 'a plain decimal such as 1.3', explain: explainDecimal };

const SYMBOL: Field = {
  what: 'the exchange’s name of the pair, such as cmt_btcusdt',
  explain: (text) =>
    explainName(text, 'the exchange’s name of the pair, such as cmt_btcusdt', (one) =>
      one.replaceAll(/[^A-Za-z0-9_-]/g, '').slice(0, 40),
    ),
};

const MARGIN_MODE: Field = {
  what: 'cross or isolated',
  words: {
    crossed: 'cross',
    shared: 'cross',
    crossmargin: 'cross',
    '1': 'cross',
    isolate: 'isolated',
    fixed: 'isolated',
    '3': 'isolated',
  },
};

const TIME_IN_FORCE: Field = {
  what: 'normal, post-only, fok or ioc',
  words: {
    gtc: 'normal',
    goodtillcancel: 'normal',
    goodtillcanceled: 'normal',
    limit: 'normal',
    '0': 'normal',
    maker: 'post-only',
    makeronly: 'post-only',
    gtx: 'post-only',
    alo: 'post-only',
    '1': 'post-only',
    fillorkill: 'fok',
    '2': 'fok',
    immediateorcancel: 'ioc',
    '3': 'ioc',
  },
};

const SIDE: Field = {
  what: 'open-long, open-short, close-long or close-short',
  words: {
    long: 'open-long',
    short: 'open-short',
    '1': 'open-long',
    '2': 'open-short',
    '3': 'close-long',
    '4': 'close-short',
  },
  remarks: {
    buy: 'a buy either opens a long or closes a short',
    sell: 'a sell either opens a short or closes a long',
    close: 'say which position is closed',
    open: 'say which position is opened',
  },
};

const MAX_DISTANCE: Field = { what: PERCENTAGE, explain: explainPercentage };

const orderFields: Record<keyof OrderDocument, Field> = {
  id: {
    what: ID,
    explain: (text) =>
      explainName(text, ID, (one) =>
        one
          .trim()
          .replaceAll(/[^A-Za-z0-9_-]+/g, '-')
          .slice(0, 64),
      ),
  },
  symbol: SYMBOL,
  marginMode: MARGIN_MODE,
  side: SIDE,
  size: { what: 'a plain decimal in base coin, such as 0.01, or an expression', explain: explainAmount },
  trigger: AMOUNT,
  price: { what: 'a plain decimal such as 64000, an expression, or the word market', explain: explainPrice },
  timeInForce: TIME_IN_FORCE,
  takeProfit: AMOUNT,
  stopLoss: AMOUNT,
  reference: AMOUNT,
  maxDistance: MAX_DISTANCE,
  after: { what: 'a list of order ids, such as [entry]' },
};

const priceFields: Record<keyof Exclude<OrderDocument['price'], string>, Field> = {
  from: AMOUNT,
  to: AMOUNT,
  steps: { what: STEPS, explain: explainSteps },
  spacing: {
    what: 'linear or geometric',
    words: { lin: 'linear', even: 'linear', flat: 'linear', log: 'geometric', exponential: 'geometric' },
  },
};

const PRICE_RANGE: Shape = {
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

const sizeFields: Record<keyof Exclude<OrderDocument['size'], string>, Field> = {
  total: AMOUNT,
  notional: AMOUNT,
  risk: AMOUNT,
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

const SIZE_TABLE: Shape = {
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
    factor: 'ratio',
    weights: 'shape',
    distribution: 'shape',
  },
  remarks: { steps: '`steps` belongs to the price range', spacing: '`spacing` belongs to the price range' },
};

export const ORDER: Shape = {
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
    ordertype: 'timeInForce',
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
    clientoid: 'id',
    clientorderid: 'id',
    clordid: 'id',
  },
  remarks: {
    type: 'the direction is written `side: open-long`, a market order `price: market`',
    matchprice: 'a market order is written `price: market`, any other with its price',
    matchtype: 'a market order is written `price: market`, any other with its price',
    reduceonly: 'an order that only closes is written `side: close-long` or `side: close-short`',
    postonly: 'write `timeInForce: post-only`',
    leverage: 'the leverage is set at the exchange, not by an order',
  },
};

const defaultsFields: Record<keyof DefaultsDocument, Field> = {
  symbol: SYMBOL,
  marginMode: MARGIN_MODE,
  timeInForce: TIME_IN_FORCE,
  reference: AMOUNT,
  maxDistance: MAX_DISTANCE,
};

const only = (key: string): string =>
  `\`${key}\` is written on each order; \`defaults\` has ${allOf(Object.keys(defaultsFields))}`;

export const DEFAULTS: Shape = {
  name: '`defaults`',
  whole: 'symbol, marginMode or timeInForce below it',
  fields: defaultsFields,
  synonyms: Object.fromEntries(Object.entries(ORDER.synonyms).filter(([, key]) => key in defaultsFields)),
  remarks: Object.fromEntries(
    Object.keys(orderFields)
      .filter((key) => !(key in defaultsFields))
      .map((key) => [flat(key), only(key)]),
  ),
};

const NOTIONAL: Field = { what: 'a plain decimal in quote coin, such as 20000', explain: explainDecimal };

/** Of a plan's `limits` and of a config's `policy` alike. */
export const limitFields: Record<keyof LimitsDocument, Field> = {
  symbols: { what: 'a list of symbols, such as [cmt_btcusdt]' },
  maxOrders: { what: 'a whole number from 1' },
  maxOrderNotional: NOTIONAL,
  maxSideNotional: NOTIONAL,
  maxPlanNotional: NOTIONAL,
  maxCloseNotional: NOTIONAL,
};

const LIMITS: Shape = {
  name: '`limits`',
  whole: 'its limits below it',
  fields: limitFields,
  synonyms: {
    pairs: 'symbols',
    allowed: 'symbols',
    orders: 'maxOrders',
    maxnotional: 'maxPlanNotional',
    maxsize: 'maxOrderNotional',
  },
  remarks: {},
};

const VARIABLE_NAME = 'letters, digits and _, beginning with a letter';

/** Variables have names of their author's; only what they hold is known. */
const VARS: Shape = {
  name: '`vars`',
  whole: 'names and their numbers below it',
  fields: {},
  names: {
    what: VARIABLE_NAME,
    explain: (text) => explainName(text, VARIABLE_NAME, (one) => one.trim().replaceAll(/[^A-Za-z0-9_]+/g, '_')),
  },
  every: { what: 'a plain decimal such as 64000, or an expression', explain: explainAmount },
  synonyms: {},
  remarks: {},
};

const planFields: Record<keyof PlanDocument, Field> = {
  version: { what: '1' },
  name: {
    what: NAME,
    explain: (text) =>
      explainName(text, NAME, (one) =>
        one
          .trim()
          .toLowerCase()
          .replaceAll(/[^a-z0-9-]+/g, '-')
          .slice(0, 32),
      ),
  },
  generation: { what: 'a whole number from 1' },
  description: { what: 'a sentence' },
  validUntil: { what: INSTANT, explain: explainInstant },
  vars: { what: 'names and their numbers below it' },
  limits: { what: 'its limits below it' },
  defaults: { what: 'symbol, marginMode or timeInForce below it, or leave it out' },
  orders: { what: 'a list of orders, each beginning with `- id: …`' },
};

const PLAN: Shape = {
  name: 'the plan',
  whole: '`version`, `name` and `orders`, each with its value',
  fields: planFields,
  synonyms: {
    title: 'name',
    plan: 'name',
    order: 'orders',
    trades: 'orders',
    entries: 'orders',
    legs: 'orders',
    default: 'defaults',
    common: 'defaults',
    variables: 'vars',
    let: 'vars',
    parameters: 'vars',
    limit: 'limits',
    policy: 'limits',
    gen: 'generation',
    revision: 'generation',
    expires: 'validUntil',
    expiry: 'validUntil',
    until: 'validUntil',
    validto: 'validUntil',
    comment: 'description',
    note: 'description',
  },
  remarks: Object.fromEntries(
    Object.keys(defaultsFields).map((key) => [flat(key), `move \`${key}\` under \`defaults:\``]),
  ),
};

const SECTIONS: Readonly<Record<string, Shape>> = { defaults: DEFAULTS, limits: LIMITS, vars: VARS };

/** Which mapping stands at a path of a plan without its orders. */
export function planShapeAt(path: Path): Shape | undefined {
  const [section] = path;
  if (section === undefined) return PLAN;
  return path.length === 1 && typeof section === 'string' && Object.hasOwn(SECTIONS, section)
    ? SECTIONS[section]
    : undefined;
}

/** Which mapping stands at a path inside one order. */
export function orderShapeAt(path: Path): Shape | undefined {
  const [field] = path;
  if (field === undefined) return ORDER;
  if (path.length > 1) return undefined;
  return field === 'price' ? PRICE_RANGE : field === 'size' ? SIZE_TABLE : undefined;
}
