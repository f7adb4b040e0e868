/** What a dry run would not place itself: a row for each order, or ladder, that only a follower sends. */
import type { OrderHeadline } from '../../model/event.ts';
import { joined, safe, safeText, type Safe } from '../../model/safe-text.ts';
import { detailWords, fieldRange } from '../../report/text/field-words.ts';
import { amountOf } from '../../report/text/phrases.ts';
import type { RunView, StepView } from '../../report/view/run-view.ts';
import { own, table, type Block } from '../../show/sheet.ts';
import { endWords, sliceWords, waitWords } from './later-words.ts';
import { rowKey, sumOfSizes } from './order-table.ts';

/** One order, or the rungs or slices of a ladder. */
interface Row {
  readonly name: string;
  readonly steps: readonly [StepView, ...StepView[]];
  readonly orders: readonly [OrderHeadline, ...OrderHeadline[]];
}

export function laterBlocks(view: RunView): Block[] {
  const rows = rowsOf(view);
  const isOne = new Set(rows.map(({ orders: [{ symbol }] }) => symbol)).size < 2;
  return table<Row>(
    [
      { title: safe`order`, kind: 'name', of: ({ name }) => safeText(name) },
      { title: safe`symbol`, of: ({ orders: [{ symbol }] }) => (isOne ? safe`` : safeText(symbol)) },
      { title: safe`side`, of: ({ orders: [{ side }] }) => safeText(side) },
      { title: safe`most`, kind: 'number', of: mostOf },
      { title: safe`terms`, kind: 'words', of: (row) => joined(wordsOf(view, row), safe`, `) },
    ],
    rows,
    { title: own(safe`Then, while --follow runs (sizes are the most)`), isPlain: true },
  );
}

function rowsOf({ steps, orders }: RunView): Row[] {
  const placed = steps.flatMap((step) => {
    const headline = step.does === 'place' ? orders.byId(step.id)?.headline : undefined;
    return headline === undefined ? [] : [{ step, headline }];
  });
  const byName = Map.groupBy(placed, ({ headline }) => rowKey(headline));
  return [...byName.values()].map((group): Row => {
    const headlines = group.map(({ headline }) => headline) as [OrderHeadline, ...OrderHeadline[]];
    const [{ id, ladder = id }] = headlines;
    return { name: ladder, steps: group.map(({ step }) => step) as [StepView, ...StepView[]], orders: headlines };
  });
}

const mostOf = ({ steps }: Row): Safe => sumOfSizes(steps.map(({ most }) => most?.size ?? ''));

function wordsOf(view: RunView, row: Row): Safe[] {
  const [first, last] = [row.orders[0], row.orders.at(-1) as OrderHeadline];
  const [step, lastStep] = [row.steps[0], row.steps.at(-1) as StepView];
  const end = view.steps.find(({ does, id }) => does === 'cancel' && id === first.id);
  const isSliced = step.when.slice !== undefined;
  return [
    ...priceWords(first, last),
    ...(row.orders.length > 1 && !isSliced ? [amountOf(row.orders.length, 'rung')] : []),
    ...sliceWords(step, lastStep),
    ...shareWords(row),
    ...detailWords(first, last),
    ...waitWords(view, step),
    ...(end === undefined ? [] : [endWords(view, end)]),
  ];
}

/** The share of a single target that does not close all. */
const shareWords = ({ steps }: Row): Safe[] => {
  const [{ share = '1' }] = steps;
  return steps.length > 1 || share === '1' ? [] : [safe`${safeText(share)} of it`];
};

/** `market at 62000`; `65000 … 68000, by trigger` where the two are the same; a formula with what it comes to as planned. */
function priceWords(first: OrderHeadline, last: OrderHeadline): Safe[] {
  const late = first.late ?? {};
  const price = late.price === undefined ? fieldRange('price', first, last) : safeText(late.price);
  const planned = (['trigger', 'price'] as const).flatMap((field) =>
    late[field] === undefined ? [] : [safe`${fieldRange(field, first, last)} as planned`],
  );
  if (first.trigger === undefined) return [price, ...planned];
  if (first.trigger === first.price && last.trigger === last.price)
    return [price, ...planned.slice(0, 1), safe`by trigger`];
  const trigger = late.trigger === undefined ? fieldRange('trigger', first, last) : safeText(late.trigger);
  return [safe`${price} at ${trigger}`, ...planned];
}
