/** What several keys of the plan language take, and the messages about anything else. */
import { Decimal } from '../../model/decimal.ts';
import { safeText } from '../../model/safe-text.ts';
import { quoted } from '../../source/quoted.ts';
import { didYouMean } from '../../document/did-you-mean.ts';
import type { KeyWords } from '../../document/mapping-words.ts';
import { explainDecimal } from '../../document/decimal-spelling.ts';
import type { Problem } from '../../document/problem.ts';
import { foreignVariable, inTypographicQuotes } from '../../document/synonyms.ts';
import { instantMeant, rangeMeant, signMeant, worthMeant } from './suggestions.ts';

/** Explains an illegal name, and suggests the nearest legal one. */
export function explainName(text: string, what: string, near: (text: string) => string): Problem {
  const suggestion = near(inTypographicQuotes(text) ?? text).replace(/^[^A-Za-z0-9]+/, '');
  const hint =
    suggestion === '' || suggestion === text ? `write ${what}` : `write ${quoted(suggestion)}, or else ${what}`;
  return { code: 'value/spelling', message: `cannot be ${quoted(text)}`, hint };
}

export const ID = 'an id of letters, digits, _ and -, at most 64, beginning with a letter or digit';
export const NAME = 'a name of a-z, 0-9 and -, at most 32, beginning with a letter or digit';
export const INSTANT = 'an instant with its offset, such as 2026-12-01T00:00:00Z';

export function explainInstant(text: string): Problem {
  return {
    code: 'value/spelling',
    message: `cannot be ${quoted(text)}`,
    hint: instantMeant(text) ?? `write ${INSTANT}`,
  };
}

/** A number with a note behind it. */
const COMMENTED = /^[\d.]+\s*(?:#|\/\/)/;
const FORMULA_SIGNS = /^[\w\s.+*/(),-]+$/;
const FORMULA = /\b[A-Za-z_]\w*\s*[-+*/(]|[-+*/(]\s*[A-Za-z_]|\d\s*[-+*/]\s*\d|^[A-Za-z_]\w*$/;

/** What computed values come out as where something is missing. */
const NO_NUMBER = /^[-+]?(?:nan|inf(?:inity)?)$/i;
const NOTHING = /^(?:none|no|off|false|null|nil|undefined|n\/a|tbd|todo|-+|x)$/i;
/** Nobody knows the position, so a plan cannot say as much as there is. */
const ALL_OF_IT = /^=?\s*(?:all|max|full|everything|entire|whole|half|position|balance|unlimited|100\s?%)$/i;

/** `entry * 0.98` lacks its sign; anything else was meant as a number. */
export function explainAmount(text: string): Problem {
  const trimmed = text.trim();
  const hint = foreignVariable(trimmed) ?? signMeant(trimmed);
  if (hint !== undefined) {
    return { code: 'value/number', message: `must be a plain decimal or an expression, not ${quoted(text)}`, hint };
  }
  if (NO_NUMBER.test(trimmed)) return explainDecimal(text);
  if (NOTHING.test(trimmed)) {
    const way = 'for none, leave the key out';
    return {
      code: 'value/number',
      message: `must be a plain decimal or an expression, not ${quoted(text)}`,
      hint: way,
    };
  }
  if (/^market$/i.test(trimmed)) {
    const way = 'the market has no price here: write a number, or a variable for where you think it is';
    return {
      code: 'value/number',
      message: `must be a plain decimal or an expression, not ${quoted(text)}`,
      hint: way,
    };
  }
  if (COMMENTED.test(trimmed) || !FORMULA_SIGNS.test(trimmed) || !FORMULA.test(trimmed) || trimmed.startsWith('-'))
    return explainDecimal(text);
  return {
    code: 'value/number',
    message: `must be a plain decimal or an expression, not ${quoted(text)}`,
    hint: `an expression begins with \`=\`: write =${safeText(trimmed, 60)}`,
  };
}

/** A size in base coin; a currency next to it makes it a worth. */
export function explainSize(text: string): Problem {
  const worth = worthMeant(text);
  if (ALL_OF_IT.test(text.trim())) {
    const hint = 'your position and your balance are not known: write the coins';
    return { code: 'value/number', message: `must be a plain decimal or an expression, not ${quoted(text)}`, hint };
  }
  if (worth === undefined) return explainAmount(text);
  return { code: 'value/number', message: `is in base coin, and cannot be ${quoted(text)}`, hint: `write ${worth}` };
}

export function explainSteps(text: string): Problem {
  if (text === '1') {
    return {
      code: 'ladder/one-step',
      message: 'cannot be 1: a ladder of one step is one order',
      hint: 'write 2 or more, or one price',
    };
  }
  return { code: 'value/spelling', message: `cannot be ${quoted(text)}`, hint: `write ${STEPS}` };
}

export const STEPS = 'a whole number from 2 to 1000';

/** A number below 1 may be the percentage itself, or a part of 1. */
function explainPercentage(text: string): Problem {
  const value = Decimal.parse(text);
  const hint =
    value === undefined
      ? `write ${PERCENTAGE}`
      : value.isZero || value.compare(ONE) >= 0
        ? `write ${text}%, or ${PERCENTAGE.replace('a ', 'another ')}`
        : `write ${value.multiplied(100n).canonical()}% or ${text}%, whichever is meant`;
  return { code: 'value/spelling', message: `cannot be ${quoted(text)}`, hint };
}

const ONE = Decimal.of('1');
const PERCENTAGE = 'a percentage such as 3% or 0.5%';

export function explainPrice(text: string): Problem {
  const range = rangeMeant(text);
  if (range !== undefined) return { code: 'value/number', message: `cannot be ${quoted(text)}`, hint: range };
  if (didYouMean(text, ['market'], { mkt: 'market', marketprice: 'market', atmarket: 'market' }) !== undefined) {
    return { code: 'value/word', message: `cannot be ${quoted(text)}`, hint: 'write `market`' };
  }
  return explainAmount(text);
}

export const AMOUNT: KeyWords = { what: 'a plain decimal such as 0.5, or an expression', explain: explainAmount };
export const DECIMAL: KeyWords = { what: 'a plain decimal such as 1.3', explain: explainDecimal };

export const SYMBOL: KeyWords = {
  what: 'the exchange’s name of the pair, such as cmt_btcusdt',
  explain: (text) =>
    explainName(text, 'the exchange’s name of the pair, such as cmt_btcusdt', () => inTypographicQuotes(text) ?? ''),
};

export const MARGIN_MODE: KeyWords = {
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

export const TIME_IN_FORCE: KeyWords = {
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

export const SIDE: KeyWords = {
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

export const MAX_DISTANCE: KeyWords = { what: PERCENTAGE, explain: explainPercentage };

export const YES_OR_NO: KeyWords = {
  what: 'true or false',
  words: { yes: 'true', on: 'true', no: 'false', off: 'false' },
};
