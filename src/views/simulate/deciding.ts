/** What decides between the ends, what was expected, and how the range becomes narrower. */
import { CANDLE_LENGTHS } from '../../model/candle-question.ts';
import { joined, safe, safeText, type Safe } from '../../model/safe-text.ts';
import { amountOf, shellWord } from '../../report/text/phrases.ts';
import { own, table, type Block, type NextStep } from '../../show/sheet.ts';
import { lengthText } from '../../simulate/candles/times.ts';
import type { DecidingSpan, JudgedExpectation, SimulatedFill, SimulatedOrder } from '../../model/simulated.ts';
import type { ToldSimulation } from './told.ts';
import { eitherOf, lasting, spanOf, type SimulationWords } from './words.ts';

/** Most rows before the rest is counted; and most orders of a row. */
const MOST_ROWS = 5;
const MOST_ORDERS = 2;

export function decidingTable({ simulated: { deciding, orders } }: ToldSimulation, words: SimulationWords): Block[] {
  const byId = new Map(orders.map((order) => [order.id, order]));
  const more = deciding.length - MOST_ROWS;
  return table<DecidingSpan>(
    [
      {
        title: safe``,
        of: (one) =>
          safe`${words.time(one.from)} to ${words.time(one.to)}  ${joined(partedWords(one, byId), safe`; `)}`,
      },
      { title: safe`apart`, kind: 'number', of: ({ apart }) => own(words.money(apart)) },
    ],
    deciding.slice(0, MOST_ROWS),
    {
      title: own(safe`Decided inside a candle`),
      ...(more > 0 && { more: safe`… and ${amountOf(more, 'more time')}` }),
    },
  );
}

/** `entry: stop 63600 or target 64400` */
function partedWords({ orders }: DecidingSpan, byId: ReadonlyMap<string, SimulatedOrder>): Safe[] {
  const shown = orders.slice(0, MOST_ORDERS).map(({ id, fills }) => {
    const [worst, best] = fills.map((list) => fillsWords(list, byId.get(id))) as [Safe, Safe];
    return safe`${safeText(id)}: ${eitherOf([worst, best], safe` or `)}`;
  });
  const more = orders.length - shown.length;
  return more > 0 ? [...shown, safe`${amountOf(more, 'more order')}`] : shown;
}

const fillsWords = (fills: readonly SimulatedFill[], order: SimulatedOrder | undefined): Safe =>
  fills.length === 0
    ? safe`not filled`
    : joined(
        fills.map((fill) => fillWords(fill, order)),
        safe`, `,
      );

function fillWords({ why, price }: SimulatedFill, order: SimulatedOrder | undefined): Safe {
  if (why === 'stop-loss') return safe`stop ${safeText(order?.stopLoss ?? price)}`;
  if (why === 'take-profit') return safe`target ${safeText(order?.takeProfit ?? price)}`;
  return safe`filled ${safeText(price)}`;
}

export const MET: Readonly<Record<JudgedExpectation['met'], Safe>> = {
  met: safe`met`,
  'not-met': safe`not met`,
  undecidable: safe`cannot be judged`,
};

/** `deepest >= -80   not met: -87.64 to -7.70` */
export const expectedTable = (expected: readonly JudgedExpectation[], { money }: SimulationWords): Block[] =>
  table<JudgedExpectation>(
    [
      { title: safe`expected`, kind: 'name', of: ({ text }) => safeText(text) },
      {
        title: safe`is`,
        kind: 'words',
        of: ({ met, ends, figure }) => {
          const told = ends?.map((end) => (figure === 'bare' ? lasting(Number(end)) : money(end)));
          const words = told === undefined ? safe`` : safe`: ${eitherOf(told as [Safe, Safe], safe` to `)}`;
          return own(met === 'met' ? safe` ${MET[met]}${words}` : ['notice', safe` ${MET[met]}${words}`]);
        },
      },
    ],
    expected,
    { title: own(safe`Expected`), isPlain: true },
  );

const NAMES: Readonly<Record<string, Safe>> = {
  '1 min': safe`minute`,
  '1 h': safe`hour`,
  '1 d': safe`day`,
  '1 w': safe`week`,
};

/** The command for what decides most, where an exchange could tell more. */
export function narrowing({ simulated, candles, canAsk }: ToldSimulation): NextStep[] {
  const [first] = simulated.deciding;
  const those = candles.find((one) => one.candles.symbol === first?.symbol);
  if (first === undefined || those === undefined || !canAsk) return [];
  const length = shorterFor(first, Math.min(...those.files.map((file) => file.lengthMs)));
  if (length === undefined) return [];
  const { symbol, from, to } = first;
  const files = those.files.map(({ file }) => (file === 'stdin' ? '-' : file));
  const out = detailFile(files[0] as string, first, length, simulated.candles?.symbols ?? []);
  const prefix = candles.length > 1 ? `${symbol}=` : '';
  const given = [...files, out].map((file) => safe`--candles ${shellWord(safeText(`${prefix}${file}`))}`);
  return [
    {
      why: safe`Shorter candles for that ${NAMES[lengthText(to - from)] ?? safe`time`} narrow the range:`,
      command: safe`ordo candles ${shellWord(safeText(symbol))} ${safeText(length)} --from ${minuteText(from)} --to ${minuteText(to)} --out ${shellWord(safeText(out))}`,
      breaks: true,
    },
    { why: safe`Then give ${files.length === 1 ? 'both files' : 'all files'}: ${joined(given, safe` `)}` },
  ];
}

/** Most candles that one command asks for. */
const MOST_ASKED = 100_000;

/** The shortest length that divides the candles there and is not too short for the time. */
const shorterFor = ({ from, to }: DecidingSpan, lengthMs: number): string | undefined =>
  Object.entries(CANDLE_LENGTHS).find(
    ([, ms]) => ms < lengthMs && lengthMs % ms === 0 && (to - from) / ms <= MOST_ASKED,
  )?.[0];

/** `2026-11-20T02:00Z` */
const minuteText = (ms: number): Safe => safeText(new Date(ms).toISOString().replace(/(:00)?\.000Z$/, 'Z'));

/** `btc-0200-1m.csv`, in the folder of the candles that are there; with the date where there are several days. */
function detailFile(
  beside: string,
  { symbol, from }: DecidingSpan,
  length: string,
  symbols: readonly { readonly from: number; readonly to: number }[],
): string {
  const [, coin = symbol] = /^(?:cmt_)?(.+?)(?:usd[tc]?)?$/i.exec(symbol) ?? [];
  const time = new Date(from).toISOString();
  const [first, last] = spanOf(symbols).map((ms, at) => new Date(ms - at).toISOString().slice(0, 10));
  const date = first === last ? '' : `${time.slice(5, 10).replace('-', '')}-`;
  const folder = beside.includes('/') ? beside.slice(0, beside.lastIndexOf('/') + 1) : '';
  return `${folder}${coin.toLowerCase()}-${date}${time.slice(11, 16).replace(':', '')}-${length}.csv`;
}
