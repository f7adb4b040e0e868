/** The words of what `--follow` does: times, durations, and orders that others wait for. */
import { didYouMean } from '../../document/did-you-mean.ts';
import type { KeyWords, MappingWords } from '../../document/mapping-words.ts';
import type { Problem } from '../../document/problem.ts';
import { inTypographicQuotes } from '../../document/synonyms.ts';
import type { AfterDocument, OverDocument, UntilDocument } from '../../generated/plan.ts';
import { safeText } from '../../model/safe-text.ts';
import { quoted } from '../../source/quoted.ts';
import { ID, INSTANT, explainInstant, explainName, explainSteps, STEPS } from './shared-words.ts';
import { instantMeant } from './suggestions.ts';
import { DURATION, durationMeant, durationProblem, explainDuration } from './duration-words.ts';

/** What stands under a key where neither one value nor a list does. */
type AfterTable = Exclude<AfterDocument, string | readonly string[]>;

type UntilTable = Exclude<UntilDocument, string>;

const IDS = 'an id of an order, the name of a ladder, or a list of them such as [entry, extra]';

/** `entry, extra`: a list without its brackets. */
const BARE_LIST = /^[A-Za-z0-9][\w-]*(?:, *[A-Za-z0-9][\w-]*)+$/;

const ONE_ID = /^[A-Za-z0-9][\w-]{0,63}$/;

const nearestId = (text: string): string =>
  text
    .trim()
    .replaceAll(/[^A-Za-z0-9_-]+/g, '-')
    .slice(0, 64);

const explainIds = (text: string): Problem =>
  BARE_LIST.test(text.trim())
    ? { code: 'value/type', message: `must be one id or a list, not ${quoted(text)}`, hint: `write [${text.trim()}]` }
    : explainName(text, IDS, nearestId);

export const ORDER_IDS: KeyWords = {
  what: IDS,
  explain: explainIds,
  mapping: () => `write ${IDS}`,
};

/** Entry by entry of a list of ids. */
export const ID_LIST: MappingWords = {
  name: 'the list',
  whole: IDS,
  fields: {},
  every: { what: ID, explain: (text) => explainName(text, ID, nearestId) },
  synonyms: {},
  remarks: {},
};

const AFTER_WHAT = 'a list of order ids such as [entry], an instant, or { accepted: …, filled: …, at: … }';

/** One id, or several, stand in a list; a time stands with its offset. */
function explainAfter(text: string): Problem {
  const trimmed = text.trim();
  const instant = instantMeant(trimmed);
  if (instant !== undefined) return { code: 'value/spelling', message: `cannot be ${quoted(text)}`, hint: instant };
  const duration = /^\d/.test(trimmed) ? durationMeant(trimmed) : undefined;
  if (duration !== undefined) {
    const hint = `an order waits for other orders, or for ${INSTANT}`;
    return { code: 'value/spelling', message: `cannot be ${quoted(text)}: it has no start to count from`, hint };
  }
  if (ONE_ID.test(trimmed) || BARE_LIST.test(trimmed))
    return { code: 'value/type', message: `must be a list, not ${quoted(text)}`, hint: `write [${trimmed}]` };
  return { code: 'value/spelling', message: `cannot be ${quoted(text)}`, hint: `write ${AFTER_WHAT}` };
}

export const AFTER: KeyWords = { what: AFTER_WHAT, explain: explainAfter };

const INSTANT_WORDS: KeyWords = { what: INSTANT, explain: explainInstant };

const DURATION_WORDS: KeyWords = { what: DURATION, explain: explainDuration };

const afterFields: Record<keyof AfterTable, KeyWords> = {
  accepted: ORDER_IDS,
  filled: ORDER_IDS,
  at: INSTANT_WORDS,
};

export const AFTER_TABLE: MappingWords = {
  name: '`after`',
  whole: '`accepted`, `filled` or `at`',
  fields: afterFields,
  synonyms: {
    orders: 'accepted',
    ids: 'accepted',
    placed: 'accepted',
    sent: 'accepted',
    fill: 'filled',
    fills: 'filled',
    done: 'filled',
    time: 'at',
    instant: 'at',
    when: 'at',
    from: 'at',
  },
  remarks: {
    for: 'no order waits for a duration: write an instant as `at`',
    price: 'no order waits for a price by itself: that is its `trigger`',
  },
};

const UNTIL_WHAT = 'a duration such as 45m, an instant, or { for: …, at: …, filled: … }';

/** What is no time may be the id of an order. */
function explainUntil(text: string): Problem {
  const trimmed = text.trim();
  const instant = instantMeant(trimmed);
  if (instant !== undefined) return { code: 'value/spelling', message: `cannot be ${quoted(text)}`, hint: instant };
  const isName = ONE_ID.test(trimmed) && /^[A-Za-z]/.test(trimmed) && durationMeant(trimmed) === undefined;
  return durationProblem(text, isName ? `{ filled: ${safeText(trimmed, 64)} }, or ${UNTIL_WHAT}` : UNTIL_WHAT);
}

export const UNTIL: KeyWords = {
  what: UNTIL_WHAT,
  explain: explainUntil,
  list: (entries) => `write { filled: [${entries.map(String).join(', ')}] }`,
};

const untilFields: Record<keyof UntilTable, KeyWords> = {
  for: DURATION_WORDS,
  at: INSTANT_WORDS,
  filled: ORDER_IDS,
};

export const UNTIL_TABLE: MappingWords = {
  name: '`until`',
  whole: '`for`, `at` or `filled`',
  fields: untilFields,
  synonyms: {
    duration: 'for',
    ttl: 'for',
    after: 'for',
    time: 'at',
    instant: 'at',
    date: 'at',
    fill: 'filled',
    fills: 'filled',
    oco: 'filled',
    order: 'filled',
  },
  remarks: { accepted: 'an order ends by a fill or by a time: write `filled` or `at`' },
};

export const OVER: KeyWords = {
  what: '{ from: 2026-12-01T08:00:00Z, for: 2h, steps: 12 }',
};

const overFields: Record<keyof OverDocument, KeyWords> = {
  from: INSTANT_WORDS,
  for: DURATION_WORDS,
  steps: { what: STEPS, explain: explainSteps },
};

export const OVER_TABLE: MappingWords = {
  name: '`over`',
  whole: '`for` and `steps`',
  fields: overFields,
  synonyms: {
    start: 'from',
    begin: 'from',
    at: 'from',
    duration: 'for',
    time: 'for',
    slices: 'steps',
    count: 'steps',
    parts: 'steps',
    n: 'steps',
  },
  remarks: {
    to: 'a ladder over time says how long it takes: `for: 2h`',
    until: 'a ladder over time says how long it takes: `for: 2h`',
    every: 'a ladder over time says how many slices it has: `steps: 12`',
    interval: 'a ladder over time says how many slices it has: `steps: 12`',
    shape: '`shape` belongs to the size: size: { total: 1.2, shape: linear }',
  },
};

/** A part of what was filled; the words of a ladder's shape are those of another key. */
function explainShare(text: string): Problem {
  const message = `cannot be ${quoted(inTypographicQuotes(text) ?? text)}`;
  const shape = didYouMean(text, ['flat', 'linear', 'geometric']);
  const hint =
    shape === undefined
      ? `write ${percentMeant(text) ?? fractionMeant(text) ?? SHARE_WHAT}`
      : `that is the \`shape\`: ${shape}`;
  return { code: 'value/spelling', message, hint };
}

/** `0.4` for 40 %. */
function percentMeant(text: string): string | undefined {
  const [, whole, part = '0'] = /^(0|1)(?:\.(\d{1,6}))?$/.exec(text.trim()) ?? [];
  const percent = Number(`${whole ?? ''}.${part}`) * 100;
  return percent > 0 && percent <= 100 && Number.isInteger(percent) ? `${percent}%` : undefined;
}

/** `1 / 3`. */
function fractionMeant(text: string): string | undefined {
  const [, over, under] = /^(\d{1,4})\s*\/\s*(\d{1,4})$/.exec(text.trim()) ?? [];
  return over === undefined || under === undefined ? undefined : `${over}/${under}`;
}

const SHARE_WHAT = 'a part such as 1/3 or 40%';

export const SHARE: KeyWords = { what: SHARE_WHAT, explain: explainShare };
