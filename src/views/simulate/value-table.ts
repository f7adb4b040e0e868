/** A row for each value of a variable, in the order in which they were given: never sorted, and none is marked. */
import { safe, safeText, type Safe } from '../../model/safe-text.ts';
import { padStart, widest } from '../../report/text/columns.ts';
import { amountOf, digestShown } from '../../report/text/phrases.ts';
import { own, table, type Block, type Sheet, type SheetColumn } from '../../show/sheet.ts';
import type { JudgedExpectation, Simulated } from '../../model/simulated.ts';
import { cautionData, simulationData } from './data.ts';
import type { RowVariable } from './events.ts';
import { MET } from './deciding.ts';
import { headBlocks } from './head.ts';
import { PAST_WORDS, type ToldSimulation } from './told.ts';
import { lasting, wordsOf } from './words.ts';

export interface ValueRow {
  readonly value: RowVariable;
  readonly simulated: Simulated;
}

export type ValueRows = readonly [ValueRow, ...ValueRow[]];

const LUCK: Block = {
  is: 'words',
  text: own(safe`In your order. The best row of several on past candles is mostly the luckiest.`),
};

export function valueSheet(told: Omit<ToldSimulation, 'simulated'>, rows: ValueRows): Sheet {
  const [{ value, simulated }] = rows;
  const candles = simulated.candles === undefined ? [] : [safe`candles ${digestShown(simulated.candles.digest)}`];
  const values = [
    safeText(simulated.plan.name),
    own(safe`: ${amountOf(rows.length, 'value')} of `),
    safeText(value.name),
  ];
  return {
    data: {
      rows: rows.map((row) => ({ variable: row.value, ...simulationData(row.simulated) })),
      ...cautionData(told),
    },
    blocks: [
      ...headBlocks({ ...told, simulated }),
      { is: 'group', blocks: [...valueTable(rows), LUCK] },
      { is: 'group', blocks: [...told.warnings, ...told.notes.map((note) => notice(safeText(note)))] },
      PAST_WORDS,
      { is: 'parts', parts: [values, ...candles.map(own)] },
    ],
  };
}

const notice = (text: Safe): Block => ({ is: 'notice', text });

function valueTable(rows: ValueRows): Block[] {
  const results = columnOf(rows.map((row) => moneyEnds(row, 'result')));
  const deepest = columnOf(rows.map((row) => moneyEnds(row, 'deepest')));
  const bare = columnOf(
    rows.map(({ simulated: { bareMs } }) => (bareMs ? [lasting(bareMs[1]), lasting(bareMs[0])] : [])),
  );
  const column = (title: Safe, texts: readonly Safe[]): SheetColumn<ValueRow> => ({
    title,
    kind: 'number',
    of: (row) => own(texts[rows.indexOf(row)] ?? safe``),
  });
  return table<ValueRow>(
    [
      { title: safeText(rows[0].value.name), of: ({ value: { value: text } }) => safeText(text) },
      column(safe`result`, results),
      column(safe`deepest`, deepest),
      column(safe`bare`, bare),
      column(
        safe`bound`,
        rows.map(({ simulated }) => (simulated.bound ? safe`` : safe`no bound`)),
      ),
      column(
        safe`expected`,
        rows.map(({ simulated }) => metWords(simulated)),
      ),
    ],
    rows,
  );
}

/** From the least to the most. */
function moneyEnds({ simulated }: ValueRow, figure: 'result' | 'deepest'): readonly Safe[] {
  const { money } = wordsOf(simulated);
  return simulated[figure].map(money);
}

/** `-23.64 to 56.30`, or one where both are the same; a sign of the second stands well apart from `to`. */
function columnOf(all: readonly (readonly Safe[])[]): Safe[] {
  const both = all.filter(([low, high]) => low !== high);
  const low = widest(both.map(([first]) => first ?? safe``));
  const hasSigns = both.some(([, high]) => high?.startsWith('-') === true);
  const high = hasSigns ? low + 1 : widest(both.map(([, last]) => last ?? safe``));
  return all.map(([first, last]) => {
    if (first === undefined || last === undefined || first === last) return first ?? safe``;
    return safe`${padStart(first, low)} to ${padStart(last, high)}`;
  });
}

function metWords({ expected }: Simulated): Safe {
  const has = (which: JudgedExpectation['met']): boolean => expected.some(({ met }) => met === which);
  if (has('not-met')) return MET['not-met'];
  return has('undecidable') ? MET.undecidable : has('met') ? MET.met : safe``;
}
