/** The words of the plan language: what each key takes, and what other people's files call it. */
import type { DefaultsDocument, OrderDocument, PlanDocument } from '../generated/plan.ts';
import { quoted } from '../source/quoted.ts';
import { flat } from './did-you-mean.ts';
import type { Field, Shape } from './fields.ts';
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

function explainPrice(text: string): Misspelling {
  if (['market', 'mkt', 'marketprice', 'atmarket'].includes(flat(text))) {
    return { code: 'value/word', message: `cannot be ${quoted(text)}`, hint: 'write `market`' };
  }
  return explainDecimal(text);
}

const DECIMAL: Field = { what: 'a plain decimal such as 0.5', explain: explainDecimal };

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
  size: { what: 'a plain decimal in base coin, such as 0.01', explain: explainDecimal },
  price: { what: 'a plain decimal such as 64000, or the word market', explain: explainPrice },
  timeInForce: TIME_IN_FORCE,
  takeProfit: DECIMAL,
  stopLoss: DECIMAL,
  trigger: DECIMAL,
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
};

const only = (key: string): string =>
  `\`${key}\` is written on each order; \`defaults\` has symbol, marginMode and timeInForce`;

const DEFAULTS: Shape = {
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

/** Which mapping stands at a path of a plan without its orders. */
export const planShapeAt = (path: readonly (string | number)[]): Shape | undefined =>
  path.length === 0 ? PLAN : path.length === 1 && path[0] === 'defaults' ? DEFAULTS : undefined;

/** Which mapping stands at a path inside one order. */
export const orderShapeAt = (path: readonly (string | number)[]): Shape | undefined =>
  path.length === 0 ? ORDER : undefined;
