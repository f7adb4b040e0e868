import type { OrderHeadline, PublicEvent } from '../../model/event.ts';
import { safeText } from '../../model/safe-text.ts';
import { NumberColumn, padEnd, padStart, widthOf, wrap } from '../text/columns.ts';
import { CODE_SHOWN } from '../run/next-steps.ts';
import type { OrderView } from '../view/order-list.ts';
import type { RunView } from '../view/run-view.ts';
import { flow, line, widthOfPieces, type Paint, type Piece } from '../text/tones.ts';
import { count } from '../text/phrases.ts';

export type CallPlanned = Extract<PublicEvent, { event: 'call-planned' }>;

/** Plan, generation, target and digest: what the run is, before anything is said of its calls. */
export function headLines(view: RunView, paint: Paint, width: number): string[] {
  const { plan, run, orders } = view;
  const title: Piece[] =
    plan === undefined ? [] : [['plan', plan.name], `generation ${plan.generation}`, count(orders.length, 'order')];
  const about = (name: string, text: string, lead: readonly Piece[] = []): string[] =>
    wrap(text, Math.max(20, width - ABOUT - widthOfPieces(lead))).map((part, at) =>
      line(paint, at === 0 ? [['quiet', `  ${name}`.padEnd(ABOUT)], ...lead, part] : [' '.repeat(ABOUT), part]),
    );
  const description =
    run?.description === undefined ? [] : wrap(run.description, width).map((text) => paint('quiet', text));
  return [
    ...(title.length === 0 ? [] : flow(paint, title, width)),
    ...description,
    ...(run?.mode === 'dry-run' ? about('mode', 'dry run: nothing is sent') : []),
    ...(run === undefined
      ? []
      : about('target', run.exchange, [run.target === 'live' ? ['live', 'LIVE'] : ['paper', 'PAPER'], '  '])),
    ...(run?.live === undefined ? [] : Object.entries(run.live).flatMap(([name, text]) => about(name, text))),
    ...(run === undefined ? [] : about('file', run.planFile)),
    ...(plan === undefined ? [] : about('digest', plan.digest.slice(0, CODE_SHOWN))),
    ...(plan?.approval === undefined ? [] : about('approval', plan.approval.slice(0, CODE_SHOWN))),
  ];
}

/** Columns of the names in the head. */
const ABOUT = 12;

/** One call: what it is, its orders in a table, and its body exactly as it would be sent. */
export function callLines(view: RunView, call: CallPlanned, paint: Paint, width: number): string[] {
  const orders = call.orders.map((id) => view.orders.byId(id)).filter((order) => order !== undefined);
  const [headline] = orders.map((order) => order.headline);
  const group = headline === undefined ? [] : [`${headline.symbol} ${headline.marginMode}`];
  const weight: Piece = ['quiet', `weight IP ${call.weight.ip}, UID ${call.weight.uid}`];
  const title: Piece[] = [['heading', `Call ${call.call}`], call.kind, ...group, count(orders.length, 'order'), weight];
  return [
    '',
    ...flow(paint, title, width),
    ...wrap(`${call.method} ${safeText(call.path)}`, width - 2).map((text) => paint('quiet', `  ${text}`)),
    ...orderTable(orders, paint, width),
    ...waitingLines(view, headline?.after ?? [], paint, width),
    // The bytes that would leave, on one line whatever its length: `safeText` touches none that JSON leaves printable.
    paint('quiet', '  body'),
    safeText(call.body, Number.POSITIVE_INFINITY),
  ];
}

/** What the call waits for; a ladder all of whose rungs are meant by its name. */
function waitingLines(view: RunView, after: readonly string[], paint: Paint, width: number): string[] {
  if (after.length === 0) return [];
  const words = `sent only once accepted: ${(view.run?.namesOf(after) ?? after).join(', ')}`;
  return wrap(words, width - 2).map((text) => paint('notice', `  ${text}`));
}

interface Column {
  readonly name: string;
  readonly of: (headline: OrderHeadline) => string;
  readonly number?: true;
}

const COLUMNS: readonly Column[] = [
  { name: 'id', of: ({ id }) => id },
  { name: 'side', of: ({ side }) => side },
  { name: 'size', of: ({ size }) => size, number: true },
  { name: 'price', of: ({ price }) => price, number: true },
  { name: 'trigger', of: ({ trigger }) => trigger ?? '', number: true },
  { name: 'takeProfit', of: ({ takeProfit }) => takeProfit ?? '', number: true },
  { name: 'stopLoss', of: ({ stopLoss }) => stopLoss ?? '', number: true },
  {
    name: 'timeInForce',
    of: ({ timeInForce, trigger }) => (timeInForce === 'normal' || trigger !== undefined ? '' : timeInForce),
  },
];

/**
 * The orders of one call, a column for all that any of them says. Where that is wider than the line, each order says
 * what its numbers are instead: a number that lost its column must not be taken for another.
 */
export function orderTable(orders: readonly OrderView[], paint: Paint, width: number): string[] {
  const headlines = orders.map(({ headline }) => headline).filter((headline) => headline !== undefined);
  if (headlines.length === 0) return orders.map(({ id }) => `  ${id}`);
  const used = COLUMNS.filter(({ of }) => headlines.some((headline) => of(headline) !== ''));
  const columns = used.map((column) => cellsOf(column, headlines));
  const rowOf = (row: number): string => `  ${columns.map((cells) => cells[row] as string).join('  ')}`.trimEnd();
  const titles = rowOf(0);
  const rows = headlines.map((_, at) => rowOf(at + 1));
  if ([titles, ...rows].every((row) => widthOf(row) <= width)) return [paint('quiet', titles), ...rows];
  return headlines.flatMap((headline) => {
    const said = used.filter(({ of }) => of(headline) !== '');
    return flow(
      paint,
      said.map(({ name, of, number }) => (number ? `${name} ${of(headline)}` : of(headline))),
      width - 2,
    ).map((text) => `  ${text}`);
  });
}

/** Title and cells of a column, all of one width. */
function cellsOf({ name, of, number }: Column, headlines: readonly OrderHeadline[]): string[] {
  const texts = headlines.map(of);
  const numbers = new NumberColumn();
  if (number) for (const text of texts) numbers.add(text);
  const cells = [name, ...(number ? texts.map((text) => numbers.cell(text)) : texts)];
  const widest = Math.max(...cells.map(widthOf));
  return cells.map((cell) => (number ? padStart : padEnd)(cell, widest));
}
