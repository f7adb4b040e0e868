/** A table of an HTML page. */
import { partOf, safe, type Safe } from '../model/safe-text.ts';
import { amountOf, grouped } from '../report/text/phrases.ts';
import { html, nothing, type Markup } from './page/markup.ts';
import { MOST_MOVED } from './page/style.ts';
import { plainText, spansOf, type Code, type SheetTable, type TableRow, type Text } from './sheet.ts';

/** Our own markup has no indentation here: it would be part of the text. */
export const exactLines = ({ lines }: Code): Markup =>
  html`<pre>
${lines.map(
      ({ number, text, tone }) =>
        html`<span class="${safe`${tone ?? 'plain'}`}"
          >${number === undefined ? safe`` : safe`${number} | `}${text}${safe`${'\n'}`}</span
        >`,
    )}</pre>`;

export const titled = (title: Text | undefined): Markup =>
  title === undefined ? nothing : html`<h3>${inline(title)}</h3>`;

/** The comma behind a text stands outside of its colour. */
export const inline = (text: Text): Markup =>
  html`${spansOf(text).map((span) => {
    if (typeof span === 'string') return html`${span}`;
    const { tone, text: words } = span;
    if (tone === undefined) return html`${words}`;
    const end = words.endsWith(',') ? -1 : words.length;
    return html`<span class="tag ${safe`${tone}`}">${partOf(words, 0, end)}</span>${partOf(words, end, words.length)}`;
  })}`;

/** The table is whole as it stands; where it has filters, the page’s script adds those, and sorting. */
export function writtenTable(table: SheetTable, id: Safe): Markup {
  const { columns, rows, more, filters, title } = table;
  const caption = title === undefined ? safe`Figures` : plainText(title);
  const most = columns.map((_, at) =>
    rows.reduce((sofar, { cells }) => Math.max(sofar, fractionOf(cells[at]) ?? 0), 0),
  );
  const body = html`<div class="box" tabindex="0" role="region" aria-label="${caption}, a table that scrolls">
      <table>
        <caption class="apart">
          ${caption}
        </caption>
        <thead>
          <tr>
            ${columns.map(
              (column) =>
                html`<th scope="col" class="${safe`${column.kind}`}" data-sort="${safe`${column.kind}`}">
                  ${column.title}
                </th>`,
            )}
          </tr>
        </thead>
        <tbody>
          ${rows.map((row) => writtenRow(table, row, most))}
        </tbody>
      </table>
    </div>
    ${more === undefined ? nothing : html`<p class="quiet">${more}</p>`}`;
  return filters === true ? html`<div data-orders>${controls(table, id)}${body}</div>` : body;
}

/** A blank follows each cell, so that a filter never finds what begins in one and ends in the next. */
function writtenRow({ columns, filters }: SheetTable, { cells, note }: TableRow, most: readonly number[]): Markup {
  const state = filters === true ? stateOf({ columns, cells }) : undefined;
  const told = cells.map((cell, at) => {
    const kind = columns[at]?.kind ?? 'text';
    const since =
      note !== undefined && at === cells.length - 1 ? html` <br /><span class="since">${inline(note)}</span>` : nothing;
    if (kind === 'name') return html`<th scope="row">${inline(cell)}${since}</th> `;
    const moved = Math.min(MOST_MOVED, (most[at] ?? 0) - (fractionOf(cell) ?? most[at] ?? 0));
    const shift = kind === 'number' && moved > 0 ? safe` f${moved}` : safe``;
    return html`<td class="${safe`${kind}`}${shift}">${inline(cell)}${since}</td> `;
  });
  return state === undefined
    ? html`<tr>
        ${told}
      </tr> `
    : html`<tr data-o="${state.tone}">
        ${told}
      </tr> `;
}

/** Characters from the point on; undefined where the text is not a number. */
function fractionOf(text: Text = safe``): number | undefined {
  const number = /^-?[\d,]+(\.\d+)?$/.exec(plainText(text));
  return number === null ? undefined : (number[1]?.length ?? 0);
}

/** The state of a row, by which it is filtered. */
function stateOf({ columns, cells }: Pick<SheetTable, 'columns'> & TableRow): {
  readonly tone: Safe;
  readonly label: Text;
} {
  const label = cells[columns.findIndex(({ kind }) => kind === 'state')] ?? safe``;
  const [span] = spansOf(label);
  return { tone: safe`${(typeof span === 'string' ? undefined : span?.tone) ?? 'waiting'}`, label };
}

const LOUDEST_FIRST = ['unknown', 'rejected', 'withheld', 'accepted', 'sending', 'waiting'];

/** Hidden until the script shows them: without it they would do nothing. */
function controls({ columns, rows }: SheetTable, id: Safe): Markup {
  const states = Map.groupBy(
    rows.map(({ cells }) => stateOf({ columns, cells })),
    ({ tone }) => tone,
  );
  const toggles = [...states]
    .toSorted(([a], [b]) => LOUDEST_FIRST.indexOf(a) - LOUDEST_FIRST.indexOf(b))
    .map(
      ([tone, those]) =>
        html`<label class="toggle"
          ><input type="checkbox" value="${tone}" checked /> ${inline(those[0]?.label ?? safe``)}
          ${grouped(those.length)}</label
        >`,
    );
  return html`<div class="controls" data-controls hidden>
    <label for="${id}-filter">Filter</label>
    <input type="search" id="${id}-filter" placeholder="id, symbol, reason…" autocomplete="off" spellcheck="false" />
    <fieldset>
      <legend class="apart">Outcomes shown</legend>
      ${toggles}
    </fieldset>
    <output for="${id}-filter" data-shown>${amountOf(rows.length, 'order')}</output>
  </div>`;
}
