/** What the explanations of an order and of a ladder share: the headline, the lines of the plan, the fields. */
import { count } from '../../model/count.ts';
import { safe, safeText, spaces, trimmedEnd, type Safe } from '../../model/safe-text.ts';
import { padEnd, padStart, widest, widthOf, wrap } from '../text/columns.ts';
import { LEAST_ROOM, paragraph, type Page } from '../text/page.ts';
import type { Drawn, Tone } from '../text/tones.ts';
import type { Excerpt, ExplainedField, ExplainedPlan } from './explained.ts';

/** The headline, and below it what the plan is for and why no journal was looked at. */
export function headLines(page: Page, plan: ExplainedPlan, headline: Safe, tone: Tone): Drawn[] {
  return [
    ...paragraph(page, headline, 0, tone),
    ...(plan.looked.kind === 'not-looked' ? paragraph(page, safeText(plan.looked.why), 0, 'quiet') : []),
    ...(plan.description === undefined ? [] : paragraph(page, safeText(plan.description), 0, 'quiet')),
  ];
}

/** Most lines of an entry that are shown; a list of a thousand weights does not help. */
const MOST_LINES = 40;

/** The lines as written, with their numbers; `...` where some are left out between. */
export function excerptLines(page: Page, { file, line, lines, remarks }: Excerpt): Drawn[] {
  const shown = lines.slice(0, MOST_LINES);
  const gutter = String(shown.at(-1)?.number ?? '').length;
  const code = shown.flatMap(({ number, text }, at) => {
    const before = shown[at - 1];
    const gap = before !== undefined && number > before.number + 1 ? [safe`  ...`] : [];
    return [...gap, ...numbered(page, padStart(safe`${number}`, gutter), text)];
  });
  const more = lines.length - shown.length;
  return [
    ...paragraph(page, safe`${safeText(file)}:${line}`, 0, 'heading'),
    ...code,
    ...(more === 0 ? [] : [safe`  and ${count(more, 'line')} more`]),
    ...remarks.flatMap((text) => paragraph(page, safeText(text), 2)),
  ];
}

/** One line of the file, in as many as it needs; those after the first have no number. */
function numbered({ width }: Page, number: Safe, text: string): Safe[] {
  const indent = text.search(/[^ ]|$/u);
  const room = Math.max(LEAST_ROOM, width - number.length - 5 - indent - 2);
  return wrap(safeText(text.slice(indent).trimEnd()), room).map((part, at) => {
    const lead = at === 0 ? number : spaces(number.length);
    return trimmedEnd(safe`  ${lead} | ${spaces(at === 0 ? indent : indent + 2)}${part}`);
  });
}

/** Room for values; the words beside a wider one go below it. */
const VALUE_ROOM = 24;

/** A row per field; what is too long for the line goes on below. */
export function fieldLines(page: Page, fields: readonly ExplainedField[]): Safe[] {
  const rows = fields.map(({ name, value, from }) => ({
    name: safeText(name),
    value: safeText(value),
    from: safeText(from),
  }));
  const names = widest(rows.map(({ name }) => name));
  const values = widest(rows.map(({ value }) => value).filter((value) => widthOf(value) <= VALUE_ROOM));
  return rows.flatMap((row) => fieldRow(page, row, names, 2 + names + 2 + values + 2));
}

const below = (texts: readonly Safe[], column: number): Safe[] => texts.map((text) => safe`${spaces(column)}${text}`);

/** `origins` is the column where origins begin. */
function fieldRow({ width }: Page, row: SafeField, names: number, origins: number): Safe[] {
  const lead = safe`  ${padEnd(row.name, names)}  `;
  const from = wrap(row.from, Math.max(LEAST_ROOM, width - origins));
  if (widthOf(lead) + widthOf(row.value) + 2 <= origins) {
    const first = trimmedEnd(safe`${padEnd(safe`${lead}${row.value}`, origins)}${from[0] ?? ''}`);
    return [first, ...below(from.slice(1), origins)];
  }
  const [first = safe``, ...rest] = wrap(row.value, Math.max(LEAST_ROOM, width - widthOf(lead)));
  return [safe`${lead}${first}`, ...below(rest, widthOf(lead)), ...below(from, origins)];
}

type SafeField = Readonly<Record<keyof ExplainedField, Safe>>;
