/** What a run leaves to be looked at: orders with their reasons, and what has become of them since. */
import { safe, safeText, type Safe } from '../../model/safe-text.ts';
import { problemsOf } from '../../report/run/summary.ts';
import { namesOf, wordsOfAlike, type Alike } from '../../report/text/group-equal.ts';
import { amountOf, grouped } from '../../report/text/phrases.ts';
import { instantOf, laterWords, type ToldRun } from './told-run.ts';
import { html, ifAny, nothing, type Markup } from '../../show/page/markup.ts';
import { stateTag } from './outcome-table.ts';

/** Lines of each kind before the rest is counted: the table has them all. */
const MOST_LINES = 30;

export function lookFirst({ view }: ToldRun): Markup {
  const rows = problemsOf(view).map(({ state, groups }) => rowsOf(stateTag(state), groups));
  return ifAny(
    rows.filter((row) => row !== nothing),
    (all) =>
      html`<h3>What needs a look</h3>
        <div class="box" tabindex="0" role="region" aria-label="What needs a look, a table that scrolls">
          <table class="look">
            <caption class="apart">
              Orders that are unknown, rejected or withheld, with the reason
            </caption>
            <thead class="apart">
              <tr>
                <th scope="col">Outcome</th>
                <th scope="col">Orders</th>
                <th scope="col">Reason</th>
              </tr>
            </thead>
            <tbody>
              ${all}
            </tbody>
          </table>
        </div>`,
  );
}

function rowsOf(tag: Markup, groups: readonly Alike[]): Markup {
  if (groups.length === 0) return nothing;
  const left = groups.slice(MOST_LINES).reduce((sum, { ids }) => sum + ids.length, 0);
  const rows = groups.slice(0, MOST_LINES).map((group) => row(tag, namesOf(group), wordsOfAlike(group)));
  return html`${rows}${left === 0 ? nothing : row(tag, safe`… and ${grouped(left)} more`, safe`in the table below`)}`;
}

const row = (tag: Markup, names: Safe, words: Safe): Markup =>
  html`<tr>
    <td>${tag}</td>
    <th scope="row">${names}</th>
    <td class="why">${words}</td>
  </tr> `;

export function sinceThen({ story }: ToldRun): Markup {
  const all = [...story.since];
  const more = all.length - MOST_LINES;
  const shown = all
    .slice(0, MOST_LINES)
    .map(
      ([id, later]) =>
        html`<li>
          <strong>${safeText(id)}</strong> ${laterWords(later)} <span class="quiet">(${instantOf(later.atMs)})</span>
        </li> `,
    );
  const rest = more > 0 ? html`<li>… and ${amountOf(more, 'order')} more, in the table below</li>` : nothing;
  return ifAny(
    shown,
    (items) =>
      html`<h3>Since then</h3>
        <ul>
          ${items}${rest}
        </ul>`,
  );
}
