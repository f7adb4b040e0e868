/** Words that every form of a difference shares. */
import type { LooserLimit } from '../../model/config.ts';
import { joined, safe, safeText, type Safe } from '../../model/safe-text.ts';
import type { Exposure } from '../../report/dry-run/exposure.ts';
import { lossWords } from '../../report/dry-run/exposure-lines.ts';
import { digestShown, grouped, optionWords, seconds, shellWord } from '../../report/text/phrases.ts';
import {
  areSame,
  haveOtherCalls,
  identityChanges,
  type Difference,
  type DiffSide,
  type NextRun,
} from './difference.ts';

/** `9`, or `9 → 10`. */
export const arrow = (before: Safe, after: Safe): Safe => (before === after ? after : safe`${before} → ${after}`);

export interface FigureWords {
  readonly orders: Safe;
  readonly size: Safe;
  readonly notional: Safe;
  /** Of opening orders. */
  readonly loss: Safe;
  readonly withoutStop: Safe;
}

/** Zeros for a side that has none of it. */
export function figureWords(exposure: Exposure | undefined, isOpening: boolean): FigureWords {
  if (exposure === undefined)
    return {
      orders: safe`0`,
      size: safe`0`,
      notional: safe`0`,
      loss: opened(isOpening),
      withoutStop: opened(isOpening),
    };
  const { orders, size, notional, loss } = exposure;
  return {
    orders: grouped(orders),
    size: grouped(size),
    notional: notional === undefined ? safe`market` : grouped(notional),
    loss: loss === undefined ? safe`` : lossWords(loss),
    withoutStop: loss === undefined ? safe`` : grouped(loss.bareOrders),
  };
}

const opened = (isOpening: boolean): Safe => (isOpening ? safe`0` : safe``);

/** Calls, weights and time of both sides; a side that does not say them is left out. */
export function costParts({ before, after }: Difference): (readonly [name: Safe, words: Safe])[] {
  const [was, is] = [costOf(before), costOf(after)];
  return (['calls', 'IP', 'UID', 'time to place'] as const).map(
    (name, at) => [safe`${name}`, arrow(was[at] as Safe, is[at] as Safe)] as const,
  );
}

const UNKNOWN = safe`unknown`;

function costOf({ plan, whole }: DiffSide): Safe[] {
  if (plan === undefined) return [safe`0`, safe`0`, safe`0`, safe`now`];
  if (whole === undefined) return [UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN];
  const { calls, weight, forecastMs } = whole;
  const time = forecastMs === undefined ? UNKNOWN : forecastMs === 0 ? safe`now` : seconds(forecastMs);
  return [grouped(calls), grouped(weight.ip), grouped(weight.uid), time];
}

export const limitWords = ({ before = 'none', after = 'none' }: LooserLimit): Safe =>
  safe`${safeText(before, MOST_LETTERS)} → ${safeText(after, MOST_LETTERS)}`;

/** Most letters of a limit's value: a list of symbols may be long. */
const MOST_LETTERS = 80;

/** `1 added, 2 changed`. */
export function countWords({ changes: { added, removed, changed } }: Difference): Safe {
  const counts = [
    [added, 'added'],
    [removed, 'removed'],
    [changed, 'changed'],
  ] as const;
  const words = counts.flatMap(([list, word]) => (list.length === 0 ? [] : [safe`${grouped(list.length)} ${word}`]));
  return words.length === 0 ? safe`the same orders` : joined(words, safe`, `);
}

/** What is neither an order nor a limit, and decides all the same. */
export function remarks(difference: Difference): Safe[] {
  const { before, after, next } = difference;
  return [
    ...[before, after].flatMap((side) =>
      side.plan === undefined ? [safe`nothing is there: ${safeText(side.name, NAME_LETTERS)}`] : [],
    ),
    ...(difference.looser === undefined ? [safe`limits are not compared: a reviewed plan does not hold them`] : []),
    ...identityChanges(difference).map(
      (change) => safe`${safeText(change.name)} ${limitWords(change)}: every order is another one to the exchange`,
    ),
    ...(!areSame(difference) && haveNoOrders(difference) && haveOtherCalls(difference)
      ? [safe`the orders are the same, and go out in other calls`]
      : []),
    ...(next?.refusal === undefined
      ? []
      : [safe`a live run would be refused now: ${safeText(next.refusal, REASON_LETTERS)}`]),
  ];
}

const haveNoOrders = ({ changes }: Difference): boolean =>
  [changes.added, changes.removed, changes.changed].every(({ length }) => length === 0);

/** Most letters of a side's name, and of a reason. */
export const NAME_LETTERS = 200;
const REASON_LETTERS = 400;

/** What the plan is called: the one behind, where there is one. */
export const planName = ({ before, after }: Difference): string => after.plan?.name ?? before.plan?.name ?? '';

/** `approval 62a817321234`, or on paper the digest. */
export const codeWords = ({ digest, approval }: NextRun): Safe =>
  approval === undefined ? safe`digest ${digestShown(digest)}` : safe`approval ${digestShown(approval)}`;

/** Executes exactly what has that code. */
export function commandWords({ file, isLive, options, approval }: NextRun): Safe {
  const words = [
    safe`ordo run`,
    shellWord(safeText(file)),
    ...(isLive ? [safe`--live`] : []),
    safe`--execute`,
    ...optionWords(isLive ? options : options.filter(({ name }) => name !== 'journal')),
    ...(approval === undefined ? [] : [safe`--approve`, safeText(approval)]),
  ];
  return joined(words, safe` `);
}
