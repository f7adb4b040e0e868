/** The one line and its rows in words. Plain text: whoever prints it makes it safe for its place and breaks it at ` · `. */
import { Decimal } from '../model/decimal.ts';
import type { GuardedOrder } from './guarded.ts';
import type { Amount, LineAsOf, ProtectionLine, ReasonRow } from './line.ts';
import { moneyText } from './money.ts';
import type { NakedReason, UnknownReason } from './reasons.ts';

/** `! hold long 0.05 · at stops 0 · NAKED 0.05 · unknown 0 · 12:04:06Z` */
export const lineText = (line: ProtectionLine): string => lineParts(line).join(' · ');

/** Between these it may be broken. */
export function lineParts({ sign, hold, working, atStops, naked, unknown, asOf }: ProtectionLine): string[] {
  const isHeld = hold.kind === 'units';
  const more = working.kind === 'nothing' ? '' : ` + ${amountText(working, !isHeld)} working`;
  return [
    `${sign} hold ${amountText(hold, true)}${more}`,
    `at stops ${moneyText(atStops, 'loss')}`,
    naked.kind === 'nothing' ? 'naked 0' : `NAKED ${amountText(naked, false)}`,
    unknown === 0 ? 'unknown 0' : `UNKNOWN ${unknown}`,
    asOfText(asOf),
  ];
}

function amountText(amount: Amount, withSide: boolean): string {
  if (amount.kind === 'nothing') return '0';
  if (amount.kind === 'not-seen' || amount.kind === 'no-value') return '?';
  if (amount.kind === 'quote') return moneyText(amount.value, 'loss');
  return `${withSide ? `${amount.side} ` : ''}${amount.size.canonical()}`;
}

function asOfText(asOf: LineAsOf): string {
  if (asOf.kind === 'look') return `${new Date(asOf.atMs).toISOString().slice(11, 19)}Z`;
  return { journal: 'by journal', 'after-run': 'after run', plan: 'as planned' }[asOf.kind];
}

const nameOf = ({ id }: GuardedOrder): string => id ?? 'a trigger that is not ours';

type Words = (stop: string, order: GuardedOrder | undefined) => string;

/** Each follows who it is about: `0.05 long cmt_btcusdt (break)`. */
const WORDS: Readonly<Record<NakedReason | UnknownReason, Words>> = {
  'no-stop': () => 'has no stop',
  'stop-too-small': (stop) => `has no stop: ${stop} closes too little`,
  'stop-before-entry': (stop) => `has no stop: ${stop} fires before it opens`,
  'stop-rejected': (stop, order) =>
    `has no stop: ${stop} was rejected${order?.code === undefined ? '' : ` (${order.code})`}`,
  'stop-withheld': (stop) => `has no stop: ${stop} was withheld`,
  'stop-not-selected': (stop) => `has no stop: ${stop} is not selected`,
  'stop-cancelled': (stop) => `has no stop: ${stop} was cancelled`,
  'stop-fired': (stop) => `has no stop: ${stop} has fired`,
  'stop-absent': (stop) => `has no stop: ${stop} is not on the exchange`,
  'stop-may-rest': (stop) => `has no stop: the limit of ${stop} may rest`,
  'other-margin-mode': (stop) => `has no stop: ${stop} has the other margin mode`,
  'preset-missing': () => 'has no stop: its stopLoss is not on the exchange',
  'stop-unknown': (stop) => `may have no stop: nobody knows whether ${stop} is on the exchange`,
  'preset-not-seen': () => 'may have no stop: its stopLoss was not looked for since it was filled',
  'no-market': (stop) => `may have no stop: where the market is nobody says, so ${stop} may fire first`,
  'not-read': () => 'is not known: the exchange did not answer',
};

/** `0.05 long cmt_btcusdt (break) has no stop: break-stop was rejected (40015)` */
export function rowText({ kind, symbol, side, size, order, isOurs, reason, stop, what }: ReasonRow): string {
  if (kind === 'not-read') return `the ${what ?? 'positions'} of ${symbol} were not read`;
  const who = order?.id === undefined ? (isOurs === false ? ' (not ordo’s)' : '') : ` (${order.id})`;
  const units = `${(size ?? Decimal.zero).canonical()} ${side ?? ''} ${symbol}${who}`;
  if (kind === 'may-fire-first') {
    const [first, second] = [order?.trigger, stop?.trigger].map((one) => one?.toString() ?? '');
    return `${units} is covered only if ${first} comes before ${second}`;
  }
  if (reason === undefined) return units;
  return `${units} ${WORDS[reason](stop === undefined ? '' : nameOf(stop), stop)}`;
}
