/** Both plans on the same candles: what lies between their simulations. */
import { safe, safeText, type Safe } from '../../model/safe-text.ts';
import { amountOf, digestShown } from '../../report/text/phrases.ts';
import { own, table, type Block } from '../../show/sheet.ts';
import type { Simulated, UsedCandles } from '../../simulate/simulated.ts';
import { simulationData } from '../simulate/data.ts';
import { feesWords } from '../simulate/head.ts';
import { PAST_WORDS } from '../simulate/told.ts';
import { lasting, spanOf, spanWords, wordsOf } from '../simulate/words.ts';

/** Of a plan that is not there, nothing. */
export interface SimulatedSides {
  readonly before?: Simulated;
  readonly after: Simulated;
}

/** Why there is nothing, in words. */
export interface NotSimulated {
  readonly why: string;
}

/** Most letters of a reason. */
const REASON_LETTERS = 400;

export function simulatedBlocks(sides: SimulatedSides | NotSimulated | undefined): Block[] {
  if (sides === undefined) return [];
  if ('why' in sides) return [{ is: 'words', text: [own(safe`not simulated: `), safeText(sides.why, REASON_LETTERS)] }];
  const { candles } = sides.after;
  return candles === undefined
    ? []
    : [{ is: 'group', blocks: [...figuresTable(sides, candles), ...footOf(sides.after, candles)] }];
}

export const simulatedJson = (sides: SimulatedSides | NotSimulated): object =>
  'why' in sides
    ? { before: null, after: null, why: sides.why }
    : { before: sides.before === undefined ? null : simulationData(sides.before), after: simulationData(sides.after) };

interface Row {
  readonly name: Safe;
  readonly ends: readonly [Safe, Safe];
}

function figuresTable({ before, after }: SimulatedSides, { symbols }: UsedCandles): Block[] {
  const count = symbols.reduce((sum, one) => sum + one.count, 0);
  const lengths = [...new Set(symbols.map(({ lengthMs }) => lasting(lengthMs)))];
  const title = safe`on ${amountOf(count, 'candle')} of ${safeText(lengths.join(' and '))}`;
  const [was, is] = [before && figuresOf(before), figuresOf(after)];
  const rows = is.map(({ name, ends: [worst, best] }, at): Row => {
    const [oldWorst = worst, oldBest = best] = was?.[at]?.ends ?? [];
    return { name, ends: [arrow(oldWorst, worst), arrow(oldBest, best)] };
  });
  return table<Row>(
    [
      { title, kind: 'name', of: ({ name }) => own(name) },
      { title: safe`pessimistic`, kind: 'number', of: ({ ends: [worst] }) => own(worst) },
      { title: safe`optimistic`, kind: 'number', of: ({ ends: [, best] }) => own(best) },
    ],
    rows,
  );
}

const arrow = (before: Safe, after: Safe): Safe => (before === after ? after : safe`${before} → ${after}`);

function figuresOf(simulated: Simulated): Row[] {
  const { result, deepest, bareMs = [0, 0] } = simulated;
  const { money } = wordsOf(simulated);
  // Beside an arrow a hyphen would be read as a dash.
  const signed = (text: string): Safe => safeText(money(text).replace('-', '−'));
  return [
    { name: safe`result`, ends: [signed(result[0]), signed(result[1])] },
    { name: safe`deepest`, ends: [signed(deepest[0]), signed(deepest[1])] },
    { name: safe`bare of a stop`, ends: [lasting(bareMs[0]), lasting(bareMs[1])] },
  ];
}

const footOf = ({ settings, bound }: Simulated, { symbols, digest }: UsedCandles): Block[] => [
  {
    is: 'parts',
    parts: [
      ...symbols.map(({ symbol }) => safeText(symbol)),
      own(spanWords(spanOf(symbols))),
      own(safe`candles ${digestShown(digest)}`),
      own(feesWords(settings)),
      ...(bound ? [] : [own(['notice', safe`no bound: shorter candles make it one`])]),
    ],
    tone: 'quiet',
  },
  PAST_WORDS,
];
