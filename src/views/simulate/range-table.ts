/** The figures of a simulation, at either end of the range. */
import { safe, safeText, type Safe } from '../../model/safe-text.ts';
import { padStart } from '../../report/text/columns.ts';
import { own, table, type Block, type SheetColumn } from '../../show/sheet.ts';
import type { Ends, Simulated, SimulatedPosition } from '../../model/simulated.ts';
import { eitherOf, lasting, type SimulationWords } from './words.ts';

interface Row {
  readonly name: Safe;
  readonly ends: Ends<Safe>;
  readonly note?: Safe;
}

export function rangeTable(simulated: Simulated, words: SimulationWords): Block[] {
  const isExact = simulated.answer === 'exact';
  const columns: SheetColumn<Row>[] = isExact
    ? [figure(safe`exact`, 0)]
    : [figure(safe`pessimistic`, 0), figure(safe`optimistic`, 1)];
  return table<Row>(
    [
      { title: safe``, kind: 'name', of: ({ name }) => own(name) },
      ...columns,
      // The blank sets the figures apart from what is said of them.
      { title: safe``, kind: 'words', of: ({ note }) => (note === undefined ? safe`` : [own(safe` `), note]) },
    ],
    rowsOf(simulated, words),
    { title: own(isExact ? safe`Path` : safe`Range`), isTight: true },
  );
}

/** The first column is as wide in every range. */
const WIDTH = 'pessimistic'.length;

const figure = (title: Safe, end: 0 | 1): SheetColumn<Row> => ({
  title: end === 0 ? padStart(title, WIDTH) : title,
  kind: 'number',
  of: (row) => own(row.ends[end]),
});

function rowsOf(simulated: Simulated, { money, time }: SimulationWords): Row[] {
  const { result, realised, open, fees, deepest, bareMs, positions, answer } = simulated;
  const both = ([worst, best]: Ends<string>): Ends<Safe> => [money(worst), money(best)];
  const isFlat = open.every((text) => text === '0') && positions.every((held) => held.length === 0);
  const at =
    answer === 'exact' ? [] : [...new Set(simulated.deepestAt.flatMap((ms) => (ms === undefined ? [] : [time(ms)])))];
  return [
    { name: safe`result`, ends: both(result) },
    { name: safe`  realised, after fees`, ends: both(realised), note: safe`fees ${eitherOf(both(fees), safe`, `)}` },
    ...(isFlat ? [] : [{ name: openName(simulated), ends: both(open), note: eitherOf(held(positions), safe` or `) }]),
    { name: safe`deepest`, ends: both(deepest), ...(at.length > 0 && { note: safeText(at.join(' or ')) }) },
    ...(bareMs === undefined
      ? []
      : [
          {
            name: safe`bare of a stop`,
            ends: [lasting(bareMs[0]), lasting(bareMs[1])] as const,
            ...bareNote(simulated, time),
          },
        ]),
  ];
}

/** `  open at 63140`, where there is one price at which it is. */
function openName({ positions }: Simulated): Safe {
  const prices = new Set(positions.flat().map(({ last }) => last));
  const [price] = prices;
  return prices.size === 1 && price !== undefined
    ? safe`  open at ${safeText(price)}`
    : safe`  open at the last prices`;
}

const held = ([worst, best]: Ends<readonly SimulatedPosition[]>): Ends<Safe> => [heldWords(worst), heldWords(best)];

/** `0.1 long at 63000` */
function heldWords(positions: readonly SimulatedPosition[]): Safe {
  const isOne = new Set(positions.map(({ symbol }) => symbol)).size < 2;
  const texts = positions.map(
    ({ symbol, side, size, average }) => `${isOne ? '' : `${symbol} `}${size} ${side} at ${average}`,
  );
  return texts.length === 0 ? safe`nothing` : safeText(texts.join(', '));
}

function bareNote({ bareFrom }: Simulated, time: SimulationWords['time']): Pick<Row, 'note'> {
  if (bareFrom === undefined) return {};
  const { id, at } = bareFrom;
  return { note: safe`${id === undefined ? safe`held before` : safeText(id)}, from ${time(at)}` };
}
