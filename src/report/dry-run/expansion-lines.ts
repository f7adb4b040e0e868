/** What the plan's shorthands became: each ladder with its rule and its rungs, and every computed number with its formula. */
import { count } from '../../model/count.ts';
import { Decimal } from '../../model/decimal.ts';
import type { OrderHeadline } from '../../model/event.ts';
import type { Ladder } from '../../model/order.ts';
import { safe, safeText, spaces, type Safe } from '../../model/safe-text.ts';
import { padEnd, widest, widthOf, wrap } from '../text/columns.ts';
import { ID_ROOM } from '../text/labelled-lines.ts';
import { flow, LEAST_ROOM, paragraph, section, type Page } from '../text/page.ts';
import type { Drawn } from '../text/tones.ts';
import type { RunView } from '../view/run-view.ts';
import { orderTable } from './order-table.ts';

/** How many computed numbers outside of ladders are shown before the rest is only counted. */
const MOST_COMPUTED = 60;

export function expansionLines(page: Page, view: RunView): Drawn[] {
  const ladders = view.run?.ladders ?? [];
  return [...ladders.flatMap((ladder) => ladderLines(page, view, ladder)), ...computedLines(page, view)];
}

function ladderLines(page: Page, view: RunView, { name, line, orders, words }: Ladder): Drawn[] {
  const rungs = orders.map((id) => view.orders.byId(id)).filter((order) => order !== undefined);
  const headlines = rungs.flatMap(({ headline }) => headline ?? []);
  const total = headlines.reduce((sum, { size }) => sum.plus(Decimal.of(size)), Decimal.zero);
  const sizes = safe`sizes add up to ${safeText(total.canonical())}`;
  const title = safe`Ladder ${safeText(name)}`;
  return [
    safe``,
    ...flow(page, [['heading', title], safe`line ${line}`, count(orders.length, 'order'), sizes]),
    ...words.flatMap((sentence) => paragraph(page, safeText(sentence), 2, 'quiet')),
    ...orderTable(page, rungs),
  ];
}

/** A computed number of an order. */
interface Computed {
  readonly id: Safe;
  readonly field: Safe;
  readonly value: Safe;
  readonly formula: Safe;
}

const FIELDS = ['size', 'trigger', 'price', 'takeProfit', 'stopLoss'] as const;

function computedOf(headline: OrderHeadline): Computed[] {
  if (headline.ladder !== undefined) return [];
  return FIELDS.flatMap((field) => {
    const [value, formula] = [headline[field], headline.formulas?.[field]];
    if (value === undefined || formula === undefined) return [];
    return [{ id: safeText(headline.id), field: safe`${field}`, value: safeText(value), formula: safeText(formula) }];
  });
}

function computedLines(page: Page, view: RunView): Drawn[] {
  const all = [...view.orders].flatMap(({ headline }) => (headline === undefined ? [] : computedOf(headline)));
  if (all.length === 0) return [];
  const shown = all.slice(0, MOST_COMPUTED);
  const widths = {
    id: Math.min(ID_ROOM, widest(shown.map(({ id }) => id))),
    field: widest(shown.map(({ field }) => field)),
    value: widest(shown.map(({ value }) => value)),
  };
  const lines = shown.flatMap(({ id, field, value, formula }) => {
    const start = safe`  ${padEnd(id, widths.id)}  ${padEnd(field, widths.field)}  ${padEnd(value, widths.value)}  = `;
    const indent = widthOf(start);
    if (page.width - indent < LEAST_ROOM)
      return [safe`  ${id}  ${field}  ${value}`, ...paragraph(page, safe`= ${formula}`, 4)];
    return wrap(formula, page.width - indent).map((text, at) => safe`${at === 0 ? start : spaces(indent)}${text}`);
  });
  const more = all.length - shown.length;
  return [safe``, ...section(page, safe`Computed`, lines), ...(more > 0 ? [safe`  and ${more} more`] : [])];
}
