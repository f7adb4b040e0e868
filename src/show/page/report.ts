/**
 * A page that tells past runs of a plan, in one file that asks for nothing: no network, no library, no font. Its policy allows
 * only its own style and its own script, by their hashes, so a text that came in as markup would still run nothing.
 */
import { createHash } from 'node:crypto';
import { safe, safeText, type Safe } from '../../model/safe-text.ts';
import type { Story } from '../../model/story.ts';
import { amountOf } from '../../report/text/phrases.ts';
import { againWords, toldRun, type ToldRun } from '../../views/history/told-run.ts';
import { exactly, html, nothing, type Markup } from './markup.ts';
import { runSection } from '../../views/history/run-sheet.ts';
import { STYLE } from './style.ts';
import { SCRIPT } from './script.ts';

/** What the page says below the runs, where it is known. */
export interface Foot {
  /** Head of the journal’s chain when the page was made. */
  readonly journalHead?: string;
}

/** One page of all these runs, of one plan and in their order. */
export function htmlReport(stories: readonly Story[], foot: Foot = {}): string {
  const told = stories.map(toldRun);
  const title = titleOf(stories);
  return `<!doctype html>
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
        <h1>${headOf(stories)}</h1>
        ${contents(told)}
      </header>
      <main>${told.map(runSection)}</main>
      <footer>${footer(stories, foot)}</footer>
      ${exactly('script', SCRIPT)}
    </body>
  </html> `.text
}`;
}

const sha256 = (text: string): Safe => safeText(`'sha256-${createHash('sha256').update(text).digest('base64')}'`);

const POLICY = safe`default-src 'none'; style-src ${sha256(STYLE)}; script-src ${sha256(SCRIPT)}; base-uri 'none'; form-action 'none'`;

/** The plan; the generation too, where all runs are of one. */
function headOf(stories: readonly Story[]): Safe {
  const [first] = stories;
  if (first === undefined) return safe`No run`;
  const isOne = stories.every(({ generation }) => generation === first.generation);
  return safe`${safeText(first.plan)}${isOne ? safe`, generation ${first.generation}` : safe``}`;
}

function titleOf(stories: readonly Story[]): Safe {
  const runs = stories.length === 1 ? safe`run ${stories[0]?.run ?? 1}` : amountOf(stories.length, 'run');
  return safe`${headOf(stories)}: ${runs}`;
}

/** Of several runs, a way to each. */
const contents = (told: readonly ToldRun[]): Markup =>
  told.length < 2
    ? nothing
    : html`<nav aria-label="Runs">
        <ul>
          ${told.map(({ story }) => html`<li><a href="#run-${story.run}">Run ${story.run}</a></li>`)}
        </ul>
      </nav>`;

function footer(stories: readonly Story[], { journalHead }: Foot): Markup {
  const [first] = stories;
  if (first === undefined) return nothing;
  const again = againWords(first, stories.length === 1 ? safe`${first.run}` : safe`all`, safe`html`);
  const head = journalHead === undefined ? nothing : html`<p>Journal head: <code>${safeText(journalHead)}</code></p>`;
  return html`<p>Told from the journal. The same again: <code>${again}</code></p>
    ${head}`;
}
