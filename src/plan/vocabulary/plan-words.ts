/** The words of a plan around its orders: what each key takes, and what other people's files call it. */
import type { DefaultsDocument, LimitsDocument, PlanDocument } from '../../generated/plan.ts';
import { allOf } from '../../source/quoted.ts';
import { flat } from '../../document/did-you-mean.ts';
import {
  AMOUNT,
  explainAmount,
  explainInstant,
  explainName,
  INSTANT,
  MARGIN_MODE,
  MAX_DISTANCE,
  NAME,
  SYMBOL,
  TIME_IN_FORCE,
  YES_OR_NO,
} from './shared-words.ts';
import type { KeyWords, MappingWords } from '../../document/mapping-words.ts';
import type { Path } from '../../document/locate.ts';
import { ORDER, orderFields } from './order-words.ts';
import { explainDecimal } from '../../document/decimal-spelling.ts';

const defaultsFields: Record<keyof DefaultsDocument, KeyWords> = {
  symbol: SYMBOL,
  marginMode: MARGIN_MODE,
  timeInForce: TIME_IN_FORCE,
  reference: AMOUNT,
  maxDistance: MAX_DISTANCE,
};

const only = (key: string): string =>
  `\`${key}\` is written on each order; \`defaults\` has ${allOf(Object.keys(defaultsFields))}`;

export const DEFAULTS: MappingWords = {
  name: '`defaults`',
  whole: 'what the orders share below it, such as symbol',
  fields: defaultsFields,
  synonyms: Object.fromEntries(Object.entries(ORDER.synonyms).filter(([, key]) => key in defaultsFields)),
  remarks: Object.fromEntries(
    Object.keys(orderFields)
      .filter((key) => !(key in defaultsFields))
      .map((key) => [flat(key), only(key)]),
  ),
};

const SIZES = 'sizes by symbol, such as { cmt_btcusdt: 2 }';
const NOTIONAL: KeyWords = { what: 'a plain decimal in quote coin, such as 20000', explain: explainDecimal };

/** For a plan's `limits` and for a config's `policy` alike. */
export const limitFields: Record<keyof LimitsDocument, KeyWords> = {
  symbols: { what: 'a list of symbols, such as [cmt_btcusdt]' },
  maxOrders: { what: 'a whole number from 1 to 999999' },
  maxOrderSize: { what: SIZES },
  maxOrderNotional: NOTIONAL,
  maxSideNotional: NOTIONAL,
  maxPlanNotional: NOTIONAL,
  maxStandingNotional: NOTIONAL,
  maxCloseNotional: NOTIONAL,
  maxLossAtStops: { ...NOTIONAL, what: 'a plain decimal in quote coin, such as 2000' },
  maxLossToday: { ...NOTIONAL, what: 'a plain decimal in quote coin, such as 500' },
  requireStop: YES_OR_NO,
};

const ABOUT_NOTIONAL =
  'did you mean `maxOrderNotional`, `maxSideNotional`, `maxPlanNotional` or `maxCloseNotional`? They bound one opening order, one side of a symbol, the whole plan and one closing order';

const limitsShape = (name: string, fields: MappingWords['fields']): MappingWords => ({
  name,
  whole: 'its limits below it',
  fields,
  synonyms: {
    pairs: 'symbols',
    allowed: 'symbols',
    orders: 'maxOrders',
    maxsize: 'maxOrderSize',
    size: 'maxOrderSize',
    maxloss: 'maxLossAtStops',
    loss: 'maxLossAtStops',
    maxrisk: 'maxLossAtStops',
    risk: 'maxLossAtStops',
    maxdailyloss: 'maxLossToday',
    dailyloss: 'maxLossToday',
    stoprequired: 'requireStop',
    maxopentrades: 'maxOrders',
    whitelist: 'symbols',
    pairwhitelist: 'symbols',
  },
  remarks: {
    ...Object.fromEntries(
      ['maxnotional', 'notional', 'maxexposure', 'exposure', 'maxposition', 'maxpositionsize'].map((key) => [
        key,
        ABOUT_NOTIONAL,
      ]),
    ),
    ...Object.fromEntries(
      ['maxdrawdown', 'drawdown'].map((key) => [
        key,
        'what was lost before is not known: `maxLossToday` bounds what a day loses, `maxLossAtStops` what one plan can lose at its stops',
      ]),
    ),
    maxleverage: 'the leverage is set at the exchange, not here',
  },
});

/** Keys are symbols; only what they hold is known. */
const ORDER_SIZES: MappingWords = {
  name: '`maxOrderSize`',
  whole: SIZES,
  fields: {},
  names: SYMBOL,
  every: { what: 'a plain decimal in base coin, such as 2', explain: explainDecimal },
  synonyms: {},
  remarks: {},
};

/** Which mapping stands at a path inside a plan’s `limits` or a config’s `policy`. */
export function limitsShapeAt(name: string, fields: MappingWords['fields'], path: Path): MappingWords | undefined {
  if (path.length === 0) return limitsShape(name, fields);
  return path.length === 1 && path[0] === 'maxOrderSize' ? ORDER_SIZES : undefined;
}

const VARIABLE_NAME = 'a name of letters, digits and _, at most 64, beginning with a letter or _';

/** Variables have names of their author's; only what they hold is known. */
const VARS: MappingWords = {
  name: '`vars`',
  whole: 'names and their numbers below it',
  fields: {},
  names: {
    what: VARIABLE_NAME,
    explain: (text) =>
      explainName(text, VARIABLE_NAME, (one) =>
        one
          .trim()
          .replaceAll(/[^A-Za-z0-9_]+/g, '_')
          .replace(/^[0-9_]+/, '')
          .slice(0, 64),
      ),
  },
  every: { what: 'a plain decimal such as 64000, or an expression', explain: explainAmount },
  synonyms: {},
  remarks: {},
};

const planFields: Record<keyof PlanDocument, KeyWords> = {
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
  defaults: { what: 'what its orders share below it, such as symbol, or leave it out' },
  limits: { what: 'its limits below it' },
  orders: { what: 'a list of orders, each beginning with `- id: …`' },
};

const PLAN: MappingWords = {
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

const SECTIONS: Readonly<Record<string, MappingWords>> = { defaults: DEFAULTS, vars: VARS };

/** Which mapping stands at a path of a plan without its orders. */
export function planShapeAt(path: Path): MappingWords | undefined {
  const [section, ...within] = path;
  if (section === undefined) return PLAN;
  if (section === 'limits') return limitsShapeAt('`limits`', limitFields, within);
  return path.length === 1 && typeof section === 'string' && Object.hasOwn(SECTIONS, section)
    ? SECTIONS[section]
    : undefined;
}
