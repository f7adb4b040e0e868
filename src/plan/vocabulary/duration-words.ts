/** What a duration in a plan is, and which one was meant. */
import type { Problem } from '../../document/problem.ts';
import { quoted } from '../../source/quoted.ts';

export const DURATION = 'a duration such as 30s, 45m, 4h or 2d';

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 };

const UNITS: Readonly<Record<string, string>> = {
  sec: 's',
  secs: 's',
  second: 's',
  seconds: 's',
  min: 'm',
  mins: 'm',
  minute: 'm',
  minutes: 'm',
  hr: 'h',
  hrs: 'h',
  hour: 'h',
  hours: 'h',
  day: 'd',
  days: 'd',
  week: 'w',
  weeks: 'w',
};

/** `1h30m`, `90 min`, `1.5h`, `PT45M`; undefined where it is no duration of anybody. */
export function durationMeant(text: string): string | undefined {
  const plain = text
    .trim()
    .toLowerCase()
    .replace(/^p(?=[t\d])/, '')
    .replace(/^t/, '')
    .replace(/(?<=d)t(?=\d)/, '');
  const parts = [...plain.matchAll(/(\d+(?:\.\d+)?)\s*([a-z]+)\s*/g)];
  if (parts.length === 0 || parts.map(([whole]) => whole).join('') !== plain) return undefined;
  let seconds = 0;
  for (const [, amount = '', unit = ''] of parts) {
    const of = SECONDS[UNITS[unit] ?? unit];
    if (of === undefined) return undefined;
    seconds += Number(amount) * of;
  }
  if (!Number.isInteger(seconds) || seconds === 0) return undefined;
  const unit = (['d', 'h', 'm', 's'] as const).find((one) => seconds % (SECONDS[one] as number) === 0) ?? 's';
  const meant = `${seconds / (SECONDS[unit] as number)}${unit}`;
  return meant.length > 7 ? undefined : meant;
}

export function durationProblem(text: string, otherwise: string): Problem {
  const message = `cannot be ${quoted(text)}`;
  const number = /^[1-9]\d{0,5}$/.exec(text.trim())?.[0];
  if (number !== undefined) {
    const hint = `write ${number}m, or ${number}s, ${number}h`;
    return { code: 'value/duration', message: `${message}: a duration has a unit`, hint };
  }
  const meant = durationMeant(text);
  return { code: 'value/duration', message, hint: `write ${meant ?? otherwise}` };
}

export const explainDuration = (text: string): Problem => durationProblem(text, DURATION);
