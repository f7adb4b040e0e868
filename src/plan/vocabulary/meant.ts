/** What a text most likely meant that does not fit its key: an instant, a range of prices, a worth. */
import { explainDecimal } from '../../document/decimal-spelling.ts';

/** Zones that mean one offset everywhere. CST, IST and BST do not. */
const OFFSETS: Readonly<Record<string, string>> = {
  Z: 'Z',
  UTC: 'Z',
  GMT: 'Z',
  CET: '+01:00',
  CEST: '+02:00',
  EET: '+02:00',
  EEST: '+03:00',
  MSK: '+03:00',
  SGT: '+08:00',
  HKT: '+08:00',
  JST: '+09:00',
  KST: '+09:00',
  EST: '-05:00',
  EDT: '-04:00',
  CDT: '-05:00',
  PST: '-08:00',
  PDT: '-07:00',
};

/** As text: an older Node could not even read the file, and say that it is too old, for two groups of one name. */
const DAY = String.raw`(?<year>\d{4})[-/](?<month>\d{1,2})[-/](?<day>\d{1,2})|(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4})`;
const TIME = /(?<hour>\d{1,2})[:.](?<minute>\d{2})(?::(?<second>\d{2}))?/;
const ZONE = /(?<zone>[A-Za-z]{1,4})|(?:UTC|GMT)?(?<sign>[+-−])(?<hours>\d{1,2}):?(?<minutes>\d{2})?/;
const WRITTEN = new RegExp(`^(?:${DAY})(?:[Tt,]?\\s*${TIME.source})?\\s*(?:${ZONE.source})?$`);

const two = (digits: string): string => digits.padStart(2, '0');

type Parts = Readonly<Record<string, string | undefined>>;

const wallOf = ({ year = '', month = '', day = '', hour = '00', minute = '00', second = '00' }: Parts): string =>
  `${year}-${two(month)}-${two(day)}T${two(hour)}:${minute}:${second}`;

/** A hint that says how the instant is written; undefined where more than one may be meant. */
export function instantMeant(text: string): string | undefined {
  const parts: Parts | undefined = WRITTEN.exec(text.trim())?.groups;
  if (parts === undefined) return undefined;
  const { zone, sign, hours = '', minutes = '00' } = parts;
  const wall = wallOf(parts);
  if (sign !== undefined) return `write ${wall}${sign === '+' ? '+' : '-'}${two(hours)}:${minutes}`;
  if (zone === undefined) return `write the time and its offset: ${wall}Z is in UTC`;
  const offset = OFFSETS[zone.toUpperCase()];
  if (offset === undefined) return undefined;
  return `${offset === 'Z' ? '' : `${zone.toUpperCase()} is ${offset}: `}write ${wall}${offset}`;
}

/** `63000-64000` where a price stands. */
export function rangeMeant(text: string): string | undefined {
  const [, from, to] = /^([\d.]*\d)\s*(?:-|–|—|\.{2,3}|…|\bto\b)\s*(\d[\d.]*)$/.exec(text.trim()) ?? [];
  return from === undefined || to === undefined
    ? undefined
    : `a range has its number of prices: { from: ${from}, to: ${to}, steps: 5 }`;
}

const CURRENCY = /^(?:[$€£]\s*\S.*|.*\d[km]?\s*(?:[$€£]|(?:usd[tc]?|eur|dollars?)))$/i;

/** `$1000` where a size in base coin stands. */
export function worthMeant(text: string): string | undefined {
  const trimmed = text.trim();
  if (!CURRENCY.test(trimmed)) return undefined;
  const amount = /^write ([\d.]+)$/.exec(explainDecimal(trimmed).hint)?.[1];
  return amount === undefined ? undefined : `{ notional: ${amount} }`;
}
