/**
 * Sheets as a page in one file that asks for nothing: no network, no library, no font. Its policy allows only its own style and its
 * own script, by their hashes, so a text that came in as markup would still run nothing.
 */
import { createHash } from 'node:crypto';
import { partOf, safe, safeText, type Safe } from '../model/safe-text.ts';
import { amountOf, grouped } from '../report/text/phrases.ts';
import { figure, type Draw } from './page/figure.ts';
import { exactly, html, nothing, type Markup } from './page/markup.ts';
import { SCRIPT } from './page/script.ts';
import { MOST_MOVED, STYLE } from './page/style.ts';
import {
  belowHeading,
  plainText,
  safeLines,
  spansOf,
  together,
  type Block,
  type Code,
  type Sheet,
  type SheetTable,
  type TableRow,
  type Text,
} from './sheet.ts';

/** A sheet in a section of a page, which a list at the top leads to where there are several. */
interface Part {
  readonly id: Safe;
  readonly name: Safe;
  readonly sheet: Sheet;
}

interface HtmlPage {
  readonly title: Safe;
  readonly heading: Safe;
  readonly sections: readonly Part[];
  readonly foot?: readonly Text[];
}

export const htmlPage = ({ title, heading, sections, foot = [] }: HtmlPage, draw?: Draw): string => `<!doctype html>
${
  html`<html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta http-equiv="Content-Security-Policy" content="${POLICY}" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="referrer" content="no-referrer" />
      <title>${title}</title>
      ${exactly('style', STYLE)}
    </head>
    <body>
      <header>
        <h1>${heading}</h1>
        ${contents(sections)}
      </header>
      <main>${sections.map((part) => partOfPage(part, draw))}</main>
      <footer>${foot.map((text) => html`<p>${inline(text)}</p> `)}</footer>
      ${exactly('script', SCRIPT)}
    </body>
  </html> `.text
}`;

/** One sheet as a page of its own, under its first text. */
export function sheetPage(sheet: Sheet, draw?: Draw): string {
  const blocks = sheet.blocks.flatMap((block) => (block.is === 'group' ? block.blocks : [block]));
  const [first, ...rest] = blocks;
  const title = first !== undefined && 'text' in first ? plainText(first.text) : safe`ordo`;
  const below =
    first?.is === 'heading' ? belowHeading(first).map((text) => ({ is: 'words', text, tone: 'quiet' }) as const) : [];
  const shown = first?.is === 'heading' ? [...below, ...rest] : blocks;
  const part = { id: safe`answer`, name: title, sheet: { blocks: shown } };
  return htmlPage({ title, heading: title, sections: [part] }, draw);
}

const sha256 = (text: string): Safe => safeText(`'sha256-${createHash('sha256').update(text).digest('base64')}'`);

const POLICY = safe`default-src 'none'; style-src ${sha256(STYLE)}; script-src ${sha256(SCRIPT)}; base-uri 'none'; form-action 'none'`;

const contents = (sections: readonly Part[]): Markup =>
  sections.length < 2
    ? nothing
    : html`<nav aria-label="Contents">
        <ul>
          ${sections.map(({ id, name }) => html`<li><a href="#${id}">${name}</a></li>`)}
        </ul>
      </nav>`;

const partOfPage = ({ id, name, sheet }: Part, draw?: Draw): Markup =>
  html`<section id="${id}" aria-label="${name}">
    ${sheet.blocks.map((block, at) => written(block, safe`${id}-${at}`, draw))}
  </section> `;

// oxlint-disable-next-line eslint/complexity -- an exhaustive switch over the blocks
function written(block: Block, id: Safe, draw?: Draw): Markup {
  switch (block.is) {
    case 'heading':
      return html`<h2>${inline(block.text)}</h2>
        ${underHeading(belowHeading(block))}`;
    case 'verdict':
      return html`<p class="verdict">${inline(block.text)}</p>`;
    case 'words':
      return html`<p class="${safe`${block.tone ?? 'plain'}`}">${inline(block.text)}</p>`;
    case 'notice':
      return html`<p class="notice">${inline(block.text)}</p>`;
    case 'facts':
      return html`${titled(block.title)}
        <dl>
          ${block.facts.map(([name, value]) =>
            value === undefined
              ? nothing
              : html`<div>
                  <dt>${name}</dt>
                  <dd>${inline(value)}</dd>
                </div> `,
          )}
        </dl>`;
    case 'items':
      return html`${titled(block.title)}
        <ul>
          ${block.items.map((item) => html`<li>${inline(item)}</li> `)}
        </ul>`;
    case 'table':
      return html`${titled(block.title)} ${writtenTable(block, id)}`;
    case 'parts':
      return html`<p class="${safe`${block.tone ?? 'plain'}`}">${inline(together(block.parts, safe` · `))}</p>`;
    case 'code':
      return html`${titled(block.title)}
        <div class="box" tabindex="0" role="region" aria-label="A text that scrolls">${exactLines(block)}</div>
        ${block.more === undefined ? nothing : html`<p class="quiet">${block.more}</p>`}`;
    case 'frames':
      return html`<pre>${safeLines(block)}</pre>`;
    case 'group':
      return html`${block.blocks.map((one, at) => written(one, safe`${id}-${at}`, draw))}`;
    case 'picture':
      return html`${titled(block.title)} ${figure(block.drawing, draw)}`;
    case 'steps':
      return html`${block.steps.length === 0 || block.isAside ? nothing : titled(safe`Next`)}
      ${block.steps.map(
        ({ why, command }) =>
          html`<p>${why ?? safe``} ${command === undefined ? nothing : html`<br /><code>${command}</code>`}</p> `,
      )}`;
  }
}

const underHeading = (lines: readonly Text[]): Markup =>
  html`${lines.map((text) => html`<p class="quiet">${inline(text)}</p> `)}`;

/** Our own markup has no indentation here: it would be part of the text. */
const exactLines = ({ lines }: Code): Markup =>
  html`<pre>
${lines.map(
      ({ number, text, tone }) =>
        html`<span class="${safe`${tone ?? 'plain'}`}"
          >${number === undefined ? safe`` : safe`${number} | `}${text}${safe`${'\n'}`}</span
        >`,
    )}</pre>`;

const titled = (title: Text | undefined): Markup => (title === undefined ? nothing : html`<h3>${inline(title)}</h3>`);

/** The comma behind a text stands outside of its colour. */
const inline = (text: Text): Markup =>
  html`${spansOf(text).map((span) => {
    if (typeof span === 'string') return html`${span}`;
    const { tone, text: words } = span;
    if (tone === undefined) return html`${words}`;
    const end = words.endsWith(',') ? -1 : words.length;
    return html`<span class="tag ${safe`${tone}`}">${partOf(words, 0, end)}</span>${partOf(words, end, words.length)}`;
  })}`;

/** The table is whole as it stands; where it has filters, the page’s script adds those, and sorting. */
function writtenTable(table: SheetTable, id: Safe): Markup {
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
