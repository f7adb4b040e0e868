/** One order, from its lines in the plan to the outcome in the journal; the outcome first. */
import type { KnownOrder } from '../../ledger/state.ts';
import { safeText } from '../../model/safe-text.ts';
import { callLines, journalLines, NO_ANSWER } from './journal-lines.ts';
import type { Excerpt, ExplainedField, ExplainedOrder, ExplainedPlan } from './explained.ts';
import { indented, section } from '../text/sections.ts';
import { padEnd, stack, widthOf, wrap } from '../text/columns.ts';
import { painter, type Paint, type Tone } from '../text/tones.ts';
import { count } from '../text/phrases.ts';

export interface ExplainOptions {
  readonly color: boolean;
  readonly width: number;
}

/** Ends in a newline. Only a body is ever wider than the terminal. */
export function renderExplanation(order: ExplainedOrder, { color, width }: ExplainOptions): string {
  const paint = painter(color);
  const rung =
    order.rung === undefined
      ? []
      : [`rung ${order.rung.number} of ${order.rung.of} of ${order.rung.ladder}`, ...order.rung.words];
  const blocks = [
    headLines(order, `${order.id} of ${order.name}: ${outcomeWords(order)}`, toneOf(order.known), paint, width),
    excerptLines(order.excerpt, paint, width),
    section('Fields', fieldLines(order.fields, width), paint),
    section(
      'Ladder',
      rung.flatMap((text) => indented(text, width)),
      paint,
    ),
    section('Client order id', [`  ${order.clientOid}`, ...indented(derivation(order), width)], paint),
    callLines(order, paint, width),
    journalLines(order, paint, width),
  ];
  return `${stack(blocks).join('\n')}\n`;
}

/** The headline, and below it what the plan is for and why no journal was looked at. */
export function headLines(plan: ExplainedPlan, headline: string, tone: Tone, paint: Paint, width: number): string[] {
  const why = plan.looked.kind === 'not-looked' ? wrap(safeText(plan.looked.why), width) : [];
  const description = plan.description === undefined ? [] : wrap(safeText(plan.description), width);
  return [
    ...wrap(safeText(headline), width).map((text) => paint(tone, text)),
    ...[...why, ...description].map((text) => paint('quiet', text)),
  ];
}

const WORDS_SHOWN = 100;

function outcomeWords({ known, change, looked, withheld }: ExplainedOrder): string {
  if (looked.kind === 'not-looked') return 'no journal was looked at';
  const edited = change === undefined ? '' : ', and the plan was edited since';
  const said = safeText([known?.code, known?.message].filter((part) => (part ?? '') !== '').join(': '), WORDS_SHOWN);
  switch (known?.state) {
    case 'accepted':
      return `accepted as ${known.orderId ?? ''}${edited}`;
    case 'rejected':
      return `rejected ${said}`;
    case 'unknown':
      return `unknown: ${said}${edited}`;
    case 'in-flight':
      return `unknown: ${NO_ANSWER}${edited}`;
    case 'absent':
      return `settled as absent: ${said}`;
    case 'never-sent':
    case undefined:
      return withheld === undefined ? 'never sent' : `never sent, and withheld: ${withheld}`;
  }
}

export function toneOf(known: KnownOrder | undefined): Tone {
  switch (known?.state) {
    case 'accepted':
    case 'rejected':
      return known.state;
    case 'unknown':
    case 'in-flight':
      return 'unknown';
    case 'absent':
      return 'withheld';
    case 'never-sent':
    case undefined:
      return 'heading';
  }
}

/** Lines of an entry that are shown; a list of a thousand weights is no help. */
const MOST_LINES = 40;

/** The lines as written, with their numbers; `...` where some are left out between. */
export function excerptLines({ file, line, lines, remarks }: Excerpt, paint: Paint, width: number): string[] {
  const shown = lines.slice(0, MOST_LINES);
  const gutter = String(shown.at(-1)?.number ?? '').length;
  const code = shown.flatMap(({ number, text }, at) => {
    const before = shown[at - 1];
    const gap = before !== undefined && number > before.number + 1 ? ['  ...'] : [];
    return [...gap, ...numbered(String(number).padStart(gutter), text, width)];
  });
  const more = lines.length - shown.length;
  return [
    ...wrap(`${safeText(file)}:${line}`, width).map((text) => paint('heading', text)),
    ...code,
    ...(more === 0 ? [] : [`  and ${count(more, 'line')} more`]),
    ...remarks.flatMap((text) => indented(text, width)),
  ];
}

/** One line of the file, in as many as it needs; those after the first have no number. */
function numbered(number: string, text: string, width: number): string[] {
  const [indent = ''] = /^ */.exec(text) ?? [];
  const room = Math.max(20, width - number.length - 5 - indent.length - 2);
  return wrap(safeText(text.slice(indent.length).trimEnd()), room).map((part, at) =>
    `  ${at === 0 ? number : ' '.repeat(number.length)} | ${indent}${at === 0 ? '' : '  '}${part}`.trimEnd(),
  );
}

/** Room for values; the words beside a wider one stand below it. */
const VALUE_ROOM = 24;

/** A row per field; what is too long for the line goes on below. */
export function fieldLines(fields: readonly ExplainedField[], width: number): string[] {
  const safe = fields.map(({ name, value, from }) => ({ name, value: safeText(value), from: safeText(from) }));
  const nameWidth = Math.max(...safe.map(({ name }) => name.length));
  const values = safe.map(({ value }) => widthOf(value)).filter((columns) => columns <= VALUE_ROOM);
  const columns = { name: nameWidth, from: 2 + nameWidth + 2 + Math.max(0, ...values) + 2 };
  return safe.flatMap((field) => fieldRow(field, columns, width));
}

const below = (texts: readonly string[], column: number): string[] => texts.map((text) => ' '.repeat(column) + text);

/** `from` is the column where origins begin. */
function fieldRow(
  { name, value, from }: ExplainedField,
  columns: { readonly name: number; readonly from: number },
  width: number,
): string[] {
  const lead = `  ${padEnd(name, columns.name)}  `;
  const origin = wrap(from, Math.max(20, width - columns.from));
  if (lead.length + widthOf(value) + 2 <= columns.from) {
    const first = `${padEnd(lead + value, columns.from)}${origin[0] ?? ''}`.trimEnd();
    return [first, ...below(origin.slice(1), columns.from)];
  }
  const [first = '', ...rest] = wrap(value, Math.max(20, width - lead.length));
  return [lead + first, ...below(rest, lead.length), ...below(origin, columns.from)];
}

const derivation = ({ name, generation, id, lineage }: ExplainedOrder): string =>
  `from plan ${name}, generation ${generation}, order ${id}, lineage ${lineage}; never from what the order says`;
