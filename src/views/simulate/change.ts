/** What lies between two simulations on the same prices. */
import { safe, safeText, type Safe } from '../../model/safe-text.ts';
import { amountOf } from '../../report/text/phrases.ts';
import { own, table, type Block } from '../../show/sheet.ts';
import type { Ends, Simulated } from '../../model/simulated.ts';
import { fateWords } from './fate-words.ts';
import { lasting, wordsOf } from './words.ts';

interface Row {
  readonly name: Safe;
  readonly ends: Ends<Safe>;
}

/** The figures, where they differ as `before → after`. `minus`: next to an arrow a hyphen may be read as a dash. */
export function figuresTable(before: Simulated | undefined, after: Simulated, title: Safe, minus = '-'): Block[] {
  const [was, is] = [before && figuresOf(before, minus), figuresOf(after, minus)];
  const rows = is.map(({ name, ends: [worst, best] }): Row => {
    const [oldWorst = worst, oldBest = best] = was?.find((row) => row.name === name)?.ends ?? [];
    return { name, ends: [arrow(oldWorst, worst), arrow(oldBest, best)] };
  });
  const isExact = after.answer === 'exact';
  return table<Row>(
    [
      { title, kind: 'name', of: ({ name }) => own(name) },
      { title: isExact ? safe`exact` : safe`pessimistic`, kind: 'number', of: ({ ends: [worst] }) => own(worst) },
      ...(isExact ? [] : [BEST]),
    ],
    rows,
  );
}

const BEST = { title: safe`optimistic`, kind: 'number', of: ({ ends: [, best] }: Row) => own(best) } as const;

const arrow = (before: Safe, after: Safe): Safe => (before === after ? after : safe`${before} → ${after}`);

function figuresOf(simulated: Simulated, minus: string): Row[] {
  const { result, deepest, bareMs } = simulated;
  const { money } = wordsOf(simulated);
  const both = (ends: Ends<string>): Ends<Safe> => {
    const [worst, best] = ends.map((text) => safeText(money(text).replace('-', minus)));
    return [worst as Safe, best as Safe];
  };
  return [
    { name: safe`result`, ends: both(result) },
    { name: safe`deepest`, ends: both(deepest) },
    ...(bareMs === undefined
      ? []
      : [{ name: safe`bare of a stop`, ends: [lasting(bareMs[0]), lasting(bareMs[1])] as const }]),
  ];
}

/** `8 candles of 1 h` */
export function candlesWords({ candles }: Simulated): Safe {
  const symbols = candles?.symbols ?? [];
  const count = symbols.reduce((sum, one) => sum + one.count, 0);
  const lengths = [...new Set(symbols.map(({ lengthMs }) => lasting(lengthMs)))];
  return safe`${amountOf(count, 'candle')} of ${safeText(lengths.join(' and '))}`;
}

interface Changed {
  readonly id: string;
  readonly words: Safe;
}

/** Most lines before the rest is counted. */
const MOST_ROWS = 10;

/** `entry  02:00 stop or target → 02:00 target`: the orders that fare otherwise than before, and those that are new. */
export function changedOrders(before: Simulated | undefined, after: Simulated): Block[] {
  if (before === undefined) return [];
  const [wordsBefore, wordsNow] = [wordsOf(before), wordsOf(after)];
  const were = new Map(before.orders.map((order) => [order.id, fateWords(order, wordsBefore)]));
  const changed = after.orders.flatMap((order): Changed[] => {
    const [was, is] = [were.get(order.id), fateWords(order, wordsNow)];
    if (was === is) return [];
    return [{ id: order.id, words: was === undefined ? safe`new: ${is}` : safe`${was} → ${is}` }];
  });
  const more = changed.length - MOST_ROWS;
  return table<Changed>(
    [
      { title: safe`order`, kind: 'name', of: ({ id }) => safeText(id) },
      { title: safe`what became of it`, kind: 'words', of: ({ words }) => words },
    ],
    changed.slice(0, MOST_ROWS),
    { title: own(safe`Changed by this save`), isPlain: true, ...(more > 0 && { more: safe`… and ${more} more` }) },
  );
}
