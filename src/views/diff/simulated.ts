/** Both plans on the same candles: what lies between their simulations. */
import { safe, safeText } from '../../model/safe-text.ts';
import { digestShown } from '../../report/text/phrases.ts';
import { own, type Block } from '../../show/sheet.ts';
import type { Simulated, UsedCandles } from '../../model/simulated.ts';
import { candlesWords, figuresTable } from '../simulate/change.ts';
import { simulationData } from '../simulate/data.ts';
import { feesWords } from '../simulate/head.ts';
import { PAST_WORDS } from '../simulate/told.ts';
import { spanOf, spanWords } from '../simulate/words.ts';

/** What both plans come to; `before` is absent if that plan is not there. */
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
  return candles === undefined ? [] : [{ is: 'group', blocks: [...tableOf(sides), ...footOf(sides.after, candles)] }];
}

export const simulatedJson = (sides: SimulatedSides | NotSimulated): object =>
  'why' in sides
    ? { before: null, after: null, why: sides.why }
    : { before: sides.before === undefined ? null : simulationData(sides.before), after: simulationData(sides.after) };

const tableOf = ({ before, after }: SimulatedSides): Block[] =>
  figuresTable(before, after, safe`on ${candlesWords(after)}`, '−');

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
