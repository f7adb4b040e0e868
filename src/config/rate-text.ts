/** How durations and rates are spelled. */
import type { Rate } from '../model/call.ts';

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000 };
const HOUR_MS = 3_600_000;

/**
 * `500ms`, `10s` or `1m` in milliseconds; undefined for anything else, zero included. The form is that of the schema, and
 * bounds each unit below what a timer holds (2^31 - 1 ms): a longer timer fires at once, and would give up every call.
 */
export function parseDuration(text: string): number | undefined {
  const match = /^([1-9]\d{0,6}(?=ms)|[1-9]\d{0,5}(?=s)|[1-9]\d{0,3}(?=m$))(ms|s|m)$/.exec(text);
  return match === null ? undefined : Number(match[1]) * (UNIT_MS[match[2] as string] as number);
}

/** As a duration, or in hours up to `999h`: an age, which no timer has to hold. */
export function parseAge(text: string): number | undefined {
  const hours = /^([1-9]\d{0,2})h$/.exec(text)?.[1];
  return hours === undefined ? parseDuration(text) : Number(hours) * HOUR_MS;
}

/** `500/10s`: an amount per window; undefined for anything else. */
export function parseRate(text: string): Rate | undefined {
  const match = /^([1-9]\d{0,6})\/(.+)$/.exec(text);
  const windowMs = match === null ? undefined : parseDuration(match[2] as string);
  return windowMs === undefined ? undefined : { amount: Number(match?.[1]), windowMs };
}
