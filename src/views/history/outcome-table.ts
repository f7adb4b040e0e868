/** Every order of a run with its outcome. The table is whole as it stands; the page’s script adds filter and sort. */
import type { OrderHeadline } from '../../model/event.ts';
import type { ShownState } from '../../model/outcome.ts';
import { safe, safeText, type Safe } from '../../model/safe-text.ts';
import { wordsOf } from '../../report/run/outcome-lines.ts';
import { amountOf, grouped } from '../../report/text/phrases.ts';
import { STATES } from '../../report/text/states.ts';
import type { OrderView } from '../../report/view/order-list.ts';
import { laterWords, type ToldRun } from './told-run.ts';
import { html, nothing, type Markup } from '../../show/page/markup.ts';
import { NumberCells } from '../../show/page/number-column.ts';

/** In the order of their buttons, the loudest first. */
const TOGGLES = ['unknown', 'rejected', 'withheld', 'accepted', 'sending', 'waiting'] as const satisfies ShownState[];

const PRICES = { trigger: safe`Trigger`, stopLoss: safe`Stop`, takeProfit: safe`Target` } as const;
type PriceName = keyof typeof PRICES;
const PRICE_NAMES = Object.keys(PRICES) as readonly PriceName[];

export const stateTag = (state: ShownState): Markup =>
  html`<span class="tag ${safe`${state}`}"
    ><span aria-hidden="true">${STATES[state].sign}</span> ${STATES[state].word}</span
  >`;

/** A header cell of a column that can be sorted by; `kind` is how: as texts, as numbers, by outcome. */
const sorted = (title: Safe, kind: 'text' | 'number' | 'outcome'): Markup =>
  kind === 'number'
    ? html`<th scope="col" class="right" data-sort="number">${title}</th>`
    : html`<th scope="col" data-sort="${safe`${kind}`}">${title}</th>`;

export function outcomeTable({ view, story }: ToldRun, prefix: Safe): Markup {
  const orders = [...view.orders];
  if (orders.length === 0) return html`<p class="quiet">The run names no orders.</p>`;
  const columns = columnsOf(orders);
  const rows = orders.map((order) => row(order, columns, story.since.get(order.id)));
  const shown = PRICE_NAMES.filter((name) => !columns[name].isEmpty);
  return html`<div data-orders>
    ${controls(view.orders.counts, orders.length, prefix)}
    <div class="box" tabindex="0" role="region" aria-label="Outcomes, a table that scrolls">
      <table>
        <caption>
          ${amountOf(orders.length, 'order')}, in the order of the plan
        </caption>
        <thead>
          <tr>
            ${sorted(safe`Order`, 'text')}${sorted(safe`Symbol`, 'text')}${sorted(safe`Side`, 'text')}${sorted(safe`Size`, 'number')}${sorted(safe`Price`, 'number')}${shown.map((name) => sorted(PRICES[name], 'number'))}${sorted(safe`Outcome`, 'outcome')}${sorted(safe`Order id, or why not`, 'text')}${sorted(safe`Call`, 'number')}${sorted(safe`Took, ms`, 'number')}
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
      </table>
    </div>
  </div>`;
}

type Columns = Readonly<Record<'size' | 'price' | PriceName, NumberCells>>;

function columnsOf(orders: readonly OrderView[]): Columns {
  const of = (name: 'size' | 'price' | PriceName): NumberCells =>
    new NumberCells(orders.map(({ headline }) => headline?.[name]));
  return {
    size: of('size'),
    price: of('price'),
    trigger: of('trigger'),
    stopLoss: of('stopLoss'),
    takeProfit: of('takeProfit'),
  };
}

type Later = Parameters<typeof laterWords>[0];

function row(order: OrderView, columns: Columns, later: Later | undefined): Markup {
  const { id, state, call, latencyMs, headline } = order;
  const since =
    later === undefined
      ? nothing
      : html`<br />
          <span class="since">Since then: ${laterWords(later)}</span>`;
  return html`<tr data-o="${safe`${state}`}">
    <th scope="row">${safeText(id)}</th>
    <td>${symbolOf(headline)}</td>
    <td>${sideOf(headline)}</td>
    ${columns.size.cell(headline?.size)}${columns.price.cell(headline?.price)}${PRICE_NAMES.map((name) => columns[name].cell(headline?.[name]))}
    <td>${stateTag(state)}</td>
    <td class="why">${wordsOf(order)}${since}</td>
    <td class="n">${numberOf(call)}</td>
    <td class="n">${numberOf(latencyMs)}</td>
  </tr> `;
}

const symbolOf = (headline: OrderHeadline | undefined): Safe => safeText(headline?.symbol ?? '');
const sideOf = (headline: OrderHeadline | undefined): Safe => safeText(headline?.side ?? '');
export const numberOf = (value: number | undefined): Safe =>
  value === undefined ? safe`` : grouped(Math.round(value));

/** Hidden until the script shows them: without it they would do nothing. */
function controls(counts: Readonly<Record<ShownState, number>>, all: number, prefix: Safe): Markup {
  const toggles = TOGGLES.filter((state) => counts[state] > 0).map(
    (state) =>
      html`<label class="toggle"
        ><input type="checkbox" value="${safe`${state}`}" checked /> ${stateTag(state)} ${grouped(counts[state])}</label
      >`,
  );
  return html`<div class="controls" data-controls hidden>
    <label for="${prefix}-filter">Filter</label>
    <input
      type="search"
      id="${prefix}-filter"
      placeholder="id, symbol, reason…"
      autocomplete="off"
      spellcheck="false"
    />
    <fieldset>
      <legend class="apart">Outcomes shown</legend>
      ${toggles}
    </fieldset>
    <output for="${prefix}-filter" data-shown>${amountOf(all, 'order')}</output>
  </div>`;
}
