/** When a candle opened, as files write it: ISO 8601, or counted from 1970 in one of four units. */

export type TimeUnit = 'ISO 8601' | 'seconds' | 'milliseconds' | 'microseconds' | 'nanoseconds';

interface ReadTime {
  readonly ms: number;
  readonly unit: TimeUnit;
}

/** By how many digits a time has. All of these have since 2001, and until 2286. */
const UNITS: Readonly<Record<number, TimeUnit>> = {
  10: 'seconds',
  13: 'milliseconds',
  16: 'microseconds',
  19: 'nanoseconds',
};
export const DIGITS_OF: Readonly<Record<TimeUnit, number>> = {
  'ISO 8601': 0,
  seconds: 10,
  milliseconds: 13,
  microseconds: 16,
  nanoseconds: 19,
};

const MS_DIGITS = 13;
const DAY_MS = 86_400_000;
const [EARLIEST, BEYOND] = [Date.UTC(2002, 0, 1), Date.UTC(2101, 0, 1)];

export const isWithinReach = (ms: number): boolean => ms >= EARLIEST && ms < BEYOND;

const ISO =
  /^(?<date>\d{4}-\d\d-\d\d)(?:[T ](?<hour>\d\d):(?<minute>\d\d)(?::(?<second>\d\d)(?:\.(?<part>\d{1,3})0*)?)?(?: ?(?:Z|UTC|(?<sign>[+-])(?<offHour>\d\d)(?::?(?<offMinute>\d\d))?))?)?$/i;

/** Undefined where it is not a time, or not a whole millisecond. */
export function readTime(text: string): ReadTime | undefined {
  return /^[0-9]+$/.test(text) ? counted(text) : written(text);
}

function counted(text: string): ReadTime | undefined {
  const unit = UNITS[text.length];
  if (unit === undefined) return undefined;
  if (text.length < MS_DIGITS) return { ms: Number(text) * 1000, unit };
  if (/[^0]/.test(text.slice(MS_DIGITS))) return undefined;
  return { ms: Number(text.slice(0, MS_DIGITS)), unit };
}

function written(text: string): ReadTime | undefined {
  const found = ISO.exec(text)?.groups;
  if (found === undefined) return undefined;
  const day = dayMs(found['date'] as string);
  const ofDay = minutesOf(found['hour'], found['minute']);
  const offset = minutesOf(found['offHour'], found['offMinute']);
  const seconds = Number(found['second'] ?? 0);
  if (day === undefined || ofDay === undefined || offset === undefined || seconds > 59) return undefined;
  const minutes = found['sign'] === '-' ? ofDay + offset : ofDay - offset;
  const ms = day + minutes * 60_000 + seconds * 1000 + Number((found['part'] ?? '').padEnd(3, '0'));
  return { ms, unit: 'ISO 8601' };
}

function minutesOf(hours = '0', minutes = '0'): number | undefined {
  const isTime = Number(hours) < 24 && Number(minutes) < 60;
  return isTime ? Number(hours) * 60 + Number(minutes) : undefined;
}

/** The midnight of `2026-11-20`; undefined where there is no such day. */
function dayMs(date: string): number | undefined {
  const ms = Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1, Number(date.slice(8)));
  return new Date(ms).toISOString().startsWith(date) && ms % DAY_MS === 0 ? ms : undefined;
}

/** `2026-11-20T02:00:00Z`. */
export const timeText = (ms: number): string => new Date(ms).toISOString().replace(/\.000Z$/, 'Z');

const LENGTHS: readonly (readonly [word: string, ms: number])[] = [
  ['w', 7 * DAY_MS],
  ['d', DAY_MS],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
];

/** A length, or a distance between times: `1 h`, `90 min`. */
export function lengthText(ms: number): string {
  const [word, unit] = LENGTHS.find(([, one]) => ms % one === 0) ?? ['ms', 1];
  return `${ms / unit} ${word}`;
}
