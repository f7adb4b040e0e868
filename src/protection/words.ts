/** The one line and its rows in words. Plain text: whoever prints it makes it safe for its place and breaks it at ` · `. */
import { Decimal } from '../model/decimal.ts';
import { isOpening } from '../model/order.ts';
import type { GuardedOrder, MarketRange } from './guarded.ts';
import type { ProtectionStated } from '../model/event.ts';
import { keepOfLine } from './judged.ts';
import { lineOf, type Amount, type LineAsOf, type ProtectionLine } from './line.ts';
import { rowsOf, type ReasonRow, type Rows } from './reason-rows.ts';
import { moneyText } from './money.ts';
import type { Protection } from './protection.ts';
import type { NakedReason, UnknownReason } from './reasons.ts';
import { timeOfDay } from '../model/time-words.ts';

/** The parts of the one line as texts, in the order in which they are said. */
type LineTexts = ProtectionStated['line'];

function lineTexts({
  sign,
  hold,
  working,
  atStops,
  isAtStopsPartial,
  naked,
  unknown,
  asOf,
}: ProtectionLine): LineTexts {
  const isHeld = hold.kind === 'units';
  return {
    sign,
    hold: `hold ${amountText(hold, true)}`,
    ...(working.kind !== 'nothing' && { working: `+ ${amountText(working, !isHeld)} working` }),
    atStops: `at stops ${moneyText(atStops, 'loss')}${isAtStopsPartial ? ' + ?' : ''}`,
    naked: naked.kind === 'nothing' ? 'naked 0' : `NAKED ${amountText(naked, false)}`,
    unknown: unknown === 0 ? 'unknown 0' : `UNKNOWN ${unknown}`,
    asOf: asOfText(asOf),
  };
}

/** `! hold long 0.05 · at stops 0 · NAKED 0.05 · unknown 0 · 12:04:06Z` */
export function statedText({ sign, hold, working, ...rest }: ProtectionStated['line']): string {
  const first = [sign, hold, ...(working === undefined ? [] : [working])].join(' ');
  return [first, rest.atStops, rest.naked, rest.unknown, rest.asOf].join(' · ');
}

/** All that screens say of it, below and in the line. `of`: which reasons are given. */
export function statedOf(protection: Protection, nowMs: number, of?: Rows): ProtectionStated {
  const { rows, more } = rowsOf(protection, of);
  const line = lineTexts(lineOf(protection, nowMs));
  keepOfLine(line, protection);
  return {
    event: 'protection-stated',
    line,
    reasons: rows.map((row) => reasonOf(row, protection.basis)),
    more,
    ...(protection.markets !== undefined && { markets: [...protection.markets].map(marketOf) }),
  };
}

const marketOf = ([symbol, { low, high }]: readonly [string, MarketRange]) => ({
  symbol,
  low: low.toString(),
  high: high.toString(),
});

type ReasonStated = ProtectionStated['reasons'][number];

/** Before a run or a cancel is approved nothing of it has happened yet. */
function reasonOf(row: ReasonRow, basis: Protection['basis']): ReasonStated {
  const { kind, reason, isWorking = false, others, order, stop } = row;
  const text = rowText(row);
  const isToCome = basis === 'after-run' || stop?.isTakenOff === true;
  return {
    kind,
    text: isToCome ? text.replace(' has no stop', ' would have no stop') : text,
    ...(reason && { reason }),
    ...(isWorking && others === undefined && order?.id !== undefined && { entry: entryOf(order) }),
  };
}

const entryOf = ({ plan = '', generation = 0, id = '' }: GuardedOrder): Entry => ({ plan, generation, id });
type Entry = NonNullable<ReasonStated['entry']>;

function amountText(amount: Amount, withSide: boolean): string {
  if (amount.kind === 'nothing') return '0';
  if (amount.kind === 'not-seen' || amount.kind === 'no-value') return '?';
  if (amount.kind === 'quote') return moneyText(amount.value, 'loss');
  return `${withSide ? `${amount.side} ` : ''}${amount.size.canonical()}`;
}

function asOfText(asOf: LineAsOf): string {
  if (asOf.kind === 'look') return timeOfDay(asOf.atMs);
  return { journal: 'by journal', 'after-run': 'after run', plan: 'as planned' }[asOf.kind];
}

const stopNameOf = ({ stop, stopName = stop?.id }: ReasonRow): string =>
  stop === undefined ? '' : (stopName ?? 'a trigger that is not ours');

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
  'stop-cancelled': (stop, order) =>
    `has no stop: ${stop} ${order?.isTakenOff === true ? 'is taken off' : 'was cancelled'}`,
  'stop-fired': (stop) => `has no stop: ${stop} has fired`,
  'stop-absent': (stop) => `has no stop: ${stop} is not on the exchange`,
  'stop-may-rest': (stop) => `has no stop: the limit of ${stop} may rest`,
  'other-margin-mode': (stop) => `has no stop: ${stop} has the other margin mode`,
  'preset-missing': () => 'has no stop: its stopLoss is not on the exchange',
  'stop-unknown': (stop, order) =>
    order === undefined
      ? 'may have no stop: its margin mode is not known'
      : order.isModeUnsure === true
        ? `may have no stop: the margin mode of ${stop} is not known`
        : order.isPresetMaybe === true
          ? `may have no stop: ${stop} may be the stopLoss of another order`
          : `may have no stop: it is not known whether ${stop} is on the exchange`,
  'preset-not-seen': (_, order) =>
    order?.isStopUntold === true
      ? 'may have no stop: no list says whether it carries a stopLoss'
      : order?.preset === 'not-seen'
        ? 'may have no stop: the look lacks its stopLoss, but came soon after the fill'
        : 'may have no stop: its stopLoss was not looked for since it was filled',
  'no-market': (stop) => `may have no stop: the market price is not known, so ${stop} may fire first`,
  'not-read': () => 'is not known: the exchange did not answer',
};

/** `0.05 long cmt_btcusdt (break) has no stop: break-stop was rejected (40015)` */
export function rowText(row: ReasonRow): string {
  const { kind, symbol, order, reason, stop, what } = row;
  if (kind === 'not-read') return `the ${what ?? 'positions'} of ${symbol} were not read`;
  if (row.isOfOrder === true && order !== undefined) return orderText(row, order);
  const units = unitsText(row);
  if (kind === 'may-fire-first') {
    const [first, second] = [order?.trigger, stop?.trigger].map((one) => one?.toString() ?? '');
    return `${units} is covered only if ${first} comes before ${second}`;
  }
  if (reason === undefined) return units;
  return `${units} ${WORDS[reason](stopNameOf(row), stop)}`;
}

const moreText = ({ others = 0 }: ReasonRow): string => (others === 0 ? '' : ` and ${others} more`);

/** `0.05 long cmt_btcusdt (break)`, or `0.05 long cmt_btcusdt isolated (break)` */
function unitsText(row: ReasonRow): string {
  const { symbol, side = '', size = Decimal.zero, order, name = order?.id, isOurs, marginMode } = row;
  const nobody = isOurs === false ? ' (not ordo’s)' : '';
  const who = name === undefined ? nobody : ` (${name}${moreText(row)})`;
  const mode = marginMode === undefined ? '' : ` ${marginMode}`;
  return `${size.canonical()} ${side} ${symbol}${mode}${who}`;
}

/** `stop of other is in no list of what is open, and may have fired: ordo status --name other --refresh` */
function orderText(row: ReasonRow, { id = '', plan = '', generation = 1, standing, side }: GuardedOrder): string {
  const { name = id, others = 0 } = row;
  const who = `${name === id ? `${id} of ${plan}` : name}${moreText(row)}`;
  const is = others > 0 ? 'are' : 'is';
  const end = isOpening(side) ? 'been filled' : 'fired';
  const how =
    standing === 'in-no-list'
      ? `${is} in no list of what is open, and may have ${end}`
      : `${is} not known to be on the exchange`;
  const ofGeneration = generation === 1 ? '' : ` --generation ${generation}`;
  return `${who} ${how}: ordo status --name ${plan}${ofGeneration} --refresh`;
}
