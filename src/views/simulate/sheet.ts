/** What becomes of the orders of a plan on a price path (docs/simulate.md). */
import { safe, safeText, type Safe } from '../../model/safe-text.ts';
import { amountOf, digestShown, grouped } from '../../report/text/phrases.ts';
import { own, type Block, type Sheet, type Text, table } from '../../show/sheet.ts';
import type { LargeOrder, Simulated, SimulatedOrder } from '../../model/simulated.ts';
import { pictureOf } from './candle-picture.ts';
import { decidingTable, expectedTable, narrowing } from './deciding.ts';
import { headBlocks } from './head.ts';
import { cautionData, simulationData } from './data.ts';
import { rangeTable } from './range-table.ts';
import { PAST_WORDS, type ToldSimulation } from './told.ts';
import { eitherOf, lasting, wordsOf, type SimulationWords } from './words.ts';
import { Decimal } from '../../model/decimal.ts';
import { fateWords } from './fate-words.ts';

/** Most lines before the rest is counted. */
const MOST_ROWS = 40;

/** With up to so many rows each has the lines that it needs; with more each has one line, cut where it has no room. */
const ROOMY = 12;

interface Row {
  readonly orders: readonly [SimulatedOrder, ...SimulatedOrder[]];
  readonly fate: Safe;
}

function orderRows(orders: readonly SimulatedOrder[], words: SimulationWords): Block[] {
  const all = rowsOf(orders, words);
  const more = all.slice(MOST_ROWS).reduce((sum, row) => sum + row.orders.length, 0);
  const isOne = new Set(orders.map(({ symbol }) => symbol)).size < 2;
  return table<Row>(
    [
      { title: safe`order`, kind: 'name', of: nameOf },
      { title: safe`symbol`, of: ({ orders: [first] }) => (isOne ? safe`` : safeText(first.symbol)) },
      { title: safe`side`, of: ({ orders: [first] }) => own(safe`${first.side}`) },
      { title: safe`size`, kind: 'number', of: sizeOf },
      { title: safe`price`, of: (row) => own(priceOf(row)) },
      // The blank sets what happened apart from what was planned.
      { title: safe`what became of it`, kind: 'words', of: ({ fate }) => [own(safe` `), fate] },
    ],
    all.slice(0, MOST_ROWS),
    {
      title: own(safe`Orders`),
      isPlain: true,
      ...(all.length > ROOMY && { isBrief: true }),
      ...(more > 0 && { more: safe`… and ${grouped(more)} more, by --output json` }),
    },
  );
}

function rowsOf(orders: readonly SimulatedOrder[], words: SimulationWords): Row[] {
  const rows: Row[] = [];
  for (const order of orders) {
    const fate = fateWords(order, words);
    const last = rows.at(-1);
    const isAlike = order.ladder !== undefined && last?.orders[0].ladder === order.ladder && last.fate === fate;
    if (isAlike) rows[rows.length - 1] = { fate, orders: [...last.orders, order] };
    else rows.push({ fate, orders: [order] });
  }
  return rows;
}

const ends = ({ orders }: Row): readonly [SimulatedOrder, SimulatedOrder] => [
  orders[0],
  orders.at(-1) as SimulatedOrder,
];

function nameOf(row: Row): Safe {
  const [first, last] = ends(row);
  return first === last ? safeText(first.id) : safe`${safeText(first.id)} to ${safeText(last.id)}`;
}

/** The sum of several. */
const sizeOf = ({ orders }: Row): Safe =>
  orders.length === 1
    ? safeText(orders[0].size)
    : grouped(orders.reduce((sum, { size }) => sum.plus(Decimal.of(size)), Decimal.zero));

function priceOf(row: Row): Safe {
  const [first, last] = ends(row);
  const price = range(first.price, last.price);
  if (first.trigger === undefined) return price;
  return safe`${price} at ${range(first.trigger, last.trigger ?? first.trigger)}`;
}

const range = (from: string, to: string): Safe =>
  from === to ? safeText(from) : safe`${safeText(from)} to ${safeText(to)}`;

/** Lines besides warnings, of plans up to so many orders, and of larger ones. */
const MOST_LINES = { small: 80, large: 120 };
const SMALL = 40;

export function simulationSheet(told: ToldSimulation): Sheet {
  const { simulated } = told;
  const words = wordsOf(simulated);
  return {
    most: simulated.orders.length > SMALL ? MOST_LINES.large : MOST_LINES.small,
    data: { ...simulationData(simulated), ...cautionData(told) },
    blocks: [
      ...headBlocks(told),
      ...orderRows(simulated.orders, words),
      { is: 'group', blocks: [...rangeTable(simulated, words), ...noBound(simulated, words)] },
      ...pictureOf(told, words),
      ...decidingTable(told, words),
      ...expectedTable(simulated.expected, words),
      { is: 'group', blocks: [...told.warnings, ...cautions(told, words).map(notice)] },
      { is: 'steps', steps: narrowing(told) },
      PAST_WORDS,
      { is: 'parts', parts: closing(simulated, words) },
    ],
  };
}

/** What a screen shows below the figures: it has no room for the picture, and the candles are in another thread. */
export function detailBlocks(told: ToldSimulation): Block[] {
  const words = wordsOf(told.simulated);
  return [
    ...noBound(told.simulated, words),
    ...expectedTable(told.simulated.expected, words),
    ...decidingTable(told, words),
    ...orderRows(told.simulated.orders, words),
    { is: 'group', blocks: cautions(told, words).map(notice) },
    PAST_WORDS,
  ];
}

const notice = (text: Safe): Block => ({ is: 'notice', text });

/** `no bound from 02:00 on: shorter candles make it one` */
const noBound = ({ noBoundFrom }: Simulated, { time }: SimulationWords): Block[] =>
  noBoundFrom === undefined ? [] : [notice(safe`no bound from ${time(noBoundFrom)} on: shorter candles make it one`)];

const cautions = ({ simulated, notes }: ToldSimulation, words: SimulationWords): Safe[] => [
  ...simulated.large.map((one) => largeWords(one, words)),
  ...notes.map((note) => safeText(note)),
];

const largeWords = ({ id, at, size, traded }: LargeOrder, { time }: SimulationWords): Safe =>
  safe`${safeText(id)}: ${safeText(size)} at ${time(at)} is more than a tenth of the ${grouped(traded)} traded in that candle`;

function closing(simulated: Simulated, { money }: SimulationWords): Text[] {
  const { plan, result, deepest, bareMs, deciding, candles, digest, bound } = simulated;
  const parts = [
    safe`: result ${eitherOf([money(result[0]), money(result[1])], safe` to `)}`,
    safe`deepest ${money(deepest[0])}`,
    ...(bareMs === undefined ? [] : [safe`bare ${lasting(bareMs[0])}`]),
    ...(deciding.length === 0
      ? []
      : [safe`${amountOf(deciding.length, 'candle')} ${deciding.length === 1 ? 'decides' : 'decide'}`]),
    ...(bound ? [] : [safe`no bound`]),
    ...(candles === undefined ? [] : [safe`candles ${digestShown(candles.digest)}`]),
    safe`digest ${digestShown(digest)}`,
  ];
  return parts.map((part, at) => (at === 0 ? [safeText(plan.name), own(part)] : own(part)));
}
