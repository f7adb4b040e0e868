/** What a text most likely meant that does not fit its key: an instant, a range of prices, a worth. */
import { explainDecimal } from '../../document/decimal-spelling.ts';
import { Decimal } from '../../model/decimal.ts';
import { Rational } from '../../model/rational.ts';

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
  const [, from, to] = /^([\d.]*\d)\s*(?:-|–|—|\.{2,3}|…|\/|\bto\b)\s*(\d[\d.]*)$/.exec(text.trim()) ?? [];
  return from === undefined || to === undefined
    ? undefined
    : `a range has its number of prices: { from: ${from}, to: ${to}, steps: 5 }`;
}

/** `@63000`, `>= 65000` and `~64000`: a sign of an order ticket before a price. */
export function signMeant(text: string): string | undefined {
  const [, sign = '', number] = /^(@|[<>]=?|≥|≤|~|≈|=>|=<)\s*(\d+(?:\.\d+)?)$/.exec(text) ?? [];
  if (number === undefined) return undefined;
  const why = /[<>≥≤]/.test(sign)
    ? 'from which side it is reached follows from where the market is'
    : 'a price has no sign before it';
  return `${why}: write ${number}`;
}

/** Prices as a list, which is written as a range where their distances are equal, else as orders of their own. */
export function pricesMeant(list: readonly unknown[]): string {
  const prices = list.map((one) => (typeof one === 'string' ? Decimal.parse(one) : undefined));
  const [first, second] = prices;
  const step = first === undefined || second === undefined ? undefined : second.minus(first);
  const isEven =
    step !== undefined &&
    prices.every((one, at) => at === 0 || one?.compare((prices[at - 1] as Decimal).plus(step)) === 0);
  if (!isEven || step.isZero) return 'prices of your own are orders of their own: write one order for each';
  return `several prices are a range: write { from: ${first?.toString() ?? ''}, to: ${prices.at(-1)?.toString() ?? ''}, steps: ${list.length} }`;
}

/** How many prices a range has whose distance is given; undefined where that does not come out even. */
export function stepsMeant({ from, to }: Readonly<Record<string, unknown>>, step: unknown): string {
  const [first, last, width] = [from, to, step].map((one) =>
    typeof one === 'string' ? Decimal.parse(one) : undefined,
  );
  const steps =
    first === undefined || last === undefined || width === undefined ? undefined : stepsOf(first, last, width);
  return steps === undefined
    ? 'a range says how many prices it has: `steps:`, both ends counted'
    : `a range says how many prices it has, both ends counted: \`steps: ${steps}\``;
}

function stepsOf(first: Decimal, last: Decimal, width: Decimal): string | undefined {
  const room = first.compare(last) < 0 ? last.minus(first) : first.minus(last);
  if (width.isZero || room.isZero || !room.isMultipleOf(width)) return undefined;
  return String(Rational.of(room).wholeUnits(width) + 1n);
}

const CURRENCY = /^(?:[$€£]\s*\S.*|.*\d[km]?\s*(?:[$€£]|(?:usd[tc]?|eur|dollars?)))$/i;

/** `$1000` where a size in base coin stands. */
export function worthMeant(text: string): string | undefined {
  const trimmed = text.trim();
  if (!CURRENCY.test(trimmed)) return undefined;
  const amount = /^write ([\d.]+)$/.exec(explainDecimal(trimmed).hint)?.[1];
  return amount === undefined ? undefined : `{ notional: ${amount} }`;
}
