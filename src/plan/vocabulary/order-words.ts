/** The words of an order: what each key takes, and what other people's files call it. */
import type { OrderDocument } from '../../generated/plan.ts';
import {
  AMOUNT,
  explainName,
  explainPrice,
  explainSize,
  ID,
  MARGIN_MODE,
  MAX_DISTANCE,
  SIDE,
  SYMBOL,
  TIME_IN_FORCE,
} from './shared-words.ts';
import { PRICE, PRICE_RANGE, SIZE_TABLE, STEP_NAMES, WEIGHTS } from './price-and-size-words.ts';
import { PRICE_ITSELF, presetAt, withPercent, type OrderKeys } from './percent-words.ts';
import type { KeyWords, MappingWords } from '../../document/mapping-words.ts';
import { flat } from '../../document/did-you-mean.ts';
import type { Path } from '../../document/locate.ts';
import { AFTER, AFTER_TABLE, ID_LIST, OVER, OVER_TABLE, UNTIL, UNTIL_TABLE } from './follow-words.ts';
import { pricesMeant, stepsMeant } from './suggestions.ts';

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

/** One order carries one stop and one target, each a price. */
const ONE_PRESET: Pick<KeyWords, 'list' | 'mapping'> = {
  list: () => 'one order carries one of them: write an order for each, with its part of the size',
  mapping: ({ trigger, price }) => {
    const at = trigger ?? price;
    return `it is one price, and closes at market${typeof at === 'string' ? `: write ${at}` : ''}`;
  },
};

export const orderFields: Record<keyof OrderDocument, KeyWords> = {
  id: ORDER_ID,
  was: ORDER_ID,
  symbol: SYMBOL,
  marginMode: MARGIN_MODE,
  side: SIDE,
  size: withPercent(
    { what: 'a plain decimal in base coin, such as 0.01, or an expression', explain: explainSize },
    'a size is in base coin: write the coins; a part of the equity is { risk: 1%, of: equity }',
  ),
  trigger: PRICE,
  price: withPercent(
    {
      what: 'a plain decimal such as 64000, an expression, or the word market',
      explain: explainPrice,
      list: pricesMeant,
    },
    PRICE_ITSELF,
  ),
  timeInForce: TIME_IN_FORCE,
  takeProfit: { ...PRICE, ...ONE_PRESET },
  stopLoss: { ...PRICE, ...ONE_PRESET },
  reference: PRICE,
  maxDistance: MAX_DISTANCE,
  after: AFTER,
  until: UNTIL,
  over: OVER,
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
    dependson: 'after',
    needs: 'after',
    requires: 'after',
    waitfor: 'after',
    waitsfor: 'after',
    notbefore: 'after',
    startat: 'after',
    sendat: 'after',
    goodtill: 'until',
    goodtilldate: 'until',
    gtd: 'until',
    expires: 'until',
    expiry: 'until',
    expiration: 'until',
    expiretime: 'until',
    validuntil: 'until',
    ttl: 'until',
    cancelafter: 'until',
    cancelat: 'until',
    twap: 'over',
    slices: 'over',
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
    ...Object.fromEntries(
      ['trailing', 'trail', 'trailingstop', 'trailingdelta', 'trailingpercent', 'callbackrate', 'activationprice'].map(
        (key) => [
          key,
          'there is no trailing stop: a stop is one price, as `stopLoss` or as a trigger order of its own',
        ],
      ),
    ),
    ...Object.fromEntries(
      ['cost', 'stake', 'stakeamount', 'quoteamount', 'quoteqty', 'quoteorderqty', 'notional', 'usd', 'usdt'].map(
        (key) => [key, 'a worth in quote coin is written `size: { notional: 1000 }`'],
      ),
    ),
    risk: 'a size by its risk is written `size: { risk: 100 }`, with a `stopLoss`',
    ...Object.fromEntries(
      ['oco', 'cancels', 'ocogroup', 'linkedto'].map((key) => [
        key,
        'one order ends another by `until: { filled: other }`; exits of one entry need no word for it',
      ]),
    ),
    ...Object.fromEntries(
      ['breakeven', 'movestop', 'movestopto'].map((key) => [
        key,
        'a stop at break-even is an order of its own: size { filled: entry }, trigger =tick(average(entry)), after { filled: target-1 }',
      ]),
    ),
    enabled: 'every order in the plan is placed: put `#` before its lines to leave it out',
    disabled: 'every order in the plan is placed: put `#` before its lines to leave it out',
    triggerdirection: 'leave it out: it follows from where the market is',
    exchange: 'the exchange is named in the config, once for all plans',
    account: 'the account is named in the config, once for all plans',
    closeposition:
      'your position is not known: write `side: close-long` and the coins as `size`, or `size: { filled: entry }` for what an entry of the plan has filled',
    leverage: 'the leverage is set at the exchange, not by an order',
  },
};

/** Which mapping stands at a path inside one order; `order` is what its author wrote, by which hints go. */
export function orderShapeAt(path: Path, order?: OrderKeys): MappingWords | undefined {
  const [field, inner] = path;
  if (field === undefined)
    return order === undefined ? ORDER : ownWords(withSide(withType(ORDER, order.type), order.side), order);
  if (path.length > 1) return path.length === 2 ? listAt(field, inner) : undefined;
  if (field === 'size') return order === undefined ? SIZE_TABLE : ownWords(SIZE_TABLE, order);
  return field === 'price' ? rangeOf(order?.price) : Object.hasOwn(TABLES, field) ? TABLES[field] : undefined;
}

const TABLES: Readonly<Record<string, MappingWords>> = { after: AFTER_TABLE, until: UNTIL_TABLE, over: OVER_TABLE };

function listAt(field: string | number, inner: string | number | undefined): MappingWords | undefined {
  if (field === 'size' && inner === 'shape') return WEIGHTS;
  return inner === 'filled' || inner === 'accepted' ? ID_LIST : undefined;
}

/** A stop of other tools is a type of order; here it has a trigger. */
function withType(words: MappingWords, type: unknown): MappingWords {
  if (typeof type !== 'string' || !/stop|trigger|take|tp|sl/i.test(type)) return words;
  const hint = 'leave it out: a stop waits for its price in `trigger:`, with `price: market` or a limit';
  return { ...words, remarks: { ...words.remarks, type: hint, ordertype: hint } };
}

/** The stop of a position that is open closes it at its trigger: only an opening order carries one. */
function withSide(words: MappingWords, side: unknown): MappingWords {
  if (typeof side !== 'string' || !/^close/i.test(side)) return words;
  const synonyms = Object.entries(words.synonyms).map(([key, meant]) => [
    key,
    meant === 'stopLoss' ? 'trigger' : meant,
  ]);
  return { ...words, synonyms: Object.fromEntries(synonyms) as MappingWords['synonyms'] };
}

function rangeOf(price: unknown): MappingWords {
  if (typeof price !== 'object' || price === null) return PRICE_RANGE;
  const range = price as Readonly<Record<string, unknown>>;
  const own = Object.keys(range).filter((key) => STEP_NAMES.includes(flat(key)));
  const remarks = own.map((key): [string, string] => [flat(key), stepsMeant(range, range[key])]);
  return { ...PRICE_RANGE, remarks: { ...PRICE_RANGE.remarks, ...Object.fromEntries(remarks) } };
}

/** Which of the keys are stops, and which is a target. */
const PRESETS: Readonly<Record<string, boolean>> = { stopLoss: true, takeProfit: false, stop: true };

function ownWords(words: MappingWords, order: OrderKeys): MappingWords {
  const own = Object.entries(PRESETS).flatMap(([key, isStop]): [string, KeyWords][] =>
    key in words.fields
      ? [[key, withPercent({ ...AMOUNT, ...ONE_PRESET }, (percent) => presetAt(percent, isStop, order))]]
      : [],
  );
  return { ...words, fields: { ...words.fields, ...Object.fromEntries(own) } };
}
