import type { Limits, Weight } from '../../model/call.ts';
import type { Decimal } from '../../model/decimal.ts';
import type { GivenOption } from '../../model/event.ts';
import { safe, safeText, type Safe } from '../../model/safe-text.ts';
import { timeOfDay } from '../../model/time-words.ts';

/** Digits of a digest or an approval code that a person is shown; `--approve` takes all of them. */
export const DIGEST_SHOWN = 12;

/** The beginning of a digest or an approval code. */
export const digestShown = (digest: string): Safe => safeText(digest.slice(0, DIGEST_SHOWN));

/** `54,900.25`: every digit, the whole ones by thousands, without trailing zeros behind the point. */
export function grouped(value: Decimal | number): Safe {
  const text = typeof value === 'number' ? String(value) : value.canonical();
  const [whole = '', fraction] = text.split('.');
  const thousands = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
  return safeText(fraction === undefined ? thousands : `${thousands}.${fraction}`);
}

/** `1 order`, `1,960 orders`. */
export const amountOf = (amount: number, noun: string): Safe =>
  safe`${grouped(amount)} ${safeText(noun)}${amount === 1 ? '' : 's'}`;

/** What the account's own window counts: UID weight, or the orders of a minute. */
export const accountWindow = (limits: Pick<Limits, 'countsOrders'> | undefined): Safe =>
  limits?.countsOrders === true ? safe`ORD` : safe`UID`;

/** `2 IP, 5 UID`; where orders are counted, what takes nothing of a window is not said. */
export function weightWords({ ip, uid }: Weight, limits: Pick<Limits, 'countsOrders'> | undefined): Safe {
  const [ofIp, ofAccount] = [safe`${grouped(ip)} IP`, safe`${grouped(uid)} ${accountWindow(limits)}`];
  if (limits?.countsOrders !== true || (ip > 0 && uid > 0)) return safe`${ofIp}, ${ofAccount}`;
  return uid > 0 ? ofAccount : ofIp;
}

/** `, checked 12:05:12Z`: behind the account, when it was read; nothing where it was not. */
export const checkedWords = (atMs: number | undefined): Safe =>
  atMs === undefined ? safe`` : safe`, checked ${safeText(timeOfDay(atMs))}`;

/** The same with what is asked before the first call, where anything is: `12 ORD + check 29 IP`, `6 IP, 15 UID + check 13, 18`. */
export const costWords = (
  { weight, check }: { readonly weight: Weight; readonly check?: Weight },
  limits: Pick<Limits, 'countsOrders'> | undefined,
): Safe =>
  check === undefined
    ? weightWords(weight, limits)
    : safe`${weightWords(weight, limits)} + check ${checkWords(check, limits)}`;

/** In the order of the words before it. */
const checkWords = (check: Weight, limits: Pick<Limits, 'countsOrders'> | undefined): Safe =>
  limits?.countsOrders === true ? weightWords(check, limits) : safe`${check.ip}, ${check.uid}`;

/** `41 ms`, `1.2 s`, `2 min 5 s`. */
export const latency = (ms: number): Safe => (ms < 1000 ? safe`${Math.round(ms)} ms` : seconds(ms));

/** `0.8 s`, `12.3 s`, `2 min 5 s`: a person follows no finer steps than a tenth of a second. */
export function seconds(ms: number): Safe {
  if (ms < 59_950) return safeText(`${(Math.max(0, ms) / 1000).toFixed(1)} s`);
  const whole = Math.round(ms / 1000);
  return safe`${Math.floor(whole / 60)} min ${whole % 60} s`;
}

/** `12 s`, `3 min`, `5 h`, `2 d`: as old as a person wants to know it. */
export function ageWords(ms: number): Safe {
  const units = [
    [86_400_000, safe`d`],
    [3_600_000, safe`h`],
    [60_000, safe`min`],
  ] as const;
  const unit = units.find(([length]) => ms >= length);
  return unit === undefined ? safe`${Math.round(ms / 1000)} s` : safe`${Math.floor(ms / unit[0])} ${unit[1]}`;
}

const BARE_WORD = /^[A-Za-z0-9_@%+=:,./][A-Za-z0-9_@%+=:,./-]*$/;

/** A file name as a word of a command line; safe if the name is. */
export const shellWord = <Word extends string>(word: Word): Word =>
  BARE_WORD.test(word) ? word : (`'${word.replaceAll("'", "'\\''")}'` as Word);

export const optionWords = (options: readonly GivenOption[]): Safe[] =>
  options.flatMap(({ name, value }) => [safe`--${name}`, ...(value === '' ? [] : [shellWord(safeText(value))])]);

/** What made all sending pause. */
export const causeOf = ({ why, call }: { readonly why: 'rate-limit' | 'not-sent'; readonly call: number }): Safe =>
  safe`call ${call} ${why === 'rate-limit' ? 'refused by the rate limit' : 'did not leave'}`;

/** It stands where an approval code would: `HALTED by desk1 on desk-2 since 12:01Z: news`. */
export const haltWords = (halted: string): Safe => safe`HALTED ${safeText(halted.replace(/^halted /, ''))}`;
