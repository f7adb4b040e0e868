/** What becomes of the orders of a plan on a price path (docs/simulate.md). */
import { safe, safeText, type Safe } from '../../model/safe-text.ts';
import { amountOf, digestShown, grouped } from '../../report/text/phrases.ts';
import { own, type Block, type Sheet, type Text } from '../../show/sheet.ts';
import type { LargeOrder, Simulated } from '../../model/simulated.ts';
import { pictureOf } from './candle-picture.ts';
import { decidingTable, expectedTable, narrowing } from './deciding.ts';
import { headBlocks } from './head.ts';
import { cautionData, simulationData } from './data.ts';
import { orderRows } from './order-rows.ts';
import { rangeTable } from './range-table.ts';
import { PAST_WORDS, type ToldSimulation } from './told.ts';
import { eitherOf, lasting, wordsOf, type SimulationWords } from './words.ts';

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
