/** The pictures of a run, each with its words: what it shows, and what cannot be drawn. */
import { safe, safeText, type Safe } from '../../model/safe-text.ts';
import { bySymbol } from '../../report/dry-run/drawn-order.ts';
import { sentOrders } from '../../report/dry-run/sent-orders.ts';
import { grouped, seconds } from '../../report/text/phrases.ts';
import { STATES } from '../../report/text/states.ts';
import type { GaugedAt, Halt, ToldRun } from './told-run.ts';
import { KEY_STATES, ladderPicture, windowPicture } from './charts.ts';
import { ladderOf, MOST_PRICES } from './ladder.ts';
import { html, ifAny, nothing, type Markup } from '../../show/page/markup.ts';

const figure = (picture: Markup, caption: Markup): Markup =>
  html`<figure>
    <div class="box picture" tabindex="0" role="region" aria-label="A picture that scrolls">${picture}</div>
    <figcaption>${caption}</figcaption>
  </figure>`;

/** A ladder for each symbol of which orders are in a call. */
export function ladders({ view }: ToldRun): Markup {
  const symbols = bySymbol(sentOrders(view).drawn);
  if (symbols.length === 0) return html`<p class="quiet">No order was in a call.</p>`;
  return html`${symbols.map((one) => {
    const { ladder, market, isGrouped } = ladderOf(one, view.orders);
    const title = html`<h4>${safeText(one.symbol)}</h4>`;
    const atMarket = ifAny(
      market,
      (texts) => html`<p>At market: ${texts.map((text) => html`<span class="atmarket">${text}</span> `)}</p>`,
    );
    if (ladder.rows.length === 0) return html`${title}${atMarket}`;
    const shared = isGrouped ? html` Near prices share a row: there are at most ${MOST_PRICES}.` : nothing;
    const caption = html`${ladder.label}. Bars are sizes, buys to the right and sells to the left.${shared} ${KEY}`;
    return html`${title}${figure(ladderPicture(ladder), caption)}${atMarket}`;
  })}`;
}

/** How the parts of a bar look, and the marks. */
const KEY = html`<span class="key"
  >${KEY_STATES.map((state) => html`<span class="swatch ${safe`${state}`}">${STATES[state].sign}</span> ${STATES[state].word} `)}
  · <span class="sign stop">×</span> stop <span class="sign target">△</span> target
  <span class="sign trigger">◇</span> trigger</span
>`;

/** What both windows held, against their limits. */
export function windows({ view, gauges, halts, lengthMs }: ToldRun): Markup {
  const limits = view.run?.limits;
  if (gauges.length === 0 || limits === undefined)
    return html`<p class="quiet">
      ${view.calls.sent === 0 ? safe`No weight was spent.` : safe`What the windows held is not known.`}
    </p>`;
  const length = Math.max(0.1, lengthMs / 1000);
  const one = (name: 'ip' | 'uid', title: Safe): Markup => {
    const { amount, windowMs } = limits[name];
    const points = gauges.map((gauge) => ({ at: gauge.atMs / 1000, used: gauge[name].used }));
    const last = points.at(-1)?.used ?? 0;
    const most = mostOf(gauges, name);
    const label = safe`${title} weight: at most ${grouped(most)} of ${grouped(amount)} per ${seconds(windowMs)}`;
    const whole = [{ at: 0, used: 0 }, ...points, { at: length, used: last }];
    return html`<h4>${title} weight</h4>
      ${figure(windowPicture({ points: whole, limit: amount, length, halts, label }), html`${label}, as it stood at each change.`)}`;
  };
  return html`${one('ip', safe`IP`)}${one('uid', safe`UID`)}${ifAny(halts, haltList)}`;
}

const mostOf = (gauges: readonly GaugedAt[], name: 'ip' | 'uid'): number =>
  gauges.reduce((most, gauge) => Math.max(most, gauge[name].used), 0);

const haltList = (halts: readonly Halt[]): Markup =>
  html`<ul>
    ${halts.map((halt) => html`<li>${safe`after ${seconds(halt.atMs)}`}: ${wordOf(halt)}; ${halt.why}</li>`)}
  </ul>`;

const wordOf = (halt: Halt): Safe =>
  halt.kind === 'stop' ? safe`stopping` : safe`paused for ${seconds(halt.untilMs - halt.atMs)}`;
