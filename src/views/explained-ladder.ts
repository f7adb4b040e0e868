/** What explain says of a ladder and its rungs. */
import type { ExplainedLadder, ExplainedOrder, ExplainedRung } from '../actions/explain/explained.ts';
import { defined } from '../model/defined.ts';
import type { KnownOrder } from '../journal/records/state.ts';
import { count } from '../model/count.ts';
import { Decimal } from '../model/decimal.ts';
import type { Withheld } from '../model/outcome.ts';
import { joined, safe, safeText, safeTexts, type Safe } from '../model/safe-text.ts';
import { STATES } from '../report/text/states.ts';
import { own, plainText, table, type Block } from '../show/sheet.ts';
import { stateCounts } from './known/order-table.ts';
import { orderColumns } from './order-columns.ts';
import { fieldTable, items, saidIn, stateOf, withheldWords } from './explained-words.ts';

export function rungWords({ rung }: ExplainedOrder): Safe[] {
  if (rung === undefined) return [];
  const { number, of, ladder, words } = rung;
  return [safe`rung ${number} of ${of} of ${safeText(ladder)}`, ...safeTexts(words)];
}

/** `ladder of 9 orders, 3 accepted, 1 UNKNOWN` */
export function ladderWords({ rungs, looked }: ExplainedLadder): Safe {
  const states =
    looked.kind === 'not-looked' ? safe`no journal was looked at` : plainText(stateCounts(rungs.map(stateOf)));
  return safe`ladder of ${count(rungs.length, 'order')}, ${states}`;
}

export function ladderBlocks({ words, rungs, fields, looked }: ExplainedLadder): Block[] {
  const columns = orderColumns('id', 'size', 'trigger', 'price', 'stopLoss', 'takeProfit', 'call');
  const states = looked.kind === 'looked';
  const rows = rungs.map(({ known, withheld, call, ...rung }) => ({
    ...rung,
    order: defined({ call }),
    state: STATES[known?.state ?? 'never-sent'],
    words: rungWordsOf(known, withheld),
  }));
  return [
    ...items(own(safe`Rule`), [...safeTexts(words), totals(rungs)]),
    ...fieldTable(fields, safe`Fields of every rung`),
    ...table(states ? [...orderColumns('outcome'), ...columns, ...orderColumns('words')] : columns, rows, {
      title: own(safe`Rungs`),
    }),
  ];
}

function totals(rungs: readonly ExplainedRung[]): Safe {
  const size = rungs.reduce((sum, one) => sum.plus(Decimal.of(one.size)), Decimal.zero);
  if (rungs.some(({ price }) => price === 'market'))
    return safe`together: size ${safeText(size.canonical())}, at market`;
  const numbers = rungs.map((one) => ({ size: Decimal.of(one.size), price: Decimal.of(one.price) }));
  const worth = numbers.reduce((sum, one) => sum.plus(one.size.times(one.price)), Decimal.zero);
  return safe`together: size ${safeText(size.canonical())}, worth ${safeText(worth.canonical())} in quote coin (size × price)`;
}

function rungWordsOf(known: KnownOrder | undefined, withheld: Withheld | undefined): Safe {
  if (known?.state === 'accepted') return safeText(known.orderId ?? '');
  if (known !== undefined && known.state !== 'never-sent') return joined(safeTexts(saidIn(known)), safe` `);
  return withheld === undefined ? safe`` : withheldWords(withheld);
}
