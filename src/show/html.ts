/**
 * Sheets as a page in one file that asks for nothing: no network, no library, no font. Its policy allows only its own style and its
 * own script, by their hashes, so a text that came in as markup would still run nothing.
 */
import { createHash } from 'node:crypto';
import { safe, safeText, type Safe } from '../model/safe-text.ts';
import { figure, type Draw } from './page/figure.ts';
import { exactly, html, nothing, type Markup } from './page/markup.ts';
import { SCRIPT } from './page/script.ts';
import { STYLE } from './page/style.ts';
import { belowHeading, plainText, safeLines, together, type Block, type Sheet, type Text } from './sheet.ts';
import { exactLines, inline, titled, writtenTable } from './html-table.ts';

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
