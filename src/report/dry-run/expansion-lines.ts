/** What the plan's shorthands became: each ladder with its rule and its rungs, and every computed number with its formula. */
import { Decimal } from '../../model/decimal.ts';
import type { OrderHeadline } from '../../model/event.ts';
import type { Ladder } from '../../model/order.ts';
import { orderTable } from './call-lines.ts';
import { padEnd, widthOf, wrap } from '../text/columns.ts';
import type { RunView } from '../view/run-view.ts';
import { flow, line, type Paint } from '../text/tones.ts';
import { count } from '../text/phrases.ts';

/** How many computed numbers outside of ladders are shown before the rest is only counted. */
const MOST_COMPUTED = 60;

export function expansionLines(view: RunView, paint: Paint, width: number): string[] {
  const ladders = view.run?.ladders ?? [];
  const computed = computedLines(view, paint, width);
  return [...ladders.flatMap((ladder) => ladderLines(view, ladder, paint, width)), ...computed];
}

function ladderLines(view: RunView, { name, line: at, orders, words }: Ladder, paint: Paint, width: number): string[] {
  const rungs = orders.map((id) => view.orders.byId(id)).filter((order) => order !== undefined);
  const headlines = rungs.flatMap(({ headline }) => headline ?? []);
  const total = headlines.reduce((sum, { size }) => sum.plus(Decimal.of(size)), Decimal.zero);
  const title = flow(
    paint,
    [
      ['heading', `Ladder ${name}`],
      `line ${at}`,
      count(orders.length, 'order'),
      `sizes add up to ${total.canonical()}`,
    ],
    width,
  );
  const rule = words.flatMap((sentence) => wrap(sentence, width - 2).map((text) => paint('quiet', `  ${text}`)));
  return ['', ...title, ...rule, ...orderTable(rungs, paint, width)];
}

interface Computed {
  readonly id: string;
  readonly field: string;
  readonly value: string;
  readonly formula: string;
}

const FIELDS = ['size', 'trigger', 'price', 'takeProfit', 'stopLoss'] as const;

function computedOf(headline: OrderHeadline): Computed[] {
  if (headline.ladder !== undefined) return [];
  return FIELDS.flatMap((field) => {
    const [value, formula] = [headline[field], headline.formulas?.[field]];
    return value === undefined || formula === undefined ? [] : [{ id: headline.id, field, value, formula }];
  });
}

function computedLines(view: RunView, paint: Paint, width: number): string[] {
  const all = [...view.orders].flatMap(({ headline }) => (headline === undefined ? [] : computedOf(headline)));
  if (all.length === 0) return [];
  const shown = all.slice(0, MOST_COMPUTED);
  const widest = (key: 'id' | 'field' | 'value'): number => Math.max(...shown.map((one) => widthOf(one[key])));
  const [idWidth, fieldWidth, valueWidth] = [Math.min(24, widest('id')), widest('field'), widest('value')];
  const lines = shown.flatMap(({ id, field, value, formula }) => {
    const start = `  ${padEnd(id, idWidth)}  ${padEnd(field, fieldWidth)}  ${padEnd(value, valueWidth)}  = `;
    const room = width - widthOf(start);
    if (room >= 20)
      return wrap(formula, room).map((text, at) => (at === 0 ? start + text : ' '.repeat(widthOf(start)) + text));
    return [`  ${id}  ${field}  ${value}`, ...wrap(`= ${formula}`, width - 4).map((text) => `    ${text}`)];
  });
  const more = all.length - shown.length;
  return ['', line(paint, [['heading', 'Computed']]), ...lines, ...(more > 0 ? [`  and ${more} more`] : [])];
}
